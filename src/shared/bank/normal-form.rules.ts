import { folded } from './bank.rules.ts'
import { type QuestionContent, sorted } from './content.rules.ts'
import { joinFields } from './question-parts.rules.ts'
import type { TypedFields } from './questions.schema.ts'
import { richTokens } from './rich-text.rules.ts'
import type { NumericKey } from './types/numeric.rules.ts'
import type { TextKey } from './types/text.rules.ts'

type Token = ReturnType<typeof richTokens>[number]

/** Encloses what is not text in a control character, which texts cannot contain. */
const mark = (name: string) => `\u0001${name}\u0001`

/** Writes a text with single spaces between words, and none next to blocks. */
class FormWriter {
  form = ''
  #hasSpace = false
  #isText = false
  #emphasis = ''

  space() {
    this.#hasSpace = true
  }

  block(text: string) {
    this.#emphasize('')
    this.form += text
    this.#hasSpace = false
    this.#isText = false
  }

  text(text: string, open: readonly string[]) {
    if (this.#hasSpace && this.#isText) this.form += ' '
    this.#emphasize([...new Set(open)].sort().join(' '))
    this.form += text
    this.#hasSpace = false
    this.#isText = true
  }

  #emphasize(emphasis: string) {
    if (emphasis !== this.#emphasis) this.form += mark(emphasis)
    this.#emphasis = emphasis
  }
}

const formula = (source: string) => mark('math') + source.replace(/\s+/g, ' ') + mark('/math')

/** Writes a paragraph's words, formulas and code, each with its emphasis. Emphasis of spaces is not visible. */
function writeInline(writer: FormWriter, tokens: readonly Token[]) {
  const open: string[] = []
  for (const { type, nesting, tag, content } of tokens) {
    if (nesting > 0) open.push(tag)
    else if (nesting < 0) open.pop()
    else if (type === 'math') writer.text(formula(content), open)
    else if (type === 'code_inline') writer.text(mark('code') + content + mark('/code'), open)
    else if (type === 'hardbreak' || type === 'softbreak') writer.space()
    else
      for (const part of content.split(/(\s+)/)) {
        if (part.trim()) writer.text(part, open)
        else if (part) writer.space()
      }
  }
}

/**
 * The normal form of an author's text, the same for all texts that mean the same: without escapes, the delimiters of
 * formulas and emphasis, and the languages of code, and with single spaces outside code.
 * @param inline true for options and other parts
 */
export function normalText(text: string, inline = false): string {
  const writer = new FormWriter()
  for (const { type, nesting, tag, info, content, children } of richTokens(text.normalize('NFC'), inline)) {
    if (type === 'inline') writeInline(writer, children ?? [])
    else if (type === 'math_block') {
      writer.space()
      writer.text(formula(content), [])
      writer.space()
    } else if (type === 'fence' || type === 'code_block') writer.block(mark('pre') + content.trimEnd() + mark('/pre'))
    else if (type.startsWith('paragraph')) writer.space()
    else writer.block(mark(nesting < 0 ? `/${tag}` : `${tag}${info}`))
  }
  return writer.form
}

/**
 * The letters and digits of a text, by which to look up questions that may have the same normal form.
 * @param text as written, or as folded for the search
 */
export const textKey = (text: string): string =>
  folded(text)
    .replace(/(?:`{3,}|~{3,})[^\s`~]*/g, '')
    .replace(/[^\p{L}\p{M}\p{N}]/gu, '')

const textsIn = (texts: object): Record<string, string> =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, normalText(text, true)]))

/** A number's key, without what does not change the marks. */
function normalNumber({ correctValue, tolerance, toleranceKind, range, significantDigits }: NumericKey): NumericKey {
  if (range) return range.min === range.max ? { correctValue: range.min } : { range }
  if (!correctValue && (significantDigits || toleranceKind === 'relative')) return { correctValue }
  if (significantDigits) return { correctValue, significantDigits }
  if (!tolerance) return { correctValue }
  return toleranceKind === 'relative' ? { correctValue, tolerance, toleranceKind } : { correctValue, tolerance }
}

/** A text's key. The best accepted answer counts, in whatever order. They are not Markdown. */
function normalTextKey({ accepted, caseSensitive, ignoreAccents, regex }: TextKey) {
  const hasCase = regex || accepted.some(({ value }) => value.toLowerCase() !== value.toUpperCase())
  return {
    accepted: accepted.map(({ value, fraction = 1 }) => JSON.stringify([value, fraction])).sort(),
    ...{ caseSensitive: hasCase && caseSensitive, ignoreAccents, regex },
  }
}

const normalGap = (gap: Extract<TypedFields, { type: 'gaps' }>['gaps'][number]) => {
  const { kind } = gap
  if (kind === 'numeric') return { kind, ...normalNumber(gap), unit: gap.unit }
  return kind === 'text' ? { kind, ...normalTextKey(gap) } : gap
}

/** Fields with normal texts and keys. */
function normalFields(fields: TypedFields, imageOf: (url: string) => string) {
  switch (fields.type) {
    case undefined:
    case 'single':
    case 'multiple': {
      const images = Object.entries(fields.optionImages ?? {}).map(([letter, url]) => [letter, imageOf(url)])
      const texts = { options: textsIn(fields.options), optionImages: Object.fromEntries(images) }
      if (fields.type === 'multiple') return { ...fields, ...texts }
      return { ...texts, right: [fields.correctAnswer, ...(fields.alternatives ?? [])].sort() }
    }
    case 'numeric':
      return { ...normalNumber(fields), unit: fields.unit }
    case 'text':
      return normalTextKey(fields)
    case 'gaps':
      return { gaps: fields.gaps.map(normalGap) }
    case 'matching':
      return {
        ...fields,
        // The author's order does not matter.
        pairs: fields.pairs.map((pair) => JSON.stringify(textsIn(pair))).sort(),
        distractors: fields.distractors.map((text) => normalText(text, true)).sort(),
      }
    case 'ordering':
      return { ...fields, items: fields.items.map((text) => normalText(text, true)) }
    default:
      return fields
  }
}

/**
 * The normal form of a question. Equal for questions that mean the same, however their texts are written.
 * @param imageOf identifies an image by its content
 */
export function normalForm(content: QuestionContent, imageOf: (url: string) => string): string {
  const { type, questionText, questionImageUrl, passage, explanation } = content
  return JSON.stringify(
    sorted({
      ...normalFields(joinFields(content), imageOf),
      type,
      questionText: normalText(questionText),
      questionImageUrl: questionImageUrl && imageOf(questionImageUrl),
      passage: passage && normalText(passage),
      explanation: explanation && normalText(explanation),
    }),
  )
}
