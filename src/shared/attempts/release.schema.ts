import { z } from 'zod'
import { timeInput } from '../schema.ts'

export const releaseForm = z.object({
  at: timeInput('Please say when')
    .nullish()
    .describe('Time of release, now if missing. null cancels a release that is still scheduled'),
})
export type ReleaseForm = z.output<typeof releaseForm>
