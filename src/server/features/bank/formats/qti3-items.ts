import type { BankQuestion } from '#shared/bank/bank.schema.ts'
import type { Penalty } from '#shared/bank/question-types.rules.ts'
import { letters, lettersOf } from '#shared/bank/types/choice.rules.ts'
import { titleOf } from './found.ts'
import { wordPattern } from './qti-essay.ts'
import {
  booleanProcessing,
  declared,
  gapId,
  gapsProcessing,
  matchingProcessing,
  multipleProcessing,
  numericProcessing,
  orderingProcessing,
  singleProcessing,
  textProcessing,
  type Written,
} from './qti3-processing.ts'
import { blocksXml, inlineXml, plainOf, tag, xmlText } from './qti3-xml.ts'

/** Writes a question as an item of QTI 3.0. */

/** Returns an image's path relative to the item's file; null if there is no such image. */
export type PathOf = (url: string) => string | null

interface Item extends Written {
  /** The blocks after the question's text. */
  interaction: string
}

type Of<T> = Extract<BankQuestion, { type: T }>
type WithOptions = Extract<BankQuestion, { optionImages: unknown }>

const id = 'RESPONSE'

const image = (path: string | null) => (path === null ? '' : tag('img', { src: path, alt: '' }))

const choice = (attributes: Record<string, number>, ...options: readonly string[]) =>
  tag('qti-choice-interaction', { 'response-identifier': id, shuffle: false, ...attributes }, ...options)

const optionsXml = (question: WithOptions, pathOf: PathOf) =>
  lettersOf(question).map((letter) => {
    const url = question.optionImages?.[letter]
    const text = inlineXml(question.options[letter] ?? '')
    const picture = url ? image(pathOf(url)) : ''
    return tag('qti-simple-choice', { identifier: letter }, text, picture)
  })

const entry = (identifier: string, unit: string | null | undefined, name: string | null = null) => {
  const field = tag('qti-text-entry-interaction', { 'response-identifier': identifier, class: name })
  return unit ? field + tag('span', { class: 'unit' }, xmlText(` ${unit}`)) : field
}

/** Writes a gap's interaction. Our reader recognises a single gap by its class. */
function gapXml(gap: Of<'gaps'>['gaps'][number], place: number): string {
  if (gap.kind !== 'choice') return entry(gapId(place), gap.kind === 'numeric' ? gap.unit : null, 'gap')
  return tag(
    'qti-inline-choice-interaction',
    { 'response-identifier': gapId(place), shuffle: false },
    ...lettersOf(gap).map((letter) =>
      tag('qti-inline-choice', { identifier: letter }, xmlText(gap.options[letter] ?? '')),
    ),
  )
}

function matching({ pairs, distractors }: Of<'matching'>, penalty: Penalty | null): Item {
  const rights = [...new Set([...pairs.map(({ right }) => right), ...distractors])]
  const rightId = (text: string) => `R${rights.indexOf(text) + 1}`
  const side = (identifier: string, max: number, text: string) =>
    tag('qti-simple-associable-choice', { identifier, 'match-max': max }, inlineXml(text))
  return {
    ...matchingProcessing(
      pairs.map(({ right }, at) => `L${at + 1} ${rightId(right)}`),
      penalty,
    ),
    interaction: tag(
      'qti-match-interaction',
      { 'response-identifier': id, shuffle: true, 'max-associations': pairs.length },
      tag('qti-simple-match-set', {}, ...pairs.map(({ left }, at) => side(`L${at + 1}`, 1, left))),
      tag('qti-simple-match-set', {}, ...rights.map((right) => side(rightId(right), 0, right))),
    ),
  }
}

/** Sorts the items by their texts, so that their order does not give the answer away. */
function ordering({ items }: Of<'ordering'>, penalty: Penalty | null): Item {
  const names = items.map((_, at) => `I${at + 1}`)
  const shown = items
    .map((text, at) => ({ text, name: names[at] ?? '' }))
    .toSorted((a, b) => (a.text < b.text ? -1 : 1))
  return {
    ...orderingProcessing(names, penalty),
    interaction: tag(
      'qti-order-interaction',
      { 'response-identifier': id, shuffle: true },
      ...shown.map(({ text, name }) => tag('qti-simple-choice', { identifier: name }, inlineXml(text))),
    ),
  }
}

function essay({ minWords, maxWords, allowFiles }: Of<'essay'>): Item {
  const files = allowFiles ? tag('qti-upload-interaction', { 'response-identifier': 'FILES' }) : ''
  return {
    declarations:
      declared(id, { cardinality: 'single', base: 'string' }) +
      (allowFiles ? `\n${declared('FILES', { cardinality: 'single', base: 'file' })}` : ''),
    processing: '',
    interaction:
      tag('qti-extended-text-interaction', {
        'response-identifier': id,
        'pattern-mask': wordPattern(minWords, maxWords),
      }) + files,
  }
}

