/** Reads TeX piece by piece. */

/** The index after the bracket that closes the one at `from`; the end of the text if none does. */
function closing(text: string, from: number, open: string, close: string): number {
  let depth = 0
  for (let at = from; at < text.length; at++) {
    const character = text[at]
    if (character === '\\') at++
    else if (character === open) depth++
    else if (character === close && --depth === 0) return at + 1
  }
  return text.length
}

/** Splits a table's content at a separator outside of braces and formulas. */
export function splitOutside(text: string, separator: '&' | '\\\\'): string[] {
  const parts = ['']
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    if (depth === 0 && text.startsWith(separator, at)) {
      parts.push('')
      at += separator.length - 1
      continue
    }
    const character = text[at] ?? ''
    if (character === '{') depth++
    if (character === '}') depth--
    const isEscape = character === '\\' && at + 1 < text.length
    parts[parts.length - 1] += isEscape ? character + text[at + 1] : character
    if (isEscape) at++
  }
  return parts
}

/** Splits a list's content at the items of its own level. */
export function splitItems(text: string): string[] {
  const parts = ['']
  let depth = 0
  for (const [token] of text.matchAll(/\\begin\b|\\end\b|\\item\b|\\[\s\S]|[^\\]+|\\/g)) {
    if (token === '\\begin') depth++
    if (token === '\\end') depth--
    if (token === '\\item' && depth === 0) parts.push('')
    else parts[parts.length - 1] += token
  }
  return parts
}

/** A place in a text. */
export class Reader {
  readonly #text: string
  at = 0

  constructor(text: string) {
    this.#text = text
  }

  get isOver() {
    return this.at >= this.#text.length
  }
  get character() {
    return this.#text[this.at] ?? ''
  }

  rest(max?: number): string {
    return this.#text.slice(this.at, max === undefined ? undefined : this.at + max)
  }

  take(text: string): boolean {
    if (!this.#text.startsWith(text, this.at)) return false
    this.at += text.length
    return true
  }

  /** The text up to a mark, which is skipped. */
  until(mark: string): string {
    const found = this.#text.indexOf(mark, this.at)
    const end = found < 0 ? this.#text.length : found
    const text = this.#text.slice(this.at, end)
    this.at = end + mark.length
    return text
  }

  /** The formula up to its closing dollars, which may contain escaped ones. */
  formula(mark: '$' | '$$'): string {
    let text = this.until(mark)
    while (/(?:^|[^\\])(?:\\\\)*\\$/.test(text) && !this.isOver) text += mark + this.until(mark)
    return text
  }

  /** Skips a comment with its line break. */
  comment(): string {
    this.until('\n')
    while (/^[ \t]$/.test(this.character)) this.at++
    return this.character === '\n' ? '\n' : ''
  }

  /** Skips white space. True if it contains a line break and so ends a paragraph. */
  blankLine(): boolean {
    const [space = ''] = /^\s*/.exec(this.rest(1_000)) ?? []
    this.at += space.length
    return space.includes('\n')
  }

  /** The name of the command here: letters, or one other character. */
  command(): string {
    const [, name = ''] = /^\\([A-Za-z]+|[\s\S]?)/.exec(this.rest(80)) ?? []
    this.at += 1 + name.length
    return name
  }

  isArgument(): boolean {
    return /^\s*(?:\{|\\[ij]\b|[A-Za-z])/.test(this.rest(10))
  }

  /** The content of the braces here. */
  group(): string {
    const end = closing(this.#text, this.at, '{', '}')
    const isClosed = this.#text[end - 1] === '}'
    const text = this.#text.slice(this.at + 1, isClosed ? end - 1 : end)
    this.at = end
    return text
  }

  /** The next argument: braces, a command or a character. */
  argument(): string {
    const [space = ''] = /^[ \t]*\n?[ \t]*/.exec(this.rest(200)) ?? []
    this.at += space.length
    if (this.character === '{') return this.group()
    const [text = ''] = /^(?:\\[A-Za-z]+|\\?[\s\S])/.exec(this.rest(80)) ?? []
    this.at += text.length
    return text
  }

  /** The content of square brackets, if there are any here. */
  option(): string | undefined {
    if (this.character !== '[') return undefined
    const end = closing(this.#text, this.at, '[', ']')
    const text = this.#text.slice(this.at + 1, end - 1)
    this.at = end
    return text
  }

  /** The content of an environment whose beginning was read. */
  environment(name: string): string {
    const [open, close] = [`\\begin{${name}}`, `\\end{${name}}`]
    let depth = 1
    for (let at = this.at; ; ) {
      const end = this.#text.indexOf(close, at)
      const nested = this.#text.indexOf(open, at)
      if (end >= 0 && nested >= 0 && nested < end) {
        depth++
        at = nested + open.length
      } else if (end < 0 || --depth === 0) {
        const text = this.#text.slice(this.at, end < 0 ? undefined : end)
        this.at = end < 0 ? this.#text.length : end + close.length
        return text
      } else at = end + close.length
    }
  }
}
