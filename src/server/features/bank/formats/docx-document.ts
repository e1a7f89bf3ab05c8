import { Lists } from './docx-numbering.ts'
import { type Note, type Paragraph, type Relations, type Run, RunReader } from './docx-runs.ts'
import { Styles } from './docx-styles.ts'
import { type PackageFiles, UnreadableFile } from './found.ts'
import { childOf, childrenOf, readDocument, readXml, type XmlElement } from './xml.ts'
import { decodeXml } from './xml-text.ts'

/** Reads the paragraphs and tables of a Word document as Word shows them. */

/** A table. Each cell has its paragraphs. */
export interface Table {
  kind: 'table'
  line: number
  rows: Paragraph[][][]
  losses: string[]
}
export type Block = Paragraph | Table

const maxNesting = 10
const chunkSize = 65_536

function* chunksOf(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += chunkSize) yield text.slice(at, at + chunkSize)
}

const partOf = async (files: PackageFiles, name: string): Promise<string | undefined> =>
  files.names.includes(name) ? decodeXml(await files.read(name)) : undefined

/** A path relative to a part, as a name in the package. */
function resolved(part: string, target: string): string {
  if (target.startsWith('/')) return target.slice(1)
  const path = part.split('/').slice(0, -1)
  for (const step of target.split('/')) {
    if (step === '..') path.pop()
    else if (step !== '.' && step !== '') path.push(step)
  }
  return path.join('/')
}

async function relationsOf(
  files: PackageFiles,
  part: string,
): Promise<Map<string, { target: string; isExternal: boolean; type: string }>> {
  const at = part.lastIndexOf('/') + 1
  const text = await partOf(files, `${part.slice(0, at)}_rels/${part.slice(at)}.rels`)
  const root = text === undefined ? undefined : await readDocument(text)
  return new Map(
    (root ? childrenOf(root, 'Relationship') : []).map(({ attributes }) => {
      const { Id = '', Target = '', TargetMode, Type = '' } = attributes
      const isExternal = TargetMode === 'External'
      return [Id, { target: isExternal ? Target : resolved(part, Target), isExternal, type: Type }]
    }),
  )
}

type Targets = Awaited<ReturnType<typeof relationsOf>>

/** The name of the part that a relationship of this type leads to. */
const relatedName = (relations: Targets, type: string): string | undefined =>
  [...relations.values()].find((one) => one.type.endsWith(`/${type}`) && !one.isExternal)?.target

async function relatedPart(files: PackageFiles, relations: Targets, type: string): Promise<XmlElement | undefined> {
  const name = relatedName(relations, type)
  const text = name === undefined ? undefined : await partOf(files, name)
  return text === undefined ? undefined : await readDocument(text)
}

async function notesOf(files: PackageFiles, relations: Targets, kind: string): Promise<[string, Note][]> {
  const root = await relatedPart(files, relations, `${kind}s`)
  const own = await relationsOf(files, relatedName(relations, `${kind}s`) ?? '')
  return (root ? childrenOf(root, kind) : []).map((content) => [
    `${kind}Reference${content.attributes.id ?? ''}`,
    { content, relations: own },
  ])
}

/** True for a paragraph that was deleted as a whole while changes were tracked. */
const isDeleted = (paragraph: XmlElement): boolean => {
  const properties = childOf(paragraph, 'pPr')
  const mark = properties && childOf(properties, 'rPr')
  return mark !== undefined && childOf(mark, 'del') !== undefined
}

class BlockReader {
  readonly #styles: Styles
  readonly #lists: Lists
  readonly #runs: RunReader
  #line = 0
  #losses = new Set<string>()
  #boxes: XmlElement[] = []

