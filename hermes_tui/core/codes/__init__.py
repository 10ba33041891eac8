"""Every finding by a code that stays the same."""
