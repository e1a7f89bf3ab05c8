import type { z } from 'zod'
import { questionFields } from '#shared/coding/coding.schema.ts'
import { inNaturalOrder, textOf } from './cases.ts'
import { withoutMark } from './descriptor.ts'
import { findFigures, findPdf } from './figures.ts'
import { noStatement, packageRefused } from './packages.errors.ts'
import { convertTex, maxTex } from './tex.ts'

/** Splits the statement of a problem package into the parts of a question. */

export const statementParts = questionFields.pick({
  description: true,
  input_format: true,
  output_format: true,
  constraints: true,
  explanation: true,
})
export type StatementParts = z.output<typeof statementParts>

const headings: Record<string, Exclude<keyof StatementParts, 'description'>> = {
  Input: 'input_format',
  Output: 'output_format',
  Constraints: 'constraints',
  Explanation: 'explanation',
}

const markdownHeading = /^##[ \t]+(Input|Output|Constraints|Explanation)[ \t]*$/gm

const nothing = { input_format: '', output_format: '', constraints: '', explanation: '' }

/**
 * Splits a statement at the headings of its parts. The first heading of each part counts; text before any heading is
 * the description.
 */
function split(text: string, heading: RegExp): StatementParts {
  const cut: StatementParts = { description: '', ...nothing }
  let part: keyof StatementParts = 'description'
  let from = 0
  const seen = new Set<string>()
  for (const { 0: whole, 1: name = '', index } of text.matchAll(heading)) {
    if (seen.has(name)) continue
    seen.add(name)
    cut[part] = text.slice(from, index).trim()
    part = headings[name] ?? part
    from = index + whole.length
  }
  cut[part] = text.slice(from).trim()
  // Nothing precedes the first heading: use the whole text as the description.
  return cut.description === '' ? { ...nothing, description: text.trim() } : cut
}

/** Parses a Markdown statement. A leading top-level heading is the title, unless it is the only content. */
export function splitMarkdown(text: string): StatementParts & { title?: string } {
  const [heading, title] = /^\s*# +(\S.*)\n/.exec(text) ?? []
  const below = heading === undefined ? '' : text.slice(heading.length)
  if (title === undefined || below.trim() === '') return split(text, markdownHeading)
  return { ...split(below, markdownHeading), title: title.trim() }
}

/** Joins the parts into a Markdown document. The inverse of `splitMarkdown`. */
export const joinMarkdown = (question: StatementParts): string =>
  [
    question.description,
    ...Object.entries(headings).flatMap(([name, part]) => (question[part] ? [`## ${name}`, question[part]] : [])),
  ].join('\n\n')

const place = /^(?:problem_statement|statement)\/problem(?:\.([\w-]+))?\.(md|tex|pdf|html?)$/i

const kinds = ['md', 'tex'] as const

const languageOf = (path: string) => place.exec(path)?.[1]?.toLowerCase() ?? ''

/** Sort key: English before unspecified before other languages, then Markdown before TeX. */
function rank(path: string): number {
  const language = languageOf(path)
  const tongue = /^en\b/.test(language) ? 0 : language === '' ? 1 : 2
  return tongue * kinds.length + kinds.indexOf(path.slice(path.lastIndexOf('.') + 1).toLowerCase() as 'md')
}

export interface FoundStatement extends StatementParts {
  /** From the statement itself, for packages without another title. */
  title: string | undefined
  /** Images by the paths that the texts name. */
  figures?: Map<string, Buffer>
  pdf: Buffer | undefined
  /** Files of the statement, including other languages. */
  used: Set<string>
  notes: string[]
  /** True if the statement is in a file that cannot be read. */
  isMissing: boolean
}

/** Names the languages of other statements. */
function languageNote(paths: readonly string[], chosen: string): string[] {
  const all = new Set(paths.map(languageOf).filter((language) => language !== '' && language !== languageOf(chosen)))
  return all.size > 0 ? [`Statements in other languages were left out: ${listed(all)}`] : []
}

