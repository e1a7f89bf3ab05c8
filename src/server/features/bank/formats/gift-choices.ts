import { type Letter, letters } from '#shared/bank/types/choice.rules.ts'
import { type ReadQuestion, UnreadableItem } from './found.ts'
import { type Entry, entriesOf, type Meaning, percent, withHashes } from './gift-answers.ts'
import type { GiftText, GiftTexts } from './gift-text.ts'

/** Reads the options of a GIFT item. Weights become our scorings and penalties where both give the same marks. */

type Options = Partial<Record<Letter, string>>
type Images = { optionImages?: Partial<Record<Letter, string>> }
export type ChoiceFields = Images & { options: Options } & (
    | { type?: never; correctAnswer: Letter; alternatives?: Letter[]; penalty?: string }
    | Pick<Extract<ReadQuestion, { type: 'multiple' }>, 'type' | 'correctAnswers' | 'scoring'>
  )

interface Option {
  letter: Letter
  /** Share of the marks that choosing it earns or costs. */
  share: number
}

const isClose = (one: number, other: number) => Math.abs(one - other) < 1.1e-3
const areClose = (shares: readonly number[]) => shares.every((share) => isClose(share, shares[0] ?? share))

const lettersIn = (options: readonly Option[]) => options.map(({ letter }) => letter)
/** `A, B and C`. */
const inWords = (options: readonly Option[]) =>
  lettersIn(options)
    .join(', ')
    .replace(/, (?=.$)/, ' and ')

/** A share as the text of a penalty: a fraction if it is one. */
function penaltyText(share: number): string {
  for (let d = 1; d <= 20; d++)
    if (Math.abs(share * d - Math.round(share * d)) < 1e-9) return d === 1 ? '1' : `${Math.round(share * d)}/${d}`
  return String(share)
}

type Key<F> = { label: string; fields: F; losses: string[] }
type MultipleKey = Pick<Extract<ReadQuestion, { type: 'multiple' }>, 'type' | 'correctAnswers' | 'scoring'>
type SingleKey = { correctAnswer: Letter; alternatives?: Letter[]; penalty?: string }

/** Several options can be chosen, and their weights are added. The sum is not below 0. */
function multipleKey(options: readonly Option[]): Key<MultipleKey> {
  const right = options.filter(({ share }) => share > 0)
  const wrong = options.filter(({ share }) => share <= 0)
  const losses: string[] = []
  const sum = right.reduce((total, { share }) => total + share, 0)
  if (!areClose(right.map(({ share }) => share)))
    losses.push(`Right options earn equal shares, not ${right.map(({ share }) => percent(share)).join(', ')}`)
  if (!isClose(sum, 1)) losses.push(`All right options together earn 100% of the marks, not ${percent(sum)}`)
  const [cost = 0] = wrong.map(({ share }) => -share)
  const own = wrong.length > 0 ? 1 / wrong.length : 0
  const isEven = areClose(wrong.map(({ share }) => share))
  if (wrong.length > 0 && isEven && isClose(cost, 1) && wrong.length > 1)
    return { label: '', fields: { type: 'multiple', correctAnswers: lettersIn(right), scoring: 'partial' }, losses }
  if (!isEven) losses.push(`Every wrong option costs ${percent(own)} of the marks; in the file, their costs differ`)
  else if (wrong.length > 0 && !isClose(cost, own))
    losses.push(`Every wrong option costs ${percent(own)} of the marks, not ${percent(cost)}`)
  return { label: '', fields: { type: 'multiple', correctAnswers: lettersIn(right), scoring: 'each' }, losses }
}

/** One option can be chosen. */
function singleKey(options: readonly Option[]): Key<SingleKey> {
  const right = options.filter(({ share }) => share === 1)
  const [first, ...others] = lettersIn(right)
  if (!first) throw new UnreadableItem('No option is marked as correct')
  const wrong = options.filter(({ share }) => share < 1)
  const losses = wrong
    .filter(({ share }) => share > 0)
    .map(({ letter, share }) => `Partial credit for option ${letter} (${percent(share)} of the marks) is not kept`)
  const costs = wrong.map(({ share }) => -share)
  const [cost = 0] = costs
  const isPenalty = cost > 0 && costs.every((other) => other === cost)
  if (!isPenalty)
    for (const { letter, share } of wrong)
      if (share < 0) losses.push(`The penalty for option ${letter} (${percent(-share)} of the marks) is not kept`)
  return {
    label: '',
    fields: {
      correctAnswer: first,
      ...(others.length > 0 && { alternatives: others }),
      ...(isPenalty && { penalty: penaltyText(cost) }),
    },
    losses,
  }
}

