import { codingDefaults, packageCaseForm, testCaseForm } from '#shared/coding/coding.schema.ts'

/** Finds test cases in archives: NAME.in with NAME.ans or NAME.out. */

export interface NamedCase {
  /** The common path of its files, such as `data/secret/03`. */
  name: string
  input: string
  expected_output: string
  is_sample: boolean
  weight: number
}

export interface FoundCases {
  cases: NamedCase[]
  /** Unusable files, by name. */
  errors: { name: string; message: string }[]
  /** Every file that belongs to a case, including invalid ones. */
  used: Set<string>
}

/** Natural order: 2 before 10. */
const collator = new Intl.Collator('en', { numeric: true })
export const inNaturalOrder = (one: string, other: string) =>
  collator.compare(one, other) || (one < other ? -1 : one > other ? 1 : 0)

/** The order in which other judges run the cases of a package: by the bytes of each folder's name, then the case's. */
export function inByteOrder(one: string, other: string): number {
  const [names, others] = [one.split('/'), other.split('/')]
  const at = names.findIndex((name, place) => name !== others[place])
  return at < 0
    ? names.length - others.length
    : Buffer.compare(Buffer.from(names[at] ?? ''), Buffer.from(others[at] ?? ''))
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/**
 * Returns a file's text unchanged, or the reason it is unusable.
 * @param mayBeMarked true if the text may begin with a byte order mark
 */
export function textOf(bytes: Buffer, mayBeMarked = false): { text: string } | { problem: string } {
  if (bytes.length === 0) return { problem: 'This file is empty' }
  if (bytes.includes(0)) return { problem: 'This file contains NUL bytes, so it is not text' }
  // Programs would read the byte order mark as part of the first word.
  if (!mayBeMarked && bytes.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf])))
    return { problem: 'This file begins with a byte order mark. Save it as UTF-8 without BOM' }
  try {
    return { text: decoder.decode(bytes) }
  } catch {
    return { problem: 'This file is not UTF-8 text. Save it as UTF-8' }
  }
}

const packageFolder = /(?:^|\/)data\/(sample|secret)\//i

/** Recognises samples by folder in a problem package, otherwise by name. */
function isSample(name: string): boolean {
  const inPackage = packageFolder.exec(name)
  if (inPackage) return inPackage[1]?.toLowerCase() === 'sample'
  const [base = '', folder = ''] = name.split('/').reverse()
  return /sample/i.test(base) || /^samples?$/i.test(folder)
}

const extension = /\.(in|ans|out)$/i

/** Groups file paths by their common stem. */
function pairUp(names: Iterable<string>) {
  const pairs = new Map<string, { in: string[]; answer: string[] }>()
  for (const name of names) {
    const kind = extension.exec(name)?.[1]?.toLowerCase()
    if (!kind) continue
    const stem = name.replace(extension, '')
    const pair = pairs.get(stem) ?? { in: [], answer: [] }
    pair[kind === 'in' ? 'in' : 'answer'].push(name)
    pairs.set(stem, pair)
  }
  // In a problem package, NAME.out beside NAME.ans is an example of right output. Programs are judged by NAME.ans.
  for (const [stem, pair] of pairs) {
    const judged = pair.answer.filter((name) => /\.ans$/i.test(name))
    if (judged.length === 1 && packageFolder.test(stem)) pair.answer = judged
  }
  return pairs
}

const baseOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)

/** Returns the reason a case's files are not a valid pair, and the file to blame. */
function flawOf(stem: string, pair: { in: string[]; answer: string[] }, mayLackAnswers: boolean) {
  const base = baseOf(stem)
  const [input, second] = pair.in
  const [answer, other] = pair.answer
  if (!input) return { name: answer ?? stem, message: `The matching ${base}.in is missing` }
  if (!answer && !mayLackAnswers) return { name: input, message: `The matching ${base}.ans or ${base}.out is missing` }
  const twice = second ? [input, second] : other ? [answer ?? stem, other] : null
  return twice && { name: twice[1] ?? stem, message: `${baseOf(twice[0] ?? '')} exists too; keep only one` }
}

/**
 * Finds the test cases among an archive's files, in natural order of their names.
 * @param files by path
 * @param mayBeEmpty true if files may be empty, for programs that read nothing and checkers that need no answer
 * @param mayLackAnswers true if a case may have no answer at all, for interactors
 * @param mayBeMarked true if texts may begin with a byte order mark, because we exported them
 */
export function findCases(
  files: ReadonlyMap<string, Buffer>,
  { mayBeEmpty = false, mayLackAnswers = false, mayBeMarked = false } = {},
): FoundCases {
  const found: FoundCases = { cases: [], errors: [], used: new Set() }
  const pairs = [...pairUp(files.keys())].sort(([one], [other]) => inNaturalOrder(one, other))
  for (const [stem, pair] of pairs) {
    for (const name of [...pair.in, ...pair.answer]) found.used.add(name)
    const flaw = flawOf(stem, pair, mayLackAnswers)
    if (flaw) {
      found.errors.push(flaw)
      continue
    }
    const texts = [...pair.in, ...pair.answer].map((name) => {
      const bytes = files.get(name) ?? Buffer.of()
      const isNothing = mayBeEmpty && bytes.length === 0
      return { name, ...(isNothing ? { text: '' } : textOf(bytes, mayBeMarked)) }
    })
    const problems = texts.flatMap((read) => ('problem' in read ? [{ name: read.name, message: read.problem }] : []))
    const [input = '', expected_output = ''] = texts.map((read) => ('text' in read ? read.text : ''))
    const testCase = { input, expected_output, is_sample: isSample(stem), weight: codingDefaults.weight }
    if (problems.length === 0) {
      const { error } = (mayBeEmpty ? packageCaseForm : testCaseForm).safeParse(testCase)
      for (const { path, message } of error?.issues ?? [])
        problems.push({ name: path[0] === 'input' ? (pair.in[0] ?? stem) : (pair.answer[0] ?? stem), message })
    }
    if (problems.length > 0) found.errors.push(...problems)
    else found.cases.push({ name: stem, ...testCase })
  }
  return found
}
