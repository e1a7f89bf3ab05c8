import { richHtml } from '#shared/bank/rich-text.rules.ts'
import { withLanguages } from './code-language.ts'
import type { GiftFormat } from './gift-text.ts'
import { htmlToMarkdown, plainToMarkdown } from './html.ts'
import { looseHtml } from './loose-html.ts'

/** Writes texts for GIFT, in the simplest format in which they are read back the same. */

export interface GiftTextOut {
  format: GiftFormat
  /** Without escapes. */
  text: string
}

/** Escapes GIFT's special characters and line breaks. */
export const escaped = (text: string): string => text.replace(/[\\:#=~{}]/g, '\\$&').replace(/\r\n?|\n/g, '\\n')

/** Escapes text for HTML. */
export const escapeHtml = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
const tex = (source: string, isDisplay: boolean) =>
  escapeHtml(isDisplay ? `\\[${source.trim()}\\]` : `\\(${source.trim()}\\)`)

/** Formulas in MathJax delimiters. */
const shown = (markdown: string, inline: boolean) => richHtml(markdown, { inline, setTex: tex }).html

/** Markdown as HTML without attributes of our own pages. */
function htmlOf(markdown: string, inline: boolean): string {
  const html = withLanguages(shown(markdown, inline), markdown, inline)
    .replace(/<span data-math="[a-z]+">([^<]*)<\/span>/g, '$1')
    .replace(/<div data-math="[a-z]+">([^<]*)<\/div>/g, '<p>$1</p>')
    .replace(/<div data-table>([\s\S]*?)<\/div>/g, '$1')
    // Headings rank below those of our pages.
    .replace(/<(\/?)h([3-6])>/g, (_, slash: string, level: string) => `<${slash}h${Number(level) - 2}>`)
    .trim()
  const [, line] = /^<p>((?:(?!<p>)[\s\S])*)<\/p>$/.exec(html) ?? []
  return line ?? html
}

const noImages = async () => ({ flaw: '' })

/** HTML that is read back as text that looks the same; null if there is none. */
async function sameHtml(markdown: string, inline: boolean): Promise<string | null> {
  const html = htmlOf(markdown, inline)
  const back = await htmlToMarkdown(html, { image: noImages, hasTex: true })
  return shown(back.text, inline) === shown(markdown, inline) ? html : null
}

/** Plain text that is read as this Markdown; null if there is none. */
async function samePlain(markdown: string): Promise<string | null> {
  for (const text of [markdown, markdown.replace(/\\([\\`*_$#+\-.)>|~])/g, '$1')])
    if (text === text.trim() && (await plainToMarkdown(text, true)) === markdown) return text
  return null
}

/** @param losses gets a sentence if Moodle may show the text differently */
export async function giftText(markdown: string, inline: boolean, losses: string[]): Promise<GiftTextOut> {
  const plain = await samePlain(markdown)
  if (plain !== null) return { format: looseHtml(plain).html === null ? 'moodle' : 'plain', text: plain }
  const html = await sameHtml(markdown, inline)
  if (html !== null) return { format: 'html', text: html }
  losses.push('Moodle may show some of its formatting differently')
  return { format: 'markdown', text: markdown }
}

/** Plain text, in a format that does not read tags in it. */
export const literalText = (text: string): GiftTextOut => ({
  format: looseHtml(text).html === null ? 'moodle' : 'plain',
  text,
})

/** Adds the format if it is not the inherited one, or if the text begins like a format or weight. */
export const inFormat = ({ format, text }: GiftTextOut, inherited: GiftFormat): string =>
  `${format !== inherited || /^[[%]/.test(text) ? `[${format}]` : ''}${escaped(text)}`
