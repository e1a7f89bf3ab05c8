import { maxSourceBytes } from '#shared/coding/coding.rules.ts'
import {
  type CheckerForm,
  type ComparisonForm,
  checkerForm,
  maxCheckerFiles,
} from '#shared/coding/comparison.schema.ts'
import { inNaturalOrder, textOf } from './cases.ts'
import { packageRefused } from './packages.errors.ts'
import { hasMain, isPython2, languageOfFile, sourceName } from './solutions.ts'

/** How a problem package compares output: the default validator's flags, or the package's own output validator. */

/** Fields of problem.yaml that concern validation, as lists of words. */
export interface ValidationSettings {
  validation: readonly string[]
  flags: readonly string[]
  types: readonly string[]
}

export interface FoundValidation {
  fields: Pick<ComparisonForm, 'comparison'> & Partial<ComparisonForm>
  /** Descriptions of parts that affect verdicts but are not supported. */
  unsupported: string[]
  /** Files of the output validator. */
  used: Set<string>
  /** True if the output validator gives points. */
  scores: boolean
  /** Describe what its program lacks. */
  notes?: string[]
}

const folder = /^output_validators?\//
const knownTypes = ['pass-fail', 'scoring', 'interactive', 'score']

/** @throws VALIDATION for problems that are judged in another way, because every verdict would be wrong */
export function requireKnownType({ types, validation }: Pick<ValidationSettings, 'types' | 'validation'>) {
  const unknown = [...types, ...validation.slice(1)].find((word) => !knownTypes.includes(word))
  if (unknown !== undefined)
    throw packageRefused(
      `Problems of type "${unknown}" cannot be judged here. Pass-fail, scoring and interactive problems can`,
    )
}

/** Kattis's default validator compares words, ignores case by default, and can accept close numbers. */
function defaultFields(flags: readonly string[]): FoundValidation {
  const after = (name: string) => {
    const at = flags.indexOf(name)
    const value = at < 0 ? Number.NaN : Number(flags[at + 1])
    return Number.isFinite(value) && value >= 0 ? value : undefined
  }
  const both = after('float_tolerance')
  const absolute = after('float_absolute_tolerance') ?? both
  const relative = after('float_relative_tolerance') ?? both
  const known = ['case_sensitive', 'space_change_sensitive', 'float_tolerance']
  const values = flags.filter((flag) => !known.includes(flag) && !/^float_(absolute|relative)_tolerance$/.test(flag))
  const others = values.filter((value) => !Number.isFinite(Number(value)))
  const isExact = flags.includes('space_change_sensitive')
  const isNumeric = absolute !== undefined || relative !== undefined
  const ignore_case = !flags.includes('case_sensitive')
  // Comparing lines is always exact, so white space can matter only if case does, and numbers have no tolerance.
  const obstacle = isNumeric ? 'with a tolerance' : ignore_case ? 'without "case_sensitive"' : undefined
  const tolerance = { ...(absolute === undefined ? {} : { absolute }), ...(relative === undefined ? {} : { relative }) }
  return {
    fields: isNumeric
      ? { comparison: 'numbers', tolerance, ignore_case }
      : isExact && !ignore_case
        ? { comparison: 'lines' }
        : { comparison: 'tokens', ignore_case },
    unsupported: [
      ...(others.length > 0 ? [`validator flags "${others.join(' ')}"`] : []),
      ...(isExact && obstacle ? [`validator flags "space_change_sensitive" ${obstacle}`] : []),
    ],
    used: new Set(),
    scores: false,
  }
}

const baseOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)

/**
 * Reads a program from its files: one in a supported language, and its header files.
 * @returns the reason if it cannot be used
 */
