import { maxFiles } from '#shared/bank/types/essay.rules.ts'
import { fromDecimal } from '#shared/ratio.ts'
import { parseHtml } from './html.ts'
import { withLiteralTags } from './literal-tags.ts'
import { numericMeanings, type TypedAnswer, textKey } from './moodle-answers.ts'
import { percentText, shareOf } from './moodle-fractions.ts'
import { isBlank, type Meaning, type MoodleItem, refuse, sourceOf, type Typed } from './moodle-item.ts'
import { childOf, childrenOf, textOf, type XmlElement } from './xml.ts'

/** Reads Moodle's questions that are answered by typing: short answers, numbers and essays. */

function answersOf(item: MoodleItem): TypedAnswer[] {
  const answers = item.all('answer')
  item.loseFeedback(answers)
  return answers.map((answer) => {
    // Before Moodle 2.0, a fraction such as 0.5 was an element.
    const old = textOf(childOf(answer, 'fraction')).trim()
    return {
      text: sourceOf(answer),
      share: shareOf(old === '' ? (answer.attributes.fraction ?? '0') : String(Number(old) * 100)),
      tolerance: textOf(childOf(answer, 'tolerance')),
    }
  })
}

const looksLikeHtml = /<(?:p|div|span|br|b|i|em|strong|sub|sup)\b[^<>]*>|&(?:amp|lt|gt|quot|nbsp|#\d{1,7});/i
const withoutHtml = (html: string) => parseHtml(withLiteralTags(html)).map(textOf).join('').replace(/\s+/g, ' ').trim()

export async function readShortAnswer(item: MoodleItem): Promise<Typed> {
  const answers = answersOf(item)
  const isCaseSensitive = item.flag('usecase', false)
  const meaning = (given: readonly TypedAnswer[], label: string): Meaning => {
    const { fields, losses } = textKey(given, isCaseSensitive)
    return { label, fields: { type: 'text', ...fields }, losses }
  }
  const isPlain = item.all('answer').every(({ attributes }) => attributes.format === 'plain_text')
  const texts = answers.map(({ text }) => (!isPlain && looksLikeHtml.test(text) && withoutHtml(text)) || text)
  if (texts.every((text, at) => text === answers[at]?.text)) return { meanings: [meaning(answers, '')] }
  return {
    reason: 'Its answers contain HTML, which students have to type in Moodle',
    meanings: [
      meaning(answers, 'The HTML is part of the answers'),
      meaning(
        answers.map((answer, at) => ({ ...answer, text: texts[at] ?? '' })),
        'The answers are the text without HTML',
      ),
    ],
  }
}

/** The base unit, whose multiplier is 1. Reports what is not kept. */
function unitOf(item: MoodleItem): string | undefined {
  const units = item.all('units').flatMap((all) => childrenOf(all, 'unit'))
  const nameOf = (unit: XmlElement) => textOf(childOf(unit, 'unit_name')).trim()
  const isBase = (unit: XmlElement) => {
    const factor = fromDecimal((textOf(childOf(unit, 'multiplier')).trim() || '1').slice(0, 60))
    return factor?.n === 1n && factor.d === 1n
  }
  if (units.length === 0) return undefined
  const shown = item.setting('showunits') ?? '0'
  const base = units.find(isBase)
  if (shown === '3' || !base) {
    item.lose('Its units are not kept')
    return undefined
  }
  const others = units.filter((unit) => unit !== base).map(nameOf)
  if (others.length > 0) item.lose(`Answers in other units (${others.join(', ').slice(0, 200)}) are not accepted`)
  const penalty = item.setting('unitpenalty') ?? '0.1'
  if (!/^0?$/.test(item.setting('unitgradingtype') ?? '0') && Number(penalty) > 0) {
    const cost = percentText(shareOf(String(Number(penalty) * 100)))
    item.lose(
      `A missing or wrong unit costs ${cost} in Moodle. Here, it may be missing, and a wrong one is a wrong answer`,
    )
  }
  if (shown === '1' || shown === '2') item.lose('Students type the unit instead of choosing it')
  return nameOf(base) || undefined
}

export async function readNumerical(item: MoodleItem): Promise<Typed> {
  const meanings = numericMeanings(answersOf(item))
  const unit = unitOf(item)
  if (!isBlank(sourceOf(item.all('instructions')[0]))) item.lose('Its instructions are not kept')
  return {
    ...(meanings.length > 1 && { reason: 'It accepts several values, but a number can have only one' }),
    meanings: meanings.map(({ fields, ...meaning }) => ({
      ...meaning,
      fields: { type: 'numeric', ...fields, ...(unit && { unit }) },
    })),
  }
}

const wholeNumber = (text: string | undefined): number | undefined => {
  if (!text || text === '0') return undefined
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : refuse('One of its limits is not a whole number')
}

export async function readEssay(item: MoodleItem): Promise<Typed> {
  const format = item.setting('responseformat') ?? 'editor'
  const attachments = item.setting('attachments') || '0'
  const allowFiles = attachments !== '0' || format === 'noinline' || format === 'editorfilepicker'
  if (format === 'editorfilepicker') item.lose('Students attach files instead of placing them in the text')
  if (format === 'noinline') item.lose('Students can also write a text')
  if (/^(?:-1|[1-9]\d*)$/.test(attachments) && attachments !== String(maxFiles)) {
    const limit = attachments === '-1' ? 'any number' : attachments.slice(0, 10)
    item.lose(`Students can attach up to ${maxFiles} files instead of ${limit}`)
  }
  if (!/^0?$/.test(item.setting('attachmentsrequired') ?? '0')) item.lose('Files are not required')
  if (item.setting('filetypeslist')) item.lose('The accepted file types are not kept')
  if (!/^0?$/.test(item.setting('maxbytes') ?? '0')) item.lose('The maximum size of files is not kept')
  if (!isBlank(sourceOf(item.all('responsetemplate')[0]))) item.lose('The response template is not kept')
  const minWords = wholeNumber(item.setting('minwordlimit'))
  const maxWords = wholeNumber(item.setting('maxwordlimit'))
  return {
    meanings: [
      {
        fields: {
          type: 'essay',
          ...(minWords && { minWords }),
          ...(maxWords && { maxWords }),
          ...(allowFiles && { allowFiles }),
        },
      },
    ],
  }
}
