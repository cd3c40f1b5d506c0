//! What is understood of formats.

use super::specification::{Number, Printed, Scanned, printed, scanned};
use super::{print, scan};

#[test]
fn conversions_for_printing() {
    let parts = printed(b"a%-5.*ld%%").expect("it is understood");
    let [Printed::Character(b'a'), Printed::Conversion(conversion), Printed::Character(b'%')] = &parts[..]
    else {
        panic!("other parts: {parts:?}")
    };
    assert!(conversion.is_left && conversion.length == "l" && conversion.letter == b'd');
    assert_eq!((conversion.width, conversion.precision), (Number::Literal(5), Number::Argument));
    for format in ["%n", "%ls", "%1$d", "%'d", "%", "%999999999999d", "%Ld"] {
        assert_eq!(printed(format.as_bytes()), None, "{format}");
    }
}

#[test]
fn conversions_for_scanning() {
    let parts = scanned(b" %*3[^]a-c]:").expect("it is understood");
    let [Scanned::Blanks, Scanned::Conversion(scan), Scanned::Character(b':')] = &parts[..] else {
        panic!("other parts: {parts:?}")
    };
    assert!(scan.is_suppressed && scan.width == Some(3) && scan.set.len() == 252);
    for format in ["%n", "%ms", "%ls", "%0d", "%[a", "%p"] {
        assert_eq!(scanned(format.as_bytes()), None, "{format}");
    }
}

#[test]
fn arguments_are_taken_in_order() {
    let indices =
        |model: super::Model| model.arguments.into_iter().map(|(index, _)| index).collect::<Vec<_>>();
    assert_eq!(indices(print::model(b"%*.*s%d", true).expect("a model")), [0, 1, 3, 4, 5, 6]);
    assert_eq!(indices(scan::of_input(b"%d %*d %7s", 2).expect("a model")), [2, 3]);
    assert_eq!(indices(scan::of_string(b"%d,%*c%[0-9]").expect("a model")), [0, 2, 3]);
    assert!(scan::of_input(b"%3u", 1).is_none() && scan::of_string(b"%5f").is_none());
}
