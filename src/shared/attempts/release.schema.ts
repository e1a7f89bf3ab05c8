import { z } from 'zod'
import { timeInput } from '../schema.ts'

export const releaseForm = z.object({
  at: timeInput('Please choose a date and time')
    .nullish()
    .describe('Time of release; defaults to now. null cancels a scheduled release'),
})
export type ReleaseForm = z.output<typeof releaseForm>
