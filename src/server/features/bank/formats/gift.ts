import { gapMarker } from '#shared/bank/types/gaps.rules.ts'
import { beginsLikeData, checkedItem } from './checked.ts'
import {
  type FoundItem,
  type Media,
  type Reading,
  type ReadQuestion,
  refusedItem,
  titleOf,
  UnreadableFile,
  UnreadableItem,
} from './found.ts'
import { type Meaning, readMatching, readNumeric, readShort } from './gift-answers.ts'
import { readChoices } from './gift-choices.ts'
import { blocksOf, categoryLevels, type GiftBlock, markedIn, unescaped, unescapedIn } from './gift-items.ts'
import { type Assumed, type Doubt, GiftTexts, giftFormats, splitAt } from './gift-text.ts'
import { isInFormula } from './markdown.ts'

/** Reads GIFT, Moodle's text format, with the meaning that Moodle gives it. */

type GiftItem = Extract<GiftBlock, { kind: 'item' }>
type Fields = ReadQuestion extends infer Q ? (Q extends unknown ? Omit<Q, 'questionText'> : never) : never
type Gap = Extract<ReadQuestion, { type: 'gaps' }>['gaps'][number]

interface Answers {
  meanings: Meaning<Fields>[]
  reason?: string | undefined
  /** The answers as a gap in the text, if a gap can hold them. */
  gap?: Gap | undefined
}

const formatName = new RegExp(String.raw`^\[(?:${giftFormats.join('|')})\]`)
const maxItem = 500_000
const only = (fields: Fields): Meaning<Fields> => ({ label: '', fields, losses: [] })

/** Separates `####feedback` from the answers. */
function withFeedback(raw: string): { answers: string; feedback: string } {
  const last = [...unescapedIn(raw, '#')].findLast((at, place, all) => at - (all[place - 3] ?? at) === 3)
  if (last === undefined) return { answers: raw.trim(), feedback: '' }
  return { answers: raw.slice(0, last - 3).trim(), feedback: raw.slice(last + 1).trim() }
}

const isSign = (raw: string, sign: string) => !unescapedIn(raw, sign).next().done

/** Reads options. Without formatting and weights, they also fit in a gap. */
async function choiceAnswers(raw: string, texts: GiftTexts): Promise<Answers> {
  const { meanings, reason, plain } = await readChoices(raw, texts)
  const [{ fields, losses } = { fields: undefined, losses: [] }] = meanings
  const fits = meanings.length === 1 && losses.length === 0 && plain && fields && fields.type === undefined
  return {
    meanings: meanings as Meaning<Fields>[],
    reason,
    gap: fits && !fields.penalty ? { kind: 'choice', options: plain, correctAnswer: fields.correctAnswer } : undefined,
  }
}

function numericAnswers(raw: string, texts: GiftTexts): Answers {
  const meanings = readNumeric(raw, texts)
  const [first] = meanings
  if (meanings.length > 1)
    return { meanings, reason: 'Several numbers earn full marks, but a question can accept only one' }
  const { type: _, ...key } = first?.fields ?? { type: 'numeric' }
  return { meanings, gap: first?.losses.length === 0 ? { kind: 'numeric', ...key } : undefined }
}

function trueOrFalse(raw: string, texts: GiftTexts): Answers {
  const [answer, feedback] = splitAt(raw, '#')
  const [, sign, word = ''] = /^(=?)\s*(t|true|f|false)$/i.exec(answer.trim()) ?? []
  const isTrue = word.toLowerCase().startsWith('t')
  if (sign === '' && /^[A-Z]+$/.test(word)) {
    if (feedback?.replaceAll('#', '').trim()) texts.losses.add('Feedback per answer is not kept')
    return { meanings: [only({ type: 'boolean', correctAnswer: isTrue })] }
  }
  const text = readShort(raw, texts)
  if (sign === undefined) return { meanings: [only(text)], gap: { kind: 'text', accepted: text.accepted } }
  return {
    meanings: [
      {
        label: `${isTrue ? 'True' : 'False'} is correct`,
        fields: { type: 'boolean', correctAnswer: isTrue },
        losses: [],
      },
      { label: `Students type “${word}”`, fields: text, losses: [] },
    ],
    reason: `“${word}” may be the answer of a true or false question, or a word to type. GIFT writes {TRUE} and {FALSE}`,
  }
}

