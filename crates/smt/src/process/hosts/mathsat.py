"""MathSAT behind SMT-LIB on the standard streams, one command a line, from a folder with its library.

The package brings a library with C functions and no program. Its parser takes formulas with the declarations that are
new; declarations stay when their scope is closed. Interpolants come from groups of assertions, one for each name.
"""

import ctypes
import os
import re
import sys

place, arguments = sys.argv[1], sys.argv[2:]
if os.path.isdir(place):
    place = os.path.join(place, next(name for name in sorted(os.listdir(place)) if ".so" in name))
library = ctypes.CDLL(place)


class Handle(ctypes.Structure):
    """An environment, a term, a declaration, ...: a pointer in a structure."""

    _fields_ = [("pointer", ctypes.c_void_p)]


Text, Number, Pointer = ctypes.c_char_p, ctypes.c_int, ctypes.c_void_p


def function(name, result, *parameters):
    found = getattr(library, "msat_" + name)
    found.restype = result
    found.argtypes = list(parameters)
    return found


free = function("free", None, Pointer)
get_version = function("get_version", Pointer)
last_error = function("last_error_message", Text, Handle)
create_config = function("create_config", Handle)
set_option = function("set_option", Number, Handle, Text, Text)
create_env = function("create_env", Handle, Handle)
from_smtlib = function("from_smtlib2", Handle, Handle, Text)
to_smtlib = function("to_smtlib2_term", Pointer, Handle, Handle)
assert_formula = function("assert_formula", Number, Handle, Handle)
push = function("push_backtrack_point", Number, Handle)
pop = function("pop_backtrack_point", Number, Handle)
solve = function("solve_with_assumptions", Number, Handle, Pointer, ctypes.c_size_t)
unsat_assumptions = function("get_unsat_assumptions", Pointer, Handle, Pointer)
create_group = function("create_itp_group", Number, Handle)
set_group = function("set_itp_group", Number, Handle, Number)
get_interpolant = function("get_interpolant", Handle, Handle, Pointer, ctypes.c_size_t)
model_value = function("get_model_value", Handle, Handle, Handle)
create_iterator = function("create_model_iterator", Handle, Handle)
has_next = function("model_iterator_has_next", Number, Handle)
next_value = function("model_iterator_next", Number, Handle, Pointer, Pointer)
destroy_iterator = function("destroy_model_iterator", None, Handle)
term_arity = function("term_arity", ctypes.c_size_t, Handle)
term_arg = function("term_get_arg", Handle, Handle, ctypes.c_size_t)
term_decl = function("term_get_decl", Handle, Handle)
find_decl = function("find_decl", Handle, Handle, Text)
make_constant = function("make_constant", Handle, Handle, Handle)
decl_name = function("decl_get_name", Pointer, Handle)

OPTIONS = {
    ":produce-models": [(b"model_generation", b"true")],
    # Bits that are solved eagerly have no proof.
    ":produce-interpolants": [(b"interpolation", b"true"), (b"theory.bv.eager", b"false")],
}
# What is said in other words here.
WORDS = {"bv2nat": "ubv_to_int"}
WORD = re.compile(r"\|[^|]*\||" + "|".join(WORDS))
OPTION = re.compile(r"\(set-option (\S+) true\)$")
ECHO = re.compile(r'\(echo "([^"]*)"\)$')
SCOPES = re.compile(r"\((push|pop) (\d+)\)$")
SORT = re.compile(r"\(declare-sort (\|[^|]*\||[^\s()]+)")
DECLARATION = re.compile(r"\(declare-fun (\|[^|]*\||[^\s()]+) (.*)\)$")
NAMED = re.compile(r"\(assert \(! (.*) :named (\S+)\)\)$")
ASSUMING = re.compile(r"\(check-sat-assuming \(([^()]*)\)\)$")
ELEMENT = re.compile(r"\(as @(\d+)\.\S+ ")
INTERPOLANTS = re.compile(r"\(get-interpolants ([^()]*)\)$")


def taken(pointer):
    text = ctypes.string_at(pointer).decode()
    free(pointer)
    return text


