import type { z } from 'zod'
import type { CodingQuestionInput } from '#shared/coding/coding.schema.ts'
import type { collegeForm } from '#shared/colleges/colleges.schema.ts'
import type { JournalChunk } from '#shared/journals/journals.rules.ts'
import type { memberForm } from '#shared/members/members.schema.ts'
import type { FlatFormInput, questionForm, SectionedFormInput, sectionForm } from '#shared/tests/form.schema.ts'
import type { PaperQuestion, Question } from '#shared/tests/tests.schema.ts'

/** Valid, unique forms. Tests override the fields that matter to them. */

let made = 0
const next = () => ++made

type CollegeFields = z.input<typeof collegeForm>
type MemberFields = z.input<typeof memberForm>
type QuestionFields = Extract<z.input<typeof questionForm>, { type?: 'single' | undefined }>

export function aCollege(fields: Partial<CollegeFields> = {}): CollegeFields {
  const n = next()
  return {
    name: `Sahyadri College ${n}`,
    code: `SC${n}`,
    email: `office${n}@sahyadri.example`,
    address: `${n} Lake Road, Pune 411001`,
    ...fields,
  }
}

export function aStudent(fields: Partial<MemberFields> = {}): MemberFields {
  const n = next()
  return {
    role: 'student',
    name: `Student ${n}`,
    email: `student${n}@sahyadri.example`,
    idNumber: `R${String(n).padStart(4, '0')}`,
    branch: 'CSE',
    batch: '2027',
    section: 'A',
    ...fields,
  }
}

export function aFaculty(fields: Partial<MemberFields> = {}): MemberFields {
  const n = next()
  return {
    role: 'faculty',
    name: `Faculty ${n}`,
    email: `faculty${n}@sahyadri.example`,
    idNumber: `F${String(n).padStart(4, '0')}`,
    branch: 'CSE',
    ...fields,
  }
}

/** A single choice question. The correct answer is B by default. */
export function aQuestion(fields: Partial<QuestionFields> = {}): QuestionFields {
  const n = next()
  return {
    questionText: `What is ${n} + ${n}?`,
    options: { A: `${n}`, B: `${n * 2}`, C: `${n * 2 + 1}`, D: `${n * 3 + 2}` },
    correctAnswer: 'B',
    explanation: `Twice ${n} is ${n * 2}.`,
    ...fields,
  }
}

/** A stored single choice question, with its key. */
export type SingleQuestion = Extract<Question, { type?: 'single' | undefined }>

/** Narrows questions to single choice. @throws if one is of another type or lacks its key */
export const singleChoice = (questions: readonly (Question | PaperQuestion)[]): SingleQuestion[] =>
  questions.map((question) => {
    if (question.type !== undefined || !('correctAnswer' in question)) throw new Error('Expected a single choice')
    return question
  })

const hour = 3_600_000

/** A test whose window is open, from an hour before `now` to a day after it. */
export function aTest(now: number, fields: Partial<FlatFormInput> = {}): FlatFormInput {
  const questions = fields.questions ?? [aQuestion(), aQuestion(), aQuestion()]
  return {
    testName: `Weekly quiz ${next()}`,
    testDescription: 'A short check of this week’s lessons.',
    subject: 'Technical',
    testType: 'Assignment',
    difficulty: 'Medium',
    topics: [],
    startDateTime: new Date(now - hour).toISOString(),
    endDateTime: new Date(now + 24 * hour).toISOString(),
    numberOfQuestions: questions.length,
    marksPerQuestion: 1,
    duration: 30,
    questions,
    ...fields,
  }
}

/** A ten-minute section with two questions. */
export function aSection(fields: Partial<z.input<typeof sectionForm>> = {}): z.input<typeof sectionForm> {
  const questions = fields.questions ?? [aQuestion(), aQuestion()]
  return {
    sectionName: `Section ${next()}`,
    sectionDuration: 10,
    numberOfQuestions: questions.length,
    marksPerQuestion: 1,
    questions,
    ...fields,
  }
}

/** An assessment with three sections and the window of `aTest`. */
export function aSectionedTest(now: number, fields: Partial<SectionedFormInput> = {}): SectionedFormInput {
  const { testName, testDescription, subject, difficulty, topics, startDateTime, endDateTime } = aTest(now)
  return {
    testName,
    testDescription,
    subject,
    difficulty,
    topics,
    startDateTime,
    endDateTime,
    testType: 'Assessment',
    sections: [aSection(), aSection(), aSection()],
    ...fields,
  }
}

/** A question with one sample, two hidden cases whose text contains `hidden`, and no reference solutions. */
export function aCodingQuestion(fields: Partial<CodingQuestionInput> = {}): CodingQuestionInput {
  const n = next()
  return {
    title: `Double ${n}`,
    description: `Read a number and print ${n} times its double.`,
    difficulty: 'easy',
    input_format: 'One whole number.',
    output_format: 'One whole number.',
    constraints: 'At most 1,000.',
    explanation: 'Twice two is four.',
    tags: ['numbers', 'warm-up'],
    supported_languages: ['python', 'c'],
    testCases: [
      { input: `${n}\n`, expected_output: `${n * 2}\n`, is_sample: true },
      { input: `${n} hidden in\n`, expected_output: `${n * 2} hidden out\n`, weight: 30 },
      { input: `-${n} hidden in\n`, expected_output: `-${n * 2} hidden out\n`, weight: 60 },
    ],
    ...fields,
  }
}

/** Part of a journal: an empty Python program in which a line is typed. */
export const aChunk = (questionId: string, fields: Partial<JournalChunk> = {}): JournalChunk => ({
  questionId,
  stream: 'stream-one',
  seq: 0,
  at: 0,
  events: [
    [0, 'open', 0, 0, '', 'python'],
    [900, 'type', 0, 0, 'print(1)'],
  ],
  ...fields,
})
