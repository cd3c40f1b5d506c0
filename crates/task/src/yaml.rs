//! A thin layer over the YAML reader: nodes with the place they come from, and complaints about their shape.

use base::{Diagnostic, FileId, Span};
use saphyr::{LoadableYamlNode, MarkedYaml, Scalar, YamlData};

/// A node of a document.
#[derive(Clone, Copy)]
pub struct Node<'a> {
    node: &'a MarkedYaml<'a>,
    text: &'a str,
    file: FileId,
}

/// The documents in a text.
pub fn documents(text: &str, file: FileId) -> Result<Vec<MarkedYaml<'_>>, Diagnostic> {
    MarkedYaml::load_from_str(text).map_err(|error| {
        let start = byte_offset(text, error.marker().index());
        Diagnostic::error(Span::new(file, start, start), format!("this is not YAML: {}", error.info()))
    })
}

/// The reader counts characters, spans count bytes.
fn byte_offset(text: &str, characters: usize) -> u32 {
    text.char_indices().nth(characters).map_or(text.len(), |(offset, _)| offset) as u32
}

impl<'a> Node<'a> {
    /// The root of a document.
    pub fn root(node: &'a MarkedYaml<'a>, text: &'a str, file: FileId) -> Node<'a> {
        Node { node, text, file }
    }

    fn at(self, node: &'a MarkedYaml<'a>) -> Node<'a> {
        Node { node, ..self }
    }

    /// Where it is.
    pub fn span(self) -> Span {
        let (start, end) = (self.node.span.start.index(), self.node.span.end.index());
        Span::new(self.file, byte_offset(self.text, start), byte_offset(self.text, end))
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
                Some(self.text[span.start as usize..span.end as usize].trim().to_string())
            }
            _ => None,
        }
    }

    /// The text of a scalar, or a complaint.
    pub fn expect_scalar(self, what: &str) -> Result<String, Diagnostic> {
        self.scalar().ok_or_else(|| self.complain(format!("expected {what}")))
    }
}
