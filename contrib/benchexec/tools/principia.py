"""BenchExec's view of Principia.

Use it with PYTHONPATH=contrib/benchexec and the name `tools.principia`:

    PYTHONPATH=contrib/benchexec benchexec --tool-directory target/release contrib/benchexec/principia.xml
    PYTHONPATH=contrib/benchexec python3 -m benchexec.test_tool_info tools.principia --tool-directory target/release
"""

import json

import benchexec.result as result
import benchexec.tools.template
from benchexec.tools.sv_benchmarks_util import ILP32, LP64, get_data_model_from_task


class Tool(benchexec.tools.template.BaseTool2):
    """Principia: a software model checker for C and Boogie."""

    REQUIRED_PATHS = ["libz3.so*"]

    def executable(self, tool_locator):
        return tool_locator.find_executable("principia")

    def version(self, executable):
        return self._version_from_tool(executable, line_prefix="principia")

    def name(self):
        return "Principia"

    def cmdline(self, executable, options, task, rlimits):
        options = list(options)
        # A property file is for C; the assertions of a Boogie program are its property.
        inputs = list(task.input_files_or_identifier)
        is_boogie = all(name.endswith(".bpl") for name in inputs)
        if task.property_file and not is_boogie:
            options += ["--property", task.property_file]
        model = get_data_model_from_task(task, {ILP32: "ILP32", LP64: "LP64"})
        if model and not is_boogie and "--data-model" not in options:
            options += ["--data-model", model]
        if "--json" not in options:
            options += ["--json", "-"]
        return [executable, "verify", *options, *inputs]

    def determine_result(self, run):
        last = next((line.strip() for line in reversed(run.output) if line.strip()), "")
        verdict, _, rest = last.partition("(")
        detail = rest[:-1] if rest.endswith(")") else rest
        if verdict == "TRUE":
            return result.RESULT_TRUE_PROP
        if verdict == "FALSE":
            return f"{result.RESULT_FALSE_PROP}({detail})" if detail else result.RESULT_FALSE_PROP
        if verdict == "UNKNOWN":
            if detail == "timeout":
                return "TIMEOUT"
            if detail == "out of memory":
                return "OUT OF MEMORY"
            if detail.startswith("worker died"):
                return f"{result.RESULT_ERROR} ({detail})"
            return f"{result.RESULT_UNKNOWN} ({detail})" if detail else result.RESULT_UNKNOWN
        if run.exit_code.value == 2:
            return f"{result.RESULT_ERROR} (input)"
        return result.RESULT_ERROR

    def get_value_from_output(self, output, identifier):
        """A counter or a time of the report, such as `iterations` or `time/total`."""
        for line in reversed(output):
            if line.startswith("{"):
                statistics = json.loads(line)["statistics"]
                for group in ("counters", "times_ms"):
                    if identifier in statistics[group]:
                        return str(statistics[group][identifier])
        return None
