import { hasAmbiguousComma, type NumericKey } from '#shared/bank/types/numeric.rules.ts'
import { isUnit } from './units.ts'

/** Reads typed answers that are numbers: with a tolerance, a range or a unit. */

export interface NumericFields extends NumericKey {
  type: 'numeric'
  unit?: string
}

/** What an answer may mean. Several meanings have the same labels in all questions, so that one decision applies to all. */
export interface Measure {
  /** Null if the answer is a text. */
  meanings: { label: string; fields: NumericFields | null }[]
  /** Why the author must decide. */
  reason?: string
}

/** A number whose text JavaScript reproduces; undefined for anything else. */
export function exactNumber(text: string): number | undefined {
  const plain = text.trim().replace(/^[−–]/, '-').replace(/^\+/, '')
  if (/^-?[1-9](?:\.\d{1,14})?e[-+]?\d{1,2}$/i.test(plain)) return Number(plain)
  const whole = plain.replace(/^(-?)\./, '$10.')
  if (!/^-?(?:0|[1-9]\d{0,30})(?:\.\d{1,30})?$/.test(whole)) return undefined
  const value = Number(whole)
  const shown = whole.includes('.') ? whole.replace(/0+$/, '').replace(/\.$/, '') : whole
  return String(value) === shown || shown === '-0' ? value : undefined
}

const grouped = (text: string) => exactNumber(text.replaceAll(',', ''))
const decimal = (text: string) => exactNumber(text.replace(',', '.'))

/** A number with a decimal comma, or with commas between thousands or as in 12,34,567; undefined for other texts. */
function commaNumber(text: string): number | undefined {
  if (/^[-−+]?\d{1,15},\d{1,15}$/.test(text)) return decimal(text)
  return /^[-−+]?\d{1,3}(?:(?:,\d{3})+|(?:,\d{2})*,\d{3})(?:\.\d+)?$/.test(text) ? grouped(text) : undefined
}

/** What a number's digits may mean. Several labels make them a decision. */
export function numbersIn(digits: string): { label: string; value: number }[] {
  const exact = exactNumber(digits)
  if (exact !== undefined) return [{ label: '', value: exact }]
  const [whole, fraction] = [grouped(digits), decimal(digits)]
  if (hasAmbiguousComma(digits) && /^[-−+]?[\d,]+$/.test(digits) && whole !== undefined && fraction !== undefined)
    return [whole, fraction].map((value) => ({ label: `The answer is ${value}`, value }))
  const value = commaNumber(digits)
  return value === undefined ? [] : [{ label: `The answer is the number ${value}`, value }]
}

const one = (fields: NumericFields): Measure => ({ meanings: [{ label: '', fields }] })

function rangeIn(text: string): Measure | undefined {
  const [, low = '', high = '', rest = ''] =
    /^(?:between\s)?([-−+]?[\d.]{1,30})\s?(?:to|and)\s?([-−+]?[\d.]{1,30})(?:\s?(\D.{0,40}))?$/i.exec(text) ?? []
  const [min, max] = [exactNumber(low), exactNumber(high)]
  if (min === undefined || max === undefined || min > max || (rest !== '' && !isUnit(rest))) return undefined
  return one({ type: 'numeric', range: { min, max }, ...(rest === '' ? {} : { unit: rest }) })
}

const number = String.raw`[-−+]?(?:\d[\d.,]{0,38}\d|\d|\.\d{1,30})(?:[eE][-+]?\d{1,2})?`
const beginning = new RegExp(`^(${number})(.{0,80})$`)
const error = /^([^±]{0,40}?)\s?\(?±\s?(\d[\d.]{0,30}|\.\d{1,30})\s?(%?)\)?\s?([^±]{0,40})$/

/** The words after a number, which may be its unit. */
interface Rest {
  unit: string
  /** False if the words may mean something else. */
  isCertain: boolean
  isBracketed: boolean
}

