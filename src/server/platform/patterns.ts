import { RE2JS } from 're2js'

/** Compiled patterns; the least recently used one is dropped. */
const compiled = new Map<string, RE2JS>()
const maxCompiled = 500

/**
 * True if a regular expression matches the whole text. Uses RE2, which takes linear time, because an author's
 * expression runs on every student's text. RE2 has no backreferences or lookaround.
 * @throws SyntaxError for an invalid expression
 */
export function matches(pattern: string, text: string, isCaseSensitive: boolean): boolean {
  const key = `${isCaseSensitive ? 's' : 'i'}${pattern}`
  const found = compiled.get(key) ?? compile(pattern, isCaseSensitive)
  compiled.delete(key)
  compiled.set(key, found)
  if (compiled.size > maxCompiled) compiled.delete(compiled.keys().next().value ?? '')
  return found.matches(text)
}

const compile = (pattern: string, isCaseSensitive: boolean) =>
  RE2JS.compile(pattern, isCaseSensitive ? 0 : RE2JS.CASE_INSENSITIVE)

/**
 * Maximum total size of a question's regular expressions, in RE2 instructions. Matching takes up to a microsecond per
 * instruction and character in the worst case: 1,000 instructions and an answer of 1,000 characters take 0.1 to 0.3 s.
 */
const maxSize = 1_000

/**
 * Returns the first regular expression that a question cannot use, with the reason; undefined if all are usable.
 * @param stored patterns that were accepted before, which must not keep other fields from being edited
 */
export function unusablePattern<P extends { pattern: string }>(
  patterns: readonly P[],
  stored: ReadonlySet<string> = new Set(),
): (P & { reason: string }) | undefined {
  let size = 0
  for (const given of patterns.filter(({ pattern }) => !stored.has(pattern))) {
    try {
      size += compile(given.pattern, true).programSize()
    } catch {
      return { ...given, reason: 'This is not a valid regular expression' }
    }
    if (size > maxSize) return { ...given, reason: 'The question’s regular expressions are too large; simplify them' }
  }
  return undefined
}
