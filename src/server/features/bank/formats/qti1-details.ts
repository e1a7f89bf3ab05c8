import { exactNumber, fromDecimal, type Ratio } from '#shared/ratio.ts'
import { difficulties } from '#shared/tests/kinds.rules.ts'
import type { Texts } from './qti1-material.ts'
import type { Scoring } from './qti1-scoring.ts'
import { childrenOf, findAll, textOf, type XmlElement } from './xml.ts'

/** Reads what QTI 1.2 says about an item: its type, marks, feedback and labels. */

/** The metadata of an item or a section, by lower-case name. */
export type Metadata = ReadonlyMap<string, string>

export function metadataOf(element: XmlElement): Metadata {
  const fields = findAll(element, 'qtimetadatafield', 'qti_metadatafield').map((field) => {
    const [label = '', entry = ''] = ['fieldlabel', 'fieldentry'].map((name) =>
      childrenOf(field, name).map(textOf).join('').trim(),
    )
    return [label.toLowerCase(), entry] as const
  })
  // Older files have an element for each field.
  const older = childrenOf(element, 'itemmetadata').flatMap((one) =>
    childrenOf(one).flatMap((field) =>
      field.name === 'qtimetadata' ? [] : [[field.name.toLowerCase(), textOf(field).trim()] as const],
    ),
  )
  return new Map([...older, ...fields])
}

const marksText = (value: Ratio) => {
  const number = exactNumber(value)
  return `${number ?? `${value.n}/${value.d}`} ${number === 1 ? 'mark' : 'marks'}`
}

/**
 * The marks of an item: those of its group, its own, or its highest score. A score of 100 is a percentage.
 * @param perItem what its group gives for each item
 * @param full the score of the right answer
 */
export function marksOf(
  meta: Metadata,
  { max: limit, countsOnly }: Scoring,
  perItem: string | undefined,
  full: Ratio | undefined,
) {
  const max = limit ?? (countsOnly ? undefined : full)
  const losses: string[] = []
  const own = meta.get('points_possible') ?? meta.get('cc_weighting') ?? meta.get('qmd_weighting')
  const [ownValue, groupValue] = [own, perItem].map((text) => (text ? fromDecimal(text.trim()) : null))
  for (const [text, value] of [
    [own, ownValue],
    [perItem, groupValue],
  ] as const)
    if (text && !value) losses.push(`Its marks “${text.slice(0, 40)}” are not a number and are not kept`)
  const isPercentage = max && max.d === 1n && (max.n === 100n || max.n <= 0n)
  const value = groupValue ?? ownValue ?? (own === undefined && !isPercentage ? max : undefined)
  if (!value) return { losses }
  if (groupValue && ownValue && (groupValue.n !== ownValue.n || groupValue.d !== ownValue.d))
    losses.push(`Its group gives ${marksText(groupValue)} instead of its own ${marksText(ownValue)}`)
  const marks = exactNumber(value)
  if (marks !== null && marks >= 1 && marks <= 10 && Math.round(marks * 100) / 100 === marks) return { marks, losses }
  return { losses: [...losses, `Its ${marksText(value)} are not kept; it is worth 1 mark`] }
}

const forOutcome = /^(?:correct|incorrect|general_incorrect)(?:_fb)?$/i

const noImages = { withoutImages: 'explanations cannot have images' }

