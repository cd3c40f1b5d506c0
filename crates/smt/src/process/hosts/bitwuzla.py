"""Bitwuzla behind SMT-LIB on the standard streams, one command a line, from the folder of its package.

The package brings a library for Python and no program. The library's parser takes commands one by one, but forgets
scopes between them: scopes are opened and closed on the solver itself, and a declaration stays when its scope is
closed, so that the same one is not made twice. The parser knows no interpolants: named assertions are made here, and
`(get-interpolants A B C)` asks for a sequence.
"""

import re
import sys

folder, arguments = sys.argv[1], sys.argv[2:]
sys.path.insert(0, folder)

import bitwuzla

OPTIONS = {
    ":produce-models": bitwuzla.Option.PRODUCE_MODELS,
    ":produce-unsat-assumptions": bitwuzla.Option.PRODUCE_UNSAT_ASSUMPTIONS,
    ":produce-interpolants": bitwuzla.Option.PRODUCE_INTERPOLANTS,
}
OPTION = re.compile(r"\(set-option (\S+) true\)$")
SCOPES = re.compile(r"\((push|pop) (\d+)\)$")
DECLARATION = re.compile(r"\(declare-(?:fun|const|sort) (\|[^|]*\||[^\s()]+)")
NAMED = re.compile(r"\(assert \(! (.*) :named (\S+)\)\)$")
INTERPOLANTS = re.compile(r"\(get-interpolants ([^()]*)\)$")


class Host:
    def __init__(self):
        self.options = bitwuzla.Options()
        self.parser = None
        self.declared = {}
        self.named = {}

    def execute(self, line):
        option = OPTION.match(line)
        if line.startswith("(set-option"):
            if option and option[1] in OPTIONS:
                self.options.set(OPTIONS[option[1]], True)
            return
        if self.parser is None:
            self.parser = bitwuzla.Parser(bitwuzla.TermManager(), self.options)
        if scopes := SCOPES.match(line):
            solver = self.parser.bitwuzla()
            (solver.push if scopes[1] == "push" else solver.pop)(int(scopes[2]))
        elif named := NAMED.match(line):
            self.named[named[2]] = self.parser.parse_term(named[1])
            self.parser.bitwuzla().assert_formula(self.named[named[2]])
        elif wanted := INTERPOLANTS.match(line):
            groups = [[self.named[name]] for name in wanted[1].split()]
            interpolants = self.parser.bitwuzla().get_interpolants(groups[:-1])
            print("(%s)" % "\n".join(map(str, interpolants)))
        elif not self.is_declared(line):
            self.parser.parse(line, False, False)

    def is_declared(self, line):
        declaration = DECLARATION.match(line)
        if not declaration:
            return False
        known = self.declared.setdefault(declaration[1], line)
        if known != line:
            raise ValueError("unsupported: two meanings of " + declaration[1])
        return known is not line


def version():
    return bitwuzla.version()


