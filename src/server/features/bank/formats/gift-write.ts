import type { BankQuestion } from '#shared/bank/bank.schema.ts'
import { type Letter, lettersOf } from '#shared/bank/types/choice.rules.ts'
import { gapMarker } from '#shared/bank/types/gaps.rules.ts'
import { absolute, exactNumber, fromNumber, fromText, times, toNumber } from '#shared/ratio.ts'
import { titleOf, UnreadableItem } from './found.ts'
import { percent } from './gift-answers.ts'
import { escaped, escapeHtml, type GiftTextOut, giftText, inFormat, literalText } from './gift-write-text.ts'
import { plainToMarkdown } from './html.ts'
import { escapeMarkdown, isInFormula } from './markdown.ts'
import { listed } from './moodle-fractions.ts'

/** Writes bank questions as GIFT. Reports what GIFT cannot hold; everything else is read back unchanged. */

/** The losses of a written question. */
export interface GiftLosses {
  id: string
  losses: string[]
}

/** The longest text of a question, which includes its shared text in GIFT, and the longest id that our reader keeps. */
const maxWhole = 10_000
const maxId = 500

type Of<T> = Extract<BankQuestion, { type: T }>
type Single = Extract<BankQuestion, { type?: 'single' }>
type Gap = Of<'gaps'>['gaps'][number]

/** A share as a weight, with Moodle's five decimals. */
const weight = (share: number) => `%${Number((share * 100).toFixed(5))}%`

/** The share of the marks that a wrong answer costs. */
const penaltyShare = ({ penalty, marks }: BankQuestion) =>
  typeof penalty === 'string' ? toNumber(fromText(penalty) ?? { n: 0n, d: 1n }) : (penalty ?? 0) / marks

/** Moodle rejects questions with other weights. */
const isListed = (share: number) => listed.some((one) => isClose(toNumber(one.share), share))
const isClose = (one: number, other: number) => Math.abs(one - other) < 1e-5

/** The weight in Moodle's list that is closest to a share. */
const closestTo = (share: number) =>
  listed
    .map((one) => toNumber(one.share))
    .reduce((best, one) => (Math.abs(one - share) < Math.abs(best - share) ? one : best))

/** Writes the parts of one question, and collects what is lost. */
class ItemWriter {
  readonly losses: string[] = []
  readonly #question: BankQuestion
  readonly #text: GiftTextOut

  constructor(question: BankQuestion, text: GiftTextOut) {
    this.#question = question
    this.#text = text
  }

  async part(markdown: string, inline = true): Promise<string> {
    return inFormat(await giftText(markdown, inline, this.losses), this.#text.format)
  }

  async #options(question: Pick<Single, 'options' | 'optionImages'>, sign: (letter: Letter) => string) {
    for (const letter of lettersOf(question))
      if (question.optionImages?.[letter]) this.losses.push(`The image of option ${letter} is not kept`)
    const lines: string[] = []
    for (const letter of lettersOf(question))
      lines.push(`\t${sign(letter)}${await this.part(question.options[letter] ?? '')}\n`)
    return `\n${lines.join('')}`
  }

