//! Scales: from values to places on the paper, and where the ticks are.

/// A linear or a logarithmic axis.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Scale {
    is_logarithmic: bool,
    /// The values at both ends.
    range: (f64, f64),
    /// The places of both ends.
    places: (f64, f64),
}

/// A mark on an axis.
#[derive(Clone, PartialEq, Debug)]
pub struct Tick {
    /// Where.
    pub place: f64,
    /// The number, or nothing for a mark in between.
    pub label: Option<String>,
}

impl Scale {
    /// A scale from zero to a round number that is at least `greatest`.
    pub fn linear(greatest: f64, places: (f64, f64)) -> Scale {
        let step = round_step(greatest.max(1.0) / 5.0);
        let end = (greatest.max(1.0) / step).ceil() * step;
        Scale { is_logarithmic: false, range: (0.0, end), places }
    }

    /// A logarithmic scale between powers of ten.
    pub fn logarithmic(range: (f64, f64), places: (f64, f64)) -> Scale {
        let low = range.0.max(1e-6).log10().floor();
        let high = range.1.max(1e-6).log10().ceil().max(low + 1.0);
        Scale { is_logarithmic: true, range: (10f64.powf(low), 10f64.powf(high)), places }
    }

    /// Where a value is; values beyond the ends are at the ends.
    pub fn place(&self, value: f64) -> f64 {
        let (low, high) = self.range;
        let share = if self.is_logarithmic {
            (value.max(low) / low).log10() / (high / low).log10()
        } else {
            (value - low) / (high - low)
        };
        self.places.0 + share.clamp(0.0, 1.0) * (self.places.1 - self.places.0)
    }

    /// The marks.
    pub fn ticks(&self) -> Vec<Tick> {
        let (low, high) = self.range;
        let mut ticks = Vec::new();
        if self.is_logarithmic {
            let (first, last) = (low.log10().round() as i32, high.log10().round() as i32);
            for power in first..=last {
                let value = 10f64.powi(power);
                ticks.push(Tick { place: self.place(value), label: Some(number(value)) });
                let between = (2..10).filter(|_| power < last).map(|digit| value * f64::from(digit));
                ticks.extend(between.map(|value| Tick { place: self.place(value), label: None }));
            }
        } else {
            let step = round_step(high / 5.0);
            let count = (high / step).round() as usize;
            for index in 0..=count {
                let value = step * index as f64;
                ticks.push(Tick { place: self.place(value), label: Some(number(value)) });
            }
        }
        ticks
    }
}

/// The least of 1, 2, 5, 10, 20, ... that is not less than this.
fn round_step(step: f64) -> f64 {
    let power = 10f64.powf(step.max(1e-9).log10().floor());
    let digit = [1.0, 2.0, 5.0, 10.0].into_iter().find(|digit| digit * power >= step * 0.999).unwrap_or(10.0);
    (digit * power).max(1.0)
}

/// A number without needless digits.
fn number(value: f64) -> String {
    if value >= 1.0 {
        format!("{value:.0}")
    } else {
        format!("{value:.6}").trim_end_matches('0').trim_end_matches('.').to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(scale: Scale) -> String {
        scale.ticks().into_iter().filter_map(|tick| tick.label).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn ticks_are_round_numbers() {
        assert_eq!(labels(Scale::linear(43.0, (0.0, 1.0))), "0 10 20 30 40 50");
        assert_eq!(labels(Scale::linear(100.0, (0.0, 1.0))), "0 20 40 60 80 100");
        assert_eq!(labels(Scale::linear(3.0, (0.0, 1.0))), "0 1 2 3");
        assert_eq!(labels(Scale::linear(0.0, (0.0, 1.0))), "0 1");
        assert_eq!(labels(Scale::linear(1140.0, (0.0, 1.0))), "0 500 1000 1500");
        assert_eq!(labels(Scale::logarithmic((0.02, 61.0), (0.0, 1.0))), "0.01 0.1 1 10 100");
        assert_eq!(labels(Scale::logarithmic((0.0, 0.0), (0.0, 1.0))), "0.000001 0.00001");
    }

    #[test]
    fn places_are_between_the_ends() {
        let scale = Scale::logarithmic((0.1, 100.0), (10.0, 310.0));
        assert!((scale.place(1.0) - 110.0).abs() < 1e-9 && (scale.place(10.0) - 210.0).abs() < 1e-9);
        assert_eq!((scale.place(0.0), scale.place(1e9)), (10.0, 310.0));
        let scale = Scale::linear(50.0, (100.0, 0.0));
        assert_eq!((scale.place(0.0), scale.place(25.0), scale.place(50.0)), (100.0, 50.0, 0.0));
    }
}
