import { mappingIn, textIn, wordsIn } from './descriptor.ts'
import type { TestNode } from './testdata.ts'

/** Settings of programs and cases, since 2023-07, that affect verdicts but are not supported. */

const maxListed = 10
const listed = (names: readonly string[]) =>
  [...names.slice(0, maxListed), ...(names.length > maxListed ? [`${names.length - maxListed} more`] : [])].join(', ')

/** True if a field of a settings file is a list with entries, or text. */
const has = (settings: object, field: string) => wordsIn((settings as Record<string, unknown>)[field]).length > 0

/** The cases below groups whose settings have arguments for the program. */
const withArguments = ({ cases, children, settings }: TestNode, inherited = false): string[] => {
  const applies = inherited || has(settings, 'args')
  return [...(applies ? cases : []), ...children.flatMap((child) => withArguments(child, applies))]
}

/**
 * Notes the unsupported settings of a package.
 * @param cases names of the test cases
 */
export function unsupportedSettings(
  files: ReadonlyMap<string, Buffer>,
  root: TestNode,
  cases: readonly string[],
): string[] {
  const inGroups = new Set(withArguments(root))
  const withFiles = new Set([...files.keys()].flatMap((path) => /^(.+)\.files\//.exec(path)?.[1] ?? []))
  const own = new Map(cases.map((name) => [name, mappingIn(textIn(files, `${name}.yaml`) ?? '', `${name}.yaml`)]))
  const hasOwn = (name: string, field: string) => has(own.get(name) ?? {}, field)
  const given = cases.filter(
    (name) => inGroups.has(name) || withFiles.has(name) || files.has(`${name}.args`) || hasOwn(name, 'args'),
  )
  const validated = cases.filter((name) => hasOwn(name, 'output_validator_args'))
  return [
    ...(given.length > 0
      ? [`Test cases with arguments or files for the program are judged without them: ${listed(given)}`]
      : []),
    ...(validated.length > 0
      ? [`Test cases with their own output_validator_args are judged with those of their group: ${listed(validated)}`]
      : []),
    ...([...files.keys()].some((path) => path.startsWith('static_validator/'))
      ? ['The static validator is not run']
      : []),
  ]
}
