import type { z } from 'zod'
import type { Penalty } from '#shared/bank/question-types.rules.ts'
import type { typedFields } from '#shared/bank/questions.schema.ts'
import { type Media, type StoredImage, UnreadableItem } from './found.ts'
import { parseHtml, plainToMarkdown, type RichContent, toMarkdown } from './html.ts'
import { withLiteralTags } from './literal-tags.ts'
import { markdownLosses } from './markdown.ts'
import { filterTex, withFormulas } from './moodle-formulas.ts'
import { childOf, childrenOf, findAll, isElement, textOf, type XmlElement, type XmlNode } from './xml.ts'

/** The texts and files of a question of a Moodle XML file. */

export type TypeFields = z.input<typeof typedFields>

/** One meaning of a question's answers. */
export interface Meaning {
  label?: string
  fields: TypeFields
  penalty?: Penalty
  losses?: readonly string[]
}

/** The result of reading a question type. */
export interface Typed {
  meanings: readonly Meaning[]
  /** The decision to make if there are several meanings. */
  reason?: string
  /** The question's text, if it has gaps. */
  content?: RichContent
  /** The sum of the weights of the gaps. */
  marks?: number
}

interface TextOptions {
  /** The place of the text, for sentences. Images are only kept where there is a place for them. */
  place?: string
  /** Replaces gaps in the source. */
  edit?: (source: string) => string
  /** Reads only the part that is shared with other questions. It is left out otherwise. */
  isPassage?: boolean
}

/** Class of the element around the text shared by neighbouring questions, in files that this server wrote. */
export const passageClass = 'examhall-passage'

/** Longer texts cannot be saved anyway. */
const maxPlain = 50_000

const escaped: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
export const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (char) => escaped[char] ?? char)

/** HTML that the file contains as elements instead of text. */
const markupOf = (nodes: readonly XmlNode[]): string =>
  nodes
    .map((node) => {
      if (!isElement(node)) return escapeHtml(node)
      const attributes = Object.entries(node.attributes).map(([name, value]) => ` ${name}="${escapeHtml(value)}"`)
      const start = `<${node.name}${attributes.join('')}>`
      return /^(?:br|hr|img|wbr)$/.test(node.name) ? start : `${start}${markupOf(node.children)}</${node.name}>`
    })
    .join('')

/** The source of an element's text, which is in a `text` element or, in old files, its own. */
export const sourceOf = (element: XmlElement | undefined): string => {
  if (!element) return ''
  const text = childOf(element, 'text')
  if (!text)
    return element.children
      .filter((node) => !isElement(node))
      .join('')
      .trim()
  return (childrenOf(text).length > 0 ? markupOf(text.children) : textOf(text)).trim()
}

