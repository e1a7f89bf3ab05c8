import { richTokens } from '#shared/bank/rich-text.rules.ts'
import { type Letter, letters } from '#shared/bank/types/choice.rules.ts'
import { compare, equals, minus, one, type Ratio, ratio, sumOf, zero } from '#shared/ratio.ts'
import { areEqual, isFull, isNegative, isPositive, percentText, shareOf, shareText } from './moodle-fractions.ts'
import { type Meaning, type MoodleItem, oneImage, refuse, sourceOf, type Typed } from './moodle-item.ts'
import type { XmlElement } from './xml.ts'

/** Reads Moodle's questions with options: multiple choice, and true or false. */

interface Option {
  letter: Letter
  text: string
  image: string | undefined
  share: Ratio
}

const blocks = /^(?:bullet_list|ordered_list|table|heading|blockquote)_open$/

async function optionsOf(item: MoodleItem): Promise<Option[]> {
  const answers = item.all('answer')
  item.loseFeedback(answers)
  return await optionsIn(
    item,
    answers.map((answer) => ({ answer, share: shareOf(answer.attributes.fraction ?? '0') })),
  )
}

/** The options, without those that Moodle drops because they are empty. */
export async function optionsIn(
  item: MoodleItem,
  answers: readonly { answer: XmlElement; share: Ratio }[],
): Promise<Option[]> {
  const options: Option[] = []
  for (const { answer, share } of answers) {
    const content = await item.rich(answer)
    const image = oneImage(item, content, ' in an option')
    if (content.text === '' && !image) {
      if (equals(share, zero)) continue
      refuse('One of its options is empty')
    }
    if (richTokens(content.text, false).some(({ type }) => blocks.test(type)))
      item.lose('Lists, tables and headings in options are shown as text')
    const letter = letters[options.length] ?? refuse(`It has more than ${letters.length} options, which is the maximum`)
    options.push({ letter, text: content.text || 'Image', image, share })
  }
  if (options.length < 2) refuse('It has fewer than two options')
  return options
}

const fieldsOf = (options: readonly Option[]) => {
  const images = options.flatMap(({ letter, image }) => (image ? [[letter, image]] : []))
  return {
    options: Object.fromEntries(options.map(({ letter, text }) => [letter, text])),
    ...(images.length > 0 && { optionImages: Object.fromEntries(images) as Partial<Record<Letter, string>> }),
  }
}

const lettersIn = (options: readonly Option[]) => options.map(({ letter }) => letter)
const listOf = (options: readonly Option[]) => lettersIn(options).join(', ')

/** The penalty that all wrong options share, or a loss. */
function penaltyIn(wrong: readonly Option[]): Pick<Meaning, 'penalty' | 'losses'> {
  const shares = wrong.map(({ share }) => share)
  if (!shares.some(isNegative)) return {}
  const first = minus(zero, shares[0] ?? zero)
  if (areEqual(shares) && compare(first, one) <= 0) return { penalty: shareText(first) }
  return { losses: ['Wrong options cost different marks in Moodle. Here, they all cost the same'] }
}

function singleMeanings(options: readonly Option[]): Pick<Typed, 'meanings' | 'reason'> {
  const fields = fieldsOf(options)
  const [right, ...others] = options.filter(({ share }) => isFull(share))
  const partial = options.filter(({ share }) => isPositive(share) && !isFull(share))
  if (right) {
    const { penalty, losses = [] } = penaltyIn(options.filter(({ share }) => !isFull(share)))
    const alternatives = lettersIn(others)
    const meaning: Meaning = {
      fields: { ...fields, correctAnswer: right.letter, ...(others.length > 0 && { alternatives }) },
      ...(penalty && { penalty }),
      losses: [
        ...losses,
        ...partial.map(
          ({ letter, share }) => `Option ${letter} earns ${percentText(share)} in Moodle, but counts as wrong here`,
        ),
      ],
    }
    return { meanings: [meaning] }
  }
  if (partial.length === 0) refuse('None of its options is marked as correct')
  return {
    reason: 'No option earns full marks',
    meanings: partial.map(({ letter, share }) => ({
      label: `Option ${letter} is correct`,
      fields: { ...fields, correctAnswer: letter },
      losses: [`Option ${letter} earns ${percentText(share)} in Moodle and 100% here`],
    })),
  }
}

