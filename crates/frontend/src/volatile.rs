//! `volatile`: what is assumed about objects that something outside of the program might change.

use base::SourceMap;
use c_syntax::Ast;

/// What is assumed if files of the user, and not only headers of the system, mention `volatile`.
pub fn assumption(trees: &[Ast], sources: &SourceMap) -> Option<String> {
    let mut places = trees.iter().flat_map(|tree| tree.volatiles.iter().map(|range| tree.span(*range)));
    places.find_map(|span| {
        let (file, place) = sources.place(span);
        let is_users = !file.starts_with("/usr/") && !file.starts_with('<');
        is_users.then(|| {
            format!("`volatile` objects ({file}:{}) change only where the program writes them", place.line)
        })
    })
}