/** True if HTML shows nothing. */
export const isBlank = (html: string) =>
  !/<(?:img|math|audio|video|iframe|object)\b/i.test(html) &&
  withLiteralTags(html).replace(/<[^<>]*>|&nbsp;|&#160;|\s/gi, '') === ''

/** Embedded images are removed before HTML is parsed. */
/** The address of an embedded image in a tag of HTML, or in Markdown. */
const dataUri =
  /(<img\s[^<>]{0,2000}?src\s*=\s*["']?|!\[[^\]\n]{0,200}\]\()data:image\/[a-z0-9.+-]{1,30}(?:;[a-z0-9=-]{1,30}){0,2};base64,([a-z0-9+/=\s]*)/gi
const markdownImage = /!\[([^\]\n]{0,200})\]\(([^)\s]{1,1000})(?:\s+"[^"\n]{0,200}")?\)/g
const markdownLink = /\[([^\]\n]{1,500})\]\((https?:[^)\s]{1,1000})(?:\s+"[^"\n]{0,200}")?\)/g

/** Code, or a formula whose delimiters survive Markdown because their backslash is escaped. */
const codeOrFormula = /(`+)[\s\S]{1,2000}?\1|\\{2}\(([\s\S]{1,2000}?)\\{2}\)|\\{2}\[([\s\S]{1,2000}?)\\{2}\]/g

const bytesOf = (text: string): Buffer | null => {
  const data = text.replace(/\s+/g, '')
  return data !== '' && /^[a-z0-9+/]*={0,2}$/i.test(data) && data.length % 4 !== 1 ? Buffer.from(data, 'base64') : null
}

/** Moodle shows line breaks, except next to tags. */
const autoFormatted = (text: string) =>
  text
    .replace(/>\s+</g, '><')
    .replace(/(?<![\r\n])[\r\n]+</g, ' <')
    .replace(/>[\r\n]+/g, '> ')
    .replace(/\r\n?|\n/g, '<br>')

const plainFormats = new Set(['plain_text', 'wiki_like', 'markdown'])

/** Maximum number of images searched for in one text. */
const maxImages = 100

/** Without the first slash. Accented letters may be written in two ways, as macOS does. */
const trimmedPath = (path: string) => path.replace(/^\/+/, '').normalize('NFC')

const decoded = (path: string) => {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

export class MoodleItem {
  readonly element: XmlElement
  readonly losses = new Set<string>()
  readonly #media: Media
  readonly #format: string
  readonly #used = new Set<XmlElement>()

  constructor(element: XmlElement, media: Media) {
    this.element = element
    this.#media = media
    this.#format = childOf(element, 'questiontext')?.attributes.format?.trim() ?? 'html'
  }

  /** The child elements with this name. */
  all(name: string): XmlElement[] {
    return childrenOf(this.element, name)
  }

  /** The text of a setting; undefined if it is missing. */
  setting(name: string): string | undefined {
    const element = childOf(this.element, name)
    return element && (sourceOf(element) || textOf(element).trim())
  }

  /** A setting that is true or false. Moodle treats 0 and an empty value as false. */
  flag(name: string, fallback: boolean): boolean {
    const text = this.setting(name)
    return text === undefined ? fallback : !/^(?:false|0|)$/.test(text)
  }

  lose(sentence: string) {
    this.losses.add(sentence)
  }

  async #add(data: string, name: string): Promise<StoredImage> {
    const bytes = bytesOf(data)
    return bytes ? this.#media.add(bytes, name) : { flaw: `the data of ${name} is damaged` }
  }

  #imagesOf(element: XmlElement, embedded: readonly string[], place: string | undefined) {
    const files = new Map<string, XmlElement>()
    for (const file of childrenOf(element, 'file')) {
      const { name = '', path = '/' } = file.attributes
      const full = trimmedPath(path + name)
      if (!files.has(full)) files.set(full, file)
    }
    let count = 0
    return async (src: string): Promise<StoredImage> => {
      if (++count > maxImages) return { flaw: `a text can have ${maxImages} images at most` }
      const [, path] = /^@@PLUGINFILE@@\/?([^?#]*)/i.exec(src) ?? []
      const file =
        path === undefined ? undefined : (files.get(trimmedPath(decoded(path))) ?? files.get(trimmedPath(path)))
      if (file) this.#used.add(file)
      if (place) return { flaw: `there is no place for it in ${place}` }
      if (file) {
        const { name = 'an image', encoding = 'base64' } = file.attributes
        if (encoding !== 'base64') return { flaw: `its encoding ${encoding.slice(0, 30)} is unknown` }
        return this.#add(textOf(file), name)
      }
      const [, at] = /^moodle-data:(\d+)$/.exec(src) ?? []
      if (at !== undefined) return this.#add(embedded[Number(at)] ?? '', 'an embedded image')
      if (/^data:/i.test(src)) return { flaw: 'an embedded image is not a JPEG, PNG, GIF or WebP image' }
      const [, host] = /^(?:https?:)?\/\/([^/?#]{1,100})/i.exec(src) ?? []
      return { flaw: host ? `it is not in the file but on ${host}` : `“${src.slice(0, 100)}” is not in the file` }
    }
  }

  async #markdown(source: string, image: (src: string) => Promise<StoredImage>): Promise<RichContent> {
    const images: string[] = []
    const losses: string[] = []
    const stored = new Map<string, StoredImage>()
    for (const [, , src = ''] of source.matchAll(markdownImage)) stored.set(src, await image(src))
    const text = source
      .replace(markdownImage, (_, alt: string, src: string) => {
        const one = stored.get(src)
        if (one && 'url' in one) {
          if (!images.includes(one.url)) images.push(one.url)
          return ''
        }
        losses.push(`An image is not kept: ${one?.flaw}`)
        return alt === '' ? '' : `[${alt}]`
      })
      .replace(markdownLink, (_, label: string, href: string) => {
        losses.push('Links are kept as text')
        return label === href ? href : `${label} (${href})`
      })
      .replace(codeOrFormula, (code, _, inline?: string, display?: string) => {
        if (inline !== undefined) return `\\(${inline}\\)`
        return display === undefined ? code : `\\[${display}\\]`
      })
      .trim()
    losses.push(...markdownLosses(text))
    if (/<\/?[a-z][^<>\n]{0,500}>/i.test(text)) losses.push('HTML inside Markdown is shown as text')
    if (/&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,31});/i.test(text))
      losses.push('HTML codes such as &lt; inside Markdown are shown as they are written')
    return { text, losses, images }
  }

  async #html(html: string, image: (src: string) => Promise<StoredImage>, isPassage: boolean): Promise<RichContent> {
    const nodes = withFormulas(parseHtml(html.replace(filterTex, '\\($1\\)')))
    const [first] = nodes
    const hasPassage = isElement(first) && first.attributes.class === passageClass
    const passage = hasPassage ? first.children : []
    return toMarkdown(isPassage ? passage : nodes.slice(hasPassage ? 1 : 0), { image, hasTex: true })
  }

  async #convert(element: XmlElement, options: TextOptions): Promise<RichContent> {
    const { place, edit = (source) => source, isPassage = false } = options
    const format = element.attributes.format?.trim() ?? this.#format
    if (/class=["']?multilang\b|\{mlang\b/i.test(sourceOf(element)))
      this.lose('Texts in several languages are shown one after the other')
    const embedded: string[] = []
    const isHtml = !plainFormats.has(format)
    const given = edit(sourceOf(element))
    const source =
      isHtml || format === 'markdown'
        ? given.replace(dataUri, (_, before: string, data: string) => {
            embedded.push(data)
            return `${before}moodle-data:${embedded.length - 1}`
          })
        : given
    const image = this.#imagesOf(element, embedded, place)
    if (!isHtml && isPassage) return { text: '', losses: [], images: [] }
    if (!isHtml && source.length > maxPlain) refuse(`One of its texts is longer than ${maxPlain} characters`)
    const html = isHtml ? withLiteralTags(source) : ''
    switch (format) {
      case 'plain_text':
        return { text: await plainToMarkdown(source, true), losses: [], images: [] }
      case 'wiki_like':
        return { text: await plainToMarkdown(source, true), losses: ['Wiki formatting is shown as text'], images: [] }
      case 'markdown':
        return this.#markdown(source, image)
      default:
        return this.#html(format === 'moodle_auto_format' ? autoFormatted(html) : html, image, isPassage)
    }
  }

  /** An element's text as Markdown, in its own format or the question's. Its losses are the item's. */
  async rich(element: XmlElement | undefined, options: TextOptions = {}): Promise<RichContent> {
    if (!element) return { text: '', losses: [], images: [] }
    const content = await this.#convert(element, options)
    for (const loss of content.losses) this.lose(loss)
    return content
  }

  /** True if an element shows nothing, not even an image. */
  isEmpty(element: XmlElement): boolean {
    const format = element.attributes.format?.trim() ?? this.#format
    return plainFormats.has(format) ? sourceOf(element) === '' : isBlank(sourceOf(element))
  }

  /** An image from before Moodle 2.0. */
  async oldImage(): Promise<string | undefined> {
    const data = this.setting('image_base64')
    if (!data) return undefined
    const stored = await this.#add(data, this.setting('image') || 'an image')
    if ('url' in stored) return stored.url
    this.lose(`An image is not kept: ${stored.flaw}`)
    return undefined
  }

  /** Reports the files that no text shows. */
  loseUnusedFiles() {
    const unused = findAll(this.element, 'file').filter((file) => !this.#used.has(file))
    if (unused.length > 3) this.lose(`${unused.length} files are not kept`)
    else for (const { attributes } of unused) this.lose(`The file ${attributes.name?.slice(0, 100) ?? ''} is not kept`)
  }

  /** Reports feedback on answers. */
  loseFeedback(answers: readonly XmlElement[]) {
    if (answers.some((answer) => !isBlank(sourceOf(childOf(answer, 'feedback')))))
      this.lose('Feedback per answer is not kept')
  }
}

/** Content with one image at most. */
export function oneImage(item: MoodleItem, { images }: RichContent, where: string): string | undefined {
  if (images.length > 1) item.lose(`Only the first of ${images.length} images${where} is kept`)
  return images[0]
}

/** @throws UnreadableItem always */
export const refuse = (reason: string): never => {
  throw new UnreadableItem(reason)
}