  async #single(question: Single) {
    const { correctAnswer, alternatives = [] } = question
    const right: Letter[] = [correctAnswer, ...alternatives]
    const letters = lettersOf(question)
    if (right.length === letters.length)
      throw new UnreadableItem('GIFT needs a wrong option, but all its options are accepted')
    if (alternatives.length > 0)
      this.losses.push('GIFT does not say whether one of several right options is enough, so it must be decided again')
    const cost = penaltyShare(question)
    const isKept = isListed(cost)
    if (question.penalty != null && !isKept) this.#penalty()
    return this.#options(question, (letter) => {
      if (right.includes(letter)) return '='
      return isKept ? `~${weight(-cost)}` : '~'
    })
  }

  async #multiple(question: Of<'multiple'>) {
    const { correctAnswers, scoring } = question
    const wrong = lettersOf(question).length - correctAnswers.length
    if (scoring === 'all' && correctAnswers.length > 1)
      this.losses.push('Some of the right options earn a part of the marks, because GIFT does not require all')
    else if (scoring === 'all' || (scoring === 'partial' && wrong < 2))
      this.losses.push(`The scoring “${scoring}” is kept only as weights`)
    this.#penalty()
    const cost = scoring === 'each' ? 1 / Math.max(1, wrong) : 1
    return this.#options(question, (letter) =>
      correctAnswers.includes(letter) ? `~${weight(1 / correctAnswers.length)}` : `~${weight(-cost)}`,
    )
  }

  #penalty() {
    if (this.#question.penalty != null) this.losses.push('The cost of a wrong answer is not kept')
  }

  #short({
    accepted,
    caseSensitive,
    ignoreAccents,
    regex,
  }: Pick<Of<'text'>, 'accepted' | 'caseSensitive' | 'ignoreAccents' | 'regex'>) {
    if (regex) throw new UnreadableItem('GIFT has no regular expressions')
    if (accepted.some(({ value }) => value.includes('->')))
      throw new UnreadableItem('GIFT reads an accepted answer with -> as a pair')
    if (caseSensitive) this.losses.push('Upper and lower case are accepted as the same')
    if (ignoreAccents) this.losses.push('Accents are no longer ignored')
    if (accepted.every(({ fraction = 1 }) => fraction < 1))
      throw new UnreadableItem('GIFT needs an accepted answer that earns full marks')
    // In Moodle, the first answer that matches counts.
    const bestFirst = accepted
      .map(({ value, fraction = 1 }) => ({ value, fraction }))
      .sort((one, other) => other.fraction - one.fraction)
    for (const { value, fraction } of bestFirst)
      if (!isListed(fraction))
        this.losses.push(`“${value}” earns ${percent(closestTo(fraction))} instead of ${percent(fraction)}`)
    const lines = bestFirst.map(
      ({ value, fraction }) =>
        `\t=${weight(isListed(fraction) ? fraction : closestTo(fraction))}${value.startsWith('[') ? '[plain]' : ''}${escaped(value)}\n`,
    )
    return `\n${lines.join('')}`
  }

  #numeric(
    key: Pick<Of<'numeric'>, 'correctValue' | 'tolerance' | 'toleranceKind' | 'range' | 'significantDigits' | 'unit'>,
  ) {
    const { correctValue = 0, tolerance = 0, toleranceKind, range, significantDigits, unit } = key
    if (significantDigits) throw new UnreadableItem('GIFT cannot compare numbers by significant digits')
    if (unit) this.losses.push(`The unit ${unit} is not kept, so answers with it are wrong`)
    if (range) return `#${range.min}..${range.max}`
    if (tolerance === 0) return `#${correctValue}`
    if (toleranceKind !== 'relative') return `#${correctValue}:${tolerance}`
    const exact = exactNumber(times(absolute(fromNumber(correctValue)), fromNumber(tolerance)))
    if (exact === null) throw new UnreadableItem('GIFT has no relative tolerances')
    this.losses.push(`Its tolerance of ${percent(tolerance)} is written as ${exact}`)
    return exact === 0 ? `#${correctValue}` : `#${correctValue}:${exact}`
  }

  async #matching({ pairs, distractors }: Of<'matching'>) {
    const lines: string[] = []
    for (const { left, right } of [...pairs, ...distractors.map((text) => ({ left: '', right: text }))]) {
      const written = left === '' ? '' : await this.part(left)
      if (written.includes('->')) throw new UnreadableItem('GIFT cannot write -> in the left side of a pair')
      const { format, text } = await giftText(right, true, [])
      if (format !== 'moodle' && format !== 'plain')
        throw new UnreadableItem('The right sides of pairs have formatting, which GIFT cannot hold')
      // Moodle removes what looks like a tag, and shows entities as their characters.
      lines.push(`\t=${written} -> ${escaped(/[<&]/.test(text) ? escapeHtml(text) : text)}\n`)
    }
    this.#penalty()
    return `\n${lines.join('')}`
  }

  #essay({ minWords, maxWords, allowFiles, rubric }: Of<'essay'>) {
    if (minWords || maxWords) this.losses.push('The word limits are not kept')
    if (allowFiles) this.losses.push('Files can no longer be attached')
    if (rubric.length > 0) this.losses.push('The rubric is not kept')
    return ''
  }

  async #gap(gap: Gap): Promise<string> {
    if (gap.kind === 'text') return this.#short(gap)
    if (gap.kind === 'numeric') return this.#numeric(gap)
    for (const text of Object.values(gap.options))
      if ((await plainToMarkdown(text, true)) !== escapeMarkdown(text))
        throw new UnreadableItem('GIFT reads an option of its gap as a formula')
    const options = lettersOf(gap).map((letter) => {
      const sign = letter === gap.correctAnswer ? '=' : '~'
      return sign + inFormat(literalText(gap.options[letter] ?? ''), this.#text.format)
    })
    return options.join(' ')
  }

  /** The text between the braces, without the explanation. @throws UnreadableItem if GIFT cannot hold it */
  async answers(): Promise<string> {
    const question = this.#question
    switch (question.type) {
      case undefined:
      case 'single':
        return this.#single(question)
      case 'multiple':
        return this.#multiple(question)
      case 'boolean':
        this.#penalty()
        return question.correctAnswer ? 'TRUE' : 'FALSE'
      case 'numeric':
        this.#penalty()
        return this.#numeric(question)
      case 'text':
        this.#penalty()
        return this.#short(question)
      case 'matching':
        return this.#matching(question)
      case 'essay':
        return this.#essay(question)
      case 'ordering':
        throw new UnreadableItem('GIFT has no questions about the order of items')
      case 'gaps': {
        const [gap, ...others] = question.gaps
        if (!gap || others.length > 0) throw new UnreadableItem('GIFT can hold only one gap in a text')
        this.#penalty()
        return this.#gap(gap)
      }
    }
  }
}