/** @throws VALIDATION when there is no statement */
export function findStatement(files: ReadonlyMap<string, Buffer>): FoundStatement {
  const all = [...files.keys()]
    .filter((path) => place.test(path) || /^problem(\.[\w-]+)?\.(pdf|html?)$/i.test(path))
    .sort()
  const [path] = all.filter((path) => /\.(md|tex)$/i.test(path)).sort((one, other) => rank(one) - rank(other))
  const [unread] = all
  const { pdf, path: pdfPath, notes: pdfNotes } = findPdf(files)
  const shared = { pdf, used: new Set([...all, ...(pdfPath ? [pdfPath] : [])]), isMissing: false }
  if (!path && pdf)
    return { ...shared, title: undefined, description: 'The statement is in the PDF.', ...nothing, notes: [] }
  if (!path && unread) return { ...shared, ...unreadStatement(unread, pdfNotes) }
  if (!path) throw noStatement()
  const read = textOf(withoutMark(files.get(path) ?? Buffer.of()))
  if ('problem' in read) throw packageRefused(`${path}: ${read.problem}`)
  if (/\.tex$/i.test(path) && read.text.length > maxTex)
    throw packageRefused(`${path} is longer than ${maxTex.toLocaleString('en')} characters`)
  const { title, parts, unknown } = /\.md$/i.test(path) ? fromMarkdown(read.text) : fromTex(read.text)
  const found = findFigures(files, path.slice(0, path.lastIndexOf('/')), parts)
  return {
    ...shared,
    ...found.parts,
    title,
    figures: found.figures,
    used: new Set([...shared.used, ...found.figures.keys()]),
    notes: [
      ...languageNote(all, path),
      ...pdfNotes,
      ...(unknown.size > 0
        ? [`${path} was converted from TeX, except for ${listed(unknown)}. Please review the statement`]
        : []),
      ...found.notes,
    ],
  }
}

/** Code in a cell of a Markdown table. */
function codeCell(text: string): string {
  const shown = text.replaceAll('|', '\\|')
  return text.trim() === '' ? ' ' : shown.includes('`') ? `\`\` ${shown} \`\`` : `\`${shown}\``
}

/** Sample conversations with an interactor, from `.interaction` files: `<` precedes input of the program, `>` output. */
export function findConversations(files: ReadonlyMap<string, Buffer>): { text: string; used: string[] } {
  const used = [...files.keys()].filter((path) => /^data\/sample\/.+\.interaction$/.test(path)).sort(inNaturalOrder)
  const texts = used.flatMap((path) => {
    const read = textOf(files.get(path) ?? Buffer.of())
    if ('problem' in read) throw packageRefused(`${path}: ${read.problem}`)
    const rows = read.text.split(/\r?\n/).flatMap((line) => {
      const [, side, said = ''] = /^([<>])(.*)$/.exec(line) ?? []
      return side === '<' ? [`| ${codeCell(said)} |   |`] : side === '>' ? [`|   | ${codeCell(said)} |`] : []
    })
    return rows.length > 0
      ? [['| Your program reads | Your program prints |', '| --- | --- |', ...rows].join('\n')]
      : []
  })
  const title = (at: number) => `### Sample conversation${texts.length > 1 ? ` ${at + 1}` : ''}`
  return { text: texts.map((table, at) => `\n\n${title(at)}\n\n${table}`).join(''), used }
}

function fromMarkdown(text: string) {
  const { title, ...parts } = splitMarkdown(text)
  return { title, parts, unknown: new Set<string>() }
}

function fromTex(tex: string) {
  const { text, title, unknown } = convertTex(tex)
  return { title, parts: { ...split(text, markdownHeading) }, unknown }
}

/** Placeholder for a statement that must be copied by hand. */
const unreadStatement = (path: string, notes: readonly string[]) => ({
  description: `The statement is in ${path} of the package. Copy it here before you publish this question.`,
  ...nothing,
  title: undefined,
  notes: [
    ...notes,
    `The statement is in ${path}, which cannot be imported. The question remains a draft until you save it`,
  ],
  isMissing: true,
})

const maxListed = 10
const listed = (names: ReadonlySet<string>) =>
  [...[...names].slice(0, maxListed), ...(names.size > maxListed ? [`${names.size - maxListed} more`] : [])].join(', ')
