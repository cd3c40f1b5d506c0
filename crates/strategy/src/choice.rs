//! Choices among a few named values, as options and files have them.

/// A value that has a name.
pub trait Choice: Copy + PartialEq + Sized + 'static {
    /// All values, each with its name and a line for people.
    const ALL: &'static [(Self, &'static str, &'static str)];

    /// The name of the value.
    fn name(self) -> &'static str {
        Self::ALL.iter().find(|(value, ..)| *value == self).map_or("", |(_, name, _)| name)
    }

    /// The value with this name. The error lists the names.
    fn of_name(text: &str) -> Result<Self, String> {
        let found = Self::ALL.iter().find(|(_, name, _)| *name == text);
        found.map(|(value, ..)| *value).ok_or_else(|| {
            let names: Vec<&str> = Self::ALL.iter().map(|(_, name, _)| *name).collect();
            format!("`{text}` is not one of {}", names.join(", "))
        })
    }
}

/// Defines an enumeration that is a [`Choice`], and that files have by its names.
macro_rules! choice {
    (
        $(#[$outer:meta])*
        pub enum $name:ident { $($(#[$inner:meta])* $variant:ident = $text:literal, $summary:literal;)* }
    ) => {
        $(#[$outer])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum $name { $($(#[$inner])* #[doc = $summary] $variant,)* }

        impl $crate::choice::Choice for $name {
            const ALL: &'static [(Self, &'static str, &'static str)] =
                &[$(($name::$variant, $text, $summary),)*];
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str($crate::choice::Choice::name(*self))
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str($crate::choice::Choice::name(*self))
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = <String as serde::Deserialize>::deserialize(deserializer)?;
                $crate::choice::Choice::of_name(&text).map_err(serde::de::Error::custom)
            }
        }
    };
}

pub(crate) use choice;
