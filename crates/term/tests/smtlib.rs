//! Text in, text out: SMT-LIB terms are read, simplified and printed again.

use expect_test::{Expect, expect};
use term::parse::{Context, parse_core, parse_model, parse_script, parse_term};
use term::{Term, build as mk};

const DECLARATIONS: &str = "
    (declare-sort S 0)
    (define-sort Word () (_ BitVec 8))
    (define-sort Map (A B) (Array A B))
    (declare-const p Bool) (declare-const q Bool)
    (declare-const x Int) (declare-const y Int) (declare-const z Int)
    (declare-const r Real) (declare-const s Real)
    (declare-const u Word) (declare-const v Word)
    (declare-const a (Map Int Int)) (declare-const m (Map Int (Map Int Bool)))
    (declare-const f Float32) (declare-const g Float32) (declare-const rm RoundingMode)
    (declare-const e S)
    (declare-fun h (Int S) Int)
    (define-fun twice ((n Int)) Int (+ n n))
    (declare-const |x'| Int) (declare-const x@3 Int) (declare-const |odd name| Int) (declare-const |and@| Bool)";

fn context() -> Context {
    parse_script(DECLARATIONS).expect("legal").context
}

/// Prints every term of the input, one per line, as SMT-LIB and infix; each reads back as itself.
fn check(input: &str, expected: Expect) {
    let context = context();
    let mut output = String::new();
    for line in input.lines().map(str::trim).filter(|l| !l.is_empty()) {
        match parse_term(line, &context) {
            Ok(term) => {
                assert_eq!(parse_term(&term.to_string(), &context), Ok(term), "{term}");
                assert_eq!(parse_term(&term.to_smtlib_shared(), &context), Ok(term), "{term}");
                output += &format!("{term}    {}\n", term.display_infix());
            }
            Err(error) => output += &format!("error {error}\n"),
        }
    }
    expected.assert_eq(&output);
}

#[test]
fn core_and_arithmetic() {
    check(
        "(=> p q)
         (xor p q true)
         (= x y z)
         (distinct x y z)
         (ite p x 5)
         (let ((x y) (y x)) (<= x (+ y 1)))
         (< x y)
         (> x 3)
         (- x y (* 2 z) (- 5))
         (* x (+ y 1) 2)
         (div (mod x 7) (- 2))
         (+ r 0.25 (/ 1 3))
         (< r (* (- 2.0) s))
         (+ 1 r)
         (to_real x)
         (is_int r)
         (abs x)
         ((_ divisible 3) x)
         (= (+ (ite p 1 0) x) (+ x 1))
         (twice (twice x))
         (h x e)
         (+ |x'| x@3 |odd name|)
         (! (and |and@| p) :named foo)",
        expect![[r#"
            (or q (not p))    q || !p
            (= p q)    p <==> q
            (and (= x y) (= y z))    x == y && y == z
            (distinct x y z)    distinct(x, y, z)
            (ite p x 5)    (if p then x else 5)
            (<= y (+ x 1))    y <= x + 1
            (<= x (+ y (- 1)))    x < y
            (<= 4 x)    x >= 4
            (+ x (* (- 1) y) (* (- 2) z) 5)    x - y - 2 * z + 5
            (* 2 (* x (+ y 1)))    2 * (x * (y + 1))
            (div (mod x 7) (- 2))    (x mod 7) div -2
            (+ r (/ 7.0 12.0))    r + 7.0 / 12.0
            (< (+ r (* 2.0 s)) 0.0)    r + 2.0 * s < 0.0
            (+ r 1.0)    r + 1.0
            (to_real x)    real(x)
            (is_int r)    is_int(r)
            (ite (<= 0 x) x (* (- 1) x))    (if x >= 0 then x else -x)
            (= (mod x 3) 0)    x mod 3 == 0
            p    p
            (* 4 x)    4 * x
            (h x e)    h(x, e)
            (+ |x'| x@3 |odd name|)    x' + x@3 + odd name
            (and p and@)    p && and
        "#]],
    );
}

#[test]
fn quantifiers_and_arrays() {
    check(
        "(forall ((i Int)) (= (select a i) 0))
         (forall ((i Int) (j Int)) (exists ((k Int)) (=> (< i j) (and (< i k) (< k j) (= (select a i) k)))))
         (exists ((x Int)) (= x x))
         (forall ((e S)) (! (= (h 0 e) x) :pattern ((h 0 e))))
         (store (store a 1 2) 1 3)
         (store (store a 2 2) 1 3)
         (select (store a x 1) y)
         (select (select m 0) 1)
         (= a (store a x 1))
         ((as const (Array Int Int)) 7)
         (store ((as const (Array Int Int)) 7) 1 (- 2))",
        expect![[r#"
            (forall ((?1 Int)) (= (select a ?1) 0))    (forall ?1: int :: a[?1] == 0)
            (forall ((?2 Int) (?3 Int)) (exists ((?1 Int)) (or (and (<= ?2 (+ ?1 (- 1))) (<= ?1 (+ ?3 (- 1))) (= ?1 (select a ?2))) (<= ?3 ?2))))    (forall ?2: int, ?3: int :: (exists ?1: int :: (?2 < ?1 && ?1 < ?3 && ?1 == a[?2]) || ?3 <= ?2))
            true    true
            (forall ((?1 S)) (= x (h 0 ?1)))    (forall ?1: S :: x == h(0, ?1))
            (store a 1 3)    a[1 := 3]
            (store (store a 2 2) 1 3)    a[2 := 2][1 := 3]
            (select (store a x 1) y)    a[x := 1][y]
            (select (select m 0) 1)    m[0][1]
            (= (select a x) 1)    a[x] == 1
            ((as const (Array Int Int)) 7)    [_ := 7]
            (store ((as const (Array Int Int)) 7) 1 (- 2))    [_ := 7][1 := -2]
        "#]],
    );
}

#[test]
fn bit_vectors() {
    check(
        "(bvadd u #x01 v #xff)
         (bvsub u v)
         (bvsub u #x01)
         (bvadd (bvadd u #x01) #x01)
         (bvmul #x03 (bvadd u #x01))
         (bvshl u #x02)
         (bvult u #x05)
         (not (bvult u v))
         (not (bvsle u v))
         (bvuge u #x00)
         (bvcomp u v)
         (= (bvcomp u v) #b1)
         (concat u #x00)
         (concat #x00 u)
         ((_ extract 3 0) (concat v u))
         (concat ((_ extract 7 4) u) ((_ extract 3 0) u))
         ((_ sign_extend 4) ((_ zero_extend 4) u))
         ((_ rotate_right 3) u)
         ((_ repeat 3) #b01)
         (bvnand u v)
         (bvxor u (bvnot v))
         (bvudiv #x05 #x00)
         (bvsdiv #xf9 #x02)
         (bvsmod #xf9 #x02)
         (bvsrem #xf9 #x02)
         (bvashr #x81 #x09)
         (bvlshr u v)
         (bvsaddo u v)
         (bvumulo u v)
         (bvnego u)
         (_ bv10 8)
         (bv2nat u)
         (sbv_to_int #xff)
         ((_ int_to_bv 4) (ubv_to_int u))
         ((_ int2bv 8) (- 1))
         (= (bvadd (bvnot u) #x01) #x03)
         (= (bvadd (ite p #x01 #x00) u) (bvadd u #x01))",
        expect![[r#"
            (bvadd u v)    bvadd(u, v)
            (bvadd u (bvneg v))    bvadd(u, bvneg(v))
            (bvadd u #xff)    bvadd(u, 255bv8)
            (bvadd u #x02)    bvadd(u, 2bv8)
            (bvadd (bvmul #x03 u) #x03)    bvadd(bvmul(3bv8, u), 3bv8)
            (bvmul #x04 u)    bvmul(4bv8, u)
            (bvule u #x04)    bvule(u, 4bv8)
            (bvule v u)    bvule(v, u)
            (bvslt v u)    bvslt(v, u)
            true    true
            (ite (= u v) #b1 #b0)    (if u == v then 1bv1 else 0bv1)
            (= u v)    u == v
            (concat u #x00)    u ++ 0bv8
            ((_ zero_extend 8) u)    zero_extend8(u)
            ((_ extract 3 0) u)    u[4:0]
            u    u
            ((_ zero_extend 8) u)    zero_extend8(u)
            ((_ rotate_left 5) u)    rotate_left5(u)
            #b010101    21bv6
            (bvnot (bvand u v))    bvnot(bvand(u, v))
            (bvnot (bvxor u v))    bvnot(bvxor(u, v))
            #xff    255bv8
            #xfd    253bv8
            #x01    1bv8
            #xff    255bv8
            #xff    255bv8
            (bvlshr u v)    bvlshr(u, v)
            (not (= ((_ sign_extend 1) (bvadd u v)) (bvadd ((_ sign_extend 1) u) ((_ sign_extend 1) v))))    sign_extend1(bvadd(u, v)) != bvadd(sign_extend1(u), sign_extend1(v))
            (not (= ((_ extract 15 8) (bvmul ((_ zero_extend 8) u) ((_ zero_extend 8) v))) #x00))    bvmul(zero_extend8(u), zero_extend8(v))[16:8] != 0bv8
            (= u #x80)    u == 128bv8
            #x0a    10bv8
            (bv2nat u)    bv2nat(u)
            (- 1)    -1
            ((_ extract 3 0) u)    u[4:0]
            #xff    255bv8
            (= u #xfd)    u == 253bv8
            p    p
        "#]],
    );
}

#[test]
fn floats() {
    check(
        "(fp #b0 #x7f #b10000000000000000000000)
         (_ NaN 8 24)
         (_ -oo 8 24)
         (_ -zero 8 24)
         (fp.add rm f g)
         (fp.geq f g)
         (fp.lt f g f)
         (fp.fma RNE f g f)
         (fp.roundToIntegral roundTowardZero f)
         ((_ to_fp 8 24) (concat u v u v))
         ((_ to_fp 11 53) rm f)
         ((_ to_fp 8 24) rm r)
         ((_ to_fp 8 24) rm u)
         ((_ to_fp_unsigned 8 24) rm u)
         ((_ fp.to_ubv 8) rm f)
         ((_ fp.to_sbv 8) rm f)
         (fp.to_real f)
         (fp.isNaN f)",
        expect![[r#"
            (fp #b0 #b01111111 #b10000000000000000000000)    1.5f24e8
            (_ NaN 8 24)    NaNf24e8
            (_ -oo 8 24)    -inff24e8
            (fp #b1 #b00000000 #b00000000000000000000000)    -0.0f24e8
            (fp.add rm f g)    fp.add(rm, f, g)
            (fp.leq g f)    fp.leq(g, f)
            (and (fp.lt f g) (fp.lt g f))    fp.lt(f, g) && fp.lt(g, f)
            (fp.fma RNE f g f)    fp.fma(RNE, f, g, f)
            (fp.roundToIntegral RTZ f)    fp.roundToIntegral(RTZ, f)
            ((_ to_fp 8 24) (concat (concat (concat u v) u) v))    to_float24e8(u ++ v ++ u ++ v)
            ((_ to_fp 11 53) rm f)    to_float53e11(rm, f)
            ((_ to_fp 8 24) rm r)    to_float24e8(rm, r)
            ((_ to_fp 8 24) rm u)    to_float24e8(rm, u)
            ((_ to_fp_unsigned 8 24) rm u)    to_float24e8_unsigned(rm, u)
            ((_ fp.to_ubv 8) rm f)    fp.to_ubv8(rm, f)
            ((_ fp.to_sbv 8) rm f)    fp.to_sbv8(rm, f)
            (fp.to_real f)    fp.to_real(f)
            (fp.isNaN f)    fp.isNaN(f)
        "#]],
    );
}

#[test]
fn errors_have_places_and_reasons() {
    check(
        "(+ x p)
         (foo x)
         (bvadd u #b1)
         ((_ extract 8 0) u)
         (let ((x)) x)
         ()
         (select x a)
         (forall ((i Foo)) true)
         (forall ((i Int)) i)
         (h x)
         ((_ to_fp 1 1) rm r)
         ((_ repeat 4000000000) u)
         (_ bv300 8)
         (x 1)
         (as x Bool)
         (fp.add f g)
         (ite p x q)",
        expect![[r#"
            error 1:1: `+` takes arguments of the same sort, not (Int Bool)
            error 1:1: unknown function `foo`
            error 1:1: `bvadd` takes arguments of the same sort, not ((_ BitVec 8) (_ BitVec 1))
            error 1:1: `extract` takes a bit-vector with bits 8 to 0, not ((_ BitVec 8))
            error 1:1: `let` takes bindings and a body
            error 1:1: an empty list is no term
            error 1:1: `select` takes an array and an index, not (Int (Array Int Int))
            error 1:13: unknown sort `Foo`
            error 1:1: the body of a quantifier is a formula
            error 1:1: `h` takes (Int S), not (Int)
            error 1:1: `to_fp`: the float format 1 1 is out of range
            error 1:1: `repeat` gives 4294967295 bits, which is out of range
            error 1:1: the constant does not fit
            error 1:1: `x` takes (), not (Int)
            error 1:1: `x` has sort Int, not Bool
            error 1:1: `fp.add` takes a rounding mode and 2 floats, not ((_ FloatingPoint 8 24) (_ FloatingPoint 8 24))
            error 1:1: `ite` takes a condition and two arguments of the same sort, not (Bool Int Bool)
        "#]],
    );
}

#[test]
fn sharing_is_printed_with_let() {
    let mut term = mk::var("x", term::Sort::Int);
    for _ in 0..40 {
        term = mk::mul(term, mk::add([term, mk::int(1)]));
    }
    let formula = mk::eq(term, mk::int(0));
    let text = formula.to_smtlib_shared();
    assert!(text.len() < 6000, "{}", text.len());
    assert_eq!(parse_term(&text, &Context::of(&[formula])), Ok(formula));
}

#[test]
fn deep_terms_are_no_problem() {
    let x = mk::var("x", term::Sort::Int);
    let a = mk::var("a", term::Sort::array(term::Sort::Int, term::Sort::Int));
    let mut term: Term = x;
    for _ in 0..100_000 {
        term = mk::select(a, term);
    }
    let text = term.to_string();
    assert_eq!(parse_term(&text, &Context::of(&[term])), Ok(term));
    assert!(term.display_infix().to_string().starts_with("a[a[a["));
}

#[test]
fn declarations_are_complete() {
    let context = context();
    let text = "(and p (= (h x e) (select a x@3)) (forall ((k S)) (= k e)))";
    let formula = parse_term(text, &context).expect("legal");
    let script = format!("{}(assert {formula})", term::print::declarations(&[formula]));
    expect![[r#"
        (declare-sort S 0)
        (declare-fun p () Bool)
        (declare-fun x () Int)
        (declare-fun a () (Array Int Int))
        (declare-fun e () S)
        (declare-fun x@3 () Int)
        (declare-fun h (Int S) Int)
        (assert (and p (= (h x e) (select a x@3)) (forall ((?1 S)) (= e ?1))))"#]]
    .assert_eq(&script);
    assert_eq!(parse_script(&script).expect("legal").assertions(), [formula]);
}

#[test]
fn models_of_z3_and_cvc5() {
    let z3 = "(
      ;; universe for S:
      ;;   S!val!0 S!val!1
      (declare-fun S!val!0 () S)
      (forall ((x S)) (or (= x S!val!0)))
      (define-fun x () Int (- 5))
      (define-fun r () Real (/ 1.0 3.0))
      (define-fun e () S S!val!1)
      (define-fun a () (Array Int Int) (_ as-array k!0))
      (define-fun |x'| () Int 3)
      (define-fun h ((x!0 Int) (x!1 S)) Int (ite (and (= x!0 (- 5)) (= x!1 S!val!1)) 7 (ite (and (= x!0 1) (= x!1 S!val!0)) 8 9)))
      (define-fun k!0 ((x!0 Int)) Int (ite (= x!0 3) 4 0))
    )";
    let cvc5 = "(model (define-fun e () S (as @S_1 S)) (define-fun f () Float32 (fp #b0 #b10000000 #b00000000000000000000000))
      (define-fun p () Bool true))";
    let context = context();
    let model = parse_model(z3, &context).expect("a model");
    let value = |name: &str| model.get(parse_term(name, &context).expect("declared")).map(|v| v.to_string());
    let values: Vec<_> = ["x", "r", "e", "a", "|x'|", "y"].iter().map(|n| value(n)).collect();
    expect![[r#"[Some("(- 5)"), Some("(/ 1.0 3.0)"), Some("(as @1 S)"), Some("(store ((as const (Array Int Int)) 0) 3 4)"), Some("3"), None]"#]].assert_eq(&format!("{values:?}"));
    let model = parse_model(cvc5, &context).expect("a model");
    expect!["Some((as @1 S))"]
        .assert_eq(&format!("{:?}", model.get(parse_term("e", &context).expect("declared"))));
    assert_eq!(parse_core("(a |b c|)"), Ok(vec!["a".to_string(), "b c".to_string()]));
}
