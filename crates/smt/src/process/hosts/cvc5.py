"""cvc5 behind SMT-LIB on the standard streams, one or more commands a line, from the folder of its package.

The package brings a library for Python, with the parser of cvc5's own program.
"""

import sys

folder, arguments = sys.argv[1], sys.argv[2:]
sys.path.insert(0, folder)

import cvc5


class Host:
    def __init__(self):
        manager = cvc5.TermManager()
        self.solver = cvc5.Solver(manager)
        for argument in arguments:
            name, _, value = argument.removeprefix("--").partition("=")
            if name != "lang":
                self.solver.setOption(name, value or "true")
        self.symbols = cvc5.SymbolManager(manager)

    def execute(self, line):
        # A parser for each line: the incremental one waits for the end of its input.
        parser = cvc5.InputParser(self.solver, self.symbols)
        parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, line, "line")
        while not (command := parser.nextCommand()).isNull():
            sys.stdout.write(str(command.invoke(self.solver, self.symbols)))


def version():
    return cvc5.Solver(cvc5.TermManager()).getVersion()


