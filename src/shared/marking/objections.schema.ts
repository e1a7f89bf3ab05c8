import { z } from 'zod'
import { resultsQuery } from '../attempts/attempts.schema.ts'
import { idSchema, isoTime, pageQuery, pagination, requiredText } from '../schema.ts'
import { question } from '../tests/tests.schema.ts'
import { maxObjection, objectionStatuses } from './objections.rules.ts'

/** A student's objection to a question in their submitted attempt. */
export const objectionForm = resultsQuery.extend({
  questionId: idSchema,
  reason: requiredText('Reason is required', maxObjection),
})
export type ObjectionForm = z.output<typeof objectionForm>

const stored = {
  id: idSchema,
  reason: z.string(),
  status: z.enum(objectionStatuses),
  createdAt: isoTime,
  reply: z.string().nullable(),
  repliedAt: isoTime.nullable(),
}

/** An objection as shown to its student. */
export const ownObjection = z.object({ ...stored, questionId: idSchema })
export type OwnObjection = z.output<typeof ownObjection>
export const objectionAnswer = z.object({ objection: ownObjection })

export const ownObjections = z.object({
  objectionsUntil: isoTime.nullable().describe('null if the test does not allow objections'),
  isOpen: z.boolean().describe('True while the student can object'),
  objections: z.array(ownObjection),
})

const counts = { open: z.number().int(), accepted: z.number().int(), rejected: z.number().int() }

/** Questions in a test to which students objected. */
export const objectionOverview = z.object({
  testName: z.string(),
  objectionsUntil: isoTime.nullable(),
  questions: z.array(
    z.object({
      questionId: idSchema,
      questionNumber: z.number().int().describe('1-based'),
      questionText: z.string(),
      ...counts,
    }),
  ),
})

export const objectionStates = ['open', 'answered'] as const
export const objectionQuery = pageQuery.extend({
  questionId: idSchema,
  state: z.enum(objectionStates).default('open'),
  names: z.boolean().default(false).describe('Includes the students’ names'),
})
export type ObjectionQuery = z.output<typeof objectionQuery>

/** An objection as shown to staff. */
export const staffObjection = z.object({
  ...stored,
  attemptId: idSchema,
  candidate: z.string().describe('Identifies the answer while names are hidden'),
  student: z
    .object({ id: idSchema, name: z.string(), idNumber: z.string().nullable(), collegeName: z.string() })
    .nullable()
    .describe('null while names are hidden'),
  answer: z.string().describe('The student’s answer as text, with the option letters of the test; empty if unanswered'),
  repliedBy: z.string().nullable().describe('Name of the person who replied'),
})
export type StaffObjection = z.output<typeof staffObjection>

export const objectionQueue = z.object({
  testName: z.string(),
  questionNumber: z.number().int().describe('1-based'),
  question: question.describe('With its current key'),
  ...counts,
  isEditable: z.boolean().describe('True if the caller can change the key'),
  canReply: z.boolean().describe('False for faculty if other faculty were chosen to mark the test'),
  objections: z.array(staffObjection).describe('Oldest first'),
  pagination,
})
export type ObjectionQueue = z.output<typeof objectionQueue>

const decision = {
  status: z
    .enum(['accepted', 'rejected'], 'Choose whether to accept or reject')
    .describe('Accepting does not change the key or any marks'),
  reply: requiredText('Reply is required', maxObjection).describe('Shown to the student'),
}
export const replyForm = z.object({
  ...decision,
  since: z.string().nullish().describe('`repliedAt` as last seen, null if none; 409 if someone has replied since'),
})
export type ReplyForm = z.output<typeof replyForm>
export const replyAnswer = z.object({ objection: staffObjection })

/** A reply to all open objections to a question. */
export const replyAllForm = z.object({ ...decision, questionId: idSchema })
export type ReplyAllForm = z.output<typeof replyAllForm>
export const replyAllAnswer = z.object({ answered: z.number().int() })
