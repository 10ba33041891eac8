"""What is raised for words or expressions that cannot be searched for."""


class BadQueryError(ValueError):
    """The words or the expression cannot be searched for; the message is a sentence."""
