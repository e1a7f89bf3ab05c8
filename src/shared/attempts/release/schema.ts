import { z } from 'zod'
import { timeInput } from '../../schema.ts'

export const releaseForm = z.object({
  at: timeInput('Please say when')
    .nullish()
    .describe('When; now without it. null takes back a release that has not happened yet'),
})
export type ReleaseForm = z.output<typeof releaseForm>
