import { parse } from 'yaml'
import { z } from 'zod'
import { codingBounds } from '#shared/coding/coding.schema.ts'
import { type Language, languageFacts, languages, programLanguages } from '#shared/coding/languages.rules.ts'
import { textOf } from './cases.ts'
import { packageRefused } from './packages.errors.ts'
import { archiveLimits } from './zip.errors.ts'

/** Reads problem.yaml and the settings of test groups. */

const wanted = <Schema extends z.ZodType>(schema: Schema) => schema.optional().catch(undefined)
const words = z.union([z.string(), z.number().transform(String), z.array(z.coerce.string())])
const number = z.number()
const constant = z.union([z.string(), z.number(), z.boolean()]).transform(String)

/** Fields of problem.yaml that we read; a field of the wrong type counts as missing. */
const descriptor = z.object({
  problem_format_version: wanted(z.coerce.string()),
  name: wanted(z.union([z.string(), z.number().transform(String), z.record(z.string(), z.coerce.string())])),
  limits: wanted(
    z.object({
      time_limit: wanted(number),
      memory: wanted(number),
      time_multiplier: wanted(number),
      time_multipliers: wanted(z.object({ ac_to_time_limit: wanted(number) })),
      time_resolution: wanted(number),
    }),
  ),
  type: wanted(words),
  validation: wanted(words),
  validator_flags: wanted(words),
  keywords: wanted(words),
  languages: wanted(words),
  grading: wanted(
    z.object({
      objective: wanted(z.string()),
      on_reject: wanted(z.string()),
      accept_score: wanted(number),
      reject_score: wanted(number),
      range: wanted(z.coerce.string()),
    }),
  ),
  constants: wanted(z.record(z.string(), z.union([constant, z.record(z.string(), constant)]))),
})
export type Descriptor = z.output<typeof descriptor>

/** True for the format before 2023-07, and for `legacy-icpc`, a subset of it. */
export const isLegacy = ({ problem_format_version: version = 'legacy' }: Descriptor) =>
  version === 'legacy' || version === 'legacy-icpc'

/** A byte order mark is not part of a file's text. */
export const withoutMark = (bytes: Buffer) =>
  bytes.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf])) ? bytes.subarray(3) : bytes

/** The text of a file in the package; undefined when it is missing or empty. */
export function textIn(files: ReadonlyMap<string, Buffer>, path: string): string | undefined {
  const bytes = files.get(path)
  if (!bytes || bytes.length === 0) return undefined
  const read = textOf(withoutMark(bytes))
  if ('problem' in read) throw packageRefused(`${path}: ${read.problem}`)
  return read.text
}

/** Longer files are not settings and would only take time to parse. */
const maxYaml = 64 * 1024

/** @throws VALIDATION when it is too long or not YAML. A file that is not a mapping counts as empty. */
export function mappingIn(text: string, path: string): object {
  if (text.length > maxYaml) throw packageRefused(`${path} is larger than 64 kB`)
  let content: unknown
  try {
    content = parse(text, { logLevel: 'error' })
  } catch (error) {
    const [reason] = (error instanceof Error ? error.message : '').split('\n')
    throw packageRefused(`${path} cannot be read: ${reason}`)
  }
  return content !== null && typeof content === 'object' && !Array.isArray(content) ? content : {}
}

export const readDescriptor = (text: string): Descriptor => descriptor.parse(mappingIn(text, 'problem.yaml'))

/** A number, or a word for infinity. */
const score = z.union([number, z.string()])
const scoring = {
  max_score: wanted(score),
  score: wanted(score),
  score_aggregation: wanted(z.string()),
  aggregation: wanted(z.string()),
  require_pass: wanted(words),
}

/** Settings of a test group: of testdata.yaml and, since 2023-07, of test_group.yaml. */
const groupSettings = z.object({
  on_reject: wanted(z.string()),
  grader_flags: wanted(words),
  grading: wanted(z.union([z.string(), z.object(scoring)])),
  scoring: wanted(z.object(scoring)),
  accept_score: wanted(z.coerce.number()),
  reject_score: wanted(z.coerce.number()),
  range: wanted(z.coerce.string()),
  output_validator_flags: wanted(words),
  output_validator_args: wanted(words),
  args: wanted(words),
  input_validator_flags: wanted(words),
  input_validator_args: wanted(words),
  ...scoring,
})
export type GroupSettings = z.output<typeof groupSettings>

