import { expect, it } from 'vitest'
import { convertTex } from '#server/features/coding/packages/tex.ts'

const markdown = (tex: string) => convertTex(tex).text

it.each<[string, string, string]>([
  ['paragraphs', 'One\nline.\n\n\n  Another.', 'One\nline.\n\nAnother.'],
  ['comments', 'A % not shown\nB\n% nothing\nC 50\\%', 'A B\nC 50%'],
  [
    'sections',
    '\\section*{Input}\nA number.\n\\subsection{Limits}\nNone.',
    '## Input\n\nA number.\n\n### Limits\n\nNone.',
  ],
  [
    'environments that are sections',
    '\\begin{Input}\nA number.\n\\end{Input}\n\\begin{Output}\nAnother.\n\\end{Output}',
    '## Input\n\nA number.\n\n## Output\n\nAnother.',
  ],
  ['dollars in formulas', 'Worth $\\$1\\,000$. \\emph{Then} on', 'Worth $\\$1\\,000$. *Then* on'],
  ['emphasis', '\\textbf{bold}, \\emph{slanted \\textbf{both}}', '**bold**, *slanted **both***'],
  ['code', 'Print \\texttt{YES\\_1 *}, \\verb|a_b|.', 'Print `YES_1 *`, `a_b`.'],
  ['formulas', 'If $a_1 * b \\leq 10^9$ and \\(x<y\\)', 'If $a_1 * b \\leq 10^9$ and $x<y$'],
  ['displayed formulas', 'So\\[ x^2 \\]and $$y$$', 'So\n\n$$\nx^2\n$$\n\nand\n\n$$\ny\n$$'],
  [
    'aligned formulas',
    '\\begin{align*}a &= b \\\\ c &= d\\end{align*}',
    '$$\n\\begin{aligned}a &= b \\\\ c &= d\\end{aligned}\n$$',
  ],
  ['quotes and dashes', "``quoted'' `it' it's 1--2 --- done~now", '“quoted” ‘it’ it’s 1–2 — done now'],
  ['characters of Markdown', '2*3 \\_ a < b \\# 1 \\$5', '2\\*3 \\_ a \\< b \\# 1 \\$5'],
  [
    'accents',
    'G\\"odel, na\\"{\\i}ve, \\aa, \\o{} stra\\ss e, Erd\\H{o}s, fran\\c{c}ais',
    'Gödel, naïve, å, ø straße, Erdős, français',
  ],
  [
    'lists',
    '\\begin{itemize}\n\\item One\n\\item Two:\n\\begin{enumerate}\\item a\\item b\\end{enumerate}\n\\end{itemize}',
    '- One\n- Two:\n\n  1. a\n  2. b',
  ],
  [
    'descriptions',
    '\\begin{description}\\item[Push] adds\\item[Pop] removes\\end{description}',
    '- **Push** adds\n- **Pop** removes',
  ],
  [
    'tables',
    '\\begin{tabular}{|l|r|}\\hline Group & Points \\\\ \\hline\n1 & $n \\& 1$ \\\\\n2 & a|b\\\\\\hline\\end{tabular}',
    '| Group | Points |\n| --- | --- |\n| 1 | $n \\& 1$ |\n| 2 | a\\|b |',
  ],
  ['code blocks', '\\begin{verbatim}\n  a_b \\x\n    1\n\\end{verbatim}', '```\n  a_b \\x\n    1\n```'],
  ['links', '\\href{https://a.org/b_c}{here}, \\url{http://x.y/z}', '[here](https://a.org/b_c), <http://x.y/z>'],
  ['footnotes', 'Trees\\footnote{Not \\emph{real} ones.} grow', 'Trees (Not *real* ones.) grow'],
  [
    'commands defined in the text',
    '\\newcommand{\\maxn}{100}\\newcommand{\\pair}[2]{(#1, #2)}\\def\\who{Bob}\nUp to \\maxn{} or $2\\maxn$ by \\who: \\pair{a}{b}',
    'Up to 100 or $2{100}$ by Bob: (a, b)',
  ],
  ['whole documents', '\\documentclass{a}\\begin{document}\nText\\end{document}', 'Text'],
])('converts %s', (_what, tex, expected) => {
  const converted = convertTex(tex)
  expect(converted.text).toBe(expected)
  expect([...converted.unknown]).toEqual([])
})

it('reads statements in the style of Polygon, whose samples come from the test cases', () => {
  const { text, unknown, title } = convertTex(
    '\\begin{problem}{Sum \\& more}\n{standard input}{standard output}\n{1 second}{512 megabytes}{}\n\nAdd $a$ and $b$.\n\n' +
      '\\InputFile\nTwo numbers.\n\\OutputFile\nTheir sum.\n\\Examples\n\\begin{example}\n\\exmp{%\n1 1\n}{%\n2\n}%\n\\end{example}\n\\Note\nEasy.\n\\end{problem}',
  )
  expect({ text, title }).toEqual({
    text: 'Add $a$ and $b$.\n\n## Input\n\nTwo numbers.\n\n## Output\n\nTheir sum.\n\n## Note\n\nEasy.',
    title: 'Sum & more',
  })
  expect([...unknown]).toEqual([])
})

it('reports what it does not know, and keeps it readable', () => {
  const { text, unknown, title } = convertTex(
    '\\problemname{A \\emph{Tree}}\nA \\strange{word}.\\includegraphics[width=3cm]{tree.png}\\begin{odd}in\\end{odd}\\illustration{.4}{b.jpg}{By \\href{x}{y}}',
  )
  expect({ text, title }).toEqual({
    text: 'A word.\n\n![Figure](tree.png)\n\nin\n\n![Figure](b.jpg)\n\n*By [y](x)*',
    title: 'A Tree',
  })
  expect([...unknown]).toEqual(['\\strange', '\\begin{odd}'])
})

it.each([
  ['deep braces', '{'.repeat(100_000)],
  ['deep environments', '\\begin{itemize}\\item '.repeat(8_000)],
  ['macros that call themselves', '\\newcommand{\\a}{\\a\\a}\\a'],
  ['an endless formula', '$'.repeat(99_999)],
  ['broken ends', '\\textbf{a \\begin{tabular}{l} \\item[ $ \\verb'],
])('ends with %s', (_what, tex) => {
  expect(markdown(tex)).toBeTypeOf('string')
})
