import { z } from 'zod'
import { maxPageSize } from './numbers.ts'

/** Shared by every feature's schemas. */

const kinds: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}
const units: Record<string, string> = { string: ' characters', array: ' entries' }

// Fallback error messages.
z.config({
  customError: (issue) => {
    if (issue.code === 'invalid_type')
      return issue.input === undefined ? 'Required' : `Must be ${kinds[issue.expected] ?? issue.expected}`
    if (issue.code === 'unrecognized_keys') return 'Unknown field'
    if (issue.code === 'invalid_value') return `Must be one of: ${issue.values.join(', ')}`
    if (issue.code === 'too_big') return `Must be at most ${issue.maximum}${units[issue.origin] ?? ''}`
    if (issue.code === 'too_small') return `Must be at least ${issue.minimum}${units[issue.origin] ?? ''}`
    if (issue.code !== 'invalid_union') return undefined
    // Only discriminated unions, such as questions by type, have options.
    const known = 'options' in issue ? [issue.options].flat().filter((option) => option !== undefined) : []
    return known.length > 0 ? `Must be one of: ${known.join(', ')}` : 'This value is not accepted here'
  },
})

/**
 * Control characters other than tabs and line breaks, and lone surrogates. Matches a single character, because a
 * pattern over the whole text would overflow the stack at a few million characters.
 */
const unshowable = /(?![\t\n\r])\p{Cc}|\p{Cs}/u
export const isPlain = (text: string) => !unshowable.test(text)
export const unreadable = 'Contains characters that cannot be shown'

export const idSchema = z.string().min(1).max(64)

/** `{id}` from the path. Accepts any text: an unknown id is simply not found. */
export const byId = z.object({ id: z.string() })

/** `{studentId}` from the path, for calls about one student of a college. */
export const byStudent = z.object({ studentId: z.string() })

/** `{collegeId}` from the path, for the owner's calls about one college. */
export const byCollege = z.object({ collegeId: z.string() })

/**
 * Trimmed, non-empty text; `message` covers both a missing value and a wrong type. Pipe further rules after it, so that
 * empty text is reported only once; `abort` would also suppress cross-field rules.
 */
export const requiredText = (message: string, max = 200) =>
  z.string({ error: message }).trim().min(1, message).max(max, tooLong(message, max)).refine(isPlain, unreadable)

/** Includes the field's name if the sentence for a missing value does: `Test name is required`. */
const tooLong = (missing: string, max: number) => {
  const [, field] = /^(.+) is required$/.exec(missing) ?? []
  return `${field ? `${field} must` : 'Must'} be at most ${max} characters`
}

const anyText = (max: number) =>
  z.string().trim().max(max, `Must be at most ${max} characters`).refine(isPlain, unreadable)

/** Optional text; empty, null and missing all become null. */
export const optionalText = (max = 200) =>
  anyText(max)
    .nullish()
    .transform((text) => text || null)

/** Editable text: a missing value leaves it unchanged; an empty or null one clears it. */
export const changedText = (max = 200) =>
  anyText(max)
    .nullable()
    .transform((text) => text || null)
    .optional()

const anyPhone = z
  .string({ error: 'Please enter a valid phone number' })
  .trim()
  .regex(/^(\+?[\d\s\-()]{10,32})?$/, 'Please enter a valid phone number')

/** At least 10 digits, spaces, hyphens and brackets, with an optional leading plus. */
export const phoneField = anyPhone.nullish().transform((text) => text || null)

/** An editable phone number; see `changedText`. */
export const changedPhone = anyPhone
  .nullable()
  .transform((text) => text || null)
  .optional()

export const emailField = requiredText('Email is required', 320).pipe(
  z
    .string()
    .regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'Please enter a valid email')
    .toLowerCase(),
)

/** A full postal address. */
export const addressField = requiredText('Address is required', 500).pipe(
  z.string().min(10, 'Please enter a complete address'),
)

/** Output: stored milliseconds since 1970 UTC, as ISO-8601 with milliseconds. */
export const isoTime = z
  .number()
  .transform((ms) => new Date(ms).toISOString())
  // Not validated again, only described: every exam room response has six of them.
  .pipe(z.string().meta({ format: 'date-time' }))

export const timeSentence = 'Must be a date and time with its zone, such as 2026-01-31T09:00:00Z'

/** Input: an ISO-8601 time with a zone, as milliseconds since 1970 UTC. */
export const timeInput = (message: string) =>
  z
    .string({ error: message })
    .trim()
    .min(1, message)
    .pipe(z.iso.datetime({ offset: true, error: timeSentence }))
    .transform((text) => Date.parse(text))

export const defaultPageSize = 20

/** `page` counts from 1. */
export const pageQuery = z.object({
  page: z.number().int().min(1).max(1_000_000).default(1),
  limit: z.number().int().min(1).max(maxPageSize).default(defaultPageSize),
})
export type PageQuery = z.output<typeof pageQuery>

export const pagination = z.object({
  page: z.number().int(),
  limit: z.number().int(),
  total: z.number().int(),
  totalPages: z.number().int(),
})

/** The pagination fields of a response. An empty list has one empty page. */
export const paginate = ({ page, limit }: PageQuery, total: number): z.output<typeof pagination> => ({
  page,
  limit,
  total,
  totalPages: Math.max(1, Math.ceil(total / limit)),
})

/** The query of a list that returns everything unless a page is requested. */
export const wholeOrPage = z.object({
  page: z.number().int().min(1).max(1_000_000).optional(),
  limit: z.number().int().min(1).max(maxPageSize).optional(),
})
export type WholeOrPage = z.output<typeof wholeOrPage>

/** The requested page, or undefined for everything. */
export const askedPage = ({ page, limit }: WholeOrPage): PageQuery | undefined =>
  page === undefined && limit === undefined ? undefined : { page: page ?? 1, limit: limit ?? defaultPageSize }

/** Pages an array that is already loaded. */
export function partOf<Row>(rows: readonly Row[], query: WholeOrPage) {
  const page = askedPage(query)
  const first = page ? (page.page - 1) * page.limit : 0
  return {
    rows: page ? rows.slice(first, first + page.limit) : rows,
    pagination: page && paginate(page, rows.length),
  }
}

export const messageAnswer = z.object({ message: z.string() })

/** A percentage in a response: exact for screens, rounded to 2 decimals over REST (src/server/rest/percentages.ts). */
export const percentage = z.number().meta({ 'x-decimals': 2, description: 'Percent, rounded to 2 decimals' })

/** A percentage that the original API returns as a string. */
export const percentageText = z.string().meta({ 'x-decimals': 2, description: 'A number with two decimals' })
