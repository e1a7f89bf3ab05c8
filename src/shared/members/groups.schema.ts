import { z } from 'zod'
import { idSchema, isoTime } from '../schema.ts'

/** Ways for students to change their batch, branch and section: freely, or with the college's approval. */
export const groupChangeModes = ['free', 'approve'] as const

export const collegeSettings = z.object({
  groupChanges: z
    .enum(groupChangeModes, { error: `Must be one of: ${groupChangeModes.join(', ')}` })
    .describe("With `approve`, a student's change becomes a request to the college admin"),
})

const group = z.object({ batch: z.string(), branch: z.string(), section: z.string() })
export type StudentGroup = z.output<typeof group>

/** A student's request to move to another batch, branch or section. */
export const groupRequest = z.object({
  id: idSchema.describe("The student's id"),
  name: z.string(),
  email: z.string(),
  idNumber: z.string().nullable(),
  from: group,
  to: group,
  requestedAt: isoTime,
})

/** Group changes for the college admin: the oldest pending requests, and the latest changes that needed no approval. */
export const groupWork = z.object({
  requests: z.array(groupRequest),
  totalRequests: z.number().int(),
  changes: z.array(
    z.object({
      id: idSchema.describe("The student's id"),
      name: z.string().nullable(),
      from: group,
      to: group,
      at: isoTime,
    }),
  ),
  totalChanges: z.number().int().describe('In the last 7 days'),
})

export const ownGroupRequest = z.object({ request: z.object({ to: group, requestedAt: isoTime }).nullable() })
export const groupDecision = z.object({ id: idSchema.describe("The student's id"), accept: z.boolean() })
