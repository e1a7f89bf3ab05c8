import type { Tree } from '@lezer/common'
import { parser as cpp } from '@lezer/cpp'
import { parser as go } from '@lezer/go'
import { parser as java } from '@lezer/java'
import { parser as javascript } from '@lezer/javascript'
import { parser as python } from '@lezer/python'
import { parser as rust } from '@lezer/rust'
import type { Language } from '#shared/coding/languages.rules.ts'
import { wordsIn } from './words.ts'

/** A node of a syntax tree, or a word. */
interface Part {
  name: string
  from: number
  to: number
}

const partsOf =
  (parser: { parse(code: string): Tree }) =>
  (code: string): Part[] => {
    const parts: Part[] = []
    parser.parse(code).iterate({
      enter: ({ type, from, to }) => {
        if (/comment/i.test(type.name)) return false
        // An error node is not a construct, but its children may be.
        if (!type.isError && !type.isTop) parts.push({ name: type.name, from, to })
        return true
      },
    })
    return parts
  }

/** By the editor's grammars. C# has none, but Java's is close enough to distinguish its constructs. */
const readers: Record<Language, (code: string) => Part[]> = {
  javascript: partsOf(javascript),
  typescript: partsOf(javascript.configure({ dialect: 'ts' })),
  python: partsOf(python),
  java: partsOf(java),
  kotlin: wordsIn('kotlin'),
  csharp: partsOf(java),
  cpp: partsOf(cpp),
  c: partsOf(cpp),
  go: partsOf(go),
  rust: partsOf(rust),
  php: wordsIn('php'),
  ruby: wordsIn('ruby'),
  haskell: wordsIn('haskell'),
  sql: wordsIn('sql'),
}

/** A token with its kind and its zero-based lines and columns. */
export interface Token {
  kind: string
  startRow: number
  startCol: number
  endRow: number
  endCol: number
}

/** Offsets of line starts. */
function lineStarts(code: string): number[] {
  const starts = [0]
  for (let at = code.indexOf('\n'); at >= 0; at = code.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}

/**
 * The syntax of a program without names, values and comments: a copy with renamed variables, changed numbers and added
 * comments has the same tokens.
 */
export function tokensOf(language: Language, code: string): Token[] {
  const starts = lineStarts(code)
  let row = 0
  /** Positions are nearly in order, so try the last line first. */
  const placeOf = (position: number) => {
    while (row > 0 && (starts[row] ?? 0) > position) row--
    while ((starts[row + 1] ?? Number.POSITIVE_INFINITY) <= position) row++
    return { row, col: position - (starts[row] ?? 0) }
  }
  return readers[language](code).map(({ name, from, to }) => {
    const [start, end] = [placeOf(from), placeOf(to)]
    return { kind: name, startRow: start.row, startCol: start.col, endRow: end.row, endCol: end.col }
  })
}
