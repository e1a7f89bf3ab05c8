import { UnreadableItem } from './found.ts'
import { blackboardKinds } from './qti1-blackboard.ts'
import { asBoolean, type Meanings, multipleKey, singleKey } from './qti1-choice.ts'
import type { Metadata } from './qti1-details.ts'
import { inlineGaps, isNumber, namedGaps } from './qti1-gaps.ts'
import type { Texts, Written } from './qti1-material.ts'
import { categoriesKey, matchingKey, orderingKey, valuesOf } from './qti1-parts.ts'
import type { Presentation, Response } from './qti1-presentation.ts'
import { responsesIn, rewards, type Scoring, valuesIn } from './qti1-scoring.ts'
import { numericKey, textKey } from './qti1-typed.ts'

/** Decides what type of question an item is, and reads its answers. */

const canvasKinds = {
  multiple_choice_question: 'single',
  true_false_question: 'boolean',
  multiple_answers_question: 'multiple',
  short_answer_question: 'typed',
  numerical_question: 'numeric',
  essay_question: 'essay',
  file_upload_question: 'file',
  matching_question: 'matching',
  multiple_dropdowns_question: 'dropdowns',
  fill_in_multiple_blanks_question: 'blanks',
  ordering_question: 'ordering',
  categorization_question: 'categories',
} as const

const profileKinds = {
  'cc.multiple_choice.v0p1': 'single',
  'cc.true_false.v0p1': 'boolean',
  'cc.multiple_response.v0p1': 'multiple',
  'cc.fib.v0p1': 'typed',
  'cc.pattern_match.v0p1': 'typed',
  'cc.essay.v0p1': 'essay',
} as const

/** The types of Brightspace, ILIAS and Sakai that their scoring does not show. */
const namedKinds: Record<string, Kind> = {
  'multiple choice': 'single',
  'true/false': 'boolean',
  'true false': 'boolean',
  'long answer': 'essay',
  'cloze question': 'inline',
  'text question': 'essay',
  assfileupload: 'file',
  essay: 'essay',
  'short answers/essay': 'essay',
  'file upload': 'file',
}

export type Kind = (typeof canvasKinds)[keyof typeof canvasKinds] | 'inline' | 'unknown'

const refused: Record<string, string> = {
  calculated_question: 'Its numbers are drawn from a formula, which is not supported',
  formula_question: 'Its numbers are drawn from a formula, which is not supported',
  text_only_question: 'It is only a text; questions that refer to it get it as their passage',
  hot_spot_question: 'Its answer is a place in an image, which is not supported',
}

/** @throws UnreadableItem for types that are not supported */
export function kindOf(meta: Metadata, { responses }: Presentation): Kind {
  const type = meta.get('question_type')
  if (type) {
    const reason = Object.hasOwn(refused, type) ? refused[type] : undefined
    if (reason) throw new UnreadableItem(reason)
    if (!Object.hasOwn(canvasKinds, type)) throw new UnreadableItem(`Its type “${type.slice(0, 60)}” is not supported`)
    return canvasKinds[type as keyof typeof canvasKinds]
  }
  const blackboard = meta.get('bbmd_questiontype')
  if (blackboard !== undefined) {
    const kind = blackboard.toLowerCase()
    if (Object.hasOwn(blackboardKinds, kind)) return blackboardKinds[kind as keyof typeof blackboardKinds]
    throw new UnreadableItem(`Blackboard’s type “${blackboard.slice(0, 60)}” is not supported`)
  }
  const profile = meta.get('cc_profile')
  if (profile && Object.hasOwn(profileKinds, profile)) return profileKinds[profile as keyof typeof profileKinds]
  const other = meta.get('qmd_questiontype')?.toLowerCase() ?? ''
  if (other === 'arithmetic' || other === 'significant figures') throw new UnreadableItem(refused.formula_question)
  if (responses.length === 0) throw new UnreadableItem('It asks for no answer')
  for (const named of [other, meta.get('questiontype'), meta.get('qmd_itemtype')]) {
    const kind = named?.toLowerCase() ?? ''
    if (Object.hasOwn(namedKinds, kind)) return namedKinds[kind] ?? 'unknown'
  }
  if (responses.length === 1 && responses[0]?.kind === 'text' && meta.get('qmd_computerscored')?.toLowerCase() === 'no')
    return 'essay'
  return 'unknown'
}

