import type { BankQuestion } from '#shared/bank/bank.schema.ts'
import { lettersOf } from '#shared/bank/types/choice.rules.ts'
import { gapMarker, markerFlaw } from '#shared/bank/types/gaps.rules.ts'
import { isInFormula } from './markdown.ts'
import { moodleHtml } from './moodle-html.ts'
import { escapeHtml } from './moodle-item.ts'
import { cannotWrite, fractionsOf, type MoodleWriter, numberOf, type Of } from './moodle-write.ts'

/** Writes the text of questions with gaps as Cloze. */

const mark = (place: number | string) => `\ue000${place}\ue001`

/** Text inside a gap. Moodle decodes entities first, and then removes the backslash of `\}` and `\#`. */
const escaped = (text: string) =>
  text.replace(/\\(?=[}#])/g, '\\\\').replace(/[&<>"'{}~#=%\\]/g, (char) => `&#${char.charCodeAt(0)};`)

type Gap = Of<'gaps'>['gaps'][number]

function gapText(writer: MoodleWriter, gap: Gap, weight: number, name: string): string {
  switch (gap.kind) {
    case 'text': {
      if (gap.regex) return cannotWrite('Regular expressions cannot be written')
      if (gap.ignoreAccents) writer.lose(`${name}: In Moodle, accents are not ignored`)
      const answers = fractionsOf(writer, gap.accepted, false).map(
        ({ value, percent }) => `${percent === '100' ? '=' : `%${percent}%`}${escaped(value)}`,
      )
      return `{${weight}:SHORTANSWER${gap.caseSensitive ? '_C' : ''}:${answers.join('~')}}`
    }
    case 'numeric': {
      const { value, tolerance } = numberOf(writer, gap)
      if (gap.unit) writer.lose(`${name}: Its unit is written as text after the gap`)
      return `{${weight}:NUMERICAL:=${value}:${tolerance}}${gap.unit ? ` ${escapeHtml(gap.unit)}` : ''}`
    }
    case 'choice': {
      const answers = lettersOf(gap).map(
        (letter) => `${letter === gap.correctAnswer ? '=' : ''}${escaped(escapeHtml(gap.options[letter] ?? ''))}`,
      )
      return `{${weight}:MULTICHOICE:${answers.join('~')}}`
    }
  }
}

/** The text of a question with gaps, as HTML. */
export function clozeHtml(writer: MoodleWriter, question: Of<'gaps'> & BankQuestion): string {
  const { gaps, marks, questionText } = question
  const flaw = markerFlaw(question)
  if (flaw) cannotWrite(flaw)
  const marked = questionText.replace(/[\ue000\ue001]/g, '').replace(gapMarker, (_, place: string) => mark(place))
  if (isInFormula(marked, '\ue000')) cannotWrite('One of its gaps is inside a formula')
  const order = [...questionText.matchAll(gapMarker)].map(([, place]) => Number(place))
  if (order.some((place, at) => place !== at + 1)) writer.lose('Gaps are numbered in the order of the text')
  const isWhole = Number.isInteger(marks / gaps.length)
  if (!isWhole) writer.lose(`Its ${marks} marks become ${gaps.length}, one for each gap`)
  const weight = isWhole ? marks / gaps.length : 1
  return (
    moodleHtml(marked)
      // Braces of the text do not begin gaps.
      .replaceAll('{', '&#123;')
      .replace(/\ue000(\d+)\ue001/g, (_, place: string) => {
        const gap = gaps[Number(place) - 1]
        return gap ? gapText(writer, gap, weight, `Gap ${place}`) : ''
      })
  )
}