/** The scoring that gives the marks of Moodle, or the closest with a loss. */
function scoringOf(right: readonly Ratio[], wrong: readonly Ratio[]) {
  const losses: string[] = []
  const total = sumOf(right)
  if (!isFull(total)) losses.push(`The right options earn ${percentText(total)} together in Moodle and 100% here`)
  else if (!areEqual(right)) losses.push('The right options earn different shares in Moodle and equal shares here')
  const each = ratio(-1, Math.max(1, wrong.length))
  const isEach = wrong.every((share) => equals(share, each))
  if (!isEach && wrong.every((share) => compare(share, ratio(-1)) <= 0)) return { scoring: 'partial' as const, losses }
  if (!isEach) {
    const [first = zero] = wrong
    const cost = areEqual(wrong)
      ? equals(first, zero)
        ? 'cost nothing'
        : `cost ${percentText(minus(zero, first))} each`
      : 'cost different shares'
    losses.push(`Wrong options ${cost} in Moodle. Here, each costs ${percentText(minus(zero, each))}`)
  }
  return { scoring: 'each' as const, losses }
}

/** The meanings of a choice of several options. */
export function multipleMeanings(options: readonly Option[]): Pick<Typed, 'meanings' | 'reason'> {
  const right = options.filter(({ share }) => isPositive(share))
  const wrong = options.filter(({ share }) => !isPositive(share))
  if (right.length === 0) refuse('None of its options is marked as correct')
  const fields = fieldsOf(options)
  const [first, ...others] = lettersIn(right)
  const { scoring, losses } = scoringOf(
    right.map(({ share }) => share),
    wrong.map(({ share }) => share),
  )
  const meaning: Meaning = {
    fields: { type: 'multiple', ...fields, correctAnswers: lettersIn(right), scoring },
    losses,
  }
  if (!first || others.length === 0 || !right.every(({ share }) => isFull(share))) return { meanings: [meaning] }
  return {
    reason: `Options ${listOf(right)} earn 100% each, but students can choose several options`,
    meanings: [
      { ...meaning, label: `All of ${listOf(right)} must be chosen` },
      {
        label: `Any one of ${listOf(right)} is enough`,
        fields: { ...fields, correctAnswer: first, alternatives: others },
        losses: ['Students can choose only one option'],
      },
    ],
  }
}

export async function readMultichoice(item: MoodleItem): Promise<Typed> {
  const options = await optionsOf(item)
  return item.flag('single', true) ? singleMeanings(options) : multipleMeanings(options)
}

/** The plugin for multiple choice with all or nothing. */
export async function readMultichoiceSet(item: MoodleItem): Promise<Typed> {
  const options = await optionsOf(item)
  const right = lettersIn(options.filter(({ share }) => isPositive(share)))
  if (right.length === 0) refuse('None of its options is marked as correct')
  return { meanings: [{ fields: { type: 'multiple', ...fieldsOf(options), correctAnswers: right, scoring: 'all' } }] }
}

/** The plugin for multiple choice that counts the right options, and those beyond their number. */
export async function readOuMultiresponse(item: MoodleItem): Promise<Typed> {
  const options = await optionsOf(item)
  const right = lettersIn(options.filter(({ share }) => isPositive(share)))
  if (right.length === 0) refuse('None of its options is marked as correct')
  item.lose('A wrong option costs a share here. In Moodle, only options beyond the number of right ones cost marks')
  return { meanings: [{ fields: { type: 'multiple', ...fieldsOf(options), correctAnswers: right, scoring: 'each' } }] }
}

export async function readTrueFalse(item: MoodleItem): Promise<Typed> {
  const answers = item.all('answer')
  item.loseFeedback(answers)
  const named = answers.map((answer) => ({
    text: sourceOf(answer)
      .replace(/<[^<>]*>/g, '')
      .trim(),
    isRight: isFull(shareOf(answer.attributes.fraction ?? '0')),
  }))
  const right = named.filter(({ isRight }) => isRight)
  const meaning = (correctAnswer: boolean): Meaning => ({
    label: `The answer is ${correctAnswer ? 'True' : 'False'}`,
    fields: { type: 'boolean', correctAnswer },
  })
  const texts = named.map(({ text }) => text.toLowerCase())
  const isKnown = texts.every((text) => text === 'true' || text === 'false') && new Set(texts).size === texts.length
  if (right.length !== 1 || named.length > 2) {
    if (named.length === 0 || right.length === 0) refuse('Neither True nor False is marked as correct')
    return { reason: 'True and False are both marked as correct', meanings: [meaning(true), meaning(false)] }
  }
  const answer = right[0]?.text ?? ''
  if (!isKnown)
    return {
      reason: `Its answers are called ${named.map(({ text }) => `“${text.slice(0, 50)}”`).join(' and ')}, and “${answer.slice(0, 50)}” is correct`,
      meanings: [meaning(true), meaning(false)],
    }
  const { fields } = meaning(answer.toLowerCase() === 'true')
  return { meanings: [{ fields }] }
}
