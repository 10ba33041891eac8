"""Inputs and the right values, as tables: held against our code and against the real releases."""
