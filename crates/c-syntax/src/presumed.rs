//! Where the text came from before preprocessing.
//!
//! A line marker (`# 12 "file.c" 3 4`, `#line 12 "file.c"`) says that the next line is line 12 of `file.c`. The
//! table holds one entry for each marker in order of offset; a position belongs to the last marker before it.

use std::rc::Rc;

use base::LineMarker;

/// A line of an original file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Presumed<'a> {
    /// The file's name as the marker gives it.
    pub file: &'a str,
    /// The line, counted from one.
    pub line: u32,
}

/// A line marker.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Marker {
    /// The offset of the marker.
    pub offset: u32,
    /// The physical line of the marker, counted from one.
    pub physical: u32,
    /// The presumed line of the line after the marker.
    pub line: u32,
    /// The number of the file's name; none if no marker has given one yet.
    pub file: Option<u32>,
}

/// The line markers of a file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PresumedTable {
    pub(crate) markers: Vec<Marker>,
    pub(crate) files: Vec<String>,
}

impl PresumedTable {
    /// The original place of an offset on a physical line (counted from one); none before the first marker
    /// that names a file.
    pub fn locate(&self, offset: u32, physical: u32) -> Option<Presumed<'_>> {
        let index = self.markers.partition_point(|marker| marker.offset <= offset).checked_sub(1)?;
        let marker = self.markers[index];
        let line = marker.line.saturating_add(physical.saturating_sub(marker.physical)).saturating_sub(1);
        Some(Presumed { file: &self.files[marker.file? as usize], line })
    }

    /// The markers for a source map, without those before the first name of a file.
    pub fn line_markers(&self) -> Vec<LineMarker> {
        let names: Vec<Rc<str>> = self.files.iter().map(|file| file.as_str().into()).collect();
        let named = self.markers.iter().filter_map(|marker| Some((marker, &names[marker.file? as usize])));
        named
            .map(|(marker, name)| LineMarker {
                offset: marker.offset,
                physical: marker.physical,
                line: marker.line,
                name: name.clone(),
            })
            .collect()
    }

    /// Whether there are no markers.
    pub fn is_empty(&self) -> bool {
        self.markers.is_empty()
    }

    /// The number of a file's name. Markers alternate between few files, so the last ones are looked at first.
    pub(crate) fn file(&mut self, name: &str) -> u32 {
        let known = self.files.iter().rposition(|file| file == name);
        known.unwrap_or_else(|| {
            self.files.push(name.to_string());
            self.files.len() - 1
        }) as u32
    }
}
