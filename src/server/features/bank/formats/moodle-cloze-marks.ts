import { refuse } from './moodle-item.ts'

/** Finds the gaps of a Cloze text, such as `{1:MULTICHOICE:=yes#Right~no}`, as Moodle does. */

export type ClozeKind = 'choice' | 'several' | 'text' | 'exact' | 'numeric'

const kinds: Record<string, ClozeKind> = {
  NUMERICAL: 'numeric',
  NM: 'numeric',
  SHORTANSWER: 'text',
  SA: 'text',
  MW: 'text',
  SHORTANSWER_C: 'exact',
  SAC: 'exact',
  MWC: 'exact',
}
for (const end of ['', 'V', 'H', 'S', 'VS', 'HS']) {
  kinds[`MC${end}`] = 'choice'
  kinds[`MULTICHOICE${end && `_${end}`}`] = 'choice'
  if (end.startsWith('V')) continue
  kinds[`MR${end}`] = 'several'
  kinds[`MULTIRESPONSE${end && `_${end}`}`] = 'several'
}

export interface ClozeAnswer {
  /** A percentage. */
  fraction: string
  /** With its entities, for numbers and their tolerances. */
  source: string
  hasFeedback: boolean
  /** True if it gives a percentage other than 0, which Moodle does not see. */
  isPercentage: boolean
}

export interface ClozeGap {
  kind: ClozeKind
  weight: number
  answers: ClozeAnswer[]
}

/** A possible start of a gap, even with spaces or decimals, which Moodle does not allow. */
const starts = /\{\s{0,5}([\d.,]{0,9})\s{0,5}:(?:\s|&nbsp;){0,5}([A-Za-z_]{1,40})(?:\s|&nbsp;){0,5}([:}])/g
const strictStart = /^\{\d*:\w+[:}]$/
const fractions = /=|%(-?\d{1,9}(?:[.,]\d{0,20})?)%/y

/**
 * The end of an answer or its feedback: one of the special characters, unless it is escaped or belongs to an entity.
 */
function endOf(text: string, from: number, chars: string, hasEntities: boolean): number {
  for (let at = from; at < text.length; at++) {
    if (!chars.includes(text[at] ?? '')) continue
    const before = text[at - 1]
    if (before === '\\' || (hasEntities && (before === '&' || text.slice(at - 5, at) === '&amp;'))) continue
    return at
  }
  return -1
}

/** Reads the answers of a gap. Null if it does not end. */
function readAnswers(text: string, from: number): { answers: ClozeAnswer[]; end: number } | null {
  const answers: ClozeAnswer[] = []
  let at = from
  while (true) {
    if (text[at] === '~') at++
    fractions.lastIndex = at
    const fraction = fractions.exec(text)
    at += fraction?.[0].length ?? 0
    // An answer has at least one character.
    let end = endOf(text, at + 1, '~#}', true)
    if (end < 0) return null
    const source = text.slice(at, end)
    let feedback = ''
    if (text[end] === '#') {
      const after = endOf(text, end + 1, '~}', false)
      if (after < 0) return null
      feedback = text.slice(end + 1, after)
      end = after
    }
    const percent = fraction ? (fraction[1] ?? '100') : '0'
    answers.push({
      fraction: percent.replace(/[.,]$/, ''),
      source,
      hasFeedback: feedback.trim() !== '',
      isPercentage: Number(fraction?.[1] ?? 0) !== 0,
    })
    if (answers.length > 1_000) refuse('One of its gaps has more than 1,000 answers')
    if (text[end] === '}') return { answers, end: end + 1 }
    at = end
  }
}

/**
 * Replaces each gap with a mark.
 * @throws UnreadableItem for a gap that cannot be read
 */
export function cutGaps(text: string, mark: (place: number) => string): { text: string; gaps: ClozeGap[] } {
  const gaps: ClozeGap[] = []
  let written = ''
  let end = 0
  starts.lastIndex = 0
  for (let start = starts.exec(text); start; start = starts.exec(text)) {
    const [whole, weight, name = '', char] = start
    const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined
    const shown = text.slice(start.index, start.index + 60)
    if (!kind) {
      // In lower case, Moodle shows it as text.
      if (
        (char === ':' && name === name.toUpperCase() && strictStart.test(whole)) ||
        Object.hasOwn(kinds, name.toUpperCase())
      )
        return refuse(
          `The type ${name} of the gap “${shown}” is unknown. Write MULTICHOICE, SHORTANSWER or NUMERICAL, in capitals`,
        )
      continue
    }
    if (!strictStart.test(whole))
      return refuse(
        `Moodle shows “${shown}” as text. Write its beginning without spaces and decimals, as in {1:${name}:`,
      )
    if (char === '}' || /^=?\}/.test(text.slice(start.index + whole.length, start.index + whole.length + 2)))
      return refuse(`The gap “${shown}” has no answers`)
    const read = readAnswers(text, start.index + whole.length)
    if (!read) return refuse(`The gap “${shown}” does not end with }`)
    if (gaps.length >= 50) refuse('It has more than 50 gaps, which is the maximum')
    gaps.push({ kind, weight: weight ? Number(weight) : 1, answers: read.answers })
    written += text.slice(end, start.index) + mark(gaps.length)
    end = read.end
    starts.lastIndex = end
  }
  return { text: written + text.slice(end), gaps }
}