const gapMark = '{{1}}'

/** The text with its answers in braces: after it, or in place of the gap. */
function assembled(text: string, body: string, isGap: boolean, losses: string[]): string {
  if (!isGap) return `${text}{${body}}`
  const [head = '', tail, ...others] = text.split(escaped(gapMark))
  if (tail === undefined || others.length > 0) throw new UnreadableItem('GIFT cannot hold its gap among its formatting')
  if (!/^(?:\s|\\n|<\/?[a-z][^<>]*>)*$/i.test(tail)) return `${head}{${body}}${tail}`
  losses.push('The gap is at the end of the text, so it becomes a field below it')
  return `${head}_____${tail}{${body}}`
}

/** The id in notes such as `Id: 7`, if a comment can hold it; null otherwise. */
function idIn({ notes }: BankQuestion): string | null {
  const [, id] = /^Id: (\S+(?: \S+)*)$/.exec(notes ?? '') ?? []
  return id !== undefined && id.length <= maxId ? id : null
}

/** Fields that GIFT has no place for, in every type. */
function commonLosses(question: BankQuestion) {
  const { marks, difficulty, language, source, notes, passage, questionImageUrl, retired } = question
  return [
    retired && 'Its retired status is not kept',
    marks !== 1 && `Its ${marks} marks are not kept`,
    difficulty !== 'Medium' && 'Its difficulty is not kept',
    language !== 'en' && 'Its language is not kept',
    source && 'Its source is not kept',
    notes && idIn(question) === null && 'Its notes are not kept',
    passage && 'Its shared text is written before the question',
    questionImageUrl && 'Its image is not kept',
  ].filter((loss) => typeof loss === 'string')
}