export function programIn(
  files: ReadonlyMap<string, Buffer>,
  inUnit: readonly string[],
  what: string,
): CheckerForm | string {
  // Python packages have an empty __init__.py.
  const paths = inUnit.filter((path) => files.get(path)?.length !== 0)
  const programs = paths.filter((path) => languageOfFile(path) !== undefined)
  const named = programs.filter((path) =>
    /^(main|__main__|validate|validator|check|checker|interact|interactor)\./i.test(baseOf(path)),
  )
  const withMain = programs.filter((path) => hasMain(path, files.get(path)?.toString('utf8') ?? ''))
  const main = [programs, named, withMain].find(({ length }) => length === 1)?.[0]
  const language = main && languageOfFile(main)
  if (paths.some((path) => /^(build|run)$/.test(baseOf(path)))) return `${what} with a build or run script`
  if (!main || !language) return `${what} in an unsupported language or of several programs`
  const texts = paths.map((path) => ({ path, name: baseOf(path), read: textOf(files.get(path) ?? Buffer.of()) }))
  const flawed = texts.find(({ read }) => 'problem' in read)
  if (flawed) return `${what} with a file that is not text (${flawed.name})`
  const contentOf = (read: ReturnType<typeof textOf>) => ('text' in read ? read.text : '')
  const code = contentOf(textOf(files.get(main) ?? Buffer.of()))
  if (language === 'python' && isPython2(code)) return `${what} in Python 2`
  const others = texts.filter(({ path }) => path !== main)
  const size = others.reduce((sum, { read }) => sum + Buffer.byteLength(contentOf(read)), 0)
  const form = checkerForm.safeParse({
    language,
    code,
    protocol: 'kattis',
    // Sources that another file includes keep their names.
    files: others.map(({ name, read }) => ({
      name: texts.some((one) => contentOf(one.read).includes(`"${name}"`)) ? name : sourceName(name, language),
      content: contentOf(read),
    })),
  })
  if (!form.success || Buffer.byteLength(code) > maxSourceBytes || size > maxCheckerFiles)
    return `${what} that is too large`
  return form.data
}

const standardHeader =
  /^(?:assert|ctype|errno|float|inttypes|limits|locale|math|setjmp|signal|std\w+|string|time|unistd|wchar)\.h$/

/** Reports header files that a program includes but that are not among its files. @returns at most one note */
export function missingHeaders({ code, files, language }: CheckerForm, where: string): string[] {
  if (language !== 'c' && language !== 'cpp') return []
  const texts = [code, ...files.map(({ content }) => content)]
  const included = texts.flatMap((text) => [...text.matchAll(/^[ \t]*#[ \t]*include[ \t]*"([^"\n]+)"/gm)])
  const names = new Set(included.map(([, path = '']) => baseOf(path)))
  const missing = [...names].filter(
    (name) => name.includes('.') && !standardHeader.test(name) && !files.some((file) => file.name === name),
  )
  if (missing.length === 0) return []
  const [it, is] = missing.length === 1 ? ['it', 'is'] : ['them', 'are']
  const isTestlib = missing.includes('testlib.h')
  const advice = isTestlib ? 'testlib.h is published by its author and not part of Examhall. ' : ''
  return [`${where} includes ${missing.join(', ')}, which ${is} not in the package. ${advice}Add ${it} to its files`]
}

/** A package may have several programs of a kind. Each is a file, or a folder with its files. */
export const unitsOf = (paths: readonly string[]) => Map.groupBy(paths, (path) => path.split('/').slice(0, 2).join('/'))

/** Reads the files of an output validator. @returns the reason if it cannot be used */
function checkerIn(files: ReadonlyMap<string, Buffer>, paths: readonly string[]): CheckerForm | string {
  if (paths[0]?.startsWith('output_validators/') && unitsOf(paths).size > 1) return 'several output validators'
  return programIn(files, paths, 'an output validator')
}

/** Finds how a package compares output. Unsupported parts fall back to a comparison by words. */
export function findValidation(files: ReadonlyMap<string, Buffer>, settings: ValidationSettings): FoundValidation {
  const { validation, flags, types } = settings
  const [kind = '', ...rest] = validation
  const paths = [...files.keys()].filter((path) => folder.test(path)).sort(inNaturalOrder)
  const isInteractive = types.includes('interactive') || rest.includes('interactive')
  const isCustom = kind === 'custom' || isInteractive || (kind === '' && paths.length > 0)
  if (!isCustom) {
    const named = kind === '' || kind === 'default' ? [] : [`validation "${validation.join(' ')}"`]
    const found = defaultFields(flags)
    return { ...found, unsupported: [...named, ...found.unsupported] }
  }
  const checker = checkerIn(files, paths)
  if (typeof checker === 'string')
    return {
      fields: { comparison: 'tokens', ignore_case: true },
      unsupported: [checker],
      used: new Set(),
      scores: false,
    }
  const notes = missingHeaders(checker, isInteractive ? 'The interactor' : 'The output validator')
  const used = new Set(paths)
  const scores = types.includes('scoring') && (rest.includes('score') || kind === '')
  const program = flags.length > 0 ? { ...checker, arguments: [...flags] } : checker
  if (isInteractive)
    return {
      fields: { comparison: 'interactive', interactor: { ...program, protocol: 'kattis' } },
      unsupported: [],
      notes,
      used,
      scores,
    }
  return { fields: { comparison: 'checker', checker: program }, unsupported: [], notes, used, scores }
}
