//! Times in files, as people write them: `500ms`, `60s`.

use std::time::Duration;

use base::quantity::parse_duration;
use serde::{Deserialize, Deserializer, Serializer};

pub fn serialize<S: Serializer>(time: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
    match time.subsec_millis() {
        0 => serializer.collect_str(&format_args!("{}s", time.as_secs())),
        _ => serializer.collect_str(&format_args!("{}ms", time.as_millis())),
    }
}

pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Duration, D::Error> {
    parse_duration(&String::deserialize(deserializer)?).map_err(serde::de::Error::custom)
}