interface Answers extends Meanings {
  /** The question's text, if its gaps change it. */
  stem?: Written
}

const only = (responses: readonly Response[]): Response => {
  const [first, ...others] = responses
  if (!first) throw new UnreadableItem('It asks for no answer')
  if (others.length > 0) throw new UnreadableItem(`It asks for ${responses.length} answers, but its type has only one`)
  return first
}

const onlyChoice = (responses: readonly Response[]): Response => {
  const response = only(responses)
  if (response.kind !== 'choice') throw new UnreadableItem('Its type has options, but its answer is typed')
  return response
}

/** True if nothing is shown after the only response. */
const isLast = ({ shown }: Presentation) => {
  const last = shown.at(-1)
  return last !== undefined && 'response' in last
}

async function gapsOf(presentation: Presentation, scoring: Scoring, texts: Texts): Promise<Answers> {
  const { stem, ...meaning } = await inlineGaps(presentation, scoring, texts)
  return { meanings: [meaning], stem }
}

async function typed(presentation: Presentation, scoring: Scoring, texts: Texts): Promise<Answers> {
  const { responses } = presentation
  if (responses.length !== 1 || !isLast(presentation)) return await gapsOf(presentation, scoring, texts)
  const response = only(responses)
  if (response.kind === 'choice') throw new UnreadableItem('Its answer is typed, but it has options')
  return isNumber(response) ? numericKey(scoring, response) : textKey(scoring, response)
}

function essay({ responses }: Presentation, scoring: Scoring, allowFiles: boolean): Answers {
  const limit = responses.find(({ field }) => Number(field.maxchars) > 0)?.field.maxchars
  if (responses.length > 1 || responses.some(({ labels }) => labels.length > 1))
    throw new UnreadableItem('It asks for several answers, but its type has only one')
  const losses = [
    ...(limit ? [`Its limit of ${Number(limit)} characters is not kept`] : []),
    ...(rewards(scoring).some(({ test }) => responsesIn(test).length > 0)
      ? ['Its scoring is not kept, because essays are marked by hand']
      : []),
  ]
  return { meanings: [{ label: '', fields: { type: 'essay', ...(allowFiles ? { allowFiles } : {}) }, losses }] }
}

/** True if the text names every response as Canvas does: [colour] for response_colour. */
function isNamed({ shown, responses }: Presentation, texts: Texts) {
  const text = shown.map((one) => ('material' in one ? texts.plainOrEmpty([one.material]) : '')).join('\n')
  const names = new Set([...text.matchAll(/\[([^[\]]{1,200})\]/g)].map(([, name]) => name))
  return responses.every(({ kind, ident, prompt }) => {
    const name = texts.plainOrEmpty(prompt)
    return kind === 'choice' && ident === `response_${name}` && names.has(name)
  })
}

/** Reads the blanks of Canvas without their type: typed ones list accepted answers as dropdowns list options. */
async function untyped(presentation: Presentation, scoring: Scoring, texts: Texts): Promise<Answers> {
  const { stem, ...typed } = await namedGaps(presentation, scoring, texts, false)
  if (presentation.responses.some(({ labels }) => labels.length < 2)) return { meanings: [typed], stem }
  const { stem: _, ...chosen } = await namedGaps(presentation, scoring, texts, true)
  return {
    meanings: [
      { ...chosen, label: 'Students choose an option' },
      { ...typed, label: 'Students type an answer' },
    ],
    reason: 'It does not say whether its blanks are chosen or typed',
    stem,
  }
}

