"""Bad input: one message, exit code 2, nothing on standard output, no traceback."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

GOOD = "row,p,q,r\nx,1,0,4\ny,7,9,2\nz,0,3,12\n"

FILES = {
    "negative.csv": ("1,2,3\n4,-5,6\n7,8,9\n", "the smallest entry is -5, at row 2, column 2"),
    "nan.csv": ("1,2,3\n4,nan,6\n7,8,10\n", "nan at row 2, column 2"),
    "infinite.csv": ("1,2,3\n4,inf,6\n7,8,10\n", "inf at row 2, column 2"),
    "empty.csv": ("", "empty.csv is empty"),
    "blank.csv": ("\n\n\n", "blank.csv has blank lines only"),
    "row.csv": ("1,2,3,4\n", "a matrix with one row"),
    "column.csv": ("1\n2\n3\n", "a matrix with one column"),
    "zeros.csv": ("0,0,0,0\n0,0,0,0\n", "a matrix of zeros"),
    "constant.csv": ("3,3,3,3\n3,3,3,3\n", "a matrix whose values are all 3"),
    "words.csv": ("a,b,c,d\ne,f,g,h\ni,j,k,l\n", "words.csv"),
    "page.csv": ("<!doctype html><html></html>", "seems to be a web page"),
    "array.csv": ("\x93NUMPY\x01\x00", "array.csv"),
    "fake.npz": ("hello", "fake.npz seems to be text"),
    "fake.npy": ("1,2,3\n", "fake.npy seems to be text"),
    "fake.mtx": ("1,2,3\n", "fake.mtx seems to be text"),
    "empty.npz": ("", "empty.npz is empty"),
    "model.py": (
        "import symppm",
        "Write: symppm audit model.py, symppm derive model.py, or symppm "
        "match DATA --model model.py",
    ),
    "field.csv": ("user,item,count\na,x,1\na,y\nb,x,2\n", "field.csv, line 3: 2 fields"),
    "twice.csv": ("user,item,count\na,x,1\nb,y,2\na,x,3\n", "1 repeated pair"),
}


def complaint(done) -> str:
    """Return the message, having checked that it is one and alone."""
    assert done.exit_code == 2
    assert done.stdout == ""
    first, *rest = done.stderr.splitlines()
    assert first.startswith("error: ")
    assert all(line.startswith("note: ") for line in rest)
    return first


@pytest.mark.parametrize(
    ("name", "options"),
    [
        *((name, ()) for name in FILES),
        ("negative.csv", ("--json",)),
        ("empty.csv", ("--json", "--output", "answer")),
    ],
)
def test_a_bad_file(name, options, here, symppm):
    content, message = FILES[name]
    Path(name).write_bytes(content.encode("latin-1"))
    assert message in complaint(symppm("match", name, *options))
    assert Path(name).read_bytes() == content.encode("latin-1")
    assert [path.name for path in here.iterdir()] == [name]


def test_a_complaint_about_values_says_how_the_file_was_read(here, symppm):
    Path("nan.csv").write_text(FILES["nan.csv"][0])
    done = symppm("match", "nan.csv")
    assert "note: nan.csv was read as a matrix (3 x 3)" in done.stderr


def test_a_command_with_no_name_but_a_file(here, symppm):
    Path("model.py").touch()
    assert complaint(symppm("model.py")).endswith(
        "no command 'model.py'. Write: symppm audit model.py, symppm derive model.py, or symppm "
        "match DATA --model model.py"
    )


def test_a_complaint_about_a_value_says_labels(here, symppm):
    Path("negative.csv").write_text(GOOD.replace("9", "-9"))
    for command in ("match", "validate"):
        assert "at row 2 ('y'), column 2 ('q');" in complaint(symppm(command, "negative.csv"))


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("match good.csv --model pmf_gama", "Did you mean 'pmf_gamma'?"),
        ("match good.csv --scael theta", "no option --scael. Did you mean --scale"),
        ("match good.csv --model", "Option '--model' requires an argument. Try --help."),
        ("match good.csv --verbos", "no option --verbos. Did you mean --verbose?"),
        ("match good.csv --foo", "no option --foo. Try --help."),
        ("match good.csv --zeroes missing", "no option --zeroes. Did you mean --zeros?"),
        ("match good.csv --zeros maybe", "expected one of 'observed', 'missing'. Choose one of"),
        ("match good.csv --gauge theta", "no option --gauge. Did you mean --scale?"),
        ("match good.csv --seed 3", "no option --seed. Did you mean --random-seed?"),
        ("match good.csv --factors 5", "no option --factors. Did you mean --fix K=NUMBER?"),
        ("match good.csv --K 5", "no option --K. Did you mean --fix K=NUMBER?"),
        ("match good.csv --k 5", "no option --k. Did you mean --fix K=NUMBER?"),
        ("elicit --std 2", "Did you mean --variance, which is its square?"),
        ("match good.csv --model poisson", "Did you mean 'pmf_gamma'?"),
        ("match good.csv --model pmf", "Did you mean 'pmf_gamma'?"),
        ("good.csv", "Write: symppm match good.csv"),
        ("check good.csv", "Write: symppm match FILE --check"),
        ("fit good.csv", "Write: symppm match FILE"),
        ("export good.csv", "Write: symppm match FILE --export LIBRARY"),
        ("match good.csv --check --draws 1", "--draws 1; expected 2 or more"),
        ("match good.csv --nonsense", "--nonsense"),
        ("match good.csv --model pmf_gamma --scale tetha", "Did you mean 'theta'"),
        ("match good.csv --scale a=1", "identified by the data"),
        ("match good.csv --scale b=-1", "scale 'b=-1'"),
        ("match good.csv --fix K", "--fix 'K'; expected a name and a number"),
        ("match good.csv --fix K=many", "K=many; expected a number, or an expression"),
        ("match good.csv --fix K=2.5", "K=2.5; expected a whole number of at least 1. Round it"),
        ("match good.csv --fix K=0", "K=0; expected a whole number of at least 1. Check"),
        ("match good.csv --fix K=nan", "K=nan"),
        ("match good.csv --fix K=2 --fix K=3", "--fix K twice"),
        ("match good.csv --fix q=1", "'q'"),
        ("match good.csv --zeros mising", "'observed', 'missing'"),
        ("match good.csv --layout list", "'matrix', 'triples'"),
        ("match good.csv --duplicates drop", "'error', 'sum'"),
        ("match good.csv --label-columns 1.5", "--label-columns '1.5'; expected a whole number"),
        ("match good.csv --label-columns -1", "label_columns -1"),
        ("match good.csv --columns user,item", "columns 'user', 'item'"),
        ("match good.csv --columns row,p,z", "column 'z' of good.csv"),
        ("match good.csv other.csv", "other.csv"),
        ("match god.csv", "Did you mean 'good.csv'?"),
        ("match .", ". is a folder"),
        ("match", "Missing argument 'FILE'"),
        ("matc good.csv", "Did you mean 'match'?"),
        ("--nonsense", "--nonsense"),
        ("elicit", "no targets; expected at least one of mean, variance, rho_row, rho_col"),
        ("elicit --mean 2 --variance 30", "family of dimension 2 open"),
        ("elicit --mean 2 --variance 30", "Add targets (rho_row, rho_col)"),
        ("elicit --mean two", "--mean 'two'; expected a number. Write --mean 0.5, for example."),
        ("elicit --mean nan --variance 3 --rho-row .1 --rho-col .1", "mean=nan"),
        ("elicit --mean inf --variance 3 --rho-row .1 --rho-col .1", "mean=inf"),
        ("elicit --mean 1 --variance -3 --rho-row .1 --rho-col .1", "variance=-3"),
        ("elicit --mean 1 --variance 3 --rho-row 1.1 --rho-col .1", "rho_row=1.1"),
        ("elicit --mean 1 --target mean=2", "--target mean twice"),
        ("elicit --target mean=2 --target mean=2", "--target mean twice"),
        ("elicit --target mean", "--target 'mean'; expected a name and a number"),
        ("elicit --target rho_slcie=0.1", "the target 'rho_slcie'"),
        ("match good.csv --fix a=-1", "a=-1"),
        ("match good.csv --fix a=0", "a=0"),
        ("demo single_cel", "Did you mean 'single_cell'?"),
        ("derive pmf_gama", "Did you mean 'pmf_gamma'?"),
        ("derive pmf_gamma --to pdf", "'text', 'md', 'tex', 'html', 'ipynb', 'json'"),
        ("derive", "Missing argument 'MODEL'"),
        ("sample pmf_gamma --shape 3,3", "Missing option"),
        ("sample pmf_gama --shape 3,3 -o x.npy", "Did you mean 'pmf_gamma'?"),
        ("sample pmf_gamma -o x.npy", "no --shape"),
        ("sample pmf_gamma --shape 3 -o x.npy", "--shape 3;"),
        ("sample pmf_gamma --shape 3,b -o x.npy", "--shape '3,b'"),
        ("sample pmf_gamma --shape 0,3 -o x.npy", "--shape 0,3;"),
        ("sample pmf_gamma --shape 3,3 -o x.xls", "--output x.xls"),
        ("sample pmf_gamma --shape 3,3 -o x", "--output x;"),
        ("sample pmf_gamma --shape 3,3 --draws 0 -o x.npy", "--draws 0;"),
        ("sample pmf_gamma --shape 3,3 --draws 2 -o x.csv", "an .npy file"),
        ("sample pmf_gamma --shape 3,3 --set a=-1 -o x.npy", "a=-1"),
        ("sample pmf_gamma --shape 3,3 --set q=1 -o x.npy", "'q'"),
        ("sample pmf_gamma --shape 3,3 --random-seed -1 -o x.npy", "--random-seed -1"),
        ("sample pmf_gamma --shape 3,3 --from nowhere.json -o x.npy", "nowhere.json"),
        ("sample pmf_gamma --shape 3,3 --from good.csv -o x.npy", "not the JSON of a match"),
        ("sample pmf_prior --shape 3,3 -o x.npy", "only the mean and the variance"),
    ],
)
def test_a_bad_option(line, message, here, symppm):
    Path("good.csv").write_text(GOOD)
    assert message in complaint(symppm(*shlex.split(line)))
    assert [path.name for path in here.iterdir()] == ["good.csv"]
    assert Path("good.csv").read_text() == GOOD


@pytest.mark.parametrize(
    ("line", "option"),
    [
        ("elicit --mean 2 --variance 30 rho_row=.1", "--rho-row .1"),
        ("elicit --mean 2 --variance 30 K=3", "--fix K=3"),
        ("sample pmf_gamma --shape 3,3 K=5 a=1 -o x.npy", "--set K=5"),
        ("compare counts.csv models=pmf_gamma", "--models pmf_gamma"),
    ],
)
def test_what_is_written_as_in_python_is_told_as_an_option(line, option, symppm):
    assert complaint(symppm(*shlex.split(line))).endswith(f"Did you mean {option}?")


def test_a_folder_that_may_not_be_written_to(here, symppm):
    done = symppm("models", "--output", "/proc/answer")
    assert "--output /proc/answer cannot be written" in complaint(done)


def test_a_process_ends_with_the_same_code_and_message(here, start):
    process = start("match", "missing.csv", cwd=here)
    out, err = process.communicate()
    assert (process.returncode, out) == (2, "")
    assert err == (
        "error: missing.csv does not exist; expected a file. Its folder holds no files.\n"
    )
