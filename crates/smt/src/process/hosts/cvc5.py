"""cvc5 behind SMT-LIB on the standard streams, one or more commands a line, from the folder of its package.

The package brings a library for Python, with the parser of cvc5's own program.
"""

import sys

folder, arguments = sys.argv[1], sys.argv[2:]
sys.path.insert(0, folder)

import cvc5


def main():
    manager = cvc5.TermManager()
    solver = cvc5.Solver(manager)
    if "--version" in arguments:
        print(solver.getVersion())
        return
    for argument in arguments:
        name, _, value = argument.removeprefix("--").partition("=")
        if name != "lang":
            solver.setOption(name, value or "true")
    symbols = cvc5.SymbolManager(manager)
    for line in sys.stdin:
        # A parser for each line: the incremental one waits for the end of its input.
        parser = cvc5.InputParser(solver, symbols)
        parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, line, "line")
        while True:
            command = parser.nextCommand()
            if command.isNull():
                break
            sys.stdout.write(str(command.invoke(solver, symbols)))
        sys.stdout.flush()


if __name__ == "__main__":
    try:
        main()
    except Exception as error:
        print('(error "%s")' % str(error).replace('"', "'"))