/** Reads the answers as the type that Moodle chooses. */
async function answersOf(raw: string, texts: GiftTexts): Promise<Answers> {
  if (raw === '') return { meanings: [only({ type: 'essay' })] }
  if (raw.startsWith('#')) return numericAnswers(raw.slice(1), texts)
  if (isSign(raw, '~')) return choiceAnswers(raw, texts)
  if (isSign(raw, '=') && raw.includes('->')) return { meanings: [only(await readMatching(raw, texts))] }
  return trueOrFalse(raw, texts)
}

/** Tags and punctuation after the braces are not a missing word. */
const isClosing = (tail: string) => tail.length < 1_000 && /^(?:\s|<\/?[a-z][^<>]*>)*$/i.test(tail)

/** Reads the question's text. @param mark replaces the answers inside it */
async function questionText(head: string, mark: string, tail: string, texts: GiftTexts) {
  const { markdown, images } = await texts.read(`${head}${mark}${tail}`, 'The question text')
  if (markdown === '') throw new UnreadableItem('It has no question text')
  if (mark !== '' && isInFormula(markdown, unescaped(mark)))
    throw new UnreadableItem('The answers are inside a formula. Put them after it, and write \\{ and \\} in formulas')
  return { text: markdown, images }
}

/** Separates the name from the text. */
function nameOf(text: string): { name: string; rest: string } {
  if (!text.startsWith('::')) return { name: '', rest: text }
  const [name, rest] = splitAt(text.slice(2), '::')
  if (rest === undefined) throw new UnreadableItem('Its name is not closed. Write ::name:: before the question')
  return { name: unescaped(name).trim(), rest: rest.trim() }
}

/** Metadata from the comments before an item. */
function marksOf({ comments, hasIndentation }: GiftItem, losses: Set<string>) {
  const { id, tags } = markedIn(comments)
  const kept = tags.filter((tag) => tag.length <= 50).slice(0, 20)
  if (kept.length < tags.length) losses.add(`${tags.length - kept.length} of ${tags.length} tags are not kept`)
  if (hasIndentation) losses.add('The indentation of lines is not kept')
  return { ...(kept.length > 0 && { tags: kept }), ...(id && { notes: `Id: ${id}` }) }
}

/** Reads an item with one set of assumptions. @throws UnreadableItem */
async function readingsOf(item: GiftItem, text: string, texts: GiftTexts) {
  const [head, inside] = splitAt(text, '{')
  const [raw, tail] = splitAt(inside ?? '', '}')
  if (inside === undefined || tail === undefined)
    throw new UnreadableItem('It has no answers in braces, so it is a text and not a question')
  texts.format = texts.formatOf(head).format
  const { answers, feedback } = withFeedback(raw)
  const { meanings, reason, gap } = await answersOf(answers, texts)
  const isMissingWord = !isClosing(tail)
  const hasMarkers = unescaped(head + tail).search(gapMarker) >= 0
  const asGap = isMissingWord && !hasMarkers ? gap : undefined
  const mark = asGap ? '\\{\\{1\\}\\}' : isMissingWord ? '_____' : ''
  const question = await questionText(head, mark, tail, texts)
  const explanation = feedback === '' ? null : await texts.read(feedback, 'The explanation')
  if (explanation && explanation.images.length > 0) texts.losses.add('Images in the explanation are not kept')
  if (question.images.length > 1) texts.losses.add(`Only the first of ${question.images.length} images is kept`)
  const common = {
    questionText: question.text,
    ...(question.images[0] && { questionImageUrl: question.images[0] }),
    ...(explanation?.markdown && { explanation: explanation.markdown }),
    ...marksOf(item, texts.losses),
  }
  const all: readonly Meaning<Fields>[] = asGap ? [only({ type: 'gaps', gaps: [asGap] })] : meanings
  return {
    reason,
    readings: all.map(
      ({ label, fields, losses }): Reading => ({
        label,
        question: { ...common, ...fields } as ReadQuestion,
        losses: [...new Set([...texts.losses, ...losses])],
      }),
    ),
  }
}

