"""Narrow terminals, completion in a shell, the log, and documents of other versions."""

from __future__ import annotations

import logging
import re
import subprocess

import pytest
from cases import core

import symppm as ppm
from symppm.cli.commands import show_log
from symppm.codegen.load import model_names
from symppm.view.layout import Sheet, narrowed, plain

ELICIT = ("elicit", "--mean", 25, "--variance", 550, "--rho-row", 0.045, "--rho-col", 0.454)
PAGES = [
    ["demo"], ["demo", "mutational_signatures", "--verbose"], [*ELICIT], ["models"],
    ["audit", "pmf_gamma", "--no-simulation"],
]  # fmt: skip
BOXES = re.compile("[\u2500-\u259f\u2026]")
COMMANDS = ("match", "elicit", "demo", "models", "derive", "audit", "generate", "sample")
NARROW = 40


def words(text):
    return re.findall(r"\S+", text)


@pytest.mark.parametrize("arguments", core(PAGES, [["models"]]), ids=lambda each: each[0])
def test_no_line_is_too_long_and_no_number_or_word_is_lost(arguments, symppm):
    verbose = "--verbose" in arguments
    wide = symppm(*arguments, columns=500).stdout
    for columns in (20, 30, NARROW, 60, 80, 200) if verbose else (NARROW,):
        page = symppm(*arguments, columns=columns).stdout
        for pattern in (r"\w+", r"[\d.]*\d"):
            assert set(re.findall(pattern, wide)) <= set(re.findall(pattern, page)), columns
        assert not BOXES.search(page)
        assert all(line == line.rstrip() for line in page.splitlines())
        long = [line for line in page.splitlines() if len(line) > columns]
        # Below 60 a table of numbers may not fit; commands are to be copied whole.
        assert (columns < 60 and verbose) or all(line.startswith("  symppm ") for line in long)


@pytest.mark.parametrize("command", [None, *COMMANDS])
def test_help_at_40_columns(command, symppm):
    arguments = ["--help"] if command is None else [command, "--help"]
    narrow = symppm(*arguments, columns=NARROW).stdout
    wide = symppm(*arguments, columns=120).stdout
    assert max(map(len, narrow.splitlines())) <= NARROW
    squeezed = "".join(words(narrow))
    assert squeezed == "".join(words(wide))
    assert "..." not in narrow.replace("[ARGS]...", "").replace("FILE.json]...", "")


@pytest.mark.parametrize("command", ["match", "report"])
def test_the_longest_help_has_60_lines(command, symppm):
    assert len(symppm(command, "--help").stdout.splitlines()) <= 60


def test_columns_that_do_not_fit_stand_below(monkeypatch):
    monkeypatch.setenv("COLUMNS", "30")
    rows = (("mean", "123456789", "123456789", "1 to 2", ""), ("rho", "1", "2", "3 to 4", ""))
    text = plain(Sheet(("Statistic", "measured", "achieved", "95 % interval", ""), rows))
    assert text == (
        "Statistic   measured\n"
        "mean       123456789\n"
        "rho                1\n"
        "\n"
        "Statistic   achieved\n"
        "mean       123456789\n"
        "rho                2\n"
        "\n"
        "Statistic  95 % interval\n"
        "mean              1 to 2\n"
        "rho               3 to 4\n"
    )


def test_a_derivation_is_broken_between_words_and_its_code_is_not():
    with ppm.Model("mine") as mine:
        a, b = ppm.hyperparameters("a b")
        theta = ppm.Gamma("theta", shape=a, rate=b, dims="row")
        ppm.Poisson("Y", rate=theta, dims="row col", observed=True)
    from symppm.view.derivations import written
    from symppm.view.documents import document_blocks

    derivations = (mine.derive("mean"), mine.derive("variance"))
    text = written(document_blocks(derivations, "declared by the user"), "text")
    narrow = narrowed(text, NARROW)
    assert words(re.sub(r"[=-]{5,}", "", narrow)) == words(re.sub(r"[=-]{5,}", "", text))
    code = [line for line in narrow.splitlines() if "ppm." in line]
    assert code == [line for line in text.splitlines() if "ppm." in line]
    others = [line for line in narrow.splitlines() if line not in text.splitlines()]
    assert max(map(len, others)) <= NARROW
    assert narrowed(text, 200) == text


