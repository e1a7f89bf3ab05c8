import type { ListLabel } from './docx-numbering.ts'
import type { Look, Styles } from './docx-styles.ts'
import { readableText } from './docx-symbols.ts'
import { ommlTex } from './omml.ts'
import { childOf, childrenOf, findAll, textOf, type XmlElement } from './xml.ts'

/** A formula, a picture, or something that cannot be kept although the text is incomplete without it. */
export type Inset =
  | { kind: 'formula'; tex: string }
  | { kind: 'image'; src: string }
  | { kind: 'missing'; what: string }

/** Text of one look, or an inset, whose text is `insetChar`. */
export interface Run {
  text: string
  look: Look
  href?: string | undefined
  inset?: Inset | undefined
}

export const insetChar = '\ufffc'

/** A paragraph of a document. */
export interface Paragraph {
  kind: 'paragraph'
  /** Its number in the document, from 1. */
  line: number
  /** The level of a heading, from 1; 0 for other paragraphs. */
  heading: number
  /** The number or letter that Word shows before it. */
  label: ListLabel | undefined
  runs: Run[]
  losses: string[]
}

/** The targets of a part's relationships, by id. */
export type Relations = ReadonlyMap<string, { target: string; isExternal: boolean }>

export interface Note {
  content: XmlElement
  /** Those of its part of the file. */
  relations: Relations
}

export interface RunContext {
  styles: Styles
  relations: Relations
  /** Footnotes and endnotes, by kind and id. */
  notes: ReadonlyMap<string, Note>
  losses: (sentence: string) => void
  /** Called with the paragraphs of a text box. */
  textBox: (content: XmlElement) => void
}

const said = {
  tracked: 'Tracked changes are accepted',
  comment: 'Comments are not kept',
  note: 'Footnotes are put in brackets',
  raised: 'Slightly raised or lowered text is shown on the line',
  caps: 'Capitals set by formatting are shown as typed',
  linked: 'A linked picture is not in the file',
  chart: 'Charts are not kept',
  diagram: 'Diagrams (SmartArt) are not kept',
  shape: 'Drawn shapes are not kept',
  object: 'Embedded objects are not kept',
  format: (name: string) =>
    `A picture in the format ${(name.split('.').at(-1) ?? '').toUpperCase()} is not kept; save it as PNG`,
  media: 'Audio, video and embedded pages are not kept',
  part: 'A part of another file is not kept',
  unknown: (name: string) => `Something in the document is not kept (${name.slice(0, 40)})`,
} as const

const technical = new Set(
  'tblGrid proofErr bookmarkStart bookmarkEnd permStart permEnd lastRenderedPageBreak softHyphen annotationRef footnoteRef endnoteRef separator continuationSeparator instrText fldData moveFromRangeStart moveFromRangeEnd moveToRangeStart moveToRangeEnd customXmlInsRangeStart customXmlInsRangeEnd customXmlDelRangeStart customXmlDelRangeEnd commentRangeEnd rt delInstrText'.split(
    ' ',
  ),
)
const isTechnical = (name: string) => technical.has(name) || /Pr$/.test(name)
const wrappers = new Set('sdt sdtContent smartTag customXml fldSimple ruby rubyBase dir bdo oMathPara'.split(' '))

/** Letters of scripts that Word formats separately: Hebrew and Arabic, those of South Asia, Thai, Lao, Tibetan, Khmer. */
const complex = /[\u0590-\u08ff\u0900-\u0fff\u1780-\u17ff]/
/** The look of a text, which has its own bold and italics in complex scripts. */
const lookOfScript = (element: XmlElement, look: Look): Look =>
  (look.boldComplex || look.italicComplex) && complex.test(textOf(element))
    ? { ...look, bold: look.bold || look.boldComplex, italic: look.italic || look.italicComplex }
    : look

/** In half points. Converters move text by less to align it. */
const minRaised = 4

interface Field {
  instruction: string
  hasResult: boolean
}

/** Reads the content of paragraphs. A field may span several of them. */
export class RunReader {
  readonly #context: RunContext
  readonly #fields: Field[] = []

  constructor(context: RunContext) {
    this.#context = context
  }

  /** @param look of the paragraph's style */
  read(paragraph: XmlElement, look: Partial<Look>): Run[] {
    return this.#scripts(this.#nodes(paragraph, look, undefined))
  }

