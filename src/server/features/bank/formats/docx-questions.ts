import { asciiDigits } from './devanagari.ts'
import { type Chosen, choiceKey, plainAnswer } from './docx-choice.ts'
import type { Block } from './docx-document.ts'
import { type Draft, isRule } from './docx-draft.ts'
import { QuestionFinder } from './docx-finder.ts'
import { applyKeys } from './docx-keys.ts'
import { isBlank, type Line } from './docx-lines.ts'
import { type Marking, type MarkKind, markingOf, marksOf, withoutSigns } from './docx-marks.ts'
import { exactNumber } from './docx-measures.ts'
import { addNumberDoubts } from './docx-numbers.ts'
import { type KeyFields, openKey, withGaps } from './docx-open.ts'
import { findBracketed, findLastMarks, findShortMarks, withShortMarks } from './docx-options.ts'
import type { MarkedLook, TextWriter, WrittenText } from './docx-text.ts'
import { findUnlettered } from './docx-unlettered.ts'
import { type FoundItem, type Reading, type ReadQuestion, refusedItem, titleOf, UnreadableItem } from './found.ts'

/** Turns the questions of a document into items with readings. */

const plainOf = (lines: readonly Line[]) => titleOf(lines.map(({ text }) => text.replaceAll('\ufffc', '')).join(' '))
const pictureText = 'See the picture'
const isLook = (kind: MarkKind): kind is MarkedLook => ['bold', 'underline', 'color', 'highlight'].includes(kind)

/** The parts of an item found so far. */
interface Notes {
  losses: string[]
  /** Why the author must review it. */
  reasons: string[]
}

type Base = Pick<FoundItem, 'title' | 'line' | 'category'>

/** Refuses a text that is too long. */
function within(text: string, max: number, name: string): string {
  if (text.length > max) throw new UnreadableItem(`${name} is longer than ${max.toLocaleString('en')} characters`)
  return text
}

const marksPattern =
  /^\+?(\d{1,3}(?:\.\d{1,4})?|½|1½)\s?(?:marks?|points?|pts?|m|अंक|अङ्क)?\.?(?:\s?[,;/|]\s?(?:[-−–]\s?(\d{1,3}(?:\.\d{1,4})?)|0))?\.?$/i

function marksFields(draft: Draft, losses: string[]): Pick<ReadQuestion, 'marks' | 'penalty'> {
  const [, given, cost] = draft.marks === undefined ? [] : (marksPattern.exec(asciiDigits(draft.marks.trim())) ?? [])
  if (draft.marks !== undefined && given === undefined)
    losses.push(`Its marks “${draft.marks.slice(0, 40)}” are not kept; it is worth 1 mark`)
  const value = given === '½' ? 0.5 : given === '1½' ? 1.5 : given === undefined ? 1 : Number(given)
  const isKept = value >= 1 && value <= 10 && Math.round(value * 100) === value * 100
  const stated = isKept && given !== undefined ? { marks: value } : {}
  if (!isKept) losses.push(`Its ${given} marks are not kept; it is worth 1 mark`)
  const penaltyText = (draft.penalty ?? cost ?? '').trim().replace(/\s?(?:marks?|points?)$/i, '')
  if (penaltyText === '') return stated
  const share = /^[-−–]?\s?(\d{1,2}\/\d{1,2})$/.exec(penaltyText)?.[1]
  const percent = exactNumber(/^[-−–]?\s?(\d{1,3}(?:\.\d{1,2})?)\s?%$/.exec(penaltyText)?.[1] ?? '')
  const absolute = exactNumber(penaltyText.replace(/^[-−–]\s?/, ''))
  // `1/3` may be a fraction of the mark or of the question's marks.
  const isSame = share !== undefined && (value === 1 || !isKept)
  const penalty = isSame ? share : percent !== undefined && percent <= 100 ? `${percent}/100` : absolute
  if (penalty === undefined || (!isKept && typeof penalty === 'number')) {
    losses.push(`Its negative marks “${penaltyText.slice(0, 40)}” are not kept`)
    return stated
  }
  return { ...stated, ...(penalty === 0 ? {} : { penalty }) }
}

function labelFields(draft: Draft, losses: string[]): Pick<ReadQuestion, 'difficulty' | 'tags'> {
  const given = draft.difficulty?.trim() ?? ''
  const levels = {
    Easy: /^(?:easy|simple|low|e)$/i,
    Medium: /^(?:medium|moderate|average|m)$/i,
    Hard: /^(?:hard|difficult|tough|high|h)$/i,
  }
  const difficulty = (['Easy', 'Medium', 'Hard'] as const).find((level) => levels[level].test(given))
  if (given !== '' && difficulty === undefined) losses.push(`Its difficulty “${given.slice(0, 40)}” is not kept`)
  const tags = (draft.tags ?? '')
    .split(/[,;]/)
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '')
  const kept = [...new Set(tags)].filter(({ length }) => length <= 50).slice(0, 20)
  if (kept.length < new Set(tags).size)
    losses.push(`${new Set(tags).size - kept.length} of ${new Set(tags).size} tags are not kept`)
  return { ...(difficulty ? { difficulty } : {}), ...(kept.length > 0 ? { tags: kept } : {}) }
}

