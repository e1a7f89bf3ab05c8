/** TeX commands that become plain text or delimiters in Markdown, or nothing. */

/** Commands whose argument is enclosed in Markdown delimiters. */
export const wraps: Record<string, string> = {
  textbf: '**',
  emph: '*',
  textit: '*',
  textsl: '*',
  texttt: '`',
  code: '`',
  ...Object.fromEntries(
    ['text', 'textrm', 'textsf', 'textsc', 'textnormal', 'mbox', 'hbox', 'fbox', 'underline', 'uline'].map((name) => [
      name,
      '',
    ]),
  ),
}

export const symbols: Record<string, string> = {
  '%': '%',
  '&': '&',
  $: '$',
  '#': '#',
  _: '_',
  '{': '{',
  '}': '}',
  ' ': ' ',
  '\n': ' ',
  ',': ' ',
  ';': ' ',
  ':': ' ',
  '!': '',
  '-': '',
  '/': '',
  '@': '',
  ldots: '…',
  dots: '…',
  textellipsis: '…',
  textbackslash: '\\',
  textasciitilde: '~',
  textasciicircum: '^',
  textbar: '|',
  textless: '<',
  textgreater: '>',
  textunderscore: '_',
  textquotesingle: "'",
  textquotedbl: '"',
  textdollar: '$',
  textendash: '–',
  textemdash: '—',
  textdegree: '°',
  degree: '°',
  copyright: '©',
  euro: '€',
  pounds: '£',
  S: '§',
  quad: ' ',
  qquad: ' ',
  enspace: ' ',
  LaTeX: 'LaTeX',
  TeX: 'TeX',
}

export const letters: Record<string, string> = {
  aa: 'å',
  AA: 'Å',
  ae: 'æ',
  AE: 'Æ',
  o: 'ø',
  O: 'Ø',
  oe: 'œ',
  OE: 'Œ',
  ss: 'ß',
  l: 'ł',
  L: 'Ł',
  i: 'ı',
  j: 'ȷ',
}

/** Combining characters. */
export const accents: Record<string, string> = {
  "'": '\u0301',
  '`': '\u0300',
  '^': '\u0302',
  '"': '\u0308',
  '~': '\u0303',
  '=': '\u0304',
  '.': '\u0307',
  c: '\u0327',
  v: '\u030c',
  u: '\u0306',
  r: '\u030a',
  H: '\u030b',
  k: '\u0328',
}

/** Commands that begin a section in statements of Polygon. */
export const sectionCommands: Record<string, string> = {
  InputFile: 'Input',
  OutputFile: 'Output',
  Interaction: 'Interaction',
  Scoring: 'Scoring',
  Note: 'Note',
  Notes: 'Notes',
}

const words = (text: string) => new Set(text.trim().split(/\s+/))

/** Layout commands. */
export const ignored = words(`
  centering noindent indent newline newpage pagebreak linebreak clearpage smallskip medskip bigskip par hfill vfill
  small footnotesize scriptsize tiny normalsize large Large LARGE huge bf it tt em rm sf sc bfseries itshape ttfamily
  rmfamily maketitle tableofcontents raggedright nextsample remainingsamples protect item left right hline null sloppy
  displaystyle selectfont xspace relax Example Examples
`)

/** Layout and reference commands with one argument. */
export const ignoredWithArgument = words(`
  end label vspace hspace ref cite usepackage documentclass input include setlength pagestyle thispagestyle color
  hypersetup graphicspath lstset captionsetup phantom hphantom vphantom sample fontsize
`)
