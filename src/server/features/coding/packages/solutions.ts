import { maxSourceBytes } from '#shared/coding/coding.rules.ts'
import { codingBounds, type SolutionForm, solutionForm } from '#shared/coding/coding.schema.ts'
import { type Language, languageFacts, languages, type SolutionVerdict } from '#shared/coding/languages.rules.ts'
import { inNaturalOrder, textOf } from './cases.ts'

/** The submissions of a problem package, imported as reference solutions. */

type Expected = Exclude<SolutionVerdict, 'internal_error'>

/** Folders below `submissions`; the first one of each verdict is used for exports. */
const folders: [folder: string, verdict: Expected][] = [
  ['accepted', 'accepted'],
  ['wrong_answer', 'wrong_answer'],
  ['time_limit_exceeded', 'time_limit_exceeded'],
  ['run_time_error', 'runtime_error'],
  ['memory_limit', 'memory_limit_exceeded'],
  ['output_limit', 'output_limit_exceeded'],
  ['compiler_error', 'compile_error'],
  ['partially_accepted', 'partially_accepted'],
  ['runtime_error', 'runtime_error'],
  ['memory_limit_exceeded', 'memory_limit_exceeded'],
  ['output_limit_exceeded', 'output_limit_exceeded'],
  ['compile_error', 'compile_error'],
]

export interface FoundSolutions {
  solutions: (SolutionForm & { path: string })[]
  notes: string[]
  used: Set<string>
}

/** A submission can be a folder with a single file. */
const unitOf = (path: string) => path.split('/').slice(0, 3).join('/')

/**
 * @param files by path
 * @param isScoring true if solutions can get part of the points
 */
export function findSolutions(files: ReadonlyMap<string, Buffer>, isScoring: boolean): FoundSolutions {
  const found: FoundSolutions = { solutions: [], notes: [], used: new Set() }
  const paths = [...files.keys()].filter((path) => /^submissions\/[^/]+\/./.test(path)).sort(inNaturalOrder)
  for (const [unit, inUnit] of Map.groupBy(paths, unitOf)) {
    for (const path of inUnit) found.used.add(path)
    const [path = unit] = inUnit
    const read =
      inUnit.length > 1 ? { problem: 'has several files' } : solutionIn(path, files.get(path) ?? Buffer.of(), isScoring)
    if ('problem' in read) found.notes.push(`${unit} was skipped: it ${read.problem}`)
    else found.solutions.push({ ...read, path })
  }
  const most = codingBounds.solutions.max
  const left = found.solutions.splice(most)
  if (left.length > 0) found.notes.push(`${left.length} submissions were skipped: a question has at most ${most}`)
  return found
}

/** The language of a source file by its name; undefined for other files. */
export function languageOfFile(path: string): Language | undefined {
  const ending = /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase()
  return languages.find((language) => languageFacts[language].extensions.some((extension) => extension === ending))
}

/** The file name extension of a language's programs. */
export const extensionOf = (language: Language) => languageFacts[language].extensions[0] ?? 'txt'

/** DOMjudge's names of verdicts, in a comment of the source. */
const taggedVerdicts: Record<string, Expected> = {
  CORRECT: 'accepted',
  ACCEPTED: 'accepted',
  'WRONG-ANSWER': 'wrong_answer',
  WRONG_ANSWER: 'wrong_answer',
  'NO-OUTPUT': 'wrong_answer',
  TIMELIMIT: 'time_limit_exceeded',
  TIME_LIMIT_EXCEEDED: 'time_limit_exceeded',
  'RUN-ERROR': 'runtime_error',
  RUN_TIME_ERROR: 'runtime_error',
  'OUTPUT-LIMIT': 'output_limit_exceeded',
  'COMPILER-ERROR': 'compile_error',
}

/** The verdicts that DOMjudge's tag `@EXPECTED_RESULTS@: A, B` allows; empty without a tag. */
function tagIn(code: string): (Expected | undefined)[] {
  const [, list] = /@EXPECTED_RESULTS@:[ \t]*([A-Z_, -]+)/.exec(code.slice(0, maxSourceBytes)) ?? []
  return [...new Set((list ?? '').split(',').flatMap((name) => (name.trim() ? [taggedVerdicts[name.trim()]] : [])))]
}

function solutionIn(path: string, bytes: Buffer, isScoring: boolean): SolutionForm | { problem: string } {
  const folder = path.split('/')[1]
  const read = textOf(bytes)
  const code = 'text' in read ? read.text : ''
  const tagged = tagIn(code)
  if (tagged.length > 1) return { problem: 'has several expected verdicts' }
  const placed = folders.find(([name]) => name === folder && (isScoring || name !== 'partially_accepted'))?.[1]
  const verdict = tagged[0] ?? placed
  if (!verdict) return { problem: `is in ${folder}, which has no single verdict` }
  const language = languageOfFile(path)
  if (!language) return { problem: 'is in an unsupported language' }
  if (bytes.length > maxSourceBytes) return { problem: 'is larger than 64 kB' }
  if (language === 'python' && /^#!.*python2/.test(code)) return { problem: 'is Python 2' }
  const form = solutionForm.safeParse({ language, code, expected_verdict: verdict })
  return form.data ?? { problem: 'is empty or not UTF-8 text' }
}

/** Path of a solution's file. Java files must be named after their public class. */
export function pathOf({ language, code, expected_verdict }: SolutionForm, place: number): string {
  const folder = folders.find(([, verdict]) => verdict === expected_verdict)?.[0] ?? 'accepted'
  const extension = extensionOf(language)
  const number = String(place + 1).padStart(2, '0')
  const publicClass = language === 'java' ? /\bpublic\s+(?:final\s+)?class\s+(\w+)/.exec(code)?.[1] : undefined
  return `submissions/${folder}/${publicClass ? `${number}/${publicClass}` : `solution-${number}`}.${extension}`
}
