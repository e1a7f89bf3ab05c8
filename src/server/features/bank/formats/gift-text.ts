import { richHtml, richTokens } from '#shared/bank/rich-text.rules.ts'
import { type Media, type StoredImage, UnreadableItem } from './found.ts'
import { unescaped, unescapedIn } from './gift-items.ts'
import { parseHtml, plainToMarkdown, toMarkdown } from './html.ts'
import { withLiteralTags } from './literal-tags.ts'
import { looseHtml } from './loose-html.ts'
import { escapeMarkdown, markdownLosses } from './markdown.ts'
import { filterTex, withFormulas } from './moodle-formulas.ts'

/** Reads the texts of a GIFT item, which name their format as in `[html]<b>x</b>`. */

export const giftFormats = ['moodle', 'html', 'markdown', 'plain'] as const
export type GiftFormat = (typeof giftFormats)[number]

/** How to read ambiguous texts. */
export interface Assumed {
  /** True if tags in a text without a format are text, as in a question about HTML. */
  tagsAreText: boolean
  /** True if a # without feedback after it is text, as in `C#`. */
  hashIsText: boolean
}
export type Doubt = keyof Assumed

export interface GiftText {
  markdown: string
  /** The text as written, if it has no formatting; otherwise null. */
  plain: string | null
  /** URLs. */
  images: readonly string[]
}

const noText: GiftText = { markdown: '', plain: null, images: [] }
const maxText = 100_000
const maxMarkdown = 20_000

/** The raw text before the first of these characters that is not escaped, and the raw text after it. */
export function splitAt(raw: string, sign: string): [string, string | undefined] {
  for (const at of unescapedIn(raw, sign[0] ?? ''))
    if (raw.startsWith(sign, at)) return [raw.slice(0, at), raw.slice(at + sign.length)]
  return [raw, undefined]
}

const formulas = /\$\$[\s\S]{1,2000}?\$\$|\\\\?\([\s\S]{1,2000}?\\\\?\)|\\\\?\[[\s\S]{1,2000}?\\\\?\]/g
/** TeX commands that begin like the escape for a line break. */
const commands = 'abla|atural|e|earrow|eg|eq|exists|geq|i|leq|less|mid|olimits|ormalsize|ot|otin|parallel|sim|u|warrow'
const command = new RegExp(String.raw`\\(?:([\\:#={}~])|n(${commands})(?![a-zA-Z]))`, 'g')

