import { z } from 'zod'
import { requiredText } from '../schema.ts'

/** Maximum results per search. */
export const maxResults = 20

const hitKinds = ['test', 'student', 'faculty', 'question', 'college', 'collegeAdmin'] as const
const hitStatuses = ['inactive', 'pending', 'rejected', 'upcoming', 'active', 'ended', 'submitted'] as const

export const searchQuery = z.object({ query: requiredText('Search text is required', 100) })

export const searchHit = z.object({
  kind: z.enum(hitKinds),
  /** For a college admin, the college's id, because the result opens the college's page. */
  id: z.string(),
  title: z.string(),
  /** Distinguishes results with the same title: an email, a subject, a code. */
  detail: z.string(),
  /** Used to find the person in a list. */
  email: z.string().optional(),
  status: z.enum(hitStatuses).optional(),
})
export type SearchHit = z.output<typeof searchHit>
export type HitKind = SearchHit['kind']

export const searchAnswer = z.object({ results: z.array(searchHit) })
