import type { z } from 'zod'
import type { bankFields } from '#shared/bank/bank.schema.ts'
import type { SeedQuestion } from '../questions/question.ts'

type About = Pick<z.input<typeof bankFields>, 'subject' | 'topic' | 'difficulty' | 'tags' | 'language' | 'source'>

/** A demo question in the bank. */
export type BankSeed = SeedQuestion &
  About & {
    /** The text of its first version. */
    earlier?: string
    isRetired?: true
  }

type Leveled = Partial<Record<'easy' | 'medium' | 'hard', readonly (SeedQuestion & Partial<BankSeed>)[]>>

/** Files questions under a topic. */
export const inTopic = (
  subject: About['subject'],
  topic: string,
  tags: string[],
  { easy = [], medium = [], hard = [] }: Leveled,
): BankSeed[] =>
  (
    [
      ['Easy', easy],
      ['Medium', medium],
      ['Hard', hard],
    ] as const
  ).flatMap(([difficulty, questions]) =>
    questions.map((question) => ({ subject, topic, tags, difficulty, ...question })),
  )

/** Adds an earlier version to a question. */
export const reworded = (question: SeedQuestion, earlier: string) => ({ ...question, earlier })

export const retired = (question: SeedQuestion) => ({ ...question, isRetired: true as const })
