"""Trees, questions about them, and the answers of ``why`` as the reader gets them.

A module a subject; :mod:`cases.why.sentences` has the wording, :mod:`cases.why.case` what a case is.
"""

from cases.why.blocked import BLOCKED
from cases.why.copies import COPIES
from cases.why.cut import CUT
from cases.why.dropped import DROPPED
from cases.why.git_roots import GIT_ROOTS
from cases.why.hints import HINTS
from cases.why.out_of_reach import OUT_OF_REACH
from cases.why.questions import QUESTIONS
from cases.why.sent import SENT
from cases.why.shadowed import SHADOWED
from cases.why.surroundings import SURROUNDINGS
from cases.why.unknown_names import UNKNOWN_NAMES
from cases.why.unusable import UNUSABLE

SUBJECTS = {
    "sent": SENT,
    "blocked": BLOCKED,
    "cut": CUT,
    "shadowed": SHADOWED,
    "copies": COPIES,
    "hints": HINTS,
    "out of reach": OUT_OF_REACH,
    "git roots": GIT_ROOTS,
    "unknown names": UNKNOWN_NAMES,
    "unusable": UNUSABLE,
    "dropped": DROPPED,
    "questions": QUESTIONS,
    "surroundings": SURROUNDINGS,
}
