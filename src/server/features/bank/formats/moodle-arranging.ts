import { plainToMarkdown } from './html.ts'
import { isBlank, type MoodleItem, refuse, sourceOf, type Typed } from './moodle-item.ts'
import { childOf, textOf, type XmlElement } from './xml.ts'

/** Reads Moodle's questions that ask students to match or order parts. */

const maxParts = 50

/** A part as Markdown. Parts have no images. */
async function partOf(item: MoodleItem, element: XmlElement | undefined): Promise<string> {
  const { text } = await item.rich(element, { place: 'a part of the question' })
  return text
}

/** A right side, which Moodle shows without its tags. Without tags and entities, it is plain text. */
async function rightOf(item: MoodleItem, answer: XmlElement | undefined): Promise<string> {
  const source = sourceOf(answer)
  const plain = () => plainToMarkdown(source, true)
  if (!answer || !/<|&(?:#|[a-z])|\{mlang\b/i.test(source)) return plain()
  const html: XmlElement = {
    ...answer,
    attributes: { format: 'html' },
    children: [source.replace(/\r\n?|\n/g, '<br>')],
  }
  // A tag alone is the answer of a question about HTML.
  return (await partOf(item, html)) || (isBlank(source) ? plain() : '')
}

/** @param hasHtml the right sides are HTML, as in the plugin for drag and drop matching */
async function matching(item: MoodleItem, hasHtml: boolean): Promise<Typed> {
  const pairs: { left: string; right: string }[] = []
  const distractors: string[] = []
  const subs = item.all('subquestion')
  if (subs.length > 2 * maxParts) refuse(`It has more than ${maxParts} pairs, which is the maximum`)
  for (const sub of subs) {
    const answer = childOf(sub, 'answer')
    const isDistractor = item.isEmpty(sub)
    const left = isDistractor ? '' : await partOf(item, sub)
    const right = hasHtml ? await partOf(item, answer) : await rightOf(item, answer)
    if (left === '' && !isDistractor) refuse('One of its left sides is only an image')
    if (right === '') {
      if (isDistractor && isBlank(sourceOf(answer))) continue
      refuse('One of its right sides is empty')
    }
    if (isDistractor) distractors.push(right)
    else pairs.push({ left, right })
  }
  if (pairs.length < 2) refuse('It has fewer than two pairs')
  if (new Set(pairs.map(({ left }) => left)).size < pairs.length) refuse('Two of its left sides are the same')
  const rights = new Set(pairs.map(({ right }) => right))
  const others = [...new Set(distractors)].filter((text) => !rights.has(text))
  return { meanings: [{ fields: { type: 'matching', pairs, distractors: others } }] }
}

export const readMatching = (item: MoodleItem) => matching(item, false)
export const readDragMatching = (item: MoodleItem) => matching(item, true)

/** How Moodle marks partly right answers, by scoring method. */
const statementScoring: Readonly<Record<string, string>> = {
  kprime: 'With one wrong answer, half of the marks are earned in Moodle, and none with more',
  kprimeonezero: 'In Moodle, marks are earned only if all answers are right',
  mtfonezero: 'In Moodle, marks are earned only if all answers are right',
  subpointdeduction: 'Wrong answers cost marks in Moodle',
}

/** Reads the plugins Kprime and MTF, which ask for one of the same answers to each of several statements. */
export async function readStatements(item: MoodleItem): Promise<Typed> {
  const columns = new Map<string, string>()
  for (const column of item.all('column')) {
    const { text } = await item.rich(childOf(column, 'responsetext'), { place: 'a part of the question' })
    columns.set(column.attributes.number ?? '', text || refuse('One of its columns has no text'))
  }
  const rightOf = (row: string | undefined) => {
    const own = item.all('weight').filter(({ attributes }) => attributes.rownumber === row)
    const right = own.filter((weight) => Number(textOf(childOf(weight, 'value'))) > 0)
    if (right.length > 1) refuse('One of its statements has several right answers')
    return columns.get(right[0]?.attributes.columnnumber ?? '') ?? refuse('One of its statements has no right answer')
  }
  const rows = item.all('row')
  if (rows.length > maxParts) refuse(`It has more than ${maxParts} statements, which is the maximum`)
  const pairs: { left: string; right: string }[] = []
  for (const row of rows) {
    const statement = childOf(row, 'optiontext')
    if (!statement || item.isEmpty(statement)) continue
    const left = (await partOf(item, statement)) || refuse('One of its statements is only an image')
    pairs.push({ left, right: rightOf(row.attributes.number) })
  }
  if (rows.some((row) => !isBlank(sourceOf(childOf(row, 'feedbacktext'))))) item.lose('Feedback per answer is not kept')
  if (pairs.length < 2) refuse('It has fewer than two statements')
  if (new Set(pairs.map(({ left }) => left)).size < pairs.length) refuse('Two of its statements are the same')
  const used = new Set(pairs.map(({ right }) => right))
  const method = item.setting('scoringmethod') ?? 'kprime'
  if (method !== 'subpoints')
    item.lose(
      `${statementScoring[method] ?? 'Partly right answers earn other marks in Moodle'}. Here, each earns its share`,
    )
  const distractors = [...new Set(columns.values())].filter((text) => !used.has(text))
  return { meanings: [{ fields: { type: 'matching', pairs, distractors } }] }
}

/** An item with the number in its `fraction`; NaN without one. */
interface Ordered {
  text: string
  place: number
}

/** Moodle writes the place of each item as its fraction, but imports items in the order of the file. */
function orderMeanings(found: readonly Ordered[]): Pick<Typed, 'meanings' | 'reason'> {
  const fieldsOf = (ordered: readonly Ordered[]) => ({
    type: 'ordering' as const,
    items: ordered.map(({ text }) => text),
  })
  const written = found.filter(({ place }) => !Number.isNaN(place))
  if (written.every(({ place }, at) => place >= (written[at - 1]?.place ?? place)))
    return { meanings: [{ fields: fieldsOf(found) }] }
  const byFile = { label: 'In the order of the file, as Moodle imports it', fields: fieldsOf(found) }
  const reason = 'The order of its items in the file contradicts their fractions'
  if (new Set(written.map(({ place }) => place)).size < found.length) return { meanings: [byFile], reason }
  const sorted = found.toSorted((a, b) => a.place - b.place)
  return { meanings: [byFile, { label: 'In the order of the fractions', fields: fieldsOf(sorted) }], reason }
}

export async function readOrdering(item: MoodleItem): Promise<Typed> {
  const answers = item.all('answer')
  item.loseFeedback(answers)
  if (answers.length > maxParts) refuse(`It has more than ${maxParts} items, which is the maximum`)
  const found: Ordered[] = []
  for (const answer of answers) {
    if (item.isEmpty(answer)) continue
    const text = (await partOf(item, answer)) || refuse('One of its items is only an image')
    found.push({ text, place: Number.parseFloat((answer.attributes.fraction ?? '').replace(',', '.')) })
  }
  const items = found.map(({ text }) => text)
  if (items.length < 2) refuse('It has fewer than two items')
  if (new Set(items).size < items.length) refuse('Two of its items are the same')
  // These settings had other names before.
  const select = (item.setting('selecttype') ?? item.setting('logical') ?? 'RANDOM').toUpperCase()
  const count = Number(item.setting('selectcount') ?? item.setting('studentsee') ?? 6)
  if (!['ALL', 'EXACT', '0'].includes(select) && count >= 2 && count < items.length)
    item.lose(`Students order all ${items.length} items instead of ${count} of them`)
  if (items.length > 2)
    item.lose('A partly right order earns the share of neighbouring items in the right order, unlike in Moodle')
  return orderMeanings(found)
}
