import { texText } from './tex.ts'
import { isElement, textOf, type XmlElement, type XmlNode } from './xml.ts'

/** Interprets the styles of HTML. Editors and Word write many, and most of them mean nothing. */

/** What is reported as lost when HTML becomes Markdown. */
export const losses = {
  code: 'Scripts and styles are removed',
  media: 'Audio, video and embedded pages are not kept',
  control: 'Form fields inside the text are removed',
  image: (flaw: string) => `An image is not kept: ${flaw}`,
  link: 'Links are kept as text',
  underline: 'Underlined text is shown in italics',
  strike: 'Struck-out text is not marked as such',
  style: 'Colours, sizes and alignment are not kept',
  symbol: 'Symbols of the font Symbol are shown as letters',
  hidden: 'Hidden text is removed',
  script: 'Superscripts and subscripts with gaps or unknown characters are kept as plain text',
  ruby: 'Readings above letters are written in brackets',
  inWord: 'Bold or italic inside a word is not kept',
  emphasis: 'Bold inside italic text, or italic inside bold text, is not kept',
  inCode: 'Formatting inside code is not kept',
  merged: 'Merged table cells are separated',
  nested: 'A table inside a table is written as text',
  lettered: 'Lettered lists are numbered',
  reversed: 'Lists that count down are numbered upwards',
  formula: 'A formula is kept as text',
  oneLine: 'Several lines in a table or heading become one',
} as const

/** A rule that is a loss, unless its value is the default, which editors write for each paragraph. */
const visible = /^\s*(?:color|background(?:-color)?|font-size|text-align)\s*:/i
const usual =
  /:\s*(?:left|start|justify|inherit|initial|unset|transparent|none|black|#000(?:000)?|rgba?\(0,\s*0,\s*0(?:,\s*1)?\)|1(?:\.0)?r?em|100%)\s*$/i

const rulesOf = ({ attributes }: XmlElement) => (attributes.style ?? '').split(';')

/** True if its colour, size or alignment is not kept. */
export const losesStyle = (element: XmlElement): boolean =>
  element.name === 'font' ||
  element.name === 'mark' ||
  rulesOf(element).some((rule) => visible.test(rule) && !usual.test(rule))

/** Superscript or subscript, which Word and Google Docs write as styles. */
export function shiftOf(element: XmlElement): 'sup' | 'sub' | null {
  if (element.name !== 'span' && element.name !== 'font') return null
  const [, shift] =
    rulesOf(element)
      .map((rule) => /^\s*vertical-align\s*:\s*(super|sub)\s*$/i.exec(rule) ?? [])
      .findLast(([rule]) => rule !== undefined) ?? []
  if (shift === undefined) return null
  return shift.toLowerCase() === 'super' ? 'sup' : 'sub'
}

/** Styles of lists that Markdown has, and keywords that say nothing about the style. */
const plainLists = new Set('decimal decimal-leading-zero none inherit initial unset revert inside outside'.split(' '))

/** True for a list or item with letters or other numerals. */
export const isLettered = (element: XmlElement): boolean =>
  /^[ai]$/i.test(element.attributes.type ?? '') ||
  rulesOf(element)
    .flatMap((rule) => /^\s*list-style(?:-type)?\s*:([^(]*)$/i.exec(rule)?.[1]?.toLowerCase().trim().split(/\s+/) ?? [])
    .some((word) => word !== '!important' && !plainLists.has(word))

/** Classes of text for screen readers only, as Canvas, Moodle, Bootstrap and QTI 3 name them. */
const hiddenClass =
  /(?:^|\s)(?:screenreader-only|accesshide|sr-only|(?:qti-)?visually-hidden|qti-hidden|d-none)(?:\s|$)/

/** True if browsers do not show it. */
export const isHidden = (element: XmlElement): boolean =>
  element.attributes.hidden !== undefined ||
  hiddenClass.test(element.attributes.class ?? '') ||
  rulesOf(element).some((rule) => /^\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)\s*$/i.test(rule))

const symbolFont = /^\s*["']?(?:symbol|wingdings(?: \d)?|webdings)\b/i
/** Word's bullets. */
const bullet = /^[\s\u00a0·•§o]*$/

/** True for letters that a font shows as other characters, such as `a` as α. */
export function hasSymbols(element: XmlElement): boolean {
  const families = rulesOf(element).flatMap((rule) => /^\s*font-family\s*:(.*)$/is.exec(rule)?.[1] ?? [])
  const names = [...families, element.attributes.face ?? '']
  return names.some((name) => symbolFont.test(name)) && !bullet.test(textOf(element))
}

const superscripts: Record<string, string> = {
  '+': '⁺',
  '-': '⁻',
  '−': '⁻',
  '=': '⁼',
  '(': '⁽',
  ')': '⁾',
  n: 'ⁿ',
  i: 'ⁱ',
}
const subscripts: Record<string, string> = { '+': '₊', '-': '₋', '−': '₋', '=': '₌', '(': '₍', ')': '₎' }
for (const [value, char] of [...'⁰¹²³⁴⁵⁶⁷⁸⁹'].entries()) superscripts[value] = char
for (const [value, char] of [...'₀₁₂₃₄₅₆₇₈₉'].entries()) subscripts[value] = char

/** Superscript or subscript as Unicode characters; null if some have none. */
export function script(text: string, isUpper: boolean): string | null {
  const chars = [...text.trim()].map((char) => (isUpper ? superscripts : subscripts)[char])
  return chars.every((char) => char !== undefined) ? chars.join('') : null
}

/** The text of a superscript or subscript in a formula. @throws UnwritableFormula */
export function scriptTex(text: string): string {
  const plain = text.trim()
  return /^[a-z0-9+-]*$/i.test(plain) ? plain : texText(plain)
}

/** Raised text in an answer that students type: `^3`. */
export function raised(text: string): string {
  const plain = text.trim()
  if (plain === '') return text
  return /^[-−+]?[\p{L}\d.]+$/u.test(plain) ? `^${plain}` : `^(${plain})`
}

/**
 * The text of code, with its line breaks. Powers and indices are written as `10^3` and `x_i`.
 * @param isPre keeps the spaces
 */
export function codeText(nodes: readonly XmlNode[], isPre: boolean): string {
  let text = ''
  const endLine = () => {
    if (text !== '' && !text.endsWith('\n')) text += '\n'
  }
  for (const node of nodes) {
    if (!isElement(node)) text += isPre ? node : node.replace(/[ \t\r\n\f]+/g, ' ').replaceAll('\u00a0', ' ')
    else if (node.name === 'br') text += '\n'
    else {
      const inside = codeText(node.children, isPre)
      const isBlock = /^(?:div|p|li|tr)$/.test(node.name)
      if (isBlock) endLine()
      if ((node.name === 'sup' || node.name === 'sub') && inside.trim() !== '')
        text += `${node.name === 'sup' ? '^' : '_'}${inside.length > 1 ? `(${inside})` : inside}`
      else text += inside
      if (isBlock) endLine()
    }
  }
  return text
}