/** The explanation, from general feedback and solutions. Other feedback is a loss. */
export async function explanationOf(item: XmlElement, scoring: Scoring, texts: Texts): Promise<string> {
  // Brightspace names general feedback as the item.
  const general = new Set(['general_fb', ...(item.attributes.label ? [item.attributes.label] : [])])
  // After the first condition with marks, `other` means a wrong answer.
  for (const { test, changes, feedback } of scoring.conditions) {
    if (changes.length > 0) break
    if (test.kind === 'other') for (const name of feedback) if (!forOutcome.test(name)) general.add(name)
  }
  // Feedback that every condition shows, also the one for all other answers, is for everybody.
  if (scoring.conditions.some(({ test }) => test.kind === 'other'))
    for (const name of scoring.conditions[0]?.feedback ?? [])
      if (scoring.conditions.every(({ feedback }) => feedback.includes(name))) general.add(name)
  const found: string[] = []
  for (const feedback of childrenOf(item, 'itemfeedback')) {
    const { ident = '' } = feedback.attributes
    const hints = findAll(feedback, 'hint')
    const solutions = findAll(feedback, 'solution')
    if (hints.some((hint) => textOf(hint).trim() !== '')) texts.losses.add('Hints are not kept')
    const materials = solutions.length > 0 ? solutions.flatMap((one) => findAll(one, 'material')) : []
    if (solutions.length === 0 && hints.length === 0) {
      const own = findAll(feedback, 'material')
      if (general.has(ident)) materials.push(...own)
      else if (own.some((material) => textOf(material).trim() !== '' || findAll(material, 'matimage').length > 0))
        texts.losses.add(
          forOutcome.test(ident)
            ? 'Feedback for right and wrong answers is not kept'
            : 'Feedback per option is not kept',
        )
    }
    if (materials.length > 0) found.push((await texts.markdown(materials, noImages)).text)
  }
  const explanation = [...new Set(found)].filter((text) => text !== '').join('\n\n')
  if (explanation.length <= 10_000) return explanation
  texts.losses.add('Its explanation is longer than 10,000 characters and is not kept')
  return ''
}

/** Notes for authors, from rubrics and objectives. */
export async function notesOf(item: XmlElement, texts: Texts): Promise<string> {
  const elements = childrenOf(item).filter(({ name }) => /^(?:rubric|itemrubric|objectives|answer_key)$/.test(name))
  for (const { name, children } of childrenOf(item))
    if (children.some((child) => textOf(child).trim() !== '')) {
      if (name === 'hint') texts.losses.add('Hints are not kept')
      if (/^initial_text(?:_material)?$/.test(name)) texts.losses.add('The text that answers begin with is not kept')
    }
  const materials = elements.flatMap((element) => findAll(element, 'material'))
  if (materials.length === 0) return ''
  const { text } = await texts.markdown(materials, { withoutImages: 'notes cannot have images' })
  if (elements.some(({ attributes }) => /^(?:all|candidate)$/i.test(attributes.view ?? '')) && text !== '')
    texts.losses.add('Its instructions for students are kept as notes for authors')
  if (text.length <= 5_000) return text
  texts.losses.add('Its notes are longer than 5,000 characters and are not kept')
  return ''
}

/** Tags, difficulty and language. */
export function labelsOfItem(item: XmlElement, meta: Metadata, language: string | undefined, texts: Texts) {
  const given = ['qmd_keywords', 'qmd_topic', 'keywords'].flatMap((name) => (meta.get(name) ?? '').split(/[,;]/))
  const tags = [...new Set(given.map((tag) => tag.trim().replace(/\s+/g, ' ')).filter((tag) => tag !== ''))]
  const kept = tags.filter((tag) => tag.length <= 50).slice(0, 20)
  if (kept.length < tags.length)
    texts.losses.add(`${tags.length - kept.length} of ${tags.length} keywords are not kept`)
  const level = meta.get('qmd_levelofdifficulty')?.toLowerCase()
  const difficulty = difficulties.find((one) => one.toLowerCase() === level)
  for (const { name, children } of childrenOf(item, 'itemproc_extension').flatMap((one) => childrenOf(one))) {
    const value = children.map(textOf).join('').trim()
    // Brightspace has levels from 1 to 10, and gives 1 to all questions without one.
    if (name === 'difficulty' && Number(value) > 1) texts.losses.add(`Its difficulty ${value.slice(0, 20)} is not kept`)
    if (name === 'isbonus' && value === 'yes') texts.losses.add('Its status as a bonus question is not kept')
  }
  const tag = item.attributes.lang ?? language
  return {
    ...(kept.length > 0 ? { tags: kept } : {}),
    ...(difficulty ? { difficulty } : {}),
    ...(tag && isLanguage(tag) ? { language: tag } : {}),
  }
}

function isLanguage(tag: string): boolean {
  try {
    return tag.length <= 35 && Intl.getCanonicalLocales(tag).length === 1
  } catch {
    return false
  }
}
