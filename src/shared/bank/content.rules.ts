import { gradedKey } from './question-parts.rules.ts'
import type { KeyedBody } from './question-types.rules.ts'

/** The content of a question version in the bank. Marks are excluded, because each test sets its own. */
export type QuestionContent = {
  questionText: string
  questionImageUrl: string | null
  passage?: string | null | undefined
  explanation: string | null
} & KeyedBody

/** Returns a copy with fields in alphabetical order, without the empty ones. */
export function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).filter(([, field]) => field !== null && field !== undefined && field !== '')
  return Object.fromEntries(fields.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, field]) => [name, sorted(field)]))
}

const parts = {
  text: ({ questionText }) => questionText,
  image: ({ questionImageUrl }) => questionImageUrl,
  passage: ({ passage }) => passage,
  type: ({ type }) => type,
  body: ({ body }) => body,
  key: gradedKey,
  explanation: ({ explanation }) => explanation,
} satisfies Record<string, (content: QuestionContent) => unknown>
export type ContentPart = keyof typeof parts

/** The parts that differ between two versions. */
export const changedParts = (before: QuestionContent, after: QuestionContent): ContentPart[] =>
  (Object.keys(parts) as ContentPart[]).filter((part) => {
    const [one, other] = [before, after].map((content) => JSON.stringify(sorted({ value: parts[part](content) })))
    return one !== other
  })

/** True if two questions have the same content. */
export const isSameContent = (one: QuestionContent, other: QuestionContent) => changedParts(one, other).length === 0
