import { maxSourceBytes } from '#shared/coding/coding.rules.ts'
import { codingBounds, type SolutionForm, solutionForm } from '#shared/coding/coding.schema.ts'
import { type Language, languageFacts, languageNames, languages } from '#shared/coding/languages.rules.ts'
import { singleFileLanguages, type TemplateForm } from '#shared/coding/templates.schema.ts'
import { inNaturalOrder, textOf } from './cases.ts'
import { crash, type Expected, readSubmissionSettings, type SubmissionSettings, slow } from './submission-settings.ts'

/** The submissions of a problem package, imported as reference solutions. */

/** Folders below `submissions` and the verdicts they allow; the first folder of each verdict is used for exports. */
const folders: [folder: string, verdicts: Expected[]][] = [
  ['accepted', ['accepted']],
  ['wrong_answer', ['wrong_answer']],
  ['time_limit_exceeded', slow],
  ['run_time_error', crash],
  ['memory_limit', ['memory_limit_exceeded']],
  ['output_limit', ['output_limit_exceeded']],
  ['compiler_error', ['compile_error']],
  ['partially_accepted', ['partially_accepted']],
  ['runtime_error', crash],
  ['memory_limit_exceeded', ['memory_limit_exceeded']],
  ['output_limit_exceeded', ['output_limit_exceeded']],
  ['compile_error', ['compile_error']],
  ['no_output', ['wrong_answer']],
  ['slow_accepted', ['accepted', ...slow]],
  ['brute_force', [...slow, ...crash, 'accepted']],
  ['rejected', ['wrong_answer', ...slow, ...crash]],
]

/** A solution as our own file lists it. */
export interface OwnSolution {
  path: string
  other_verdicts?: SolutionForm['other_verdicts']
  language?: Language | undefined
  files?: string[] | undefined
}

export interface FoundSolutions {
  solutions: (SolutionForm & { path: string })[]
  notes: string[]
  used: Set<string>
}

/** A submission is a file, or a folder with its files. */
const unitOf = (path: string) => path.split('/').slice(0, 3).join('/')
const baseOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)

/**
 * @param files by path
 * @param isScoring true if solutions can get part of the points
 * @param own the solutions of our own file
 * @param templates included files replace those of submissions
 */
export function findSolutions(
  files: ReadonlyMap<string, Buffer>,
  isScoring: boolean,
  own: readonly OwnSolution[] = [],
  templates: readonly TemplateForm[] = [],
): FoundSolutions {
  const { settingsOf, used } = readSubmissionSettings(files)
  const found: FoundSolutions = { solutions: [], notes: [], used: new Set(used) }
  const paths = [...files.keys()].filter((path) => /^submissions\/[^/]+\/./.test(path)).sort(inNaturalOrder)
  for (const [unit, inUnit] of Map.groupBy(paths, unitOf)) {
    for (const path of inUnit) found.used.add(path)
    const known = own.find(({ path, files }) => files && inUnit.includes(path))
    const settings = settingsOf(unit)
    const main = known?.path ?? mainOf(files, inUnit, settings.entry)
    const read = main
      ? solutionIn(files, main, inUnit, { isScoring, known, templates, settings })
      : { problem: 'has several programs' }
    if ('problem' in read) found.notes.push(`${unit} was skipped: it ${read.problem}`)
    else found.solutions.push({ ...read, path: main ?? unit })
  }
  const max = codingBounds.solutions.max
  const left = found.solutions.splice(max)
  if (left.length > 0) found.notes.push(`${left.length} submissions were skipped: a question has at most ${max}`)
  return found
}

