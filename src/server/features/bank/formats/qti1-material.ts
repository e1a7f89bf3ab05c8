import { type StoredImage, UnreadableItem } from './found.ts'
import { parseHtml, plainToMarkdown, type RichContent, toMarkdown } from './html.ts'
import { codeText, raised } from './html-styles.ts'

import { childrenOf, isElement, textOf, type XmlElement, type XmlNode } from './xml.ts'

/** Writes the texts and images of QTI 1.2 as Markdown. */

/** Finds and keeps the images of a file. */
export interface Images {
  /** Keeps the image at a URL. */
  at: (src: string) => Promise<StoredImage>
  /** Keeps an image that is written in the XML. */
  embedded: (base64: string, name: string) => Promise<StoredImage>
}

export interface Written {
  text: string
  images: string[]
}

interface Options {
  /** Why images cannot be kept in this place; without it, they are. */
  withoutImages?: string
  /** Changes each piece of text before it is escaped. */
  edit?: (text: string) => string
}

const maxPlain = 50_000
const blocks = new Set('ul ol table h1 h2 h3 h4 h5 h6 pre blockquote'.split(' '))

/** Tags as an author of HTML would use them, in a text whose type is not declared. */
const tags =
  /<\/?(?:p|div|span|br|b|i|u|em|strong|sub|sup|img|ul|ol|li|table|tbody|tr|td|th|a|pre|code|h[1-6])(?:\s[^<>]*)?\/?>/i

