import { scriptOf, subscripts, superscripts } from '#server/platform/spreadsheet/shown.ts'
import { asciiDigits, latinSigns } from './devanagari.ts'
import type { Draft } from './docx-draft.ts'
import { type Line, trimLine } from './docx-lines.ts'
import { exactNumber, measureIn, numbersIn } from './docx-measures.ts'
import { romanPlace } from './docx-unlettered.ts'
import type { ReadQuestion } from './found.ts'

/** Reads the answers of questions without options. */

/** `Omit` of each member of a union. */
type Fields<T> = T extends unknown ? Omit<T, 'questionText'> : never
/** The fields of a question that its answer decides. */
export type KeyFields = Fields<ReadQuestion>

export interface OpenReading {
  label: string
  fields: KeyFields
  /** True if blanks in the text become gaps. */
  hasGaps?: boolean
  /** Goes into the explanation. */
  note?: Line | undefined
}
export interface OpenKey {
  readings: OpenReading[]
  reason?: string | undefined
  losses?: string[]
}

const blank = /_{2,}|…{2,}|\.{5,}/g
export const blanksIn = (lines: readonly Line[]): number =>
  lines.reduce((sum, { text }) => sum + (text.match(blank)?.length ?? 0), 0)

/** Lines whose blanks are the markers of gaps. */
export function withGaps(lines: readonly Line[]): Line[] {
  let gap = 0
  return lines.map((line) => {
    const runs = line.runs.map((run) => ({ ...run, text: run.text.replace(blank, () => `{{${++gap}}}`) }))
    return { ...line, runs, text: runs.map(({ text }) => text).join('') }
  })
}

const escaped = (value: string) => value.replaceAll('*', '\\*')
const textFields = (values: readonly string[]): KeyFields => ({
  type: 'text',
  accepted: values.map((value) => ({ value: escaped(value) })),
})

const trueFalse = /\btrue\s?(?:\/|or|and|,|-)\s?false\b|\bT\s?\/\s?F\b/i

const asksTruth = ({ stem, type = '' }: Draft) =>
  /true|t\/f/i.test(type) ||
  trueFalse.test(
    stem
      .map(({ text }) => text)
      .join(' ')
      .slice(0, 10_000),
  )

/** One meaning of a short answer, or several. */
function valueKey(draft: Draft, line: Line, text: string): OpenKey {
  const isBoolean = /^(?:true|false)$/i.test(text.replace(/\.$/, ''))
  if ((isBoolean && blanksIn(draft.stem) === 0) || (asksTruth(draft) && /^[TF]\.?$/i.test(text)))
    return { readings: [{ label: '', fields: { type: 'boolean', correctAnswer: /^t/i.test(text) } }] }
  const measure = measureIn(text)
  if (measure)
    return {
      reason: measure.reason,
      readings: measure.meanings.map(({ label, fields }) => ({ label, fields: fields ?? textFields([text]) })),
    }
  const [, price] = /^(?:[₹$€£]|Rs\.?)\s?(\d[\d.]{0,20})(?:\s?\/-)?$/i.exec(text) ?? []
  const amount = exactNumber(price ?? '')
  if (amount !== undefined)
    return {
      reason: 'The answer has a currency',
      readings: [
        { label: `The answer is the number ${amount}`, fields: { type: 'numeric', correctValue: amount } },
        { label: `The answer is the text ${text}`, fields: textFields([text]) },
      ],
    }
  const [, top, bottom] = /^([-−]?\d{1,9})\s?\/\s?([1-9]\d{0,8})$/.exec(text) ?? []
  const fraction = top === undefined ? undefined : exactNumber(String(Number(top.replace('−', '-')) / Number(bottom)))
  if (fraction !== undefined && String(fraction).length < 10)
    return {
      reason: 'The answer is a fraction',
      readings: [
        { label: `The answer is the number ${fraction}`, fields: { type: 'numeric', correctValue: fraction } },
        { label: `The answer is the text ${text}`, fields: textFields([text]) },
      ],
    }
  const words = text.split(/\s+/).length
  if (text.length > 100 || (words >= 8 && /[.!]$/.test(text))) {
    const essay: OpenReading = { label: 'The answer is a model for an essay', fields: { type: 'essay' }, note: line }
    return text.length > 1_000
      ? {
          readings: [{ ...essay, label: '' }],
          reason: 'Its answer is long, so it becomes an essay with the answer as its explanation',
        }
      : {
          reason: 'Its answer is long: students could be asked to type exactly this, or to write an essay',
          readings: [essay, { label: 'The answer must be typed exactly', fields: textFields([text]) }],
        }
  }
  const parts = text.split(/\s\/\s|\s?;\s?|\s+or\s+/i).filter((part) => part.trim() !== '')
  if (parts.length > 1)
    return {
      reason: 'Its answer can be read as one text or as several accepted answers',
      readings: [
        { label: `Accepted answers: ${parts.join('; ')}`, fields: textFields(parts) },
        { label: `Accepted answer: ${text}`, fields: textFields([text]) },
      ],
    }
  return { readings: [{ label: '', fields: textFields([text]) }] }
}

