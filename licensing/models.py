"""Gathers the models of the rooms of licensing for Django; there are none yet."""
