//! A thin layer over the YAML reader: nodes with the place they come from, and complaints about their shape.

use base::{Diagnostic, FileId, Span};
use saphyr::{LoadableYamlNode, MarkedYaml, Scalar, YamlData};

/// A text in which characters are found by their numbers: the reader counts characters, spans count bytes.
pub struct Text<'a> {
    text: &'a str,
    /// Where every [`STEP`]th character starts; empty if each character is a byte.
    starts: Vec<usize>,
}

/// How many characters lie between those whose places are kept.
const STEP: usize = 256;

impl<'a> Text<'a> {
    /// The places of a text.
    pub fn new(text: &'a str) -> Text<'a> {
        let starts = match text.is_ascii() {
            true => Vec::new(),
            false => text.char_indices().step_by(STEP).map(|(offset, _)| offset).collect(),
        };
        Text { text, starts }
    }

    fn byte_offset(&self, characters: usize) -> usize {
        if self.starts.is_empty() {
            return characters.min(self.text.len());
        }
        let Some(&start) = self.starts.get(characters / STEP) else { return self.text.len() };
        let rest = &self.text[start..];
        rest.char_indices().nth(characters % STEP).map_or(self.text.len(), |(offset, _)| start + offset)
    }
}

/// A node of a document.
#[derive(Clone, Copy)]
pub struct Node<'a> {
    node: &'a MarkedYaml<'a>,
    text: &'a Text<'a>,
    file: FileId,
}

/// The documents in a text.
pub fn documents(text: &str, file: FileId) -> Result<Vec<MarkedYaml<'_>>, Diagnostic> {
    MarkedYaml::load_from_str(text).map_err(|error| {
        let start = Text::new(text).byte_offset(error.marker().index()) as u32;
        Diagnostic::error(Span::new(file, start, start), format!("this is not YAML: {}", error.info()))
    })
}

impl<'a> Node<'a> {
    /// The root of a document.
    pub fn root(node: &'a MarkedYaml<'a>, text: &'a Text<'a>, file: FileId) -> Node<'a> {
        Node { node, text, file }
    }

    fn at(self, node: &'a MarkedYaml<'a>) -> Node<'a> {
        Node { node, ..self }
    }

    /// Where it is.
    pub fn span(self) -> Span {
        let (start, end) = (self.node.span.start.index(), self.node.span.end.index());
        Span::new(self.file, self.text.byte_offset(start) as u32, self.text.byte_offset(end) as u32)
    }

    /// A complaint about this node.
    pub fn complain(self, message: impl Into<String>) -> Diagnostic {
        Diagnostic::error(self.span(), message)
    }

    /// The member of a mapping; `None` also if this is no mapping, or if the member is null.
    pub fn get(self, key: &str) -> Option<Node<'a>> {
        let YamlData::Mapping(mapping) = &self.node.data else { return None };
        let is_key =
            |node: &MarkedYaml| matches!(&node.data, YamlData::Value(Scalar::String(name)) if name == key);
        let (_, value) = mapping.iter().find(|(node, _)| is_key(node))?;
        (!matches!(value.data, YamlData::Value(Scalar::Null))).then_some(self.at(value))
    }

    /// Whether this is a mapping.
    pub fn is_mapping(self) -> bool {
        matches!(self.node.data, YamlData::Mapping(_))
    }

    /// The elements of a sequence; anything else is a sequence of itself.
    pub fn elements(self) -> Vec<Node<'a>> {
        match &self.node.data {
            YamlData::Sequence(elements) => elements.iter().map(|element| self.at(element)).collect(),
            _ => vec![self],
        }
    }

    /// The text of a scalar: `true`, `2.0` and `'2.0'` are texts, too.
    pub fn scalar(self) -> Option<String> {
        match &self.node.data {
            YamlData::Value(Scalar::String(text)) => Some(text.to_string()),
            YamlData::Value(Scalar::Null) => None,
            YamlData::Value(_) => {
                let span = self.span();
                Some(self.text.text[span.start as usize..span.end as usize].trim().to_string())
            }
            _ => None,
        }
    }

    /// The text of a scalar, or a complaint.
    pub fn expect_scalar(self, what: &str) -> Result<String, Diagnostic> {
        self.scalar().ok_or_else(|| self.complain(format!("expected {what}")))
    }
}

#[cfg(test)]
mod tests {
    use super::Text;

    #[test]
    fn characters_are_found() {
        for text in ["", "abc", "aéb", &"ä€x".repeat(300)] {
            let found = Text::new(text);
            let places = text.char_indices().map(|(offset, _)| offset).chain([text.len(), text.len()]);
            for (number, offset) in places.enumerate() {
                assert_eq!(found.byte_offset(number), offset, "{number} of {}", text.len());
            }
        }
    }
}
