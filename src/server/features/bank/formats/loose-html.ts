/** Text that may contain HTML, as in fields that browsers show without knowing their format. */

const voids = new Set(['br', 'hr', 'img', 'wbr', 'input'])
/** Elements whose end tag may be missing. */
const openEnded = new Set(['p', 'li', 'tr', 'td', 'th', 'dt', 'dd', 'option'])
/** Elements that may be empty. */
const cells = new Set(['p', 'td', 'th', 'span', 'div'])
const names = new Set([
  ...voids,
  ...openEnded,
  ...'a b i u s em strong strike del ins sub sup small big tt code pre kbd samp var cite font center div span'.split(
    ' ',
  ),
  ...'h1 h2 h3 h4 h5 h6 ul ol dl table thead tbody tfoot caption blockquote script style iframe'.split(' '),
  ...'object embed video audio button select textarea'.split(' '),
  ...'math mrow mi mn mo mtext mspace msup msub msubsup mfrac msqrt mroot mover munder munderover'.split(' '),
  ...'mtable mtr mtd mfenced mstyle semantics annotation'.split(' '),
])

const tags = /<(\/?)([a-z][a-z0-9]{0,15})((?:\s[^<>]{0,200000})?)\/?>/gi
const entity = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z0-9]{1,31});/gi
const onlyEntity = /^(?:&(?:lt|gt|amp|quot|apos|nbsp);|[\s/])+$/i

/** True for a line break that is written like a word: "the <br> tag". */
const isWord = (before: string, after: string) =>
  /(?:^|[ \t"'(`‘“])$/.test(before) && /^(?:$|[\s"').?,;:!`’”])/.test(after)

/** True if the tags may be the subject of the text: unpaired, empty or written like a word. */
function areDoubtful(text: string, found: readonly RegExpMatchArray[]): boolean {
  const open: { name: string; end: number }[] = []
  for (const { 0: whole, 1: slash, 2: tag = '', index = 0 } of found) {
    const name = tag.toLowerCase()
    const end = index + whole.length
    if (name === 'br' || name === 'hr' || name === 'wbr') {
      if (isWord(text.slice(Math.max(0, index - 1), index), text.slice(end, end + 1))) return true
    } else if (voids.has(name)) continue
    else if (!slash) open.push({ name, end })
    else {
      while (open.length > 0 && open.at(-1)?.name !== name && openEnded.has(open.at(-1)?.name ?? '')) open.pop()
      const last = open.pop()
      if (last?.name !== name) return true
      if (!cells.has(name) && text.slice(last.end, index).trim() === '') return true
    }
  }
  return open.some(({ name }) => !openEnded.has(name))
}

/** Writes line breaks as `<br>`, except next to tags, in formulas and in preformatted text. */
function withBreaks(html: string): string {
  let [isPre, formula] = [false, '']
  return html
    .replace(/>[ \t]*\n|\n[ \t]*</g, (match) => match.replace('\n', ' '))
    .replace(/\n|<pre\b|<\/pre>|\$\$|\\[()[\]]/gi, (sign) => {
      if (sign === '\n') return isPre || formula !== '' ? '\n' : '<br>'
      if (/^<pre/i.test(sign)) isPre = true
      else if (/^<\/pre/i.test(sign)) isPre = false
      else if (formula === '') formula = { $$: '$$', '\\(': '\\)', '\\[': '\\]' }[sign] ?? ''
      else if (sign === formula) formula = ''
      return sign
    })
}

/**
 * Reads a text as Moodle's "auto-format", which keeps line breaks and HTML tags.
 *
 * @returns its HTML, or null if it has neither tags nor entities. It is doubtful if the tags may be meant as text.
 */
export function looseHtml(text: string): { html: string | null; isDoubtful: boolean } {
  const found = [...text.matchAll(tags)].filter(([, , name = '']) => names.has(name.toLowerCase()))
  if (found.length === 0 && text.search(entity) < 0) return { html: null, isDoubtful: false }
  const literal = (part: string) =>
    part.replace(/&(?!(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z0-9]{1,31});)/gi, '&amp;').replaceAll('<', '&lt;')
  let html = ''
  let end = 0
  for (const { 0: whole, index } of found) {
    html += literal(text.slice(end, index)) + whole
    end = index + whole.length
  }
  html += literal(text.slice(end))
  return { html: withBreaks(html), isDoubtful: areDoubtful(text, found) || onlyEntity.test(text) }
}
