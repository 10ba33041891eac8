"""Expressions that would hold up the screen are told from those that people write."""

import pytest

from hermes_tui.core.endless_expressions import may_be_endless


@pytest.mark.parametrize(
    "expression", ["(a+)+b", "(.*)*x", r"(\w+\s?)*$", "((ab)*c)*", "(?:x+|y)+z", "(a{2,})+?"]
)
def test_a_repetition_within_a_repetition_is_objected_to(expression: str) -> None:
    assert may_be_endless(expression)


@pytest.mark.parametrize(
    "expression",
    ["", "(", "a+b*", "tabs?|spaces", "(ab?)+", "(a{1,3})+", ".*rule.*", r"^\s*- \w+", "[a-z]+(x)(y)"],
)
def test_what_people_write_is_not(expression: str) -> None:
    assert not may_be_endless(expression)
