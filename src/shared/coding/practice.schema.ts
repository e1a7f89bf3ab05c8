import { z } from 'zod'
import { idSchema, percentage } from '../schema.ts'
import { codingDifficulties } from './coding.schema.ts'

export const practiceStatuses = ['solved', 'attempted', 'not_attempted'] as const
export type PracticeStatus = (typeof practiceStatuses)[number]

export const practiceItem = z.object({
  id: idSchema,
  title: z.string(),
  difficulty: z.enum(codingDifficulties),
  tags: z.array(z.string()),
  status: z.enum(practiceStatuses),
  best_score: percentage.describe('Percent; 0 before the first submission'),
  attempts: z.number().int(),
})
export type PracticeItem = z.output<typeof practiceItem>

export const practiceStats = z.object({
  total: z.number().int(),
  solved: z.number().int(),
  attempted: z.number().int().describe('Including solved questions'),
  easy: z.number().int(),
  medium: z.number().int(),
  hard: z.number().int(),
})

export const practiceAnswer = z.object({ questions: z.array(practiceItem), stats: practiceStats })