const mainFunctions: Partial<Record<Language, RegExp>> = {
  c: /\bmain\s*\(/,
  cpp: /\bmain\s*\(/,
  java: /\bstatic\s+void\s+main\b/,
  kotlin: /\bfun\s+main\b/,
  csharp: /\bstatic\s+(?:\w+\s+)?(?:void|int)\s+Main\b/,
  go: /\bfunc\s+main\b/,
  rust: /\bfn\s+main\b/,
}

/** True if a source file defines its language's main function. */
export function hasMain(path: string, code: string): boolean {
  const language = languageOfFile(path)
  const withoutComments = code.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')
  return language !== undefined && mainFunctions[language]?.test(withoutComments) === true
}

/** The file with the main program; undefined if that is not clear. */
function mainOf(files: ReadonlyMap<string, Buffer>, paths: readonly string[], entry?: string): string | undefined {
  if (paths.length === 1) return paths[0]
  const programs = paths.filter((path) => languageOfFile(path) !== undefined)
  const named = programs.filter((path) => (entry ? baseOf(path) === baseOf(entry) : /^main\./i.test(baseOf(path))))
  const withMain = programs.filter((path) => hasMain(path, files.get(path)?.toString('utf8') ?? ''))
  return (
    [programs, named, withMain].find((found) => found.length === 1)?.[0] ?? (programs.length ? undefined : paths[0])
  )
}

/** The language of a source file by its name; undefined for other files. */
export function languageOfFile(path: string): Language | undefined {
  const ending = /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase()
  return languages.find((language) => languageFacts[language].extensions.some((extension) => extension === ending))
}

/** The file name extension of a language's programs. */
export const extensionOf = (language: Language) => languageFacts[language].extensions[0] ?? 'txt'

/** A file's name with the extension by which the judge finds sources of a language. */
export const sourceName = (name: string, language: Language) =>
  languageOfFile(name) === language ? name.replace(/[^.]+$/, extensionOf(language)) : name

/** DOMjudge's verdict names, as used in source comments. */
const taggedVerdicts: Record<string, Expected[]> = {
  CORRECT: ['accepted'],
  ACCEPTED: ['accepted'],
  'WRONG-ANSWER': ['wrong_answer'],
  WRONG_ANSWER: ['wrong_answer'],
  'NO-OUTPUT': ['wrong_answer'],
  TIMELIMIT: slow,
  TIME_LIMIT_EXCEEDED: slow,
  'RUN-ERROR': crash,
  RUN_TIME_ERROR: crash,
  'OUTPUT-LIMIT': ['output_limit_exceeded'],
  'COMPILER-ERROR': ['compile_error'],
  COMPILER_ERROR: ['compile_error'],
}

/** The verdicts that DOMjudge's tag `@EXPECTED_RESULTS@: A, B` allows; empty without one. */
function tagIn(code: string): Expected[] {
  const [, list] = /@EXPECTED_(?:RESULTS|SCORE)@:[ \t]*([A-Z_, -]+)/.exec(code.slice(0, maxSourceBytes)) ?? []
  return [...new Set((list ?? '').split(',').flatMap((name) => taggedVerdicts[name.trim()] ?? []))]
}

/** True for code that only Python 2 understands. */
export const isPython2 = (code: string) =>
  /^#!.*python2/.test(code) ||
  /^[ \t]*print[ \t]+(?:["'\w%]|>>)/m.test(code.replace(/("""|''')[\s\S]*?\1/g, '')) ||
  usesOnly(code, 'xrange', /NameError/) ||
  usesOnly(code, 'raw_input', /NameError|version_info/)

/** True if code calls a function of Python 2, and neither defines it nor does without it elsewhere. */
const usesOnly = (code: string, name: string, guard: RegExp) =>
  new RegExp(`\\b${name}\\s*\\(`).test(code) && !new RegExp(`\\b${name}\\s*=`).test(code) && !guard.test(code)

/** The verdicts of a folder, limited to those that submissions.yaml allows. It can also define or replace a folder. */
function narrowed(
  placed: readonly Expected[] | undefined,
  { allowed, replacesFolder }: SubmissionSettings,
): readonly Expected[] {
  if (allowed.length === 0) return placed ?? []
  const known = placed && !replacesFolder ? placed : [...new Set(folders.flatMap(([, verdicts]) => verdicts))]
  return known.filter((verdict) => allowed.every((set) => set.has(verdict)))
}

interface SolutionContext {
  isScoring: boolean
  known: OwnSolution | undefined
  templates: readonly TemplateForm[]
  settings: SubmissionSettings
}

function solutionIn(
  packageFiles: ReadonlyMap<string, Buffer>,
  path: string,
  inUnit: readonly string[],
  { isScoring, known, templates, settings }: SolutionContext,
): SolutionForm | { problem: string } {
  const folder = path.split('/')[1]
  const language = known?.language ?? settings.language ?? languageOfFile(path)
  const read = textOf(packageFiles.get(path) ?? Buffer.of(), known !== undefined)
  const code = 'text' in read ? read.text : ''
  const tagged = tagIn(code)
  const placed = folders.find(([name]) => name === folder && (isScoring || name !== 'partially_accepted'))?.[1]
  const [verdict, ...others] =
    tagged.length > 0 ? tagged : narrowed(placed, settings).filter((one) => isScoring || one !== 'partially_accepted')
  if (!verdict) return { problem: `is in ${folder}, which has no expected verdict` }
  if (!language) return { problem: 'is in an unsupported language' }
  if (Buffer.byteLength(code) > maxSourceBytes) return { problem: 'is larger than 64 kB' }
  if (language === 'python' && isPython2(code)) return { problem: 'is Python 2' }
  const included = new Set(templates.find((one) => one.language === language)?.files.map(({ name }) => name))
  const files = known?.files
    ? known.files.map((path) => fileIn(packageFiles, path, baseOf(path), true))
    : otherFiles(packageFiles, language, path, inUnit).filter(({ name }) => !included.has(name))
  if (files.length > 0 && singleFileLanguages.includes(language))
    return { problem: `has several files, which ${languageNames[language]} programs cannot have here` }
  const form = solutionForm.safeParse({
    language,
    code,
    expected_verdict: verdict,
    ...(others.length > 0 ? { other_verdicts: others } : {}),
    ...(files.length > 0 ? { files } : {}),
  })
  if (form.success) return form.data
  const isFiles = form.error.issues.some(({ path: [field] }) => field === 'files')
  return { problem: isFiles ? 'has files that are too many, too large or not text' : 'is empty or not UTF-8 text' }
}

/** A file of a solution; empty if it is not text. */
function fileIn(files: ReadonlyMap<string, Buffer>, path: string, name: string, mayBeMarked = false) {
  const read = textOf(files.get(path) ?? Buffer.of(), mayBeMarked)
  return { name, content: 'text' in read ? read.text : '' }
}

/** The modules and header files beside a main program. Compilers find sources by the language's first extension. */
function otherFiles(files: ReadonlyMap<string, Buffer>, language: Language, main: string, inUnit: readonly string[]) {
  const wanted = inUnit.filter(
    (path) => path !== main && (languageOfFile(path) === language || /\.(?:h|hh|hpp|inc)$/i.test(path)),
  )
  const list = wanted.map((path) => fileIn(files, path, sourceName(baseOf(path), language)))
  return list.filter(({ name }) => name !== `main.${extensionOf(language)}`)
}

/** Path of a solution's file. Java files must be named after their public class. */
export function pathOf({ language, code, expected_verdict, files = [] }: SolutionForm, place: number): string {
  const folder = folders.find(([, [verdict]]) => verdict === expected_verdict)?.[0] ?? 'accepted'
  const extension = extensionOf(language)
  const number = String(place + 1).padStart(2, '0')
  const publicClass = language === 'java' ? /\bpublic\s+(?:final\s+)?class\s+(\w+)/.exec(code)?.[1] : undefined
  const isFree = (name: string) => files.every((file) => file.name !== `${name}.${extension}`)
  const name =
    publicClass ?? (files.length > 0 ? ['main', 'solution', 'program', 'submission'].find(isFree) : undefined)
  return `submissions/${folder}/${name ? `${number}/${name}` : `solution-${number}`}.${extension}`
}
