//! Which tools must be there.

use super::Tool;

/// The variable that names the tools without which tests fail.
pub const VARIABLE: &str = "PRINCIPIA_DEMAND";

/// Whether the environment demands a tool.
pub(crate) fn is_demanded(tool: Tool) -> bool {
    let list = std::env::var(VARIABLE).unwrap_or_default();
    demanded(&list).unwrap_or_else(|why| panic!("{why}")).contains(&tool)
}

/// The tools of a list. A name that nobody knows is an error: it would demand nothing.
fn demanded(list: &str) -> Result<Vec<Tool>, String> {
    let names = list.split(',').map(str::trim).filter(|name| !name.is_empty());
    let mut tools = Vec::new();
    for name in names {
        if name == "all" {
            tools.extend(Tool::ALL);
        } else {
            let tool = Tool::ALL.into_iter().find(|tool| tool.name() == name);
            tools.push(tool.ok_or_else(|| format!("{VARIABLE} names {name}; {}", known()))?);
        }
    }
    Ok(tools)
}

fn known() -> String {
    format!("the tools are {}, and all", Tool::ALL.map(Tool::name).join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_name_tools() {
        assert_eq!(demanded(""), Ok(vec![]));
        assert_eq!(demanded("gcc-m32, csmith,"), Ok(vec![Tool::Gcc32, Tool::Csmith]));
        assert_eq!(demanded("all"), Ok(Tool::ALL.to_vec()));
    }

    #[test]
    fn misspelt_names_are_errors() {
        let error = demanded("gcc,chromium").expect_err("there is no such tool");
        assert!(error.starts_with("PRINCIPIA_DEMAND names chromium; the tools are cc, gcc,"), "{error}");
    }
}
