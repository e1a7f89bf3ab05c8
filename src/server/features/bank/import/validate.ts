import { unusablePattern } from '#server/platform/patterns.ts'
import { maxTopicLevels, topicPath } from '#shared/bank/bank.rules.ts'
import type { ItemStatus } from '#shared/bank/import.rules.ts'
import { type ImportedQuestion, readQuestion } from '#shared/bank/import.schema.ts'
import { patternsIn } from '#shared/bank/question-parts.rules.ts'
import { markerFlaw } from '#shared/bank/types/gaps.rules.ts'
import { subjects } from '#shared/tests/kinds.rules.ts'
import type { FoundItem, Reading, ReadQuestion } from '../formats/found.ts'
import { titleOf } from '../formats/found.ts'
import { advised, warningsOf } from './remarks.ts'

/** A checked item of a question file. */
export interface CheckedItem {
  status: ItemStatus
  title: string
  /** Path of categories; '' for none. */
  category: string
  line?: number | undefined
  file?: string | undefined
  reason?: string | undefined
  readings: { label: string; losses: string[]; question: ImportedQuestion; defaults: string[] }[]
}

/** The settings of questions and gaps by their type, which many formats cannot state. */
const settings: Readonly<Record<string, readonly string[]>> = {
  text: ['caseSensitive', 'ignoreAccents'],
  numeric: ['unit'],
  essay: ['minWords', 'maxWords', 'allowFiles'],
}
const settingsOf = (type: string | undefined) => (type !== undefined && settings[type]) || []

/** The fields that the file does not state, so that they have default values; those of gaps as `gaps.0.unit`. */
function defaultsOf(question: ReadQuestion): string[] {
  const missing = (fields: object, names: readonly string[]) =>
    names.filter((name) => (fields as Record<string, unknown>)[name] == null)
  const gaps = question.type === 'gaps' ? question.gaps : []
  return [
    ...missing(question, ['marks', 'difficulty', 'language', ...settingsOf(question.type)]),
    ...gaps.flatMap((gap, place) => missing(gap, settingsOf(gap.kind)).map((name) => `gaps.${place}.${name}`)),
  ]
}

const fieldNames: Record<string, string> = {
  questionText: 'The question text',
  explanation: 'The explanation',
  passage: 'The passage',
  options: 'Option',
  accepted: 'Accepted answer',
  pairs: 'Pair',
  items: 'Item',
  gaps: 'Gap',
  marks: 'Marks',
}

/** `Option B: Must be at most 2000 characters`. */
function issueText({ path, message }: { path: PropertyKey[]; message: string }): string {
  const [field = '', part] = path.map(String)
  const name = fieldNames[field] ?? field
  const place = part === undefined ? '' : /^\d+$/.test(part) ? ` ${Number(part) + 1}` : ` ${part}`
  return `${name}${place}: ${message}`
}

/** A question as the forms accept it, or the reasons why not. */
function check(question: ReadQuestion): { question: ImportedQuestion } | { reasons: string[] } {
  const { data, error } = readQuestion.safeParse({ subject: 'Technical', ...question })
  if (!data) return { reasons: [...new Set(error.issues.map(issueText))] }
  const flaw = markerFlaw(data)
  if (flaw) return { reasons: [flaw] }
  const bad = unusablePattern(patternsIn(data))
  return bad ? { reasons: [`"${bad.pattern.slice(0, 60)}": ${bad.reason}`] } : { question: data }
}

/** @param isChoice true if the author must decide, even if only one reading is possible */
function statusOf(readings: CheckedItem['readings'], isChoice: boolean): ItemStatus {
  const [first] = readings
  if (!first) return 'refused'
  if (isChoice) return 'decide'
  return first.losses.length > 0 ? 'loss' : 'taken'
}

const maxCategory = 2_000

const hasOwnTopic = (first: Reading | undefined) => Boolean((first?.question as { topic?: string } | undefined)?.topic)

/** The path of categories, from the question's own subject and topic if the file names them. */
function pathOf(category: readonly string[], first: Reading | undefined): string {
  const { subject, topic } = (first?.question ?? {}) as { subject?: string; topic?: string | null }
  const levels = [...(subject ? [subject] : []), ...(topic ? topic.split('/') : category)]
  return topicPath(levels.map((level) => level.replaceAll('/', '-')).join('/')).slice(0, maxCategory)
}

/** Checks what a reader found as if it were entered in the form. */
export function checkItem({ title, category, line, file, reason, readings }: FoundItem): CheckedItem {
  const reasons = new Set<string>(reason ? [reason] : [])
  const kept: CheckedItem['readings'] = []
  const add = ({ label, question, losses }: Reading) => {
    const checked = check(question)
    if ('question' in checked)
      kept.push({
        label,
        losses: [...new Set([...losses, ...warningsOf(checked.question)])],
        question: checked.question,
        defaults: defaultsOf(question),
      })
    else for (const one of checked.reasons) reasons.add(one)
  }
  for (const one of readings) add(one)
  const path = pathOf(category, readings[0])
  if (topicOf(splitCategory(path).topic) !== splitCategory(path).topic)
    for (const { losses } of kept)
      losses.push(`Its category is cut to the ${maxTopicLevels} levels and 300 characters of a topic`)
  const slashed = category.find((level) => level.includes('/'))
  if (slashed !== undefined && !hasOwnTopic(readings[0]))
    for (const { losses } of kept)
      losses.push(`Its category “${titleOf(slashed)}” has - instead of / here, because / separates levels`)
  const status = statusOf(kept, readings.length > 1 || reason !== undefined)
  const why = [...reasons].join('. ')
  return {
    status,
    title: titleOf(title) || titleOf(kept[0]?.question.questionText ?? '') || 'Without a title',
    category: path,
    line,
    file,
    reason: why === '' ? undefined : status === 'refused' ? advised(why) : why,
    readings: kept,
  }
}

/** Splits a path of categories whose first level may name a subject. */
export function splitCategory(category: string): { subject: (typeof subjects)[number] | undefined; topic: string } {
  const [first = '', ...rest] = category.split('/')
  const subject = subjects.find((one) => one.toLowerCase() === first.toLowerCase())
  return { subject, topic: subject ? rest.join('/') : category }
}

/** The topic for a path of categories, cut to the levels and length that a topic may have. */
export const topicOf = (category: string): string => {
  const levels = category.split('/').slice(0, maxTopicLevels)
  while (levels.join('/').length > 300) levels.pop()
  return levels.join('/')
}
