import { z } from 'zod'
import { passwordForm } from '../auth/two-step.schema.ts'
import { type Role, roles } from '../roles.ts'
import { idSchema, isoTime, requiredText, timeInput } from '../schema.ts'
import { apiAccess } from './integrations.schema.ts'

/** Possible token lifetimes, in days. */
export const tokenLives = [7, 30, 90, 365] as const
const day = 86_400_000
export const maxTokenLife = 365 * day
/** Time before expiry at which to warn that a token needs replacing, in ms. */
export const tokenEndsSoon = 14 * day

/** Maximum tokens per person. */
export const maxTokens = 50

/** The roles this person's tokens may have; empty if they may not have tokens. */
export const tokenRolesOf = (owner: Role): readonly Role[] => {
  if (owner === 'master_admin') return ['master_admin']
  return owner === 'college_admin' ? ['college_admin', 'faculty'] : []
}

/** True if the text has the format of an API token; a session token is shorter. */
export const isApiToken = (text: string) => /^exh_[\w-]{43}$/.test(text)

export const tokenForm = z.object({
  name: requiredText('Please name the token', 100).describe('Purpose, visible to its owner only'),
  role: z.enum(roles).describe('Its owner’s role; a college admin may also choose faculty, to read results'),
  access: z.enum(apiAccess).describe('`read` allows only calls that change nothing'),
  expiresAt: timeInput('Please choose an expiry date').describe('At most one year ahead'),
  password: passwordForm.shape.password.describe(
    "The owner's password, so that a session alone cannot create a token that outlives it",
  ),
})

export const apiToken = z.object({
  id: idSchema,
  name: z.string(),
  hint: z.string().describe('First characters, for recognising the token'),
  role: z.enum(roles),
  access: z.enum(apiAccess),
  createdAt: isoTime,
  expiresAt: isoTime,
  lastUsedAt: isoTime.nullable().describe('Accurate to the minute'),
})
export type ApiToken = z.output<typeof apiToken>

export const tokenList = z.object({ tokens: z.array(apiToken), serverTime: isoTime })
export const tokenCreated = z.object({ apiToken, token: z.string().describe('Shown only once') })
