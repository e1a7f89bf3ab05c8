import type { RubricCriterion } from '#shared/bank/types/essay.rules.ts'
import type { StoredImage } from './found.ts'
import { type RichContent, toMarkdown } from './html.ts'
import { displayFormula, inlineFormula } from './markdown.ts'
import { UnreadableElement } from './qti-values.ts'
import { childOf, childrenOf, findAll, isElement, textOf, type XmlElement, type XmlNode } from './xml.ts'

/** Separates the text of a QTI item from its interactions, feedback and authors' notes. */

/** References of an item to other files. */
export interface ItemSource {
  image: (src: string) => Promise<StoredImage>
  /** The content of a text document in the package; null if there is none. */
  document: (href: string) => Promise<readonly XmlNode[] | null>
}

const refusedInteractions: Readonly<Record<string, string>> = {
  hotspotInteraction: 'Hotspots on an image',
  selectPointInteraction: 'Points on an image',
  graphicOrderInteraction: 'Ordering places on an image',
  graphicAssociateInteraction: 'Connecting places on an image',
  graphicGapMatchInteraction: 'Filling gaps in an image',
  positionObjectInteraction: 'Placing objects on an image',
  positionObjectStage: 'Placing objects on an image',
  drawingInteraction: 'Drawings',
  mediaInteraction: 'Questions about played audio or video',
  customInteraction: 'Custom interactions',
  portableCustomInteraction: 'Portable custom interactions',
  endAttemptInteraction: 'Buttons that end an attempt, such as hints,',
  printedVariable: 'Texts computed for each student',
  templateBlock: 'Parts that depend on a template',
  templateInline: 'Parts that depend on a template',
}

const inlineEntries = new Set(['textEntryInteraction', 'inlineChoiceInteraction'])
/** Parts of interactions that are not part of the surrounding text. */
const parts = new Set(['simpleChoice', 'simpleMatchSet', 'simpleAssociableChoice', 'gapText', 'gapImg', 'inlineChoice'])
const technical = new Set(['stylesheet', 'catalogInfo', 'companionMaterialsInfo'])
const noGapsIn = new Set(['sub', 'sup', 'math'])

const div = (children: readonly XmlNode[]): XmlElement => ({
  name: 'div',
  space: '',
  attributes: {},
  children,
  line: 0,
})

/** QTI 3.0 classes that have the same meaning as an HTML element. */
const marked: Readonly<Record<string, string>> = {
  'qti-bold': 'strong',
  'qti-italic': 'em',
  'qti-underline': 'u',
  'qti-strikethrough': 's',
}

const classesOf = ({ attributes }: XmlElement) => (attributes.class ?? '').split(/\s+/)
const asRead = (text: string) => text.replace(/\s+/g, ' ').trim()

/** True for a paragraph with nothing but a text field and its unit. */
const isAlone = (element: XmlElement) =>
  (element.name === 'p' || element.name === 'div') &&
  element.children.every((child) =>
    isElement(child) ? inlineEntries.has(child.name) || classesOf(child).includes('unit') : child.trim() === '',
  )

const placeholders = /\ue000(\d+)\ue001/g

export class ItemText {
  readonly losses = new Set<string>()
  readonly interactions: XmlElement[] = []
  readonly feedback: XmlElement[] = []
  /** Blocks for authors and markers. */
  readonly rubrics: XmlElement[] = []
  /** Documents shown beside the item. */
  readonly passages: XmlNode[][] = []
  readonly #source: ItemSource
  readonly #hasGaps: boolean
  /** The Markdown for each placeholder. */
  readonly #kept: string[] = []
  #gaps = 0

  /** @param hasGaps shows fields inside the text as numbered gaps, otherwise as blanks */
  constructor(source: ItemSource, hasGaps: boolean) {
    this.#source = source
    this.#hasGaps = hasGaps
  }

