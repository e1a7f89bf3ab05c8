import type { Language, SolutionVerdict } from '#shared/coding/languages.rules.ts'
import { languageOfCode, mappingIn, textIn, wordsIn } from './descriptor.ts'

/** Reads the settings of submissions from submissions.yaml or submissions.json. */

export type Expected = Exclude<SolutionVerdict, 'internal_error'>

/** Other judges call exceeding the memory limit a runtime error, and endless output exceeding the time limit. */
export const crash: Expected[] = ['runtime_error', 'memory_limit_exceeded']
export const slow: Expected[] = ['time_limit_exceeded', 'output_limit_exceeded']

const verdictsOf: Record<string, Expected[]> = {
  AC: ['accepted', 'partially_accepted'],
  WA: ['wrong_answer', 'partially_accepted'],
  TLE: slow,
  RTE: crash,
}
const all = Object.keys(verdictsOf)

export interface SubmissionSettings {
  /** The file with the main program. */
  entry: string | undefined
  language: Language | undefined
  /** Applied one after another: verdicts that are not among them are not expected. */
  allowed: ReadonlySet<Expected>[]
  /** True if they replace the verdicts of the submission's folder. */
  replacesFolder: boolean
}

const fileNames = ['submissions.json', 'submissions.yaml', 'submissions/submissions.yaml']
/** Maximum patterns that one pattern with braces expands to. */
const maxPatterns = 100

/** `a.{py,cpp}` as `a.py` and `a.cpp`. */
function withoutBraces(pattern: string): string[] {
  let patterns = [pattern]
  for (;;) {
    const next = patterns.flatMap((one) => {
      const [whole, list = ''] = /\{([^{}]*)\}/.exec(one) ?? []
      return whole === undefined ? [one] : list.split(',').map((part) => one.replace(whole, () => part))
    })
    if (next.length > maxPatterns) return [pattern]
    if (next.join('/') === patterns.join('/')) return next
    patterns = next
  }
}

/** Matches a name with a pattern in which `*` matches any characters. */
function matchesName(name: string, pattern: string): boolean {
  const [start = '', ...parts] = pattern.split('*')
  const end = parts.pop()
  if (end === undefined) return name === pattern
  if (!name.startsWith(start) || !name.endsWith(end) || name.length < start.length + end.length) return false
  let rest = name.slice(start.length, name.length - end.length)
  return parts.every((part) => {
    const at = rest.indexOf(part)
    rest = rest.slice(at + part.length)
    return at >= 0
  })
}

/** True if a pattern matches a path below `submissions`, or a folder above it. */
const matches = (path: string, pattern: string) => {
  const names = path.split('/')
  const wanted = pattern.split('/')
  return wanted.length <= names.length && wanted.every((one, at) => matchesName(names[at] ?? '', one))
}

/** The verdict of a submission is that of its first failed case. Accepted cases do not decide if others must fail. */
function allowedBy(settings: object): ReadonlySet<Expected>[] {
  const { permitted, required } = settings as { permitted?: unknown; required?: unknown }
  const [may, must] = [permitted, required].map((list) =>
    wordsIn(list).filter((word) => Object.hasOwn(verdictsOf, word)),
  )
  if (!may?.length && !must?.length) return []
  const accepts = !must?.length || must.includes('AC')
  const names = (may?.length ? may : all).filter((name) => name !== 'AC' || accepts)
  return [new Set(names.flatMap((name) => verdictsOf[name] ?? []))]
}

/** @returns the settings of a submission by its path, and the files they are from */
export function readSubmissionSettings(files: ReadonlyMap<string, Buffer>) {
  const used = fileNames.filter((path) => files.has(path))
  const entries = used
    .flatMap((path) => Object.entries(mappingIn(textIn(files, path) ?? '', path)))
    .flatMap(([key, settings]: [string, unknown]) => {
      if (settings === null || typeof settings !== 'object') return []
      return withoutBraces(key.replace(/^submissions\//, '').replace(/\/$/, '')).map((pattern) => ({
        pattern,
        settings,
      }))
    })
  const settingsOf = (unit: string): SubmissionSettings => {
    const path = unit.replace(/^submissions\//, '')
    const matching = entries.filter(({ pattern }) => matches(path, pattern))
    const found = matching.map(({ settings }) => settings)
    const { entry_point, entrypoint, language } = Object.assign({}, ...found) as Record<string, unknown>
    const entry = entry_point ?? entrypoint
    return {
      entry: typeof entry === 'string' ? entry : undefined,
      language: typeof language === 'string' ? languageOfCode(language) : undefined,
      allowed: found.flatMap(allowedBy),
      replacesFolder: matching.some(
        ({ pattern, settings }) => !pattern.includes('/') && allowedBy(settings).length > 0,
      ),
    }
  }
  return { settingsOf, used }
}