/** Undefined if the text is no unit and no words after a number. */
function restIn(given: string, isGlued: boolean): Rest | undefined {
  const text = given.trim()
  const [, round, square] = /^(?:\(([^()]*)\)|\[([^[\]]*)\])\.?$/.exec(text) ?? []
  const inside = (round ?? square)?.trim()
  const unit = (inside ?? text).replace(/(?<=[^\s.])\.$/, '')
  const isBracketed = inside !== undefined
  // `5A` and `4K` may be names.
  if (isUnit(unit) && !(isGlued && !isBracketed && /^[A-Za-z]$/.test(unit)))
    return { unit, isCertain: true, isBracketed }
  // 10³ is another number, and several words after a number are a sentence.
  if (!/^[^\d\s.,/*^()=±:;⁰¹²³⁴-⁹⁺⁻₀-₉+–—-][^\d=,;±]{0,29}$/.test(unit) || unit.split(/\s+/).length > 2)
    return undefined
  return { unit, isCertain: false, isBracketed }
}

/** What a number with a tolerance, and a unit or words, may mean. */
function meaningsOf(key: NumericKey, rest: Rest | undefined): Measure {
  const fields: NumericFields = { type: 'numeric', ...key }
  if (!rest || rest.isCertain) return one(rest ? { ...fields, unit: rest.unit } : fields)
  return {
    reason: `The words after the number, “${rest.unit}”, may be its unit`,
    meanings: [
      ...(rest.isBracketed
        ? []
        : [{ label: 'The words after the number are its unit', fields: { ...fields, unit: rest.unit } }]),
      { label: 'Only the number counts', fields },
      { label: 'The answer is a text', fields: null },
    ],
  }
}

/** A tolerance in percent may be a part of the number, or of 100 like the number. */
function percentOf(correctValue: number, percent: number, unit: Rest | undefined): Measure | undefined {
  const part = exactNumber(String(percent / 100))
  if (part === undefined) return undefined
  const relative = { correctValue, tolerance: part, toleranceKind: 'relative' as const }
  if (unit && unit.unit !== '%') return meaningsOf(relative, unit)
  return {
    reason: 'The tolerance in percent may be a part of the answer, or percentage points',
    meanings: [
      {
        label: 'The tolerance is a part of the answer',
        fields: { type: 'numeric', ...relative, ...(unit ? { unit: '%' } : {}) },
      },
      {
        label: 'The answer and the tolerance are percentages',
        fields: { type: 'numeric', correctValue, tolerance: percent, unit: '%' },
      },
    ],
  }
}

/** The meanings of an answer that is or begins with a number; undefined if it can only be a text. */
export function measureIn(text: string): Measure | undefined {
  const range = rangeIn(text)
  if (range) return range
  // `(9.8 ± 0.1) m/s`
  const [, digits = '', rest = ''] =
    beginning.exec(text.replace(/\+\/-/, '±').replace(/^\(([^()]*±[^()]*)\)/, '$1')) ?? []
  const numbers = numbersIn(digits)
  const [first] = numbers
  if (!first) return undefined
  const [, before = '', size, percent, after = ''] = error.exec(rest) ?? []
  const words = size === undefined ? rest : before || after
  const isBare = words.trim() === '' || words === '.'
  const unit = isBare ? undefined : restIn(words, size === undefined && !/^\s/.test(words))
  if ((!isBare && !unit) || (before !== '' && after !== '' && before.trim() !== after.trim())) return undefined
  if (size !== undefined) {
    const tolerance = exactNumber(size)
    if (tolerance === undefined || first.label !== '') return undefined
    return percent === '%'
      ? percentOf(first.value, tolerance, unit)
      : meaningsOf({ correctValue: first.value, tolerance }, unit)
  }
  if (first.label === '') return meaningsOf({ correctValue: first.value }, unit)
  // A comma among words makes a sentence.
  if (unit && !unit.isCertain) return undefined
  const meanings = numbers.map(({ label, value }) => ({
    label,
    fields: { type: 'numeric' as const, correctValue: value, ...(unit ? { unit: unit.unit } : {}) },
  }))
  if (numbers.length > 1)
    return { reason: 'The comma in the answer may group thousands or separate decimals', meanings }
  return {
    reason: 'The answer has a comma, and may be a number or a text',
    meanings: [...meanings, { label: `The answer is the text ${text}`, fields: null }],
  }
}
