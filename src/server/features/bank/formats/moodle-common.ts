import { gapMarker } from '#shared/bank/types/gaps.rules.ts'
import { exactNumber, fromDecimal, ratio, times } from '#shared/ratio.ts'
import type { RichContent } from './html.ts'
import { escapeMarkdown } from './markdown.ts'
import { isBlank, type MoodleItem, oneImage, refuse, sourceOf } from './moodle-item.ts'
import { childOf, childrenOf, type XmlElement } from './xml.ts'

/** Reads the parts that Moodle's question types share. */

export const nameOf = (element: XmlElement) => sourceOf(childOf(element, 'name'))

/** A path of categories, without Moodle's context and its top category. Two slashes are a slash in a name. */
export function categoryOf(element: XmlElement): string[] {
  const names = sourceOf(childOf(element, 'category'))
    .slice(0, 5_000)
    .split(/(?<!\/)\/(?!\/)/)
    .map((name) => name.replaceAll('//', '/').trim())
  const isContext = /^\$[a-z]+\d*\$$/.test(names[0] ?? '')
  const path = isContext ? names.slice(1) : names
  return (path[0] === 'top' ? path.slice(1) : path).filter((name) => name !== '')
}

/** Marks from 1 to 10 with at most two decimals, or a loss. */
function marksOf(item: MoodleItem, given: string): { marks: number } | object {
  if (given === '') return {}
  const marks = given.length > 30 ? null : fromDecimal(given)
  const number = marks && exactNumber(marks)
  if (marks && number !== null && number >= 1 && number <= 10 && times(marks, ratio(100)).d === 1n)
    return { marks: number }
  item.lose(`Its ${number ?? given.slice(0, 30)} marks are not kept; it is worth 1 mark`)
  return {}
}

/** Default texts that Moodle fills in. */
const standardFeedback = /^Your answer is (?:partially |in)?correct\.$/

function loseFeedback(item: MoodleItem) {
  const texts = ['correctfeedback', 'partiallycorrectfeedback', 'incorrectfeedback'].flatMap((name) => item.all(name))
  const isOwn = (element: XmlElement) => {
    const source = sourceOf(element)
    return !isBlank(source) && !standardFeedback.test(source.replace(/<[^<>]*>/g, '').trim())
  }
  if (texts.some(isOwn)) item.lose('Feedback for right and wrong answers is not kept')
  if (item.all('hint').some((hint) => !isBlank(sourceOf(hint)))) item.lose('Hints are not kept')
}

function tagsOf(item: MoodleItem): string[] {
  const given = ['tags', 'coursetags'].flatMap((name) => item.all(name)).flatMap((tags) => childrenOf(tags, 'tag'))
  const names = [...new Set(given.map(sourceOf).filter((name) => name !== ''))]
  const kept = names.filter((name) => name.length <= 50).slice(0, 20)
  if (kept.length < names.length) item.lose(`${names.length - kept.length} of ${names.length} tags are not kept`)
  return kept
}

/** True for a name that says nothing more than the question's text, or is only a number. */
function isDerived(name: string, text: string): boolean {
  const letters = (given: string) =>
    given
      .replace(/^ {0,3}(?:`{3,}|~{3,}).*$/gm, '')
      .replace(gapMarker, '')
      .replace(/[^\p{L}\p{N}]+/gu, '')
      .toLowerCase()
  return letters(text).startsWith(letters(name)) || /^(?:q|question)?[\s._#-]{0,5}\d{0,9}[a-z]?$/i.test(name)
}

async function notesOf(item: MoodleItem, text: string): Promise<string | undefined> {
  const name = nameOf(item.element)
  const id = item.setting('idnumber')
  const [graders] = item.all('graderinfo')
  const isPlain = graders?.attributes.format === 'plain_text'
  const info = isPlain ? sourceOf(graders) : (await item.rich(graders, { place: 'the notes' })).text
  const notes = [
    ...(isDerived(name, text) ? [] : [`Name: ${name}`]),
    ...(id ? [`ID number: ${id}`] : []),
    ...(info ? [info] : []),
  ].join('\n\n')
  if (notes.length <= 5_000) return notes || undefined
  item.lose('Its information for graders is longer than 5,000 characters and is not kept')
  return undefined
}

async function explanationOf(item: MoodleItem): Promise<string | undefined> {
  const { text } = await item.rich(item.all('generalfeedback')[0], { place: 'the explanation' })
  if (text.length <= 10_000) return text || undefined
  item.lose('Its explanation is longer than 10,000 characters and is not kept')
  return undefined
}

/** The fields that do not depend on the type. Reports what is not kept. */
export async function commonFields(item: MoodleItem, content: RichContent, gapMarks: number | undefined) {
  const [element] = item.all('questiontext')
  const { text: passage } = await item.rich(element, { place: 'the shared text', isPassage: true })
  const image = oneImage(item, content, '') ?? (await item.oldImage())
  const name = nameOf(item.element)
  const questionText = content.text || (image && name ? escapeMarkdown(name) : refuse('Its question text is empty'))
  const explanation = await explanationOf(item)
  const notes = await notesOf(item, content.text)
  const tags = tagsOf(item)
  const marks = marksOf(item, gapMarks === undefined ? (item.setting('defaultgrade') ?? '') : String(gapMarks))
  loseFeedback(item)
  if (item.flag('hidden', false)) item.lose('It is hidden in Moodle, but not here')
  item.loseUnusedFiles()
  return {
    questionText,
    ...(image && { questionImageUrl: image }),
    ...(passage && { passage }),
    ...marks,
    ...(explanation && { explanation }),
    ...(notes && { notes }),
    ...(tags.length > 0 && { tags }),
  }
}