  /** Raised and lowered text as superscripts and subscripts, unless the whole paragraph is raised. */
  #scripts(runs: readonly Run[]): Run[] {
    const levels = new Set(runs.flatMap(({ text, look, inset }) => (inset || !text.trim() ? [] : [look.raised])))
    return runs.map((run): Run => {
      const { raised, script } = run.look
      const isMoved = levels.size > 1 && raised !== 0 && script === '' && !run.inset && run.text.trim() !== ''
      const isScript = isMoved && Math.abs(raised) >= minRaised
      if (isMoved && !isScript) this.#context.losses(said.raised)
      return { ...run, look: { ...run.look, raised: 0, script: isScript ? (raised > 0 ? 'sup' : 'sub') : script } }
    })
  }

  #nodes(parent: XmlElement, look: Partial<Look>, href: string | undefined): Run[] {
    return childrenOf(parent).flatMap((element) => this.#node(element, look, href))
  }

  #node(element: XmlElement, look: Partial<Look>, href: string | undefined): Run[] {
    const { losses, relations } = this.#context
    const { name, attributes } = element
    if (wrappers.has(name)) return this.#nodes(element, look, href)
    if (isTechnical(name)) return []
    switch (name) {
      case 'r':
        return this.#run(element, look, href)
      case 'hyperlink': {
        const link = relations.get(attributes.id ?? '')
        return this.#nodes(element, look, link?.isExternal && /^https?:/i.test(link.target) ? link.target : href)
      }
      case 'ins':
      case 'moveTo':
        if (childrenOf(element).length > 0) losses(said.tracked)
        return this.#nodes(element, look, href)
      case 'del':
      case 'moveFrom':
        losses(said.tracked)
        return []
      case 'oMath':
        return this.#formula(element, look)
      case 'AlternateContent':
        return this.#alternative(element, (child) => this.#node(child, look, href))
      case 'commentRangeStart':
        losses(said.comment)
        return []
      default:
        losses(said.unknown(name))
        return []
    }
  }

  /** Reads the first version of content that was written for several versions of Word. */
  #alternative<T>(element: XmlElement, read: (child: XmlElement) => T[]): T[] {
    const chosen = childOf(element, 'Choice') ?? childOf(element, 'Fallback')
    return chosen ? childrenOf(chosen).flatMap(read) : []
  }

  #formula(element: XmlElement, look: Partial<Look>): Run[] {
    if (findAll(element, 'ins', 'del', 'moveTo', 'moveFrom').length > 0) this.#context.losses(said.tracked)
    const tex = ommlTex(element)
    if (tex === '') return []
    return [
      tex === null
        ? this.#inset({ kind: 'missing', what: 'A formula cannot be read' }, look)
        : this.#inset({ kind: 'formula', tex }, look),
    ]
  }

  #inset(inset: Inset, look: Partial<Look>): Run {
    return { text: insetChar, look: this.#context.styles.run(look, undefined), inset }
  }

  #run(element: XmlElement, paragraph: Partial<Look>, href: string | undefined): Run[] {
    const { styles, losses } = this.#context
    const look = styles.run(paragraph, childOf(element, 'rPr'))
    if (look.caps) losses(said.caps)
    return childrenOf(element).flatMap((child) => this.#content(child, look, href))
  }

  #content(element: XmlElement, look: Look, href: string | undefined): Run[] {
    const { losses, notes } = this.#context
    const { name, attributes } = element
    const text = (written: string): Run[] => (this.#isShown ? [{ text: written, look, href }] : [])
    if (name === 'instrText') {
      const field = this.#fields.at(-1)
      if (field && field.instruction.length < 200) field.instruction += textOf(element)
    }
    if (isTechnical(name)) return []
    switch (name) {
      case 't':
        return this.#isShown
          ? this.#text(textOf(element).replaceAll(insetChar, ''), lookOfScript(element, look), href)
          : []
      case 'delText':
        losses(said.tracked)
        return []
      case 'tab':
      case 'ptab':
        return text('\t')
      case 'br':
        return attributes.type === 'page' || attributes.type === 'column' ? [] : text('\n')
      case 'cr':
        return text('\n')
      case 'noBreakHyphen':
        return text('-')
      case 'sym': {
        const code = Number.parseInt(attributes.char ?? '', 16)
        return Number.isNaN(code) || code > 0xffff
          ? []
          : this.#text(String.fromCodePoint(code), { ...look, font: attributes.font ?? '' }, href)
      }
      case 'fldChar':
        return this.#field(attributes.fldCharType ?? '', look)
      case 'footnoteReference':
      case 'endnoteReference': {
        const note = notes.get(`${name}${attributes.id ?? ''}`)
        const runs = note ? this.#note(note) : []
        if (runs.length === 0) return []
        losses(said.note)
        const around: Look = { ...look, script: '', raised: 0 }
        return [{ text: ' [', look: around }, ...runs, { text: ']', look: around }]
      }
      case 'commentReference':
        losses(said.comment)
        return []
      case 'drawing':
        return this.#drawing(element, look)
      case 'pict':
        return this.#picture(element, look)
      case 'object':
        return this.#object(element, look)
      case 'AlternateContent':
        return this.#alternative(element, (child) => this.#content(child, look, href))
      case 'r':
      case 'ruby':
      case 'rubyBase':
        return name === 'r' ? this.#run(element, look, href) : this.#nodes(element, look, href)
      case 'oMath':
        return this.#formula(element, look)
      default:
        losses(said.unknown(name))
        return []
    }
  }

  /** The content of a note, on one line. */
  #note({ content, relations }: Note): Run[] {
    const { styles } = this.#context
    // `findAll` finds the paragraphs of text boxes, too.
    const reader = new RunReader({ ...this.#context, relations, notes: new Map(), textBox: () => {} })
    const runs = findAll(content, 'p').flatMap((paragraph) => {
      const properties = childOf(paragraph, 'pPr')
      const style = styles.paragraph(properties && childOf(properties, 'pStyle')?.attributes.val)
      return [...reader.read(paragraph, style.look), { text: ' ', look: styles.run({}, undefined) }]
    })
    const first = runs.findIndex(({ text }) => text.trim() !== '')
    const last = runs.findLastIndex(({ text }) => text.trim() !== '')
    return runs.slice(Math.max(0, first), last + 1).map((run, at, { length }): Run => {
      const text = run.text.replace(/\s+/g, ' ')
      const started = at === 0 ? text.trimStart() : text
      return { ...run, text: at === length - 1 ? started.trimEnd() : started }
    })
  }

  get #isShown() {
    return this.#fields.every(({ hasResult }) => hasResult)
  }

  #text(text: string, look: Look, href: string | undefined): Run[] {
    if (text === '') return []
    const chars = readableText(text, look.font)
    return chars === null
      ? [
          this.#inset(
            { kind: 'missing', what: `A symbol in the font ${look.font.slice(0, 40) || 'Symbol'} cannot be read` },
            look,
          ),
        ]
      : [{ text: chars, look, href }]
  }

  #field(type: string, look: Look): Run[] {
    if (type === 'begin') this.#fields.push({ instruction: '', hasResult: false })
    const field = this.#fields.at(-1)
    if (type === 'separate' && field) field.hasResult = true
    if (type !== 'end') return []
    const ended = this.#fields.pop()
    // These have no result: Word computes what it shows.
    const [, kind = ''] = /^\s*(EQ|SYMBOL|AUTONUM\w*|LISTNUM)\b/i.exec(ended?.instruction ?? '') ?? []
    if (kind === '' || ended?.hasResult) return []
    const what = /^eq$/i.test(kind) ? 'An equation made with a field (EQ)' : `A field (${kind.toUpperCase()})`
    return [this.#inset({ kind: 'missing', what: `${what} is not kept` }, look)]
  }

  #image(id: string, look: Look): Run[] {
    const { relations, losses } = this.#context
    const relation = relations.get(id)
    if (!relation || relation.isExternal) losses(said.linked)
    else if (/\.(?:emf|wmf|emz|wmz|pict?|tiff?|eps)$/i.test(relation.target)) losses(said.format(relation.target))
    else return [this.#inset({ kind: 'image', src: relation.target }, look)]
    return [this.#inset({ kind: 'image', src: '' }, look)]
  }

  #drawing(element: XmlElement, look: Look): Run[] {
    const { losses, textBox } = this.#context
    const boxes = findAll(element, 'txbxContent')
    for (const box of boxes) textBox(box)
    const names = new Set(
      findAll(element, 'blip', 'chart', 'relIds', 'wsp', 'videoFile', 'audioFile').map(({ name }) => name),
    )
    if (names.has('chart')) losses(said.chart)
    if (names.has('relIds')) losses(said.diagram)
    if (names.has('videoFile') || names.has('audioFile')) losses(said.media)
    if (names.has('wsp') && boxes.length === 0) losses(said.shape)
    const isLost = names.has('chart') || names.has('relIds') || (names.has('wsp') && boxes.length === 0)
    const images = findAll(element, 'blip').flatMap(({ attributes: { embed, link } }) => {
      if (embed) return this.#image(embed, look)
      if (link) losses(said.linked)
      return [this.#inset({ kind: 'image', src: '' }, look)]
    })
    return images.length > 0 || !isLost ? images : [this.#inset({ kind: 'image', src: '' }, look)]
  }

  #picture(element: XmlElement, look: Look): Run[] {
    const { losses, textBox } = this.#context
    const boxes = findAll(element, 'txbxContent')
    for (const box of boxes) textBox(box)
    const images = findAll(element, 'imagedata')
    // A line made of three hyphens is a shape, too.
    const isRule = findAll(element, 'rect').some(({ attributes }) => attributes.hr !== undefined)
    if (boxes.length === 0 && images.length === 0 && !isRule && childrenOf(element).length > 0) losses(said.shape)
    return images.flatMap(({ attributes: { id = '' } }) => this.#image(id, look))
  }

  #object(element: XmlElement, look: Look): Run[] {
    const program = findAll(element, 'OLEObject')[0]?.attributes.ProgID ?? ''
    if (/equation|mathtype/i.test(program))
      return [this.#inset({ kind: 'missing', what: 'An equation made with Equation Editor is not kept' }, look)]
    this.#context.losses(said.object)
    return [this.#inset({ kind: 'missing', what: 'An embedded object is not kept' }, look)]
  }
}
