#!/usr/bin/env python3
"""Bitwuzla behind SMT-LIB on the standard streams, one or more commands a line.

Its package brings a library for Python and no program. The library's parser takes commands one by one, but forgets
scopes between them: scopes are opened and closed on the solver itself, and a declaration stays when its scope is
closed, so that the same one is not made twice.
"""

import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "bitwuzla"))

import bitwuzla

SCOPES = re.compile(r"\((push|pop) (\d+)\)$")
DECLARATION = re.compile(r"\(declare-(?:fun|const|sort) (\|[^|]*\||[^\s()]+)")


def main():
    if "--version" in sys.argv:
        print(bitwuzla.version())
        return
    options = bitwuzla.Options()
    options.set(bitwuzla.Option.PRODUCE_MODELS, True)
    options.set(bitwuzla.Option.PRODUCE_UNSAT_ASSUMPTIONS, True)
    parser = bitwuzla.Parser(bitwuzla.TermManager(), options)
    declared = {}
    for line in sys.stdin:
        line = line.strip()
        if not line or line.startswith("(set-option"):
            continue
        scopes = SCOPES.match(line)
        if scopes:
            change = parser.bitwuzla().push if scopes[1] == "push" else parser.bitwuzla().pop
            change(int(scopes[2]))
            continue
        declaration = DECLARATION.match(line)
        if declaration:
            known = declared.setdefault(declaration[1], line)
            if known is not line:
                if known != line:
                    raise ValueError("unsupported: two meanings of " + declaration[1])
                continue
        parser.parse(line, False, False)
        sys.stdout.flush()


if __name__ == "__main__":
    try:
        main()
    except Exception as error:
        print('(error "%s")' % str(error).replace('"', "'"))
