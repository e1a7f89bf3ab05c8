import type { BankQuestion } from '#shared/bank/bank.schema.ts'
import { type Letter, lettersOf } from '#shared/bank/types/choice.rules.ts'
import { maxFiles } from '#shared/bank/types/essay.rules.ts'
import { equals, zero } from '#shared/ratio.ts'
import { moodleHtml, moodlePlain } from './moodle-html.ts'
import { escapeHtml } from './moodle-item.ts'
import {
  cannotWrite,
  fractionsOf,
  type MoodleWriter,
  numberOf,
  type Of,
  penaltyFraction,
  penaltyShare,
  setting,
  textElement,
  textField,
} from './moodle-write.ts'

/** Writes the parts of Moodle's questions that depend on their type, in the order of Moodle's own export. */

const answer = (fraction: string, text: string, { format = 'html', file = '', more = '' } = {}) =>
  `    <answer fraction="${fraction}" format="${format}">${textElement(text)}${file}${more}<feedback format="html"><text></text></feedback></answer>\n`

const combinedFeedback = ['correctfeedback', 'partiallycorrectfeedback', 'incorrectfeedback']
  .map((name) => textField(name, '', 'html'))
  .join('')

/** Reports a penalty that cannot be written. */
function losePenalty(writer: MoodleWriter, question: BankQuestion) {
  if (!equals(penaltyShare(question), zero)) writer.lose('Its penalty for wrong answers is not kept')
  // It overrides the penalty of a test.
  else if (question.penalty || question.penalty === 0)
    writer.lose('The rule that wrong answers never cost marks is not kept')
}

function options(
  writer: MoodleWriter,
  { options: texts, optionImages }: Pick<Of<'single'>, 'options' | 'optionImages'>,
  isSingle: boolean,
  fractionOf: (letter: Letter) => string,
) {
  const answers = lettersOf({ options: texts }).map((letter) => {
    const { tag, file } = writer.image(optionImages?.[letter])
    return answer(fractionOf(letter), moodleHtml(texts[letter] ?? '', true) + tag, { file })
  })
  return (
    setting('single', String(isSingle)) +
    // The last option may refer to the others.
    setting('shuffleanswers', 'false') +
    setting('answernumbering', 'abc') +
    setting('showstandardinstruction', '0') +
    combinedFeedback +
    answers.join('')
  )
}

function single(writer: MoodleWriter, question: Of<'single'> & BankQuestion): string {
  const { correctAnswer, alternatives = [] } = question
  const penalty = penaltyFraction(question)
  if (penalty === null) losePenalty(writer, question)
  const wrong = penalty === null ? '0' : `-${penalty}`
  return options(writer, question, true, (letter) =>
    letter === correctAnswer || alternatives.includes(letter) ? '100' : wrong,
  )
}

/** A part of 100% with Moodle's five decimals. */
const partOf = (count: number) => String(Number((100 / count).toFixed(5)))

function multiple(writer: MoodleWriter, question: Of<'multiple'> & BankQuestion): string {
  const { correctAnswers, scoring } = question
  losePenalty(writer, question)
  if (scoring === 'all' && correctAnswers.length > 1)
    writer.lose('In Moodle, a partly right answer earns a share of the marks')
  const wrongCount = lettersOf(question).length - correctAnswers.length
  const wrong = scoring === 'each' ? partOf(Math.max(1, wrongCount)) : '100'
  return options(writer, question, false, (letter) =>
    correctAnswers.includes(letter) ? partOf(correctAnswers.length) : `-${wrong}`,
  )
}

function boolean(writer: MoodleWriter, question: Of<'boolean'> & BankQuestion): string {
  losePenalty(writer, question)
  return [true, false]
    .map((value) =>
      answer(value === question.correctAnswer ? '100' : '0', String(value), { format: 'moodle_auto_format' }),
    )
    .join('')
}

function numeric(writer: MoodleWriter, question: Of<'numeric'> & BankQuestion): string {
  losePenalty(writer, question)
  const { value, tolerance } = numberOf(writer, question)
  const { unit } = question
  const more = `<tolerance>${tolerance}</tolerance>`
  return (
    answer('100', String(value), { format: 'moodle_auto_format', more }) +
    (unit ? `    <units><unit><multiplier>1</multiplier>${setting('unit_name', unit).trim()}</unit></units>\n` : '') +
    setting('unitgradingtype', 0) +
    setting('unitpenalty', '0.1000000') +
    setting('showunits', unit ? 0 : 3) +
    setting('unitsleft', 0)
  )
}

