/** A JSON error and its character index. */
export interface JsonFlaw {
  at: number
  what: string
}

class Found extends Error {
  readonly flaw: JsonFlaw

  constructor(flaw: JsonFlaw) {
    super(flaw.what)
    this.flaw = flaw
  }
}

// Question files nest four levels deep; the parser below recurses per level and must not overflow the stack.
const maxDepth = 50
const space = /[ \t\n\r]*/y
const scalar = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const escapeChar = /["\\/bfnrt]|u[0-9a-fA-F]{4}/y

/**
 * Finds the first error in JSON text: a syntax error or a duplicate key. `JSON.parse` silently keeps the last value of
 * a duplicate key, and does not always report the position of a syntax error.
 */
export function findJsonFlaw(text: string): JsonFlaw | null {
  let at = 0
  const flaw = (what: string, where = at): never => {
    throw new Found({ at: where, what })
  }
  const match = (pattern: RegExp) => {
    pattern.lastIndex = at
    const [found = ''] = pattern.exec(text) ?? []
    at += found.length
    return found
  }
  const unexpected = () => flaw(at >= text.length ? 'the file ends too early' : `unexpected "${text[at]}"`)
  const expect = (character: string) => {
    match(space)
    if (text[at] !== character) flaw(at >= text.length ? 'the file ends too early' : `expected "${character}"`)
    at++
  }
  const string = () => {
    const start = at++
    for (; text[at] !== '"'; at++) {
      if (at >= text.length) flaw('a string is not closed with a quotation mark', start)
      if (text.charCodeAt(at) < 0x20) flaw('a string contains a line break or tab; write \\n or \\t')
      if (text[at] !== '\\') continue
      at++
      if (match(escapeChar) === '') flaw('a backslash is not followed by a known escape; write \\\\ for a backslash')
      at--
    }
    at++
    return JSON.parse(text.slice(start, at)) as string
  }
  const members = (close: string, member: () => void) => {
    at++
    match(space)
    if (text[at] === close) {
      at++
      return
    }
    for (;;) {
      match(space)
      member()
      match(space)
      if (text[at] !== ',') break
      at++
    }
    expect(close)
  }
  const value = (depth: number) => {
    match(space)
    if (depth > maxDepth) flaw('the file is nested too deeply')
    if (text[at] === '{') {
      const keys = new Set<string>()
      members('}', () => {
        const start = at
        if (text[at] !== '"') unexpected()
        const key = string()
        if (keys.has(key)) flaw(`"${key}" is given twice in the same object`, start)
        keys.add(key)
        expect(':')
        value(depth + 1)
      })
    } else if (text[at] === '[') members(']', () => value(depth + 1))
    else if (text[at] === '"') string()
    else if (match(scalar) === '') unexpected()
  }
  try {
    value(0)
    match(space)
    if (at < text.length) unexpected()
    return null
  } catch (thrown) {
    if (thrown instanceof Found) return thrown.flaw
    throw thrown
  }
}

/** The line and column of a character index, both 1-based. */
export function placeOf(text: string, at: number): { line: number; column: number } {
  const before = text.slice(0, at).split(/\r\n|\r|\n/)
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
}
