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

/** True if the text is a regular expression that `matches` can use. */
export function isPattern(text: string): boolean {
  try {
    compile(text, true)
    return true
  } catch {
    return false
  }
}