function itemOf(question: BankQuestion, pathOf: PathOf): Item {
  const penalty = question.penalty ?? null
  switch (question.type) {
    case 'multiple':
      return {
        ...multipleProcessing(question, penalty),
        interaction: choice({ 'max-choices': 0 }, ...optionsXml(question, pathOf)),
      }
    case 'boolean': {
      const option = (name: string, text: string) => tag('qti-simple-choice', { identifier: name }, text)
      return {
        ...booleanProcessing(question, penalty),
        interaction: choice({ 'max-choices': 1 }, option('true', 'True'), option('false', 'False')),
      }
    }
    case 'numeric':
      return { ...numericProcessing(question, penalty), interaction: tag('p', {}, entry(id, question.unit)) }
    case 'text':
      return { ...textProcessing(question, penalty), interaction: tag('p', {}, entry(id, null)) }
    case 'gaps':
      return { ...gapsProcessing(question, penalty), interaction: '' }
    case 'matching':
      return matching(question, penalty)
    case 'ordering':
      return ordering(question, penalty)
    case 'essay':
      return essay(question)
    default:
      return {
        ...singleProcessing(question, penalty),
        interaction: choice({ 'max-choices': 1 }, ...optionsXml(question, pathOf)),
      }
  }
}

const block = (view: string, use: string, content: string) =>
  tag('qti-rubric-block', { view, use }, tag('qti-content-body', {}, content))

/** Writes a rubric as a table. Our reader recognises it by its head. */
function rubricXml({ rubric }: Of<'essay'>): string {
  const row = (cell: 'td' | 'th', texts: readonly string[]) =>
    tag('tr', {}, ...texts.map((text) => tag(cell, {}, xmlText(text))))
  const levels = rubric.flatMap(({ criterion, levels: all }) =>
    all.map(({ label, marks }, at) => row('td', [at === 0 ? criterion : '', label, String(marks)])),
  )
  const head = tag('thead', {}, row('th', ['Criterion', 'Level', 'Marks']))
  return block('scorer', 'scoring', tag('table', {}, head, tag('tbody', {}, ...levels)))
}

const outcome = (identifier: string, type: string, attributes: Record<string, string | number>, value?: number) =>
  tag(
    'qti-outcome-declaration',
    { identifier, cardinality: 'single', 'base-type': type, ...attributes },
    value === undefined ? '' : tag('qti-default-value', {}, tag('qti-value', {}, String(value))),
  )

/**
 * An item's XML.
 * @param stimulus the path of its passage; null if it has none
 */
export function itemXml(question: BankQuestion, identifier: string, pathOf: PathOf, stimulus: string | null): string {
  const { declarations, processing, interaction } = itemOf(question, pathOf)
  const { marks, explanation, notes, questionImageUrl } = question
  const gaps = question.type === 'gaps' ? question.gaps : null
  const gapOf =
    gaps &&
    ((number: number) => {
      const gap = gaps[number - 1]
      return gap ? gapXml(gap, number - 1) : `{{${number}}}`
    })
  const picture = questionImageUrl ? image(pathOf(questionImageUrl)) : ''
  const isEssay = question.type === 'essay'
  return tag(
    'qti-assessment-item',
    {
      xmlns: 'http://www.imsglobal.org/xsd/imsqtiasi_v3p0',
      identifier,
      title: titleOf(plainOf(question.questionText)) || identifier,
      'time-dependent': false,
      'xml:lang': question.language,
    },
    declarations,
    '\n',
    outcome('SCORE', 'float', { 'normal-maximum': marks, ...(isEssay && { 'external-scored': 'human' }) }, 0),
    outcome('MAXSCORE', 'float', {}, marks),
    explanation ? outcome('FEEDBACK', 'identifier', {}) : '',
    stimulus === null ? '' : tag('qti-assessment-stimulus-ref', { identifier: 'passage', href: stimulus }),
    '\n',
    tag(
      'qti-item-body',
      {},
      isEssay && question.rubric.length > 0 ? rubricXml(question) : '',
      notes ? block('author', 'instructions', tag('pre', {}, xmlText(notes))) : '',
      blocksXml(question.questionText, gapOf),
      picture && tag('p', {}, picture),
      interaction,
    ),
    '\n',
    processing && tag('qti-response-processing', {}, processing),
    explanation
      ? tag(
          'qti-modal-feedback',
          // Nothing sets the outcome, so the feedback is always shown.
          { 'outcome-identifier': 'FEEDBACK', identifier: 'none', 'show-hide': 'hide' },
          tag('qti-content-body', {}, blocksXml(explanation)),
        )
      : '',
  )
}

/** The URLs of a question's images. */
export const imagesIn = (question: BankQuestion): string[] => [
  ...(question.questionImageUrl ? [question.questionImageUrl] : []),
  ...('optionImages' in question && question.optionImages
    ? letters.flatMap((letter) => question.optionImages?.[letter] ?? [])
    : []),
]