export const readGroupSettings = (text: string, path: string): GroupSettings =>
  groupSettings.parse(mappingIn(text, path))

/** Folders in which `{{name}}`, or `\constant{name}` in TeX, stands for a constant of problem.yaml. */
const hasConstants = /^(?:(?:problem_)?statement|include|input_validators?|output_validators?|submissions)\/|\.yaml$/

/**
 * Replaces the constants of problem.yaml in the files.
 * @throws TOO_LARGE if the package becomes larger than a zip may be
 */
export function withConstants(
  files: ReadonlyMap<string, Buffer>,
  { constants = {} }: Descriptor,
): ReadonlyMap<string, Buffer> {
  const inUtf8 = (value: string) => Buffer.from(value).toString('latin1')
  const values = new Map(
    Object.entries(constants).flatMap(([name, value]): [string, string][] =>
      typeof value === 'string'
        ? [[name, inUtf8(value)]]
        : Object.entries(value).map(([form, text]) => [form === 'value' ? name : `${name}.${form}`, inUtf8(text)]),
    ),
  )
  if (values.size === 0) return files
  let size = [...files.values()].reduce((sum, { length }) => sum + length, 0)
  const replaced = (bytes: Buffer) => {
    const result = bytes
      .toString('latin1')
      .replace(/\{\{([A-Za-z_][\w.]{0,99})\}\}|\\constant\{([A-Za-z_][\w.]{0,99})\}/g, (whole, name, inTex) => {
        const value = values.get(name ?? inTex) ?? whole
        size += value.length - whole.length
        if (size > archiveLimits.maxBytes) throw archiveLimits.tooLarge()
        return value
      })
    return Buffer.from(result, 'latin1')
  }
  return new Map([...files].map(([path, bytes]) => [path, hasConstants.test(path) ? replaced(bytes) : bytes]))
}

/** A field that may be a list or text: its words, separated by commas or white space. */
export const wordsOf = (value: string | string[] | undefined): string[] =>
  (typeof value === 'string'
    ? value.split(value.includes(',') ? ',' : /\s+/).map((word) => word.trim())
    : (value ?? [])
  ).filter((word) => word !== '')

/** The words of a value from a settings file that is not checked otherwise. */
export const wordsIn = (value: unknown): string[] =>
  wordsOf(typeof value === 'string' || Array.isArray(value) ? (value as string | string[]) : undefined)

/** Arguments of a program, as a list or as a line with quotes around arguments that contain white space. */
export const argumentsOf = (value: string | string[] | undefined): string[] =>
  typeof value === 'string'
    ? [...value.matchAll(/"([^"]*)"|'([^']*)'|\S+/g)].map(([whole, double, single]) => double ?? single ?? whole)
    : (value ?? [])

/** The name in English or, failing that, in any language. */
export const nameIn = (name: Descriptor['name']) =>
  typeof name === 'object' ? (name.en ?? Object.values(name)[0]) : name

export function tagsOf({ keywords }: Descriptor, notes: string[]): string[] {
  const all = [...new Set(wordsOf(keywords))]
  const tags = all.filter((word) => word.length <= 40).slice(0, codingBounds.tags.max)
  if (tags.length < all.length) notes.push(`${all.length - tags.length} keywords were skipped: too many, or too long`)
  return tags
}

/** The language of a code, such as Kattis's `python3`. */
export const languageOfCode = (code: string) =>
  languages.find((language) => language === code || languageFacts[language].codes?.includes(code))

/** A package without languages supports all of them. */
export function languagesOf(value: Descriptor['languages'], notes: string[]): Language[] {
  const codes = wordsOf(value)
  const named = new Map(codes.map((code) => [code, languageOfCode(code.toLowerCase())]))
  const known = languages.filter((language) => [...named.values()].includes(language))
  const others = codes.filter((code) => code.toLowerCase() !== 'all' && !known.some((one) => one === named.get(code)))
  if (others.length > 0) notes.push(`Languages not supported here were skipped: ${others.join(', ')}`)
  return known.length > 0 ? known : [...programLanguages]
}
