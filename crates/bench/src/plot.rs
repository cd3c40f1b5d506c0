//! Plots of records, as SVG files that are readable in print and on a screen.
//!
//! A *quantile plot* sorts the solved tasks of each configuration by a measure and draws a line through them: the
//! n-th point is the n-th best task (Craig vs. Newton, Figs. 4 to 6; Newton in CPAchecker, Figs. 5.3 and 5.4; Refinement
//! Selection, Fig. 2). A *scatter plot* has a point for each task, with the time of one configuration to the right
//! and of another one upwards (Newton in CPAchecker, Figs. 5.1 and 5.2).
//!
//! Lines differ by colour, dash pattern and marker, so that they can be told apart without colours; the colours are
//! those of Okabe and Ito, which people with any kind of colour vision can tell apart.

mod canvas;
mod quantile;
mod scale;
mod scatter;

pub use quantile::{Measure, quantile_plot};
pub use scatter::scatter_plot;