const imageName = (src: string) => {
  const name = src.split(/[?#]/)[0]?.split('/').at(-1) ?? ''
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

const dataImage = /^data:image\/[a-z.+-]{1,30}(?:;[a-z0-9=-]{1,30}){0,2};base64,/i

/** Reads the texts of one item, and collects what is lost and what is in doubt. */
export class GiftTexts {
  readonly losses = new Set<string>()
  readonly doubts = new Set<Doubt>()
  readonly #media: Media
  readonly #assumed: Assumed
  /** The format of the question's text, which the others inherit. */
  format: GiftFormat = 'moodle'

  constructor(media: Media, assumed: Assumed) {
    this.#media = media
    this.#assumed = assumed
  }

  /** True if this meaning is assumed. Notes that there is another. */
  isAssumed(doubt: Doubt): boolean {
    this.doubts.add(doubt)
    return this.#assumed[doubt]
  }

  /** Separates `[html]` from the text after it. */
  formatOf(raw: string): { format: GiftFormat; body: string } {
    const text = raw.trim()
    const format = giftFormats.find((name) => text.startsWith(`[${name}]`))
    return format ? { format, body: text.slice(format.length + 2) } : { format: this.format, body: text }
  }

  /** Resolves escapes, but keeps TeX commands such as `\neq` in formulas. */
  plain(raw: string): string {
    const kept = raw.replace(formulas, (formula) =>
      formula.replace(command, (whole, _escape, rest?: string) => {
        if (rest === undefined) return whole
        this.losses.add(`\\n${rest} in a formula is read as a command, not as a line break`)
        return `\\${whole}`
      }),
    )
    return unescaped(kept).trim()
  }

  async #image(src: string): Promise<StoredImage> {
    const [start] = dataImage.exec(src) ?? []
    if (start) return this.#media.add(Buffer.from(src.slice(start.length), 'base64'), 'An image in the text')
    const name = src.startsWith('data:') ? '' : imageName(src)
    return { flaw: name === '' ? 'it is not in the file' : `${name} is not in the file` }
  }

  async #html(html: string): Promise<GiftText> {
    const nodes = withFormulas(parseHtml(html.replace(filterTex, '\\($1\\)')))
    const read = await toMarkdown(nodes, { image: (src) => this.#image(src), hasTex: true })
    for (const loss of read.losses) this.losses.add(loss)
    return { markdown: read.text, plain: null, images: read.images }
  }

  async #plain(text: string): Promise<GiftText> {
    const markdown = await plainToMarkdown(text, true)
    return { markdown, plain: markdown === escapeMarkdown(text) ? text : null, images: [] }
  }

  /** Reports what Moodle shows in Markdown but we do not. */
  #markdown(text: string, name: string): GiftText {
    if (text.length > maxMarkdown)
      throw new UnreadableItem(`${name} is longer than ${maxMarkdown.toLocaleString('en')} characters`)
    const seen = richTokens(text, false)
      .flatMap(({ children }) => children ?? [])
      .filter(({ type }) => type === 'text')
      .map(({ content }) => content)
      .join('\n')
    for (const loss of markdownLosses(text)) this.losses.add(loss)
    if (/<\/?[a-z]/i.test(seen)) this.losses.add('HTML tags inside Markdown are shown as text')
    if (/&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,31});/i.test(seen))
      this.losses.add('HTML codes such as &lt; inside Markdown are shown as they are written')
    for (const [whole, sign, target = ''] of seen.matchAll(/(!?)\[[^\]\n]{0,500}\]\(([^)\n]{1,2000})\)/g)) {
      const name = imageName(target.split(' ')[0] ?? '')
      this.losses.add(sign ? `An image is not kept: ${name} is not in the file` : `A link is shown as ${whole}`)
    }
    return { markdown: text, plain: null, images: [] }
  }

  async #moodle(text: string): Promise<GiftText> {
    const { html, isDoubtful } = looseHtml(text)
    if (html === null || (isDoubtful && this.isAssumed('tagsAreText'))) return this.#plain(text)
    return this.#html(html)
  }

  /** Reads a text of any format. @param name in sentences, such as `Option A` */
  async read(raw: string, name: string): Promise<GiftText> {
    const { format, body } = this.formatOf(raw)
    if (body.length > maxText && !body.includes('data:image'))
      throw new UnreadableItem(`${name} is longer than ${maxText.toLocaleString('en')} characters`)
    const text = this.plain(body)
    if (format === 'html') return this.#html(withLiteralTags(text))
    if (format === 'markdown') return this.#markdown(text, name)
    return format === 'plain' ? this.#plain(text) : this.#moodle(text)
  }

  /** Reads a right side, which has no format. Moodle shows it without its tags, and entities as their characters. */
  async readRight(raw: string): Promise<GiftText> {
    const text = this.plain(raw)
    if (text.length > maxText)
      throw new UnreadableItem(`A right side is longer than ${maxText.toLocaleString('en')} characters`)
    const { markdown, images } = /<|&(?:#|[a-z])/i.test(text)
      ? await this.#html(withLiteralTags(text.replaceAll('\n', '<br>')))
      : noText
    if (images.length > 0) throw new UnreadableItem('Pairs cannot have images')
    // A tag alone is the answer of a question about HTML.
    return markdown === '' ? this.#plain(text) : { markdown, plain: null, images }
  }

  /** Reads an option, or a part of a pair, which is shown inside a line. */
  async readInline(raw: string, name: string): Promise<GiftText> {
    const text = await this.read(raw, name)
    if (text.plain !== null) return text
    const [block, line] = [false, true].map((inline) => richHtml(text.markdown, { inline }).html)
    if (block !== line && /<(?:h\d|[uo]l|blockquote|table)\b/.test(block ?? ''))
      this.losses.add('Lists, tables and headings in an option are shown as plain text')
    return text
  }
}
