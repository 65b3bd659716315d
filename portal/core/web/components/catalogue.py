"""Imports every module that declares components, which registers them."""

from portal.core.web.components import credit, forms, marks, pages, record, terms, work

__all__ = ["credit", "forms", "marks", "pages", "record", "terms", "work"]
