import { z } from 'zod'
import { roles } from '../roles.ts'
import { idSchema, isoTime } from '../schema.ts'

/** People who must wait before they can try to sign in again. */
export const waitingSignIns = z.object({
  people: z.array(
    z.object({
      id: idSchema,
      name: z.string(),
      email: z.string(),
      role: z.enum(roles),
      until: isoTime.describe('Time from which sign-in is accepted again'),
    }),
  ),
})
