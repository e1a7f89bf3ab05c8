import type { Draft, DraftOption } from './docx-draft.ts'
import { numberedLine } from './docx-labels.ts'
import { type Line, sliceLine } from './docx-lines.ts'
import { sameNumbers } from './docx-numbers.ts'
import { letterAt, newOption } from './docx-options.ts'

/**
 * Finds options without letters: with boxes, bullets, roman numerals or the numbers of questions, on lines of their own at the end of the text.
 */

const numerals = ['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x']
const roman = /^\s{0,9}([[(]?)(i{1,3}|i?v|vi{1,3}|i?x)([)\].])\s{0,9}/i
const romanAnswer = /^(?:options?|choices?)?\s?[([]?\s?(i{1,3}|i?v|vi{1,3}|i?x)\s?[)\].]?$/i
const numberOnly = /^(?:options?|choices?)?\s?[([]?\s?(\d{1,2})\s?[)\].:]?$/i
const box = /^\s{0,9}(?:•\t)?([☐☒☑□■✓✔])\s?/

/** The place of a roman numeral, from 0; -1 for other text. */
export const romanPlace = (text: string): number =>
  numerals.indexOf(romanAnswer.exec(text.trim().slice(0, 20))?.[1]?.toLowerCase() ?? '')

const romanParts = /^[^,;&/]{1,20}(?:\s?(?:,|;|&|\band\b|\bor\b|\/)\s?[^,;&/]{1,20}){0,9}$/i
/** True for `ii`, or for `(i) and (iii)`. */
const isRoman = (text: string) =>
  romanParts.test(text) && text.split(/\s?(?:,|;|&|\band\b|\bor\b|\/)\s?/i).every((part) => romanPlace(part) >= 0)

const bare = (text: string) => text.toLowerCase().replace(/\s+/g, ' ').trim().replace(/\.$/, '')

/** The part of a line after its label; undefined without one. @param place of the option, from 0 */
type Label = (line: Line, place: number) => { length: number; sign?: string } | undefined

const labels: {
  style: string
  label: Label
  fits: (answers: readonly string[], options: readonly string[], hasLetters: boolean) => boolean
}[] = [
  {
    style: 'i',
    label: ({ text }, place) => {
      const found = roman.exec(text.slice(0, 40))
      return found?.[2]?.toLowerCase() === numerals[place] ? { length: found?.[0].length ?? 0 } : undefined
    },
    fits: (answers, options) => answers.every((text) => isRoman(text) || options.includes(bare(text))),
  },
  {
    style: sameNumbers,
    label: (line) => {
      const found = numberedLine(line)
      return found ? { length: line.text.length - found.line.text.length } : undefined
    },
    fits: (answers, options) =>
      answers.length > 0 &&
      answers.every((text) => options.includes(bare(text)) || Number(numberOnly.exec(text)?.[1]) <= options.length),
  },
  {
    style: '',
    label: ({ text }) => {
      const found = box.exec(text.slice(0, 40))
      return found ? { length: found[0].length, sign: found[1] ?? '' } : undefined
    },
    fits: () => true,
  },
  {
    style: '',
    label: ({ isBullet, text }) => (isBullet ? { length: text.indexOf('\t') + 1 } : undefined),
    fits: (answers, options, hasLetters) =>
      (answers.length > 0 || !hasLetters) && answers.every((text) => options.includes(bare(text))),
  },
]

/** The options at the end of the text; none if there are fewer than two. */
function optionsAtEnd({ stem }: Draft, label: Label): DraftOption[] {
  const isFirst = (line: Line) => label(line, 0) !== undefined
  // Lines of the same kind all match the first place, except numerals.
  for (let from = 1; from < stem.length - 1; from++) {
    const lines = stem.slice(from)
    if (lines.length > 10 || !lines[0] || !isFirst(lines[0])) continue
    const found = lines.map((line, place) => ({ line, label: label(line, place) }))
    if (found.some((one) => one.label === undefined)) continue
    return found.map(({ line, label: { length = 0, sign = '' } = {} as never }, place) => {
      const text = { ...sliceLine(line, length), listLevel: undefined, isBullet: false }
      return newOption({ letter: letterAt(place), lines: [text], sign, origin: line })
    })
  }
  return []
}

/**
 * Turns the last lines of the text into options if the answer names one of them or there is no answer.
 * @param hasLetters true if other questions have lettered options, so that bullets without an answer are not options
 */
export function findUnlettered(draft: Draft, hasLetters: boolean) {
  if (draft.options.length > 0 || /essay|descriptive|subjective|long\s?answer/i.test(draft.type ?? '')) return
  const answers = [...draft.answers, ...draft.listed].map(({ text }) => text.trim())
  for (const { style, label, fits } of labels) {
    const options = optionsAtEnd(draft, label)
    const texts = options.map(({ lines }) => bare(lines[0]?.text ?? ''))
    if (options.length < 2 || !fits(answers, texts, hasLetters)) continue
    draft.stem.splice(-options.length)
    draft.options.push(...options)
    draft.optionStyle = style
    return
  }
}
