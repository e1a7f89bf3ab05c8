import { type Line, Lines } from './lines.ts'

/** Splits a GIFT file into its items. */

/** A category line, or an item as written, without its comments. */
export type GiftBlock =
  | { kind: 'category'; path: string }
  | {
      kind: 'item'
      /** Its first line, one-based. */
      line: number
      text: string
      comments: readonly string[]
      /** Indentation that GIFT ignores looks like code. */
      hasIndentation: boolean
      /** Why its answers cannot be separated from its text. */
      flaw: string | null
    }

const escapable = '\\:#={}~n'

/** Positions of the special characters that are not escaped. A backslash before any other character is text. */
export function* unescapedIn(raw: string, chars: string): Generator<number> {
  for (let at = 0; at < raw.length; at++) {
    const char = raw[at] ?? ''
    if (char === '\\' && escapable.includes(raw[at + 1] ?? ' ')) at++
    else if (chars.includes(char)) yield at
  }
}

/** Resolves escapes: `\=` is `=`, and `\n` is a line break. */
export const unescaped = (raw: string): string =>
  raw.replace(/\\([\\:#={}~n])/g, (_, char: string) => (char === 'n' ? '\n' : char))

const advice = 'Write \\{ and \\} for braces that belong to a text or formula'

/** Finds the pair of braces around the answers, line by line. */
class Braces {
  isOpen = false
  flaw: string | null = null
  #pairs = 0
  #openedOn = 0

  read({ text, number }: Line) {
    for (const at of unescapedIn(text, '{}')) {
      if (text[at] === '{') {
        if (this.isOpen) this.flaw ??= `The { on line ${number} is inside other braces. ${advice}`
        else if (this.#pairs > 0)
          this.flaw ??= `It has a second { on line ${number}. ${advice}, and leave an empty line between questions`
        this.isOpen = true
        this.#openedOn = number
      } else {
        if (!this.isOpen) this.flaw ??= `The } on line ${number} has no { before it. ${advice}`
        this.isOpen = false
        this.#pairs++
      }
    }
  }

  get unclosed() {
    return this.isOpen ? `The { on line ${this.#openedOn} is not closed. Add a } after the answers` : null
  }
}

const indentationOf = (line: string) => line.length - line.trimStart().length

/** True if the lines before the answers are indented differently from each other. */
function hasCodeIndentation(lines: readonly string[]): boolean {
  const answers = lines.findIndex((line) => !unescapedIn(line, '{').next().done)
  const [, ...rest] = lines.slice(0, answers < 0 ? lines.length : answers)
  return new Set(rest.map(indentationOf)).size > 1
}

const categoryLine = /^\$CATEGORY:/

const firstBrace = (text: string) => unescapedIn(text, '{}').next()

/** True if the next brace after an empty line closes the answers. Leaves the lines as they were. */
function closesLater(lines: Lines, from: Line): boolean {
  let closes = false
  for (let line = lines.next(); line; line = lines.next()) {
    const text = line.text.trim()
    if (categoryLine.test(text)) break
    if (text.startsWith('//')) continue
    const { done, value } = firstBrace(text)
    if (done) continue
    closes = text[value] === '}'
    break
  }
  lines.backTo(from)
  return closes
}

/** Splits a file into categories and items. Empty lines separate items, except between the braces. */
export function* blocksOf(file: string): Generator<GiftBlock> {
  const lines = new Lines(file)
  let own: string[] = []
  let raw: string[] = []
  let comments: string[] = []
  let first = 0
  let braces = new Braces()
  /** The line up to which empty lines are known to be between braces. */
  let known = 0

  const finish = (): GiftBlock[] => {
    // Comments before an empty line belong to the next item.
    if (own.length === 0) return []
    const block: GiftBlock = {
      kind: 'item',
      line: first,
      text: own.join('\n'),
      comments,
      hasIndentation: hasCodeIndentation(raw),
      flaw: braces.unclosed ?? braces.flaw,
    }
    own = []
    raw = []
    comments = []
    braces = new Braces()
    return [block]
  }

  for (let line = lines.next(); line; line = lines.next()) {
    const text = line.text.trim()
    if (text === '') {
      if (braces.isOpen && line.number > known) {
        if (closesLater(lines, line)) known = Number.POSITIVE_INFINITY
        else yield* finish()
      } else if (!braces.isOpen) yield* finish()
      continue
    }
    if (text.startsWith('//')) {
      comments.push(text)
      continue
    }
    if (categoryLine.test(text) && !braces.isOpen) {
      yield* finish()
      comments = []
      yield { kind: 'category', path: unescaped(text.slice('$CATEGORY:'.length)).trim() }
      continue
    }
    if (own.length === 0) first = line.number
    own.push(text)
    raw.push(line.text)
    braces.read({ ...line, text })
    if (!braces.isOpen) known = 0
  }
  yield* finish()
}

/** The levels of a category's path, without its context in Moodle: `$course$/top/Algebra` is `Algebra`. */
export function categoryLevels(path: string): string[] {
  // Moodle writes a slash in a name as two.
  const levels = path.split(/(?<!\/)\/(?!\/)/).map((level) => level.replaceAll('//', '/').trim())
  if (/^\$[a-z]+\d*\$$/i.test(levels[0] ?? '')) levels.shift()
  if (levels[0] === 'top') levels.shift()
  return levels.filter((level) => level !== '')
}

/** Matches an author's id or a tag in a comment. */
const marked = /\[(id|tag):((?:\\\]|[^\]\p{Cc}]){1,500})\]/gu

/** The id and tags that Moodle writes into comments. */
export function markedIn(comments: readonly string[]): { id: string | null; tags: string[] } {
  const found = comments.flatMap((comment) => [...comment.slice(0, 20_000).matchAll(marked)])
  const values = (kind: string) =>
    found
      .filter(([, name]) => name === kind)
      .map(([, , value = '']) => value.replaceAll('\\]', ']').trim())
      .filter((value) => value !== '')
  return { id: values('id')[0] ?? null, tags: [...new Set(values('tag'))] }
}