class QuestionReader {
  readonly #writer: TextWriter
  readonly #marking: Marking

  constructor(writer: TextWriter, marking: Marking) {
    this.#writer = writer
    this.#marking = marking
  }

  async read(draft: Draft): Promise<FoundItem> {
    const category = [...draft.category, ...(draft.topic ?? '').split('/')]
      .map((name) => name.trim())
      .filter((name) => name !== '')
    const base = { title: plainOf(draft.stem) || `Question ${draft.number ?? ''}`.trim(), line: draft.at, category }
    const [flaw] = draft.flaws
    if (flaw !== undefined) return refusedItem(base, flaw)
    const item = await this.#readable(draft, base)
    const line = draft.doubts.find(({ marksOn }) => marksOn)?.marksOn
    const other = line && item.readings.length > 0 ? withShortMarks(draft, line) : undefined
    return other ? { ...item, readings: [...item.readings, ...(await this.#readable(other, base)).readings] } : item
  }

  async #readable(draft: Draft, base: Base): Promise<FoundItem> {
    try {
      return await this.#item(draft, base)
    } catch (error) {
      if (error instanceof UnreadableItem) return refusedItem(base, error.message)
      throw error
    }
  }

  async #item(draft: Draft, base: Base): Promise<FoundItem> {
    const notes: Notes = { losses: [...draft.losses], reasons: draft.doubts.map(({ reason }) => reason) }
    const isInteger = /integer|numer|fill/i.test(draft.type ?? '')
    // Tables give the number itself as the only option.
    if (
      isInteger &&
      draft.options.length > 0 &&
      draft.options.every(({ sign }) => sign === 'correct') &&
      draft.answers.length === 0
    )
      draft.answers.push(...draft.options.splice(0).flatMap(({ lines }) => lines.slice(0, 1)))
    if (draft.options.length === 1) return refusedItem(base, 'Only one option was found')
    if (draft.options.length > 10)
      return refusedItem(base, `It has ${draft.options.length} options; at most 10 are allowed`)
    const meanings = draft.options.length > 0 ? this.#choices(draft, notes) : this.#opens(draft, notes)
    if (meanings.length === 0) return refusedItem(base, notes.reasons.join('; '))
    const hasGaps = meanings.some((meaning) => meaning.hasGaps)
    if (hasGaps && draft.stem.some(({ text }) => text.includes('{{')))
      return refusedItem(base, 'Its text contains {{ as well as blanks')
    const common = await this.#common(draft, notes, hasGaps)
    const options = draft.options.length > 0 ? await this.#options(draft, notes) : {}
    const readings: Reading[] = []
    const doubt = draft.doubts.find(({ marksOn }) => marksOn) ?? draft.doubts[0]
    for (const { label: meant, fields, note } of meanings) {
      const label =
        meanings.length === 1 && doubt
          ? doubt.label
          : doubt?.marksOn
            ? `${meant}, and ${doubt.label.replace('The', 'the')}`
            : meant
      const explanation = await this.#explanation(draft, note, notes)
      const question = {
        ...fields,
        ...options,
        ...common,
        ...(explanation === '' ? {} : { explanation }),
      } as ReadQuestion
      readings.push({ label, question, losses: [] })
    }
    const losses = [...new Set(notes.losses)]
    const reason = notes.reasons.join('; ')
    return {
      ...base,
      readings: readings.map((reading) => ({ ...reading, losses })),
      ...(reason === '' ? {} : { reason }),
    }
  }

  #opens(
    draft: Draft,
    notes: Notes,
  ): { label: string; fields: KeyFields; hasGaps?: boolean; note?: Line | undefined }[] {
    const { readings, reason } = openKey(draft)
    if (reason !== undefined) notes.reasons.push(reason)
    return readings
  }

