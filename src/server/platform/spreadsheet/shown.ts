import type { CellObject } from 'xlsx'
import { asText, type CellText, cellText, type Formats } from './cells.ts'

/** Workbook cells for which every character matters: exactly as the sheet shows them. */

/** Excel's own limit. */
const maxCharacters = 32_767

export const superscripts = '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿⁱ'
export const subscripts = '₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎'
const plainChars = '0123456789+-=()ni'

/** Text in superscript or subscript characters; null if Unicode lacks one of them. */
export function scriptOf(text: string, script: string): string | null {
  const chars = [...text].map((char) => [...script][plainChars.indexOf(char === '−' ? '-' : char)])
  return chars.every((char) => char !== undefined) ? chars.join('') : null
}

export const scriptProblem = (text: string) =>
  `This cell contains raised or lowered text (${text.slice(0, 20)}). Write it as a formula`

const entities: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }
const decoded = (text: string) =>
  text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]{2,4}));/gi, (whole, hex, digits, name) => {
    const code = hex ? Number.parseInt(hex, 16) : Number(digits)
    return name ? (entities[name] ?? whole) : code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })

/** The text of a cell with superscripts or subscripts, from the library's HTML. */
function withScripts(html: string, text: string): CellText {
  let shown = ''
  let script: string | null = null
  for (const [, tag, close, name = '', run] of html.matchAll(/(<(\/?)(\w+)[^<>]*>)|([^<]+|<)/g)) {
    if (tag !== undefined) {
      if (name === 'br') shown += '\n'
      if (name === 'sup' || name === 'sub') script = close ? null : name === 'sup' ? superscripts : subscripts
      continue
    }
    const plain = decoded(run ?? '')
    const written = script === null ? plain : scriptOf(plain, script)
    if (written === null) return { text, problem: scriptProblem(plain) }
    shown += written
  }
  return { text: shown }
}

function fromText({ v, h }: CellObject): CellText | undefined {
  if (typeof v !== 'string' || v.trim() === '') return undefined
  if (v.length > maxCharacters)
    return {
      text: v.slice(0, 100),
      problem: `This text is longer than ${maxCharacters.toLocaleString('en')} characters`,
    }
  return typeof h === 'string' && /<su[bp]>/.test(h) ? withScripts(h, v) : { text: v }
}

/** True if a number as shown is this value: with grouping, a currency, as a percentage, fraction or power of ten. */
function isValue(shown: string, value: number): boolean {
  const [, minus = '', digits = '', decimals = '', exponent = '0', percent = ''] =
    /^[^\d.()%-]*(\(?-?)[^\d.()%-]*(\d[\d,]*)?(\.\d*)?(?:E([+-]?\d{1,3}))?\s*(%?)\)?[^\d%]*$/i.exec(
      shown.slice(0, 100),
    ) ?? []
  const [, whole = '0', top, bottom] = /^-?(?:(\d+)\s+)?(\d+)\/(\d+)$/.exec(shown.slice(0, 100)) ?? []
  const size = top
    ? Number(whole) + Number(top) / Number(bottom)
    : Number(`${digits.replaceAll(',', '') || '0'}${decimals}e${exponent}`) / (percent ? 100 : 1)
  if (!top && digits + decimals === '') return false
  const read = minus !== '' || shown.startsWith('-') ? -size : size
  return Number(read.toPrecision(15)) === Number(value.toPrecision(15))
}

/** Digits of other scripts, such as `[$-4000439]` for Devanagari, which the library does not show. */
const otherDigits = /\[(?:\$-(?:[2-9a-f]|[1-9a-f][0-9a-f])[0-9a-f]{6}|DBNum\d)\]/i

/** Formats that the library shows wrongly: zeros before the point, several points, powers and fractions of one digit. */
const misread = /(?<![#0?,])00+\.|\.[#0?]*\.|(?<![#0?.])[#0?]E|# [#0]+\/[#0]/i

/** The number as its format shows it, without what the library misreads; null if the format cannot be read. */
function numberShown(format: string, value: number, formats: Formats): string | null {
  if (otherDigits.test(format) || misread.test(format)) return null
  const known = format.replace(/#,(?=##,)/g, '')
  const isGeneral = /general/i.test(known.replace(/"[^"]*"/g, ''))
  // It leaves out the texts beside General.
  if (isGeneral && !/^[-+;]*$/.test(known.replace(/general|\[[$\w-]+\]|_./gi, ''))) return null
  const [spaced] = /(?:\\ |" ")%/.exec(known) ?? []
  const shown = formats.show(spaced ? known.replace(spaced, '%') : known, value)
  return (spaced ? shown?.replace('%', ' %') : shown) ?? null
}

/** Returns a cell's text; undefined if the cell is empty. */
export function shownText(cell: CellObject, formats: Formats): CellText | undefined {
  const { t, v, z } = cell
  if (t === 's' || t === 'z') return fromText(cell)
  const plain = cellText(cell, formats)
  if (t !== 'n' || typeof v !== 'number' || !plain || plain.problem) return plain
  const format = typeof z === 'string' ? z : 'General'
  if (/^general$/i.test(format) || format === '@') return plain
  const shown = numberShown(format, v, formats)?.trim()
  if (shown === undefined)
    return {
      text: plain.text,
      problem: `This cell contains ${plain.text}, but its number format ${format.slice(0, 40)} cannot be read. ${asText}`,
    }
  if (shown === '' || shown === plain.text || isValue(shown, v)) return { text: shown || plain.text }
  return { text: shown, problem: `This cell shows ${shown.slice(0, 40)} but contains ${plain.text}. ${asText}` }
}
