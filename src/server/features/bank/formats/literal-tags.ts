import { maxHtml } from './html.ts'

/**
 * Finds each `<` in HTML that does not begin a tag, as in `#include <stdio.h>` and `i<n`. Browsers would hide what
 * follows.
 */

const listed = (...lines: readonly string[]) => new Set(lines.flatMap((line) => line.split(' ')))

const htmlNames = listed(
  'a abbr acronym address applet area article aside audio b base bdi bdo big blink blockquote body br button canvas',
  'caption center cite code col colgroup data datalist dd del details dfn dialog dir div dl dt em embed fieldset',
  'figcaption figure font footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe img input',
  'ins kbd label legend li link main map mark marquee menu meta meter nav nobr noframes noscript object ol optgroup',
  'option output p param picture pre progress q rb rp rt rtc ruby s samp script search section select slot small',
  'source span strike strong style sub summary sup table tbody td template textarea tfoot th thead time title tr',
  'track tt u ul var video wbr math svg',
  // Tags of Word and of Moodle's filters.
  'xml tex algebra lang nolink',
)
const mathNames = listed(
  'annotation annotation-xml maction menclose merror mfenced mfrac mglyph mi mlabeledtr mmultiscripts mn mo mover',
  'mpadded mphantom mprescripts mroot mrow ms mspace msqrt mstyle msub msubsup msup mtable mtd mtext mtr munder',
  'munderover none semantics',
)
const svgNames = listed(
  'circle clippath defs desc ellipse g image line lineargradient marker mask metadata path pattern polygon polyline',
  'radialgradient rect stop symbol text textpath tspan use',
)
/** Elements of Word and of MathJax, such as `o:p` and `mjx-math`. */
const prefixed = /^[a-z0-9]{1,4}:[a-z0-9]+$|^mjx-/

const tagName = /\/?([a-z][^\s/<>]{0,40})/iy
const maxQuotes = 200

/** The position of the `>` that ends a tag; -1 if another tag begins before. */
function tagEnd(html: string, from: number): number {
  let quotes = 0
  for (let at = from; at < html.length; at++) {
    const char = html[at] ?? ''
    if (char === '>') return at
    if (char === '<') return -1
    if ((char !== '"' && char !== "'") || !/[=\s]/.test(html[at - 1] ?? '')) continue
    const end = ++quotes > maxQuotes ? -1 : html.indexOf(char, at + 1)
    if (end < 0) return -1
    at = end
  }
  return -1
}

/** Replaces each `<` that begins neither a tag nor a comment with its entity. */
export function withLiteralTags(html: string): string {
  // It is refused later.
  if (html.length > maxHtml) return html
  const hasMath = /<math\b/i.test(html)
  const hasSvg = /<svg\b/i.test(html)
  const isTag = (name: string, from: number): boolean => {
    const isKnown = htmlNames.has(name) || (hasMath && mathNames.has(name)) || (hasSvg && svgNames.has(name))
    const end = isKnown || prefixed.test(name) ? tagEnd(html, from) : -1
    if (end < 0) return false
    // No tag has attributes like those of `a<b and c>d`.
    const attributes = html.slice(from, end).trim()
    return name.length > 1 || /^\/?$|=/.test(attributes)
  }
  let written = ''
  let done = 0
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', done)) {
    written += html.slice(done, at)
    done = at + 1
    if (html.startsWith('<!--', at)) {
      const end = html.indexOf('-->', at)
      done = end < 0 ? html.length : end
      written += html.slice(at, done)
      continue
    }
    tagName.lastIndex = done
    const [whole = '', name = ''] = tagName.exec(html) ?? []
    written += /[!?]/.test(html[done] ?? '') || isTag(name.toLowerCase(), done + whole.length) ? '<' : '&lt;'
  }
  return written + html.slice(done)
}
