import { bankFields, bankQuestionForm } from '#shared/bank/bank.schema.ts'
import { markerFlaw } from '#shared/bank/types/gaps.rules.ts'
import { difficulties, subjects } from '#shared/tests/kinds.rules.ts'
import { type FoundItem, type Reading, type ReadQuestion, refusedItem } from './found.ts'
import type { bankFieldNames } from './sheet-columns.ts'

/** The bank's fields in sheets and JSON. A value that is not valid is a loss: it does not change the question. */

type BankValue = (typeof bankFieldNames)[number] | 'questionImageUrl' | 'optionImages'
/** The values as given; also other levels above the topic, such as a chapter. */
export type GivenFields = Partial<Record<BankValue, unknown>> & { levels?: readonly string[] }

/** True for the URL of an image that is stored on this server. */
export type IsOurImage = (url: string) => boolean | Promise<boolean>

export interface SheetOptions {
  /** Without it, references to images are losses. */
  isOurImage?: IsOurImage | undefined
}

export interface BankValues {
  category: string[]
  about: Record<string, unknown>
  losses: string[]
}

const shown = (value: unknown) => {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return `"${text.length > 40 ? `${text.slice(0, 40)}…` : text}"`
}
const notKept = (name: string, value: unknown) => `The ${name} ${shown(value)} is not kept`

const otherDifficulties: Record<string, (typeof difficulties)[number]> = {
  moderate: 'Medium',
  average: 'Medium',
  intermediate: 'Medium',
  difficult: 'Hard',
}
const sameName = (a: string, b: unknown) => typeof b === 'string' && a.toLowerCase() === b.trim().toLowerCase()
const difficultyOf = (value: unknown) =>
  difficulties.find((one) => sameName(one, value)) ?? otherDifficulties[String(value).trim().toLowerCase()]

const languageCodes = 'en hi bn te mr ta ur gu kn ml or pa as ne sa mai sd ks kok fr de es it pt ru ar zh ja ko'.split(
  ' ',
)
const languageNames = new Intl.DisplayNames('en', { type: 'language' })
/** The tag of a language given as a tag or by its English name. */
const languageOf = (value: unknown) =>
  languageCodes.find((code) => sameName(languageNames.of(code) ?? code, value)) ??
  // Any word of five to eight letters could be a tag.
  (typeof value === 'string' && /^[a-z]{2,3}(?:-|$)/i.test(value.trim()) ? value.trim() : undefined)

/** Reads tags: a JSON list, or text with separators. */
function tagsOf(value: unknown): unknown {
  if (typeof value !== 'string') return value
  if (value.startsWith('[')) {
    try {
      return JSON.parse(value)
    } catch {
      // Not a list, so it is text.
    }
  }
  return value
    .split(value.includes('|') ? '|' : /[,;\n]/)
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '')
}

async function readImages({ questionImageUrl, optionImages }: GivenFields, { isOurImage }: SheetOptions) {
  const about: Record<string, unknown> = {}
  const losses: string[] = []
  const isKept = async (url: unknown) =>
    bankFields.shape.questionImageUrl.safeParse(url).success && ((await isOurImage?.(String(url))) ?? false)
  const lost = (url: unknown) => losses.push(`Its image ${shown(url)} is not in the file, so it is not kept`)
  if (questionImageUrl) {
    if (await isKept(questionImageUrl)) about.questionImageUrl = questionImageUrl
    else lost(questionImageUrl)
  }
  let images: unknown = optionImages
  if (typeof images === 'string' && images !== '') {
    try {
      images = JSON.parse(images)
    } catch {
      lost(images)
    }
  }
  if (images && typeof images === 'object') {
    const kept: [string, unknown][] = []
    for (const [letter, url] of Object.entries(images)) {
      if (url === null) continue
      if (await isKept(url)) kept.push([letter, url])
      else lost(url)
    }
    if (kept.length > 0) about.optionImages = Object.fromEntries(kept)
  }
  return { about, losses }
}

const isGiven = (value: unknown) => value !== undefined && value !== null && value !== ''

/** Maximum number of lost tags to list by name. */
const maxNamed = 5

/** Reads the bank's fields. A subject that is not one of ours becomes the first level of the topic. */
export async function readBankFields(given: GivenFields, options: SheetOptions): Promise<BankValues> {
  const { about, losses } = await readImages(given, options)
  const category = [...(given.levels ?? [])]
  if (isGiven(given.subject)) {
    const subject = subjects.find((one) => sameName(one, given.subject))
    if (subject) about.subject = subject
    else if (typeof given.subject === 'string') {
      category.unshift(given.subject.trim())
      losses.push(`The subject ${shown(given.subject)} is kept as a topic`)
    } else losses.push(notKept('subject', given.subject))
  }
  if (isGiven(given.topic)) {
    const { data } = bankFields.shape.topic.safeParse(given.topic)
    if (data === undefined) losses.push(notKept('topic', given.topic))
    else if (data !== '') category.push(...data.split('/'))
  }
  if (isGiven(given.difficulty)) {
    const difficulty = difficultyOf(given.difficulty)
    if (difficulty) about.difficulty = difficulty
    else losses.push(notKept('difficulty', given.difficulty))
  }
  if (isGiven(given.language)) {
    const { data } = bankFields.shape.language.safeParse(languageOf(given.language) ?? '')
    if (data) about.language = data
    else losses.push(notKept('language', given.language))
  }
  const tags = tagsOf(given.tags ?? [])
  if (Array.isArray(tags)) {
    const sound = tags.filter((tag) => bankFields.shape.tags.safeParse([tag]).success).slice(0, 20)
    const lost = tags.filter((tag) => !sound.includes(tag))
    for (const tag of lost.slice(0, maxNamed)) losses.push(notKept('tag', tag))
    if (lost.length > maxNamed) losses.push(`${lost.length - maxNamed} more of its ${tags.length} tags are not kept`)
    if (sound.length > 0) about.tags = sound
  } else losses.push(notKept('tags', given.tags))
  for (const name of ['source', 'notes'] as const) {
    if (!isGiven(given[name])) continue
    const { data } = bankFields.shape[name].safeParse(given[name])
    if (data) about[name] = data
    else losses.push(notKept(name, given[name]))
  }
  return { category, about, losses }
}

const reasonsAgainst = (question: ReadQuestion): string[] => {
  const { data, error } = bankQuestionForm.safeParse({ subject: 'Technical', ...question })
  if (error)
    return [...new Set(error.issues.map(({ path, message }) => [path.join('.'), message].filter(Boolean).join(': ')))]
  const flaw = markerFlaw(data)
  return flaw ? [`questionText: ${flaw}`] : []
}

/** Puts an item together, or refuses it if a reading is not a valid question. */
export function completeItem(
  item: Pick<FoundItem, 'title'> & Partial<FoundItem>,
  readings: readonly Reading[],
  { category, about, losses }: BankValues,
): FoundItem {
  const found = { ...item, category: [...(item.category ?? []), ...category] }
  const complete = readings.map(({ label, question, losses: own }): Reading => {
    const { optionImages, ...others } = about
    const images = optionImages && 'options' in question ? { optionImages } : {}
    return {
      label,
      question: { ...question, ...others, ...images } as ReadQuestion,
      losses: [...new Set([...own, ...losses])],
    }
  })
  const reasons = new Set(complete.flatMap(({ question }) => reasonsAgainst(question)))
  return reasons.size > 0 ? refusedItem(found, `${[...reasons].join('. ')}.`) : { ...found, readings: complete }
}