def completed(symppm_words, run_python, place=None):
    """Ask as bash does: with the words so far, and which of them is being typed."""
    variables = {
        "_SYMPPM_COMPLETE": "complete_bash",
        "COMP_WORDS": " ".join(symppm_words),
        "COMP_CWORD": str(len(symppm_words) - 1 if place is None else place),
    }
    program = "import sys; sys.argv[0] = 'symppm'; from symppm.cli import main; main()"
    done = run_python("-c", program, env=variables)
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


@pytest.mark.thorough
def test_bash_completes_commands_options_models_and_data(run_python):
    assert completed(["symppm", "de"], run_python) == ["demo", "derive"]
    assert "--columns" in completed(["symppm", "match", "--col"], run_python)
    assert completed(["symppm", "derive", "hpf_"], run_python) == [
        name for name in model_names() if name.startswith("hpf_")
    ]
    assert completed(["symppm", "match", "x.csv", "--model", "pmf_gamma_e"], run_python) == [
        "pmf_gamma_effects", "pmf_gamma_exposure",
    ]  # fmt: skip
    assert completed(["symppm", "demo", "sin"], run_python) == ["single_cell"]
    # Nothing, so that the shell offers files.
    assert completed(["symppm", "derive", "my_mod"], run_python) == []


@pytest.mark.thorough
def test_bash_runs_the_script_that_is_shown(run_python, tmp_path, process_environment):
    program = "import sys; sys.argv[0] = 'symppm'; from symppm.cli import main; main()"
    shown = run_python("-c", program, env={"_SYMPPM_COMPLETE": "source_bash"}).stdout
    assert "complete -o default" in shown
    command = tmp_path / "symppm"
    import sys

    command.write_text(f"#!{sys.executable}\n{program}\n")
    command.chmod(0o755)
    (tmp_path / "script").write_text(shown)
    typed = (
        f"export PATH={tmp_path}:$PATH; source {tmp_path}/script; "
        "COMP_WORDS=(symppm derive pmf_b); COMP_CWORD=2; _symppm_completion symppm; "
        'echo "${COMPREPLY[@]}"'
    )
    done = subprocess.run(
        ["bash", "--norc", "-c", typed], capture_output=True, text=True, check=False,
        env=process_environment,
    )  # fmt: skip
    assert done.stdout == "pmf_beta\n", done.stderr


@pytest.fixture
def log():
    found = logging.getLogger("symppm")
    before = found.handlers[:], found.level
    yield found
    found.handlers[:], found.level = before


def test_the_log_is_silent_unless_asked_for(log, symppm, capsys):
    assert log.handlers == []
    symppm(*ELICIT)
    assert capsys.readouterr().err == ""
    show_log(0)
    assert log.level == logging.NOTSET


@pytest.mark.thorough
def test_v_says_which_choices_are_made(log, symppm, caplog):
    done = symppm("--log", *ELICIT)
    assert done.exit_code == 0
    said = "symppm.matching.run: pmf_gamma by formulas, closed form"
    assert said in done.stderr.splitlines()
    assert done.stdout == symppm(*ELICIT).stdout
    assert "distance" not in done.stderr
    more = symppm("--log", "--log", *ELICIT, "--fix", "a=1").stderr
    assert re.search(r"symppm.matching.least_squares: least squares: distance ", more)
    assert more.count(said) == 1  # handlers do not add up


def test_what_reading_guessed_and_which_way_was_taken_is_logged(caplog, tmp_path):
    file = tmp_path / "counts.csv"
    rows = ppm.data.load("mutational_signatures").values
    file.write_text("\n".join(",".join(map(str, row)) for row in rows))
    with caplog.at_level(logging.INFO, "symppm"):
        table = ppm.read(file)
        ppm.match(table.values)
    said = [each.getMessage() for each in caplog.records]
    assert any(line.startswith(f"{file}: read as ") for line in said)
    assert any(re.match(r"K is 11\.67.* by moments and 1\.01.* taken: moments", line)
               for line in said)  # fmt: skip