/** The meanings of the weights, and what must be decided between them. */
function keysOf(entries: readonly Entry[], options: readonly Option[]) {
  const isSingle = entries.some(({ prefix }) => prefix === '=')
  const right = options.filter(({ share }) => (isSingle ? share === 1 : share > 0))
  if (right.length === 0) throw new UnreadableItem('No option is marked as correct')
  if (right.length < 2) return { keys: [isSingle ? singleKey(options) : multipleKey(options)] }
  if (!isSingle && !right.every(({ share }) => share === 1)) return { keys: [multipleKey(options)] }
  const fields = { type: 'multiple', correctAnswers: lettersIn(right), scoring: 'all' } satisfies MultipleKey
  const losses = options.some(({ share }) => share < 0) ? ['The cost of wrong options is not kept'] : []
  return {
    keys: [
      { ...singleKey(options), label: `One of ${inWords(right)} is enough` },
      { fields, losses, label: `${inWords(right)} must all be chosen` },
    ],
    reason: `${right.length} options are marked as correct, each for full marks`,
  }
}

/** The options' texts by letter. */
async function optionsOf(entries: readonly Entry[], texts: GiftTexts) {
  if (entries.length > letters.length)
    throw new UnreadableItem(`It has ${entries.length} options; at most ${letters.length} are allowed`)
  if (entries.length < 2) throw new UnreadableItem('It has only one option; at least 2 are needed')
  const read: { letter: Letter; text: GiftText }[] = []
  for (const [at, letter] of letters.slice(0, entries.length).entries()) {
    const text = await texts.readInline(entries[at]?.raw ?? '', `Option ${letter}`)
    if (text.markdown === '') {
      const [loss] = [...texts.losses].filter((sentence) => sentence.startsWith('An image'))
      throw new UnreadableItem(`Option ${letter} has no text${loss ? `. ${loss}` : ''}`)
    }
    if (text.images.length > 1) texts.losses.add(`Only the first of ${text.images.length} images is kept`)
    read.push({ letter, text })
  }
  return read
}

/** @returns the meanings of the options, what must be decided, and the options as plain text if all are */
export async function readChoices(raw: string, texts: GiftTexts) {
  const { lead, entries: found } = entriesOf(raw)
  if (lead !== '') throw new UnreadableItem(`Put = or ~ before the option “${lead.slice(0, 60)}”`)
  for (const { prefix, share } of found)
    if (prefix === '=' && share !== null && share !== 1)
      throw new UnreadableItem(`An option after = is worth 100%, not ${percent(share)}. Write ~ before the weight`)
  const entries = withHashes(found, texts)
  if (entries.some(({ feedback }) => feedback)) texts.losses.add('Feedback per option is not kept')
  const read = await optionsOf(entries, texts)
  const shares = read.map(({ letter }, at) => {
    const { prefix, share } = entries[at] ?? {}
    return { letter, share: share ?? (prefix === '=' ? 1 : 0) }
  })
  const { keys, reason } = keysOf(entries, shares)
  const images = read.flatMap(
    ({
      letter,
      text: {
        images: [url],
      },
    }) => (url ? [[letter, url]] : []),
  )
  const shown = {
    options: Object.fromEntries(read.map(({ letter, text }) => [letter, text.markdown])) as Options,
    ...(images.length > 0 && { optionImages: Object.fromEntries(images) as Images['optionImages'] }),
  }
  const isPlain = images.length === 0 && read.every(({ text }) => text.plain !== null)
  return {
    reason,
    meanings: keys.map(
      ({ fields, ...key }): Meaning<ChoiceFields> => ({ ...key, fields: { ...shown, ...fields } as ChoiceFields }),
    ),
    plain: isPlain
      ? (Object.fromEntries(read.map(({ letter, text }) => [letter, text.plain?.replace(/\s*\n\s*/g, ' ')])) as Options)
      : null,
  }
}