function gapsKey(text: string, blanks: number): OpenKey {
  const semicolons = text.split(/\s?;\s?/)
  const commas = text.split(/\s?,\s?/)
  const parts = semicolons.length === blanks ? semicolons : commas
  if (parts.length !== blanks || parts.some((part) => part.trim() === ''))
    return {
      readings: [],
      reason: `It has ${blanks} blanks, but its answer does not have ${blanks} parts; separate them with semicolons`,
    }
  const textGap = (part: string) => ({ kind: 'text' as const, accepted: [{ value: escaped(part.trim()) }] })
  const reading = (label: string, read: (part: string) => number | undefined): OpenReading => ({
    label,
    fields: {
      type: 'gaps',
      gaps: parts.map((part) => {
        const value = exactNumber(part) ?? read(part.trim())
        return value === undefined ? textGap(part) : { kind: 'numeric' as const, correctValue: value }
      }),
    },
    hasGaps: true,
  })
  const places = parts.map((part) => numbersIn(part.trim()))
  if (places.every(([first]) => !first || first.label === '')) return { readings: [reading('', () => undefined)] }
  const most = Math.max(...places.map(({ length }) => length))
  return {
    reason: 'Parts of the answer have commas, and may be numbers or texts',
    readings: [
      ...(most > 1 ? [reading('Commas group thousands', (part) => numbersIn(part)[0]?.value)] : []),
      reading(most > 1 ? 'Commas separate decimals' : 'They are numbers', (part) => numbersIn(part).at(-1)?.value),
      reading('They are texts', () => undefined),
    ],
  }
}

/** True if a roman numeral is a label in the text, as in `(i) … (ii) …`. */
const hasLabel = (lines: readonly Line[], numeral: string) => {
  const label = numeral.replace(/[^ivx]/gi, '').toLowerCase()
  return lines.some(({ text }) =>
    [...text.slice(0, 10_000).matchAll(/(?:^|[\s(])([ivx]{1,4})[).]/gi)].some(
      (found) => found[1]?.toLowerCase() === label,
    ),
  )
}

/** An answer such as 10³ or H₂O, which students may type in several ways. */
function scriptKey(draft: Draft, line: Line): OpenKey {
  const written = (sup: (text: string) => string, sub: (text: string) => string) =>
    trimLine(line)
      .runs.map(({ text, look }) => (look.script === 'sup' ? sup(text) : look.script === 'sub' ? sub(text) : text))
      .join('')
      .replace(/\s+/g, ' ')
  const inScript = (script: string) => (text: string) => scriptOf(text, script) ?? '\ufffd'
  const shown = written(inScript(superscripts), inScript(subscripts))
  const measure = shown.includes('\ufffd') ? undefined : measureIn(shown)
  if (measure && !measure.reason && measure.meanings[0]?.fields?.unit !== undefined) return valueKey(draft, line, shown)
  const same = (text: string) => text
  const texts = [written((text) => `^${text}`, same), shown].filter((text) => !text.includes('\ufffd'))
  return {
    reason: 'Its answer has raised or lowered text, which students may type in several ways',
    readings: [
      { label: `Accepted answers: ${texts.join('; ')}`, fields: textFields(texts) },
      { label: `Accepted answer: ${texts[0]}`, fields: textFields(texts.slice(0, 1)) },
    ].slice(texts.length > 1 ? 0 : 1),
  }
}

/** The label of an option in another alphabet, such as (क), б) or α. */
const otherLabel = /^\s{0,9}[([]?\s?((?![A-Za-z])\p{L}\p{M}{0,3})\s?(?:[)\].:]|$)/u

/** The key of a question without options. */
export function openKey(draft: Draft): OpenKey {
  const lines = [...draft.answers, ...draft.listed]
  const isEssay = /essay|descriptive|subjective|long\s?answer/i.test(draft.type ?? '')
  const [line] = lines
  if (isEssay) return { readings: [{ label: '', fields: { type: 'essay' }, note: line }] }
  if (!line) return { readings: [], reason: 'No answer is marked or listed' }
  const written = trimLine(line).text.replace(/\s+/g, ' ')
  // `१२` is 12, but digits in a text are kept.
  const text = /^[-−–+]?[०-९.,]+$/.test(written) ? asciiDigits(written) : written
  if (text === '') return { readings: [], reason: 'No answer is marked or listed' }
  if (lines.some((other) => trimLine(other).text.replace(/\s+/g, ' ') !== written))
    return { readings: [], reason: 'It has several different answers' }
  if (lines.some(({ runs }) => runs.some(({ inset }) => inset)))
    return { readings: [], reason: 'Its answer has a formula or a picture, and students could not type it' }
  const sign = latinSigns(text)
  if (/^[([]?[A-J][)\].]?$/i.test(sign) && blanksIn(draft.stem) === 0 && !asksTruth(draft))
    return {
      readings: [],
      reason: `Its answer is ${text === sign ? text.replace(/[^A-J]/gi, '').toUpperCase() : text}, but no options were found`,
    }
  // Options without letters, such as bullets.
  const isOption = (one: Line) =>
    one.text
      .replace(/^(?:[•·*–—-]\s+|[•\s])+/, '')
      .replace(/\s+/g, ' ')
      .trim() === text
  if (draft.stem.length > 2 && draft.stem.slice(1).some(isOption))
    return { readings: [], reason: 'Its options have no letters: begin them with A., B. and so on' }
  if (romanPlace(text) >= 0 && hasLabel(draft.stem, text))
    return { readings: [], reason: `Its answer is ${text}, but it has no options. Begin them with A., B. and so on` }
  const [, label] = otherLabel.exec(text) ?? []
  if (label && draft.stem.filter(({ text: one }) => otherLabel.exec(one)).length > 1)
    if (draft.stem.some(({ text: one }) => otherLabel.exec(one)?.[1] === label))
      return { readings: [], reason: `Its answer is ${label}, but it has no options. Begin them with A., B. and so on` }
  const blanks = blanksIn(draft.stem)
  if (line.runs.some(({ look, text: part }) => look.script !== '' && part.trim() !== ''))
    return blanks > 1
      ? { readings: [], reason: 'Its answer has raised or lowered text, which students cannot type' }
      : scriptKey(draft, line)
  return blanks > 1 ? gapsKey(text, blanks) : valueKey(draft, line, text)
}
