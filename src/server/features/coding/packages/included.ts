import { type Language, languageNames, languages } from '#shared/coding/languages.rules.ts'
import { singleFileLanguages, type TemplateForm, templateList } from '#shared/coding/templates.schema.ts'
import { inNaturalOrder, textOf } from './cases.ts'
import { languageOfCode } from './descriptor.ts'
import { hasMain, sourceName } from './solutions.ts'

/** The files of a problem package that are judged together with every submission. */

export interface FoundIncluded {
  templates: TemplateForm[]
  /** Folders that cannot be used, with the reason. */
  notes: string[]
  used: Set<string>
}

const folder = /^include\/([^/]+)\/./
const baseOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)
const nameIn = (path: string, language: Language) => sourceName(baseOf(path), language)

/** Files of one language override those of `include/default`. A file with a main program becomes the driver. */
function templateOf(files: ReadonlyMap<string, Buffer>, language: Language, paths: readonly string[]) {
  const byName = new Map(paths.map((path) => [nameIn(path, language), path]))
  const texts = [...byName].map(([name, path]) => ({ name, path, read: textOf(files.get(path) ?? Buffer.of()) }))
  const unread = texts.find(({ path, read }) => files.get(path)?.length && 'problem' in read)
  if (unread && 'problem' in unread.read) return `${unread.name}: ${unread.read.problem}`
  const sources = texts.map(({ name, read }) => ({ name, content: 'text' in read ? read.text : '' }))
  const main = sources.find(({ name, content }) => hasMain(name, content))
  const form = templateList.safeParse([
    {
      language,
      driver: main?.content,
      files: sources.filter((one) => one !== main && one.content !== ''),
    },
  ])
  return form.success ? form.data : (form.error.issues[0]?.message ?? '')
}

/** Reads `include/LANGUAGE` and, for the other languages, `include/default`. */
export function findIncluded(files: ReadonlyMap<string, Buffer>): FoundIncluded {
  const paths = [...files.keys()].filter((path) => folder.test(path)).sort(inNaturalOrder)
  const found: FoundIncluded = { templates: [], notes: [], used: new Set(paths) }
  const folders = Map.groupBy(paths, (path) => folder.exec(path)?.[1] ?? '')
  const shared = folders.get('default') ?? []
  folders.delete('default')
  for (const name of folders.keys())
    if (languageOfCode(name) === undefined)
      found.notes.push(`include/${name} was not used. Its language is not supported`)
  for (const language of languages) {
    const own = [...folders].filter(([name]) => languageOfCode(name) === language)
    if (own.length === 0 && (shared.length === 0 || singleFileLanguages.includes(language))) continue
    const read = templateOf(files, language, [...shared, ...own.flatMap(([, paths]) => paths)])
    if (typeof read === 'string')
      found.notes.push(`include/${own[0]?.[0] ?? 'default'} was not used for ${languageNames[language]}. ${read}`)
    else found.templates.push(...read)
  }
  return found
}