  constructor(styles: Styles, lists: Lists, relations: Relations, notes: ReadonlyMap<string, Note>) {
    this.#styles = styles
    this.#lists = lists
    this.#runs = new RunReader({
      styles,
      relations,
      notes,
      losses: (sentence) => this.#losses.add(sentence),
      textBox: (content) => this.#boxes.push(content),
    })
  }

  /** The blocks of an element of the body. Text boxes follow their paragraph. */
  blocks(element: XmlElement, depth = 0): Block[] {
    if (depth > maxNesting) return []
    switch (element.name) {
      case 'p':
        return this.#paragraph(element, depth)
      case 'tbl':
        return [this.#table(element, depth)]
      case 'sdt':
      case 'sdtContent':
      case 'customXml':
      case 'ins':
      case 'moveTo':
      case 'txbxContent':
      case 'Choice':
        return childrenOf(element).flatMap((child) => this.blocks(child, depth + 1))
      case 'AlternateContent': {
        const chosen = childOf(element, 'Choice') ?? childOf(element, 'Fallback')
        return chosen ? childrenOf(chosen).flatMap((child) => this.blocks(child, depth + 1)) : []
      }
      case 'altChunk':
        this.#losses.add('A part of another file is not kept')
        return []
      default:
        return []
    }
  }

  #paragraph(element: XmlElement, depth: number): Block[] {
    const line = ++this.#line
    const properties = childOf(element, 'pPr')
    const style = this.#styles.paragraph(properties && childOf(properties, 'pStyle')?.attributes.val)
    const runs = this.#runs.read(element, style.look)
    const isGone = isDeleted(element) && runs.every(({ text }) => text.trim() === '')
    const numbering = properties && childOf(properties, 'numPr')
    const numId = (numbering && childOf(numbering, 'numId')?.attributes.val) ?? style.numId
    const given = numbering && childOf(numbering, 'ilvl')?.attributes.val
    const level = given === undefined ? style.level : Number(given) || 0
    const label = isGone || numId === undefined || numId === '0' ? undefined : this.#lists.next(numId, level)
    if (label && !label.isKnown) this.#losses.add('The format of a list’s numbers is not kept')
    const outline = properties && childOf(properties, 'outlineLvl')?.attributes.val
    const heading = outline === undefined ? style.heading : (Number(outline) + 1) % 10 || 0
    // A deleted paragraph passes its losses on to the next one.
    const losses = isGone ? [] : [...this.#losses]
    if (!isGone) this.#losses = new Set()
    const boxes = this.#boxes
    this.#boxes = []
    const paragraph: Paragraph = { kind: 'paragraph', line, heading, label, runs: joined(runs), losses }
    return [...(isGone ? [] : [paragraph]), ...boxes.flatMap((box) => this.blocks(box, depth + 1))]
  }

  #table(element: XmlElement, depth: number): Table {
    const losses = new Set<string>()
    const line = this.#line + 1
    const rows = childrenOf(element).flatMap((child) => (child.name === 'sdt' ? rowsIn(child) : [child]))
    const read = rows
      .filter(({ name }) => name === 'tr')
      .map((row) =>
        rowsIn(row, 'tc').flatMap((cell): Paragraph[][] => {
          const properties = childOf(cell, 'tcPr')
          const span = Number((properties && childOf(properties, 'gridSpan')?.attributes.val) ?? 1)
          const isMerged = properties && childOf(properties, 'vMerge') !== undefined
          if (span > 1 || isMerged) losses.add('Merged table cells are separated')
          const blocks = childrenOf(cell).flatMap((child) => this.blocks(child, depth + 1))
          const paragraphs = blocks.flatMap((block): Paragraph[] => {
            if (block.kind === 'paragraph') return [block]
            losses.add('A table inside a table is written as text')
            return block.rows.flat(2)
          })
          return [paragraphs, ...Array.from({ length: Math.min(Math.max(0, span - 1), 60) || 0 }, () => [])]
        }),
      )
    return { kind: 'table', line, rows: read, losses: [...losses] }
  }
}

/** Rows or cells, also inside content controls. */
const rowsIn = (element: XmlElement, name = 'tr'): XmlElement[] =>
  childrenOf(element).flatMap((child) =>
    child.name === name ? [child] : /^(?:sdt|sdtContent|customXml)$/.test(child.name) ? rowsIn(child, name) : [],
  )

const isSameLook = (a: Run, b: Run) =>
  a.href === b.href && Object.entries(a.look).every(([key, value]) => b.look[key as keyof Run['look']] === value)

/** Joins adjacent runs that look the same, because Word splits text at every correction. */
function joined(runs: readonly Run[]): Run[] {
  const found: Run[] = []
  for (const run of runs) {
    const last = found.at(-1)
    if (last && !last.inset && !run.inset && isSameLook(last, run)) last.text += run.text
    else found.push({ ...run })
  }
  return found
}

/**
 * Reads the document part by part.
 * @throws UnreadableFile if it is not a Word document
 */
export async function* readBlocks(files: PackageFiles): AsyncGenerator<Block> {
  const root = await relationsOf(files, '')
  const main = [...root.values()].find(({ type }) => type.endsWith('/officeDocument'))?.target ?? 'word/document.xml'
  const text = await partOf(files, main)
  if (text === undefined)
    throw new UnreadableFile(
      'It is not a Word document: its text (word/document.xml) is missing. Save it as .docx in Word',
    )
  const relations = await relationsOf(files, main)
  const styles = new Styles(await relatedPart(files, relations, 'styles'))
  const lists = new Lists(await relatedPart(files, relations, 'numbering'), styles.numberingOf)
  const notes = new Map([
    ...(await notesOf(files, relations, 'footnote')),
    ...(await notesOf(files, relations, 'endnote')),
  ])
  const reader = new BlockReader(styles, lists, relations, notes)
  let hasBody = false
  const isBlock = (_: XmlElement, ancestors: readonly XmlElement[]) => {
    const isInBody = ancestors.length === 2 && ancestors[1]?.name === 'body'
    hasBody ||= isInBody
    return isInBody
  }
  for await (const { element } of readXml(chunksOf(text), isBlock)) yield* reader.blocks(element)
  if (!hasBody) throw new UnreadableFile('The Word document is empty. Choose one with questions')
}