/** Reads an item by its structure. */
async function byStructure(presentation: Presentation, scoring: Scoring, texts: Texts): Promise<Answers> {
  const { responses } = presentation
  const [response, ...others] = responses
  if (!response) throw new UnreadableItem('It asks for no answer')
  if (isNamed(presentation, texts)) return await untyped(presentation, scoring, texts)
  if (others.length > 0) {
    const isMatching = responses.every(
      (one) =>
        one.kind === 'choice' &&
        one.cardinality === 'Single' &&
        texts.plainOrEmpty(one.prompt) !== '' &&
        one.labels.length > 1,
    )
    return isMatching && hasSameOptions(responses, texts)
      ? { meanings: [await matchingKey(scoring, responses, texts)] }
      : await gapsOf(presentation, scoring, texts)
  }
  if (response.kind === 'choice') {
    if (response.cardinality === 'Ordered') return { meanings: [await orderingKey(scoring, response, texts)] }
    return response.cardinality === 'Multiple' ? multipleKey(scoring, response) : singleKey(scoring, response)
  }
  const isBox = Number(response.field.rows) > 1 || response.field.prompt?.toLowerCase() === 'box'
  const hasKey = rewards(scoring).length > 0
  const named = scoring.conditions.flatMap(({ test }) => valuesIn(test))
  if (!hasKey && isBox && named.length === 0) return essay(presentation, scoring, false)
  if (!hasKey) throw new UnreadableItem('It has no accepted answer; add one and export it again')
  if (isLast(presentation) && valuesOf(scoring, response.ident).length === 0) return numericKey(scoring, response)
  return await typed(presentation, scoring, texts)
}

const hasSameOptions = (responses: readonly Response[], texts: Texts) => {
  const sets = responses.map(({ labels }) =>
    labels
      .map(({ content }) => texts.plainOrEmpty(content))
      .sort()
      .join('\n'),
  )
  return sets.every((one) => one === sets[0])
}

/** A match with one left side, which is shown below the text, is a choice. */
function onePair(scoring: Scoring, response: Response): Answers {
  if (response.labels.length < 2)
    throw new UnreadableItem('It has one pair and no other right side. Add a pair or another right side')
  const { meanings, reason } = singleKey(scoring, response)
  const loss = 'It has only one pair, and is imported as a choice between its right sides'
  return { meanings: meanings.map((one) => ({ ...one, losses: [...one.losses, loss] })), ...(reason && { reason }) }
}

/** Reads the answers of an item. @throws UnreadableItem */
export async function readKind(
  kind: Kind,
  presentation: Presentation,
  scoring: Scoring,
  texts: Texts,
): Promise<Answers> {
  const { responses } = presentation
  switch (kind) {
    case 'single':
      return singleKey(scoring, onlyChoice(responses))
    case 'boolean': {
      const response = onlyChoice(responses)
      const meanings = singleKey(scoring, response)
      return (
        asBoolean(
          meanings,
          response.labels.map(({ content }) => texts.plainOrEmpty(content)),
        ) ?? meanings
      )
    }
    case 'multiple':
      return multipleKey(scoring, onlyChoice(responses))
    case 'typed':
      return await typed(presentation, scoring, texts)
    case 'numeric':
      return responses.length === 1 && isLast(presentation)
        ? numericKey(scoring, only(responses))
        : await gapsOf(presentation, scoring, texts)
    case 'essay':
      return essay(presentation, scoring, false)
    case 'file':
      return essay(presentation, scoring, true)
    case 'matching':
      if (responses.length === 1) return onePair(scoring, onlyChoice(responses))
      return { meanings: [await matchingKey(scoring, responses, texts)] }
    case 'categories':
      return { meanings: [await categoriesKey(scoring, responses, texts)] }
    case 'ordering':
      return { meanings: [await orderingKey(scoring, onlyChoice(responses), texts)] }
    case 'blanks':
    case 'dropdowns': {
      const { stem, ...meaning } = await namedGaps(presentation, scoring, texts, kind === 'dropdowns')
      return { meanings: [meaning], stem }
    }
    case 'inline':
      return await gapsOf(presentation, scoring, texts)
    case 'unknown':
      return await byStructure(presentation, scoring, texts)
  }
}