function text(writer: MoodleWriter, question: Of<'text'> & BankQuestion): string {
  losePenalty(writer, question)
  if (question.regex) cannotWrite('Regular expressions cannot be written')
  if (question.ignoreAccents) writer.lose('In Moodle, accents are not ignored')
  return (
    setting('usecase', question.caseSensitive ? 1 : 0) +
    fractionsOf(writer, question.accepted, true)
      // Moodle ignores the format. It tells our reader that the text is not HTML.
      .map(({ value, percent }) => answer(percent, value, { format: 'plain_text' }))
      .join('')
  )
}

function matching(writer: MoodleWriter, question: Of<'matching'> & BankQuestion): string {
  losePenalty(writer, question)
  const rightOf = (markdown: string) => {
    const { text: written, isFormatted } = moodlePlain(markdown)
    if (isFormatted) writer.lose('Formatting of right sides is not kept')
    // Moodle removes what looks like a tag, and shows entities as their characters.
    return /[<&]/.test(written) ? escapeHtml(written) : written
  }
  const sub = (left: string, right: string) =>
    `    <subquestion format="html">${textElement(left)}<answer>${textElement(rightOf(right))}</answer></subquestion>\n`
  return (
    setting('shuffleanswers', 'true') +
    combinedFeedback +
    question.pairs.map(({ left, right }) => sub(moodleHtml(left, true), right)).join('') +
    question.distractors.map((right) => sub('', right)).join('')
  )
}

function ordering(writer: MoodleWriter, question: Of<'ordering'> & BankQuestion): string {
  losePenalty(writer, question)
  const { items } = question
  if (items.length > 2)
    writer.lose('In Moodle, a partly right order earns the share of items that the right one follows')
  return (
    setting('layouttype', 'VERTICAL') +
    setting('selecttype', 'ALL') +
    setting('selectcount', items.length) +
    setting('gradingtype', 'RELATIVE_NEXT_EXCLUDE_LAST') +
    setting('showgrading', 'SHOW') +
    setting('numberingstyle', 'none') +
    combinedFeedback +
    setting('shownumcorrect', 1) +
    items.map((item, place) => answer(String(place + 1), moodleHtml(item, true))).join('')
  )
}

function essay(writer: MoodleWriter, question: Of<'essay'> & BankQuestion): string {
  losePenalty(writer, question)
  const { minWords, maxWords, allowFiles, rubric, notes } = question
  const rows = rubric.map(
    ({ criterion, levels }) =>
      `<li>${escapeHtml(criterion)}<ul>${levels
        .map(({ label, marks }) => `<li>${escapeHtml(label)}: ${marks}</li>`)
        .join('')}</ul></li>`,
  )
  if (rubric.length > 0) writer.lose('Its rubric becomes a text for graders')
  // Moodle offers up to 3 files, or any number.
  if (allowFiles) writer.lose(`In Moodle, students can attach any number of files instead of up to ${maxFiles}`)
  const lines = (notes ?? '').split('\n').map(escapeHtml)
  const info =
    rubric.length > 0
      ? textField('graderinfo', `${notes ? `<p>${lines.join('<br>')}</p>` : ''}<ul>${rows.join('')}</ul>`, 'html')
      : textField('graderinfo', notes ?? '', 'plain_text')
  return (
    setting('responseformat', 'editor') +
    setting('responserequired', allowFiles ? 0 : 1) +
    setting('responsefieldlines', 15) +
    (minWords ? setting('minwordlimit', minWords) : '') +
    (maxWords ? setting('maxwordlimit', maxWords) : '') +
    setting('attachments', allowFiles ? -1 : 0) +
    setting('attachmentsrequired', 0) +
    info +
    textField('responsetemplate', '', 'html')
  )
}

/** Moodle's name of a question's type, and the elements that only this type has. */
export function typeElements(writer: MoodleWriter, question: BankQuestion): { type: string; elements: string } {
  switch (question.type) {
    case undefined:
    case 'single':
      return { type: 'multichoice', elements: single(writer, question) }
    case 'multiple':
      return { type: 'multichoice', elements: multiple(writer, question) }
    case 'boolean':
      return { type: 'truefalse', elements: boolean(writer, question) }
    case 'numeric':
      return { type: 'numerical', elements: numeric(writer, question) }
    case 'text':
      return { type: 'shortanswer', elements: text(writer, question) }
    case 'matching':
      return { type: 'matching', elements: matching(writer, question) }
    case 'ordering':
      return { type: 'ordering', elements: ordering(writer, question) }
    case 'essay':
      return { type: 'essay', elements: essay(writer, question) }
    case 'gaps':
      losePenalty(writer, question)
      return { type: 'cloze', elements: '' }
  }
}
