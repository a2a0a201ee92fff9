"""PAR sheets: the documents that a laboratory files about a game, as HTML and PDF.

They need jinja2 and typst, which come with the extra ``lab``.
"""

from punto.lab.par.sheets import CannotPrint, html_of, pdf_of, sheet_of
from punto.lab.par.subjects import Origin, Subject