/** A backslash before the closing bracket would escape it. Spaces around a value are ignored. */
const markFor = (name: string, value: string) =>
  `[${name}:${value.replace(/\s+/g, ' ').replaceAll(']', '\\]').replace(/\\$/, '\\ ')}]`

async function writeItem(question: BankQuestion): Promise<{ text: string; losses: string[] }> {
  const losses = commonLosses(question)
  const { passage, explanation, tags } = question
  const isGap = question.type === 'gaps'
  if (isGap && passage && passage.search(gapMarker) >= 0)
    throw new UnreadableItem('GIFT cannot tell its gap from the {{1}} in its shared text')
  const own = isGap
    ? question.questionText.replace(gapMarker, (found, number) => (Number(number) === 1 ? gapMark : found))
    : question.questionText
  const marked = [passage, own].filter(Boolean).join('\n\n')
  if (passage && marked.length > maxWhole)
    throw new UnreadableItem(
      `Its shared text and its text together are longer than ${maxWhole.toLocaleString('en')} characters`,
    )
  if (isGap && isInFormula(marked, gapMark)) throw new UnreadableItem('GIFT cannot hold a gap inside a formula')
  const text = await giftText(marked, false, losses)
  const writer = new ItemWriter(question, text)
  const answers = await writer.answers()
  const feedback = explanation ? `####${await writer.part(explanation, false)}` : ''
  const id = idIn(question)
  const marks = [...(id === null ? [] : [markFor('id', id)]), ...tags.map((tag) => markFor('tag', tag))]
  const name = titleOf(question.questionText.replace(/[\\`*]/g, '')) || 'Question'
  const item = assembled(inFormat(text, 'moodle'), answers + feedback, isGap, losses)
  return {
    text: `${marks.length > 0 ? `// ${marks.join(' ')}\n` : ''}::${escaped(name)}::${item}\n\n`,
    losses: [...new Set([...losses, ...writer.losses])],
  }
}

/** Questions without a topic come first, because a category applies to everything after it. */
const byTopic = (questions: readonly BankQuestion[]) => [
  ...questions.filter(({ topic }) => topic === ''),
  ...questions.filter(({ topic }) => topic !== ''),
]

/**
 * Writes questions one by one. Yields the text of each, empty if GIFT cannot hold it, and what is not written.
 */
export async function* giftItems(
  questions: AsyncIterable<BankQuestion> | Iterable<BankQuestion>,
): AsyncGenerator<GiftLosses & { text: string }> {
  let current = ''
  for await (const question of questions) {
    const { id, topic } = question
    try {
      const { text, losses } = await writeItem(question)
      const category = topic === current ? '' : `$CATEGORY: $course$/top/${topic.replaceAll('\\', '\\\\')}\n\n`
      current = topic
      yield { id, text: category + text, losses }
    } catch (error) {
      if (!(error instanceof UnreadableItem)) throw error
      yield { id, text: '', losses: [`It is left out: ${error.message}`] }
    }
  }
}

/** Writes questions as a GIFT file. */
export async function writeGift(questions: readonly BankQuestion[]): Promise<{ text: string; losses: GiftLosses[] }> {
  const texts: string[] = []
  const losses: GiftLosses[] = []
  for await (const item of giftItems(byTopic(questions))) {
    texts.push(item.text)
    if (item.losses.length > 0) losses.push({ id: item.id, losses: item.losses })
  }
  return { text: texts.join(''), losses }
}

/** Lists what GIFT cannot hold of a question. */
export async function checkGift(question: BankQuestion): Promise<{ flaw: string | null; losses: string[] }> {
  try {
    return { flaw: null, losses: (await writeItem(question)).losses }
  } catch (error) {
    if (!(error instanceof UnreadableItem)) throw error
    return { flaw: `It is left out: ${error.message}`, losses: [] }
  }
}