class Host:
    def __init__(self):
        self.config = create_config()
        self.env = None
        self.declared = {}
        self.signatures = {}
        self.pending = ""
        self.groups = {}
        self.assumed = {}

    def fail(self):
        raise ValueError(last_error(self.env).decode())

    def check(self, status):
        if status != 0:
            self.fail()

    def formula(self, text):
        text = WORD.sub(lambda word: WORDS.get(word[0], word[0]), text)
        term = from_smtlib(self.env, ("%s(assert %s)" % (self.pending, text)).encode())
        if not term.pointer:
            self.fail()
        self.pending = ""
        return term

    def text(self, term):
        # Elements of uninterpreted sorts are numbered: (as @0.U U).
        return ELEMENT.sub(r"(as @\1 ", taken(to_smtlib(self.env, term)))

    def execute(self, line):
        if line.startswith("(set-option"):
            option = OPTION.match(line)
            for name, value in OPTIONS.get(option[1], []) if option else []:
                set_option(self.config, name, value)
        elif line.startswith("(set-logic"):
            self.env = create_env(self.config)
        elif echo := ECHO.match(line):
            print(echo[1])
        elif line.startswith("(declare-"):
            self.declare(line)
        elif scopes := SCOPES.match(line):
            for _ in range(int(scopes[2])):
                self.check((push if scopes[1] == "push" else pop)(self.env))
        elif named := NAMED.match(line):
            self.groups[named[2]] = group = create_group(self.env)
            self.check(set_group(self.env, group))
            self.check(assert_formula(self.env, self.formula(named[1])))
        elif line.startswith("(assert "):
            self.check(assert_formula(self.env, self.formula(line[len("(assert ") : -1])))
        elif line == "(check-sat)":
            self.solve([])
        elif assuming := ASSUMING.match(line):
            self.solve(assuming[1].split())
        elif line == "(get-unsat-assumptions)":
            self.core()
        elif line == "(get-model)":
            self.model()
        elif wanted := INTERPOLANTS.match(line):
            self.interpolants([self.groups[name] for name in wanted[1].split()])
        elif line.startswith("(get-info"):
            print('(:reason-unknown "%s")' % last_error(self.env).decode().replace('"', "'"))
        else:
            raise ValueError("unsupported: " + line)

    def declare(self, line):
        sort, symbol = SORT.match(line), DECLARATION.match(line)
        name = "sort " + sort[1] if sort else symbol[1]
        known = self.declared.setdefault(name, line)
        if known != line:
            raise ValueError("unsupported: two meanings of " + name)
        if known is line:
            self.pending += line
            if symbol:
                parameters, result = apart(symbol[2])
                self.signatures[name] = apart(parameters[1:-1]), result

    def solve(self, literals):
        terms = [self.formula(literal) for literal in literals]
        self.assumed = {term.pointer: literal for term, literal in zip(terms, literals)}
        answer = solve(self.env, (Handle * len(terms))(*terms), len(terms))
        print({0: "unsat", 1: "sat"}.get(answer, "unknown"))

    def core(self):
        count = ctypes.c_size_t()
        pointer = unsat_assumptions(self.env, ctypes.byref(count))
        if not pointer:
            self.fail()
        terms = ctypes.cast(pointer, ctypes.POINTER(Handle))
        print("(%s)" % " ".join(self.assumed[terms[i].pointer] for i in range(count.value)))
        free(pointer)

    def interpolants(self, groups):
        found = []
        for cut in range(1, len(groups)):
            term = get_interpolant(self.env, (Number * cut)(*groups[:cut]), cut)
            if not term.pointer:
                self.fail()
            found.append(self.text(term))
        print("(%s)" % "\n".join(found))

    def model(self):
        lines = []
        functions = {}
        for name, (parameters, result) in self.signatures.items():
            declaration = find_decl(self.env, plain(name).encode())
            if parameters:
                functions[plain(name)] = name
            # What no formula has mentioned yet is not known, and any value will do.
            elif declaration.pointer:
                value = model_value(self.env, make_constant(self.env, declaration))
                lines.append("(define-fun %s () %s %s)" % (name, result, self.text(value)))
        for name, points in self.points(functions).items():
            lines.append(self.definition(name, points))
        print("(%s)" % "\n".join(lines))

    def points(self, functions):
        """Where the model says what functions are: arguments and values, by the name of the function."""
        found = {}
        iterator = create_iterator(self.env)
        while has_next(iterator):
            term, value = Handle(), Handle()
            next_value(iterator, ctypes.byref(term), ctypes.byref(value))
            name = functions.get(taken(decl_name(term_decl(term))))
            if name:
                values = [model_value(self.env, term_arg(term, i)) for i in range(term_arity(term))]
                found.setdefault(name, []).append(([self.text(v) for v in values], self.text(value)))
        destroy_iterator(iterator)
        return found

    def definition(self, name, points):
        """A function that has the first value where the model says nothing."""
        body = points[0][1]
        for values, value in points:
            equal = " ".join("(= x!%d %s)" % pair for pair in enumerate(values))
            body = "(ite (and %s) %s %s)" % (equal, value, body)
        sorts, result = self.signatures[name]
        parameters = " ".join("(x!%d %s)" % pair for pair in enumerate(sorts))
        return "(define-fun %s (%s) %s %s)" % (name, parameters, result, body)


def plain(name):
    return name[1:-1] if name.startswith("|") else name


def apart(text):
    """Expressions one after the other, taken apart."""
    found, depth = [""], 0
    for char in text:
        depth += {"(": 1, ")": -1}.get(char, 0)
        if char == " " and depth == 0:
            found.append("")
        else:
            found[-1] += char
    return [expression for expression in found if expression]


def version():
    return taken(get_version())


