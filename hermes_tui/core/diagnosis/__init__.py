""" "Why was my rule not loaded?", for one text or file: each place, what stops it, what to do."""
