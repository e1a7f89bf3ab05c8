import { z } from 'zod'

/** Shared by several reports. */

const groupName = z.string().max(100).optional()

/** A group of a college's students. */
export const groupFilter = z.object({ batch: groupName, branch: groupName, section: groupName })
export type GroupFilter = z.output<typeof groupFilter>

export const count = z.number().int()

/** An attempt's results without coding questions, which only count towards its marks. */
export const choiceCounts = {
  correctAnswers: count.describe(
    'Without coding questions, as in the student’s report; coding only counts towards the marks',
  ),
  incorrectAnswers: count.describe('Without coding questions'),
}

/** A student's identity on any report. */
export const reportStudent = z.object({
  name: z.string(),
  email: z.string(),
  branch: z.string(),
  batch: z.string(),
  section: z.string(),
})