const doubtSentences: Record<Doubt, { reason: string; yes: string; no: string }> = {
  tagsAreText: {
    reason: 'Its HTML tags may be formatting or part of the text',
    yes: 'HTML tags are part of the text',
    no: 'HTML tags are formatting',
  },
  hashIsText: {
    reason: 'A # may belong to an answer, as in C#, or begin feedback',
    yes: 'The # belongs to the answer',
    no: 'The # begins feedback',
  },
}

/** Reads an item under each combination of assumptions. @throws UnreadableItem if all fail */
async function allReadings(item: GiftItem, text: string, media: Media) {
  const attempt = async (assumed: Assumed) => {
    const texts = new GiftTexts(media, assumed)
    try {
      return { texts, ...(await readingsOf(item, text, texts)) }
    } catch (error) {
      if (!(error instanceof UnreadableItem)) throw error
      return { texts, error }
    }
  }
  const first = await attempt({ tagsAreText: false, hashIsText: false })
  const doubts = [...first.texts.doubts]
  const attempts = [first]
  for (const doubt of doubts) {
    attempts.push(await attempt({ tagsAreText: false, hashIsText: false, [doubt]: true }))
    if (doubt !== doubts[0]) attempts.push(await attempt({ tagsAreText: true, hashIsText: true }))
  }
  const good = attempts.flatMap((one) => ('error' in one ? [] : [one]))
  if (good.length === 0 && 'error' in first) throw first.error
  const labelled = good.flatMap(({ texts, readings }) =>
    readings.map((reading) => ({
      ...reading,
      label: [
        reading.label,
        ...(good.length > 1 ? doubts.map((doubt) => doubtSentences[doubt][texts.isAssumed(doubt) ? 'yes' : 'no']) : []),
      ]
        .filter((part) => part !== '')
        .join('; '),
    })),
  )
  const distinct = labelled.filter(
    ({ question }, at) =>
      labelled.findIndex((other) => JSON.stringify(other.question) === JSON.stringify(question)) === at,
  )
  const [sole] = distinct
  if (distinct.length === 1 && sole) return { readings: [{ ...sole, label: '' }] }
  const reasons = good.length > 1 ? doubts.map((doubt) => doubtSentences[doubt].reason) : []
  return {
    readings: distinct,
    reason: [...new Set([...good.flatMap(({ reason }) => reason ?? []), ...reasons])].join('. '),
  }
}

async function itemOf(item: GiftItem, category: readonly string[], media: Media): Promise<FoundItem> {
  const found = { title: titleOf(unescaped(item.text.slice(0, 500))), line: item.line, category }
  try {
    if (item.text.length > maxItem)
      throw new UnreadableItem(`It is longer than ${maxItem.toLocaleString('en')} characters`)
    const { name, rest } = nameOf(item.text)
    found.title = titleOf(name || unescaped((splitAt(rest, '{')[0] || rest).slice(0, 500)).replace(formatName, ''))
    if (item.flaw) throw new UnreadableItem(item.flaw)
    const { readings, reason } = await allReadings(item, rest, media)
    if (name === '') found.title = titleOf(readings[0]?.question.questionText ?? found.title)
    return checkedItem({ ...found, reason }, readings)
  } catch (error) {
    if (error instanceof UnreadableItem) return refusedItem(found, error.message)
    throw error
  }
}

/**
 * Reads a GIFT file item by item.
 *
 * @throws UnreadableFile if it has no items
 */
export async function* readGift(text: string, media: Media): AsyncGenerator<FoundItem> {
  let category: string[] = []
  let items = 0
  for (const block of blocksOf(text.replace(/^\ufeff/, ''))) {
    if (block.kind === 'category') category = categoryLevels(block.path)
    else {
      items++
      yield await itemOf(block, category, media)
    }
  }
  if (items === 0)
    throw new UnreadableFile('This file has no questions. Write the answers of each in braces, such as {=right ~wrong}')
}

const answersInBraces = /(?:^|[^\\])\{\s*(?:[=~#]|(?:T|TRUE|F|FALSE)\s*[}#])/

/** True if the beginning of a text file has answers in braces, as GIFT does. */
export function looksLikeGift(text: string): boolean {
  const start = text.slice(0, 100_000)
  if (beginsLikeData(start)) return false
  for (const block of blocksOf(start))
    if (
      block.kind === 'category' ||
      answersInBraces.test(block.text) ||
      (block.text.startsWith('::') && block.text.includes('{'))
    )
      return true
  return false
}