  #choices(
    draft: Draft,
    notes: Notes,
  ): { label: string; fields: KeyFields; hasGaps?: boolean; note?: Line | undefined }[] {
    const { meanings, reason } = choiceKey(draft, this.#marking)
    if (reason !== undefined) notes.reasons.push(reason)
    const type = draft.type?.trim() ?? ''
    const isMultiple = /multiple.?(?:select|answers?|response|correct)|\bmsq\b|\bmcma\b|checkbox|multi.?select/i.test(
      type,
    )
    if (type !== '' && !isMultiple && !/multiple.?choice|mcq|single|radio|true|choice|objective/i.test(type))
      notes.losses.push(`Its type “${type.slice(0, 40)}” is not kept`)
    return meanings.map((meaning) => {
      const { letters, isEither, note } = meaning
      return {
        label: meanings.length > 1 || reason ? labelOf(meaning) : '',
        fields: fieldsOf(letters, isEither, isMultiple),
        note,
      }
    })
  }

  /** The formatting and the characters that mark answers in this question. */
  #kinds(draft: Draft): Set<MarkKind> {
    const present = [...marksOf(draft).keys()]
    return new Set(present.filter((kind) => kind !== 'star' || this.#marking.trusted.has(kind)))
  }

  async #options(draft: Draft, notes: Notes) {
    const kinds = this.#kinds(draft)
    const options: Record<string, string> = {}
    const optionImages: Record<string, string> = {}
    for (const option of draft.options) {
      const { letter } = option
      const written = await this.#writer.write(withoutSigns(option, kinds).lines, [...kinds].filter(isLook))
      if (written.missing.length > 0) throw new UnreadableItem(`Option ${letter}: ${written.missing.join('; ')}`)
      const [image] = this.#images(written, notes)
      if (written.text === '' && image === undefined)
        throw new UnreadableItem(
          written.hasLostImage ? `Option ${letter} is a picture that is not kept` : `Option ${letter} is empty`,
        )
      options[letter] = within(written.text || 'Picture', 2_000, `Option ${letter}`)
      if (image !== undefined) optionImages[letter] = image
    }
    return { options, ...(Object.keys(optionImages).length > 0 ? { optionImages } : {}) }
  }

  #images(written: WrittenText, notes: Notes): string[] {
    notes.losses.push(...written.losses)
    if (written.images.length > 1) notes.losses.push(`Only the first of ${written.images.length} images is kept`)
    return written.images.slice(0, 1)
  }

  async #common(draft: Draft, notes: Notes, hasGaps: boolean) {
    const stem = await this.#writer.write(hasGaps ? withGaps(draft.stem) : draft.stem)
    const passage = await this.#writer.write(draft.passage)
    notes.reasons.push(
      ...[...stem.missing, ...passage.missing].map((what) => `${what}: complete the text after the import`),
    )
    const [image] = this.#images(stem, notes)
    const [passageImage] = this.#images(passage, notes)
    if (passageImage !== undefined && image !== undefined) notes.losses.push('The image of the passage is not kept')
    if (stem.text === '' && image === undefined)
      throw new UnreadableItem(stem.hasLostImage ? 'Its text is a picture that is not kept' : 'It has no text')
    if (stem.text === '') notes.losses.push(`Its text is only a picture, so it becomes “${pictureText}”`)
    const kept = image ?? passageImage
    return {
      questionText: within(stem.text || pictureText, 10_000, 'Its text'),
      ...(kept === undefined ? {} : { questionImageUrl: kept }),
      ...(passage.text === '' ? {} : { passage: within(passage.text, 20_000, 'Its passage') }),
      ...marksFields(draft, notes.losses),
      ...labelFields(draft, notes.losses),
    }
  }

  async #explanation(draft: Draft, note: Line | undefined, notes: Notes): Promise<string> {
    const parts: string[] = []
    const groups = [[...(note ? [note] : []), ...draft.explanation], draft.hint]
    for (const [at, given] of groups.entries()) {
      const lines = given.slice(0, given.findLastIndex((line) => !isRule(line) && !isBlank(line)) + 1)
      if (lines.length === 0) continue
      const written = await this.#writer.write(lines)
      notes.losses.push(...written.losses, ...written.missing)
      if (written.images.length > 0) notes.losses.push('Images in the explanation are not kept')
      if (at === 1) notes.losses.push('Its hint is shown with the explanation')
      if (written.text !== '') parts.push(at === 1 ? `Hint: ${written.text}` : written.text)
    }
    const text = parts.join('\n\n')
    if (text.length <= 10_000) return text
    notes.losses.push('Its explanation is longer than 10,000 characters and is not kept')
    return ''
  }
}

const labelOf = ({ letters, isEither }: Chosen) =>
  letters.length === 1
    ? `Option ${letters[0]} is correct`
    : `Options ${letters.slice(0, -1).join(', ')} ${isEither ? 'or' : 'and'} ${letters.at(-1)} are correct`

function fieldsOf(letters: readonly string[], isEither: boolean, isMultiple: boolean): KeyFields {
  const [first, ...others] = letters
  const fields =
    (letters.length > 1 && !isEither) || isMultiple
      ? { type: 'multiple', correctAnswers: [...letters], scoring: 'all' }
      : { type: 'single', correctAnswer: first, ...(others.length > 0 ? { alternatives: others } : {}) }
  return fields as KeyFields
}

/** The items of a document. */
export async function* questionsIn(blocks: readonly Block[], writer: TextWriter): AsyncGenerator<FoundItem> {
  const { drafts, keys } = new QuestionFinder(blocks).find()
  const unused = applyKeys(drafts, keys.all)
  const hasLetters = drafts.some(({ options }) => options.length > 0)
  for (const draft of drafts) findUnlettered(draft, hasLetters)
  findShortMarks(drafts)
  findLastMarks(drafts)
  findBracketed(drafts, (draft) => marksOf(draft).size > 0)
  addNumberDoubts(drafts)
  const marking = markingOf(drafts, plainAnswer)
  const reader = new QuestionReader(writer, marking)
  for (const draft of drafts) yield await reader.read(draft)
  for (const { number, answer } of unused)
    yield refusedItem(
      { title: 'List of answers', line: answer.at },
      `Answer ${number} of the list belongs to no question`,
    )
  for (const line of keys.unread)
    yield refusedItem({ title: 'List of answers', line: line.at }, `This line is not understood: “${plainOf([line])}”`)
}