/** The TeX of an image that Canvas drew from a formula. */
function equationOf({ name, attributes }: XmlElement): string | undefined {
  if (name !== 'img' || attributes['data-equation-content']) return undefined
  const [, path] = /\/equation_images\/([^?#]+)/.exec(attributes.src ?? '') ?? []
  try {
    // Canvas encodes it twice.
    if (path) return decodeURIComponent(decodeURIComponent(path))
  } catch {
    // The description has it as well.
  }
  const isEquation = /(?:^|\s)equation_image(?:\s|$)/.test(attributes.class ?? '')
  return isEquation ? /^LaTeX:\s*(.+)$/s.exec(attributes.alt ?? '')?.[1] : undefined
}

const hasElement = (nodes: readonly XmlNode[], holds: (element: XmlElement) => boolean): boolean =>
  nodes.some((node) => isElement(node) && (holds(node) || hasElement(node.children, holds)))

/** The text of an answer that students type. */
function typedText(node: XmlNode): string {
  if (!isElement(node)) return node
  const inside = node.children.map(typedText).join('')
  return node.name === 'sup' ? raised(inside) : /^(?:p|div|br)$/.test(node.name) ? ` ${inside} ` : inside
}

/** The texts of one item. Collects losses. */
export class Texts {
  readonly losses = new Set<string>()
  /** True if a text without a declared type contains HTML tags. */
  hasUndeclaredTags = false
  readonly #images: Images
  readonly #readsTags: boolean

  /** @param readsTags whether the tags in texts without a declared type are formatting */
  constructor(images: Images, readsTags: boolean) {
    this.#images = images
    this.#readsTags = readsTags
  }

  #isHtml(element: XmlElement): boolean {
    const type = element.attributes.texttype?.trim().toLowerCase()
    if (type === undefined || type === '') {
      if (!tags.test(textOf(element))) return false
      this.hasUndeclaredTags = true
      return this.#readsTags
    }
    if (type === 'text/html' || type === 'text/xhtml' || type === 'html') return true
    if (type !== 'text/plain' && type !== 'text')
      throw new UnreadableItem(`Its text has the type “${type.slice(0, 40)}”; save it as HTML`)
    return false
  }

  #prepared(nodes: readonly XmlNode[], edit: (text: string) => string): XmlNode[] {
    return nodes.map((node) => {
      if (!isElement(node)) return edit(node)
      const tex = equationOf(node)
      const { href } = node.attributes
      if (node.name === 'a' && href && !/^(?:https?:|mailto:|tel:|javascript:|#)/i.test(href))
        this.losses.add('Linked files are not kept')
      const attributes = tex ? { ...node.attributes, 'data-equation-content': tex } : node.attributes
      return { ...node, attributes, children: this.#prepared(node.children, edit) }
    })
  }

  async #mattext(element: XmlElement, { withoutImages, edit = (text) => text }: Options): Promise<RichContent> {
    if (childrenOf(element).length === 0 && !this.#isHtml(element)) {
      const text = edit(textOf(element)).trim()
      if (text.length > maxPlain) throw new UnreadableItem('Its text is longer than 50,000 characters')
      return { text: await plainToMarkdown(text, true), images: [], losses: [] }
    }
    const nodes = childrenOf(element).length > 0 ? element.children : parseHtml(textOf(element))
    const image = withoutImages ? async () => ({ flaw: withoutImages }) : this.#images.at
    return await toMarkdown(this.#prepared(nodes, edit), { image, hasTex: true })
  }

  async #image(element: XmlElement, { withoutImages }: Options): Promise<RichContent> {
    const { uri = '', embedded, label = '' } = element.attributes
    const content = textOf(element).trim()
    // Sakai writes an empty image after each text.
    if (uri.trim() === '' && content === '') return { text: '', images: [], losses: [] }
    const stored: StoredImage = withoutImages
      ? { flaw: withoutImages }
      : embedded === 'base64' || (uri === '' && content !== '')
        ? await this.#images.embedded(content, label || 'image')
        : await this.#images.at(uri)
    if ('url' in stored) return { text: '', images: [stored.url], losses: [] }
    return { text: await plainToMarkdown(label), images: [], losses: [`An image is not kept: ${stored.flaw}`] }
  }

  async #part(part: XmlElement, options: Options): Promise<RichContent> {
    const none = { text: '', images: [], losses: [] }
    switch (part.name) {
      case 'mattext':
        return await this.#mattext(part, options)
      case 'matemtext': {
        const text = await this.#mattext(part, options)
        return { ...text, losses: [...text.losses, 'The emphasis of a text is not kept'] }
      }
      case 'matimage':
        return await this.#image(part, options)
      case 'matbreak':
        return { ...none, text: '\n' }
      case 'qticomment':
        return none
      case 'mataudio':
      case 'matvideo':
        return { ...none, losses: ['Audio, video and embedded pages are not kept'] }
      case 'matapplet':
      case 'matapplication':
        return { ...none, losses: ['Attached programs and documents are not kept'] }
      case 'matref':
        return { ...none, losses: ['A text that is stored elsewhere in the file is not kept'] }
      case 'altmaterial':
        return { ...none, losses: ['Alternative texts are not kept'] }
      case 'mat_extension':
        throw new UnreadableItem(
          'It uses an extension of another system; export it as Common Cartridge or QTI 1.2 and try again',
        )
      default:
        return { ...none, losses: [`The element “${part.name}” is not kept`] }
    }
  }

  /** Writes materials as Markdown, each as a paragraph. */
  async markdown(materials: readonly XmlElement[], options: Options = {}): Promise<Written> {
    const written: string[] = []
    const images: string[] = []
    for (const material of materials) {
      let text = ''
      for (const part of childrenOf(material)) {
        const rich = await this.#part(part, options)
        for (const loss of rich.losses) this.losses.add(loss)
        images.push(...rich.images)
        const isInLine = text !== '' && !/\n\s*$/.test(text) && rich.text.trim() !== ''
        text += isInLine ? (/\n\n/.test(text + rich.text) ? '\n\n' : ' ') + rich.text : rich.text
      }
      if (text.trim() !== '') written.push(text.trim())
    }
    return { text: written.join('\n\n'), images: [...new Set(images)] }
  }

  /** Writes a short text, such as an option, in which Markdown has no blocks. */
  async inline(materials: readonly XmlElement[], options: Options = {}): Promise<Written> {
    const written = await this.markdown(materials, options)
    const isBlock = ({ name }: XmlElement) => blocks.has(name)
    const texts = materials.flatMap((material) => childrenOf(material, 'mattext')).filter((text) => this.#isHtml(text))
    if (texts.some((text) => hasElement(parseHtml(textOf(text)), isBlock)))
      this.losses.add('Lists, tables and headings in options are shown as plain text')
    return written
  }

  /**
   * Writes materials as plain text on one line. Powers and indices are written as 10^3 and x_i.
   * @param isTyped true for answers that students type, without these characters
   */
  plain(materials: readonly XmlElement[], isTyped = false): string {
    const parts = materials.flatMap((material) => childrenOf(material)).map((part) => this.#plainPart(part, isTyped))
    return parts.join(' ').replace(/\s+/g, ' ').trim()
  }

  /** As `plain`; '' for what is not text. */
  plainOrEmpty(materials: readonly XmlElement[]): string {
    const parts = materials.flatMap((material) => childrenOf(material, 'mattext'))
    return parts
      .map((part) => (this.#isHtml(part) ? parseHtml(textOf(part)).map(textOf).join(' ') : textOf(part)))
      .join(' ')
      .replace(/\s+/g, ' ')
      .trim()
  }

  #plainPart(part: XmlElement, isTyped: boolean): string {
    if (part.name !== 'mattext') throw new UnreadableItem('An answer to choose or to type is not a text')
    if (!this.#isHtml(part)) return textOf(part)
    const nodes = parseHtml(textOf(part))
    const isFormatted = ({ name }: XmlElement) => !/^(?:p|div|span|br)$/.test(name)
    if (hasElement(nodes, ({ name }) => name === 'img' || name === 'math'))
      throw new UnreadableItem('An answer to choose or to type contains an image or a formula')
    if (hasElement(nodes, isFormatted)) this.losses.add('Formatting in answers to choose or to type is not kept')
    if (!isTyped) return codeText(nodes, false)
    return nodes.map(typedText).join('')
  }
}
