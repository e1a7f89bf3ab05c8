import type { BankQuestion } from '#shared/bank/bank.schema.ts'
import type { ExportFormat } from '#shared/bank/import.rules.ts'
import { richTokens } from '#shared/bank/rich-text.rules.ts'

/** Reports spaces and line breaks that a format does not keep. */

const hasRun = (text: string) => /[ \u00a0]{2,}|\t/.test(text)

/** True for consecutive spaces, or spaces at the beginning of a line, which HTML shows as one. Code keeps them. */
const isChanged = (markdown: string, inline: boolean) =>
  hasRun(markdown) &&
  richTokens(markdown, inline)
    .flatMap((token) => [token, ...(token.children ?? [])])
    .some(({ type, content }) => type === 'text' && hasRun(content))

/** The texts with formatting, apart from right sides. */
function richTexts(question: BankQuestion): { blocks: string[]; lines: string[]; rightSides: string[] } {
  const { questionText, passage, explanation } = question
  const options = question.type === 'multiple' || !question.type || question.type === 'single' ? question.options : {}
  const isMatching = question.type === 'matching'
  return {
    blocks: [questionText, passage ?? '', explanation ?? ''],
    lines: [
      ...Object.values(options),
      ...(isMatching ? question.pairs.map(({ left }) => left) : []),
      ...(question.type === 'ordering' ? question.items : []),
    ],
    rightSides: isMatching ? [...question.pairs.map(({ right }) => right), ...question.distractors] : [],
  }
}

/** The texts without formatting, by what they are. */
function plainTexts(question: BankQuestion) {
  const { tags, source } = question
  const gaps = question.type === 'gaps' ? question.gaps : []
  const keys = question.type === 'text' || question.type === 'numeric' ? [question, ...gaps] : gaps
  const rubric = question.type === 'essay' ? question.rubric : []
  return {
    about: [...tags, source ?? ''],
    choices: gaps.flatMap((gap) => (gap.kind === 'choice' ? Object.values(gap.options) : [])),
    accepted: keys.flatMap((key) => ('accepted' in key ? key.accepted.map(({ value }) => value) : [])),
    units: keys.flatMap((key) => ('unit' in key ? (key.unit ?? '') : [])),
    rubric: rubric.flatMap(({ criterion, levels }) => [criterion, ...levels.map(({ label }) => label)]),
  }
}

/** Sentences if spaces or line breaks of a question are not kept. */
export function spaceLosses(question: BankQuestion, format: ExportFormat): string[] {
  const { blocks, lines, rightSides } = richTexts(question)
  const { about, choices, accepted, units, rubric } = plainTexts(question)
  const plain = {
    qti3: [...about, ...choices, ...units, ...rubric],
    'moodle-xml': choices,
    gift: [...accepted, ...question.tags],
    ...{ csv: [], json: [], xlsx: [] },
  }[format]
  const isHtml = format === 'qti3' || format === 'moodle-xml'
  const isLost =
    plain.some(hasRun) ||
    (isHtml && blocks.some((text) => isChanged(text, false))) ||
    (isHtml && lines.some((text) => isChanged(text, true))) ||
    (format === 'qti3' && rightSides.some((text) => isChanged(text, true)))
  // In GIFT, an option of a gap keeps its spaces, but not its line breaks.
  const oneLine = format === 'gift' ? [...plain, ...choices] : plain
  return [
    ...(isLost ? ['Consecutive spaces become one'] : []),
    ...(oneLine.some((text) => /[\r\n]/.test(text)) ? ['Line breaks in short texts become spaces'] : []),
  ]
}