  #keep(markdown: string): string {
    this.#kept.push(markdown)
    return `\ue000${this.#kept.length - 1}\ue001`
  }

  #gap(ancestors: readonly XmlElement[]): string {
    if (ancestors.some(({ name }) => noGapsIn.has(name)))
      throw new UnreadableElement('It has a gap inside a formula, which is not supported', ancestors.at(-1)?.line)
    return this.#keep(`{{${++this.#gaps}}}`)
  }

  async #element(element: XmlElement, ancestors: readonly XmlElement[]): Promise<XmlNode[]> {
    const { name, attributes } = element
    const refused = Object.hasOwn(refusedInteractions, name) ? refusedInteractions[name] : undefined
    if (refused) throw new UnreadableElement(`${refused} cannot be imported`, element.line)
    if (technical.has(name) || parts.has(name)) return []
    if (name === 'feedbackInline' || name === 'feedbackBlock') {
      this.feedback.push(element)
      return []
    }
    if (name === 'rubricBlock' && !(attributes.view ?? '').split(/\s+/).includes('candidate')) {
      this.rubrics.push(element)
      return []
    }
    if (name === 'infoControl') {
      this.losses.add('Hints on request are not kept')
      return []
    }
    const inside = [...ancestors, element]
    if (name === 'gap') return this.#hasGaps ? [this.#gap(ancestors)] : []
    if (inlineEntries.has(name)) {
      this.interactions.push(element)
      if (this.#hasGaps) return [this.#gap(ancestors)]
      const parent = ancestors.at(-1)
      return [parent && isAlone(parent) ? '' : '____']
    }
    if (name === 'object' || name === 'include') {
      const { data, type = '', href } = attributes
      if (name === 'object' && data && /^image\//i.test(type))
        return [{ ...element, name: 'img', attributes: { src: data, alt: asRead(textOf(element)) }, children: [] }]
      const link = data ?? href
      const document = link && (name === 'include' || /html|xml/i.test(type)) && (await this.#source.document(link))
      if (document) {
        this.passages.push([...document])
        return []
      }
      if (name === 'include') this.losses.add('A file that the text includes is missing')
    }
    if (name === 'img' && !attributes.src) return []
    if (name === 'a' && attributes.href && !/^(?:https?:|mailto:|tel:|javascript:|#)/i.test(attributes.href))
      this.losses.add('Linked files are not kept')
    if (
      classesOf(element).includes('unit') &&
      ancestors.at(-1)?.children.some((one) => isElement(one) && inlineEntries.has(one.name))
    )
      return []
    if (classesOf(element).includes('tex')) {
      const [, inline, display] = /^\s*(?:\\\(([\s\S]*)\\\)|\\\[([\s\S]*)\\\])\s*$/.exec(textOf(element)) ?? []
      const markdown = inline ? inlineFormula(inline) : display ? displayFormula(display) : undefined
      if (markdown) return name === 'div' ? [div([this.#keep(markdown)])] : [this.#keep(markdown)]
    }
    if (name.endsWith('Interaction')) {
      this.interactions.push(element)
      const isText = name === 'gapMatchInteraction' || name === 'hottextInteraction'
      const prompt = childOf(element, 'prompt')
      const content = isText ? element.children.filter((child) => child !== prompt) : []
      return [div([...(await this.nodes(prompt?.children ?? [], inside)), div(await this.nodes(content, inside))])]
    }
    const children = await this.nodes(element.children, inside)
    if (name === 'contentBody' || name === 'rubricBlock' || name === 'stimulusBody') return [div(children)]
    const mark = classesOf(element).find((one) => Object.hasOwn(marked, one))
    if (name === 'span' && mark) return [{ ...element, name: marked[mark] ?? name, children }]
    return name === 'hottext' ? children : [{ ...element, children }]
  }

  /** The nodes of a text, without the parts that are kept separately. */
  async nodes(nodes: readonly XmlNode[], ancestors: readonly XmlElement[] = []): Promise<XmlNode[]> {
    const read: XmlNode[] = []
    for (const node of nodes) {
      const written = isElement(node) ? await this.#element(node, ancestors) : [node.replace(/[\ue000\ue001]/g, '')]
      for (const one of written) read.push(one)
    }
    return read
  }

  /** Writes nodes as Markdown. @throws UnreadableItem */
  async markdown(nodes: readonly XmlNode[]): Promise<RichContent> {
    const content = await toMarkdown(await this.nodes(nodes), { image: this.#source.image })
    for (const loss of content.losses) this.losses.add(loss)
    // A marker in the author's text is not a gap.
    const text = this.#hasGaps ? content.text.replace(/\{(?=\{\s*\d+\s*\}\})/g, '{ ') : content.text
    if (text !== content.text) this.losses.add('Text such as {{1}} is written as { {1}}, because it would be a gap')
    return {
      ...content,
      text: text.replace(placeholders, (_, place: string) => this.#kept[Number(place)] ?? '').trim(),
    }
  }

  /** Writes notes, which are plain text. */
  async plain(block: XmlElement): Promise<string> {
    const [code] = findAll(block, 'pre')
    if (code && asRead(textOf(code)) === asRead(textOf(block))) return textOf(code).trim()
    const { text, images } = await this.markdown(block.children)
    if (images.length > 0) this.losses.add('Images in notes are not kept')
    return text.replace(/\\([\\`*_$#>+|~.)-])/g, '$1')
  }

  /** Writes the text of an option or another part. Only its first image is kept. */
  async part(element: XmlElement): Promise<{ text: string; image: string | undefined }> {
    if (findAll(element, 'feedbackInline', 'feedbackBlock').length > 0)
      this.losses.add('Feedback per option is not kept')
    const children = element.children.filter((child) => !isElement(child) || !child.name.startsWith('feedback'))
    const { text, images } = await this.markdown(children)
    if (images.length > 1) this.losses.add(`Only the first of ${images.length} images in an option is kept`)
    return { text, image: images[0] }
  }
}

/** The first result of a search. */
function firstOf<T, R>(all: readonly T[], search: (one: T) => R | undefined): R | undefined {
  for (const one of all) {
    const found = search(one)
    if (found !== undefined) return found
  }
  return undefined
}

/** The unit after a text field, as in our own files. */
export function unitOf(body: XmlElement, interaction: XmlElement): string | undefined {
  const holds = (element: XmlElement): XmlElement | undefined =>
    element.children.includes(interaction) ? element : firstOf(childrenOf(element), holds)
  const parent = holds(body)
  const at = parent?.children.indexOf(interaction) ?? -1
  const next = parent?.children.slice(at + 1).find((node) => isElement(node) || node.trim() !== '')
  return isElement(next) && classesOf(next).includes('unit') ? asRead(textOf(next)) : undefined
}

const rubricHead = ['Criterion', 'Level', 'Marks']
/** Marks as our own files contain them, such as `2.5` or `1e-7`. */
const levelMarks = /^\d{1,25}(?:\.\d{1,25})?(?:e[+-]\d{1,3})?$/

/** The rubric in a table with the columns Criterion, Level and Marks; null for any other text. */
export function rubricIn(block: XmlElement): RubricCriterion[] | null {
  const [table, ...others] = findAll(block, 'table')
  if (!table || others.length > 0 || asRead(textOf(block)) !== asRead(textOf(table))) return null
  const [head, ...rows] = findAll(table, 'tr').map((row) =>
    childrenOf(row)
      .filter(({ name }) => name === 'td' || name === 'th')
      .map((cell) => asRead(textOf(cell))),
  )
  if (head?.join() !== rubricHead.join() || rows.some((row) => row.length !== 3 || !levelMarks.test(row[2] ?? '')))
    return null
  const rubric: { criterion: string; levels: { label: string; marks: number }[] }[] = []
  for (const [criterion = '', label = '', marks = ''] of rows) {
    if (criterion !== '' || rubric.length === 0) rubric.push({ criterion, levels: [] })
    rubric.at(-1)?.levels.push({ label, marks: Number(marks) })
  }
  return rubric
}
