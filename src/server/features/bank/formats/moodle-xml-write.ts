import type { BankQuestion } from '#shared/bank/bank.schema.ts'
import { gapMarker } from '#shared/bank/types/gaps.rules.ts'
import { titleOf } from './found.ts'
import { clozeHtml } from './moodle-cloze-write.ts'
import { moodleHtml } from './moodle-html.ts'
import { passageClass } from './moodle-item.ts'
import { MoodleWriter, setting, textElement, textField, UnwritableItem } from './moodle-write.ts'
import { typeElements } from './moodle-write-types.ts'

/** Writes questions as Moodle XML. */

/** Moodle's default deduction per further try, which tests of this server do not have. */
const triesPenalty = (type: string) => ({ truefalse: '1.0000000', essay: '0.0000000' })[type] ?? '0.3333333'

const blank = '_____'
const withoutFences = (text: string) => text.replace(/^ {0,3}(?:`{3,}|~{3,}).*$/gm, '')

/** The beginning of the question's text. Our reader recognises such a name and does not keep it as a note. */
function nameOf(question: BankQuestion): string {
  const gaps = question.type === 'gaps' ? question.gaps : []
  const unitOf = (place: number) => {
    const gap = gaps[place]
    return gap?.kind === 'numeric' && gap.unit ? ` ${gap.unit}` : ''
  }
  const text = question.questionText.replace(gapMarker, (marker, number: string) =>
    gaps.length > 0 ? blank + unitOf(Number(number) - 1) : marker,
  )
  return titleOf(withoutFences(text).replace(/[*`#|]+|\\(?=[^\w\s()[\]])/g, '')) || 'Question'
}

function loseAbout(writer: MoodleWriter, question: BankQuestion) {
  const { difficulty, language, source, notes, passage, retired, type } = question
  if (difficulty !== 'Medium') writer.lose(`Its difficulty (${difficulty}) is not kept`)
  if (language !== 'en') writer.lose(`Its language (${language}) is not kept`)
  if (source) writer.lose('Its source is not kept')
  if (notes && type !== 'essay') writer.lose('Its notes are not kept')
  if (passage) writer.lose('Its shared text becomes a part of its text')
  if (retired) writer.lose('Its retired status is not kept')
}

/** A question as XML. @throws UnwritableItem */
function questionXml(writer: MoodleWriter, question: BankQuestion): string {
  loseAbout(writer, question)
  const { type, elements } = typeElements(writer, question)
  const { tag, file } = writer.image(question.questionImageUrl)
  const passage = question.passage ? `<div class="${passageClass}">${moodleHtml(question.passage)}</div>` : ''
  const isCloze = question.type === 'gaps'
  const body = question.type === 'gaps' ? clozeHtml(writer, question) : moodleHtml(question.questionText)
  const shared = isCloze ? passage.replaceAll('{', '&#123;') : passage
  const text = `${shared}${body}${tag && `<p>${tag}</p>`}`
  return [
    `  <question type="${type}">\n`,
    textField('name', nameOf(question)),
    textField('questiontext', text, 'html', file),
    textField('generalfeedback', moodleHtml(question.explanation ?? ''), 'html'),
    isCloze ? '' : setting('defaultgrade', question.marks),
    setting('penalty', triesPenalty(type)),
    setting('hidden', 0),
    setting('idnumber', ''),
    elements,
    question.tags.length > 0
      ? `    <tags>${question.tags.map((name) => `<tag>${textElement(name)}</tag>`).join('')}</tags>\n`
      : '',
    '  </question>\n',
  ].join('')
}

/** Why Moodle XML cannot hold a question; null if it can. Such questions are left out of the file. */
export function moodleFlaw(question: BankQuestion): string | null {
  try {
    questionXml(new MoodleWriter(null), question)
    return null
  } catch (error) {
    if (error instanceof UnwritableItem) return error.message
    throw error
  }
}

/** Lists what Moodle XML cannot hold of a question. Empty also if the question is left out; see `moodleFlaw`. */
export function moodleLosses(question: BankQuestion): string[] {
  const writer = new MoodleWriter(null)
  try {
    questionXml(writer, question)
    return [...writer.losses]
  } catch (error) {
    if (error instanceof UnwritableItem) return []
    throw error
  }
}

/** Categories are the subject and the levels of the topic. Moodle adds its top category. */
const categoryPath = ({ subject, topic }: BankQuestion) =>
  ['$course$', subject, ...topic.split('/').filter((level) => level !== '')].join('/')

const categoryXml = (path: string) =>
  `  <question type="category">\n${textField('category', path)}${textField('info', '', 'moodle_auto_format')}${setting('idnumber', '')}  </question>\n`

const imagesOf = (question: BankQuestion): string[] => [
  ...(question.questionImageUrl ? [question.questionImageUrl] : []),
  ...('optionImages' in question ? Object.values(question.optionImages ?? {}) : []),
]

/**
 * Writes a file, piece by piece. Leaves out questions that have a `moodleFlaw`.
 * @param imageOf reads an image by its URL
 */
export async function* writeMoodleXml(
  questions: AsyncIterable<BankQuestion> | Iterable<BankQuestion>,
  imageOf: (url: string) => Promise<Buffer | undefined>,
): AsyncGenerator<string> {
  yield '<?xml version="1.0" encoding="UTF-8"?>\n<quiz>\n'
  let category = ''
  for await (const question of questions) {
    const images = new Map<string, Buffer>()
    for (const url of imagesOf(question)) {
      const bytes = await imageOf(url)
      if (bytes) images.set(url, bytes)
    }
    try {
      const xml = questionXml(new MoodleWriter(images), question)
      const path = categoryPath(question)
      if (path !== category) yield categoryXml(path)
      category = path
      yield xml
    } catch (error) {
      if (!(error instanceof UnwritableItem)) throw error
    }
  }
  yield '</quiz>\n'
}
