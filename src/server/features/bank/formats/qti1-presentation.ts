import { UnreadableItem } from './found.ts'
import { childrenOf, isElement, textOf, type XmlElement } from './xml.ts'

/** Reads what a QTI 1.2 item shows: its texts and responses in order. */

/** An option of a response. */
export interface Label {
  ident: string
  content: readonly XmlElement[]
  attributes: XmlElement['attributes']
}

const cardinalities = ['Single', 'Multiple', 'Ordered'] as const

/** A place for an answer. */
export interface Response {
  ident: string
  kind: 'choice' | 'text' | 'number'
  cardinality: (typeof cardinalities)[number]
  /** The texts inside the response, such as the left side of a match or the name of a blank. */
  prompt: readonly XmlElement[]
  labels: readonly Label[]
  /** The attributes of its text field. */
  field: XmlElement['attributes']
}

/** A text, or a response between texts. */
export type Shown = { material: XmlElement } | { response: Response }

export interface Presentation {
  shown: readonly Shown[]
  responses: readonly Response[]
  losses: readonly string[]
}

/** A plain text as the material that would contain it. */
const plainMaterial = (text: string, line: number): XmlElement => {
  const element = (name: string, children: XmlElement['children']): XmlElement => ({
    name,
    space: '',
    attributes: { texttype: 'text/plain' },
    children,
    line,
  })
  return element('material', [element('mattext', [text])])
}

/** Containers that only group other elements. */
const flows = new Set(['flow', 'flow_mat', 'flow_label', 'ims_render_object', 'render_extension'])

const refused: Record<string, string> = {
  response_grp: 'Its answer groups items, which is not supported',
  response_xy: 'Its answer is a place in an image, which is not supported',
  render_hotspot: 'Its answer is a place in an image, which is not supported',
  render_slider: 'Its answer is set with a slider, which is not supported',
  mat_extension: 'It uses an extension of another system; export it as Common Cartridge or QTI 1.2 and try again',
}
/** Elements about layout only. */
const ignored = new Set(['qticomment', 'response_extension', 'presentation_extension'])

const notKept = (name: string) => `The element “${name}” is not kept`

/** @throws UnreadableItem for kinds of answers that are not supported */
export function readPresentation(item: XmlElement): Presentation {
  const shown: Shown[] = []
  const responses: Response[] = []
  const idents = new Set<string>()
  const losses = new Set<string>()

  const check = ({ name }: XmlElement) => {
    const reason = refused[name]
    if (reason) throw new UnreadableItem(reason)
  }
  const unknown = (element: XmlElement) => {
    check(element)
    if (!ignored.has(element.name)) losses.add(notKept(element.name))
  }

  const contentOf = (label: XmlElement): XmlElement[] =>
    label.children.flatMap((node): XmlElement[] => {
      if (!isElement(node)) return node.trim() === '' ? [] : [plainMaterial(node, label.line)]
      if (node.name === 'material') return [node]
      if (flows.has(node.name)) return contentOf(node)
      unknown(node)
      return []
    })

  /** Reads the inside of a response. `before` and `after` are the texts around its field. */
  function readRender(element: XmlElement, into: Inside) {
    for (const child of childrenOf(element)) {
      check(child)
      if (child.name === 'response_label') {
        const { ident = '' } = child.attributes
        into.labels.push({ ident, content: contentOf(child), attributes: child.attributes })
      } else if (child.name === 'material') {
        if (child.attributes.position && textOf(child).trim() !== '')
          losses.add('The labels at the ends of the list are not kept')
        else if (!child.attributes.position) into[into.labels.length > 0 ? 'after' : 'before'].push(child)
      } else if (child.name === 'render_choice' || child.name === 'render_fib') {
        if (child.name === 'render_fib') into.field = { ...child.attributes, isFib: 'yes' }
        readRender(child, into)
        const { maxnumber = '0', minnumber = '0' } = child.attributes
        const isLimited = (Number(maxnumber) > 1 && Number(maxnumber) < into.labels.length) || Number(minnumber) > 1
        if (child.name === 'render_choice' && isLimited)
          losses.add('The number of options to choose is not limited here')
      } else if (flows.has(child.name)) readRender(child, into)
      else unknown(child)
    }
  }
  function readResponse(element: XmlElement) {
    const { ident = '', rcardinality = 'Single' } = element.attributes
    const inside: Inside = { labels: [], before: [], after: [], field: {} }
    readRender(element, inside)
    const { isFib, ...field } = inside.field
    const kind = element.name === 'response_lid' ? 'choice' : element.name === 'response_num' ? 'number' : 'text'
    const cardinality = cardinalities.find((one) => one.toLowerCase() === rcardinality.toLowerCase())
    if (!cardinality) throw new UnreadableItem(`Its answers have the unknown cardinality “${rcardinality}”`)
    if (kind === 'choice' && isFib)
      throw new UnreadableItem('Its answer is typed, but its scoring is that of options; it cannot be read')
    if (kind !== 'choice' && inside.labels.length > 1)
      throw new UnreadableItem('One of its answers has several blanks; split it into several answers')
    const isInline = kind !== 'choice'
    const response: Response = {
      ident,
      kind,
      // One field has one answer, whatever Sakai and ILIAS call it.
      cardinality: kind === 'choice' ? cardinality : 'Single',
      prompt: isInline ? [] : [...inside.before, ...inside.after],
      labels: inside.labels,
      field,
    }
    if (idents.has(ident)) throw new UnreadableItem(`Two of its answers have the same name “${ident}”`)
    if (isInline) shown.push(...inside.before.map((material) => ({ material })))
    shown.push({ response })
    if (isInline) shown.push(...inside.after.map((material) => ({ material })))
    idents.add(ident)
    responses.push(response)
  }

  function walk(element: XmlElement) {
    for (const child of childrenOf(element)) {
      check(child)
      if (child.name === 'material') shown.push({ material: child })
      else if (/^response_(?:lid|str|num)$/.test(child.name)) readResponse(child)
      else if (flows.has(child.name)) walk(child)
      else unknown(child)
    }
  }
  for (const presentation of childrenOf(item, 'presentation')) walk(presentation)
  return { shown, responses, losses: [...losses] }
}

interface Inside {
  labels: Label[]
  before: XmlElement[]
  after: XmlElement[]
  field: Record<string, string>
}
