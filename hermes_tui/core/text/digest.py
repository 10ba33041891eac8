"""What tells two texts apart without telling either."""


def digest(text: str) -> str:
    """SHA-256 of *text* as UTF-8; of a file with Unix line ends what ``sha256sum`` prints of it."""
    from hashlib import sha256

    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
