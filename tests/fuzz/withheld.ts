import { relaxedRules } from '#shared/tests/exam.rules.ts'
import { aCodingQuestion, aQuestion, aSection, aSectionedTest } from '#tests/factories/forms.ts'
import type { Campus } from '#tests/permissions/campus.ts'
import type { World } from '#tests/support/world.ts'
import type { Answered, Known } from './requests.ts'

/** Text that occurs only in withheld data. */
const key = 'zqkeyzq'
const question = 'zqquestionzq'
const locked = 'zqlockedzq'
const problem = 'zqproblemzq'
const hidden = 'zqhiddenzq'
/** 4 of 7 marks as a percentage, which occurs nowhere else. */
const score = /57\.14/

/** Calls about an exam-only question and tests with a withheld score and key, including a submitted attempt. */
export interface Withheld {
  /** Valid calls to mutate, by procedure. */
  calls: Known['calls']
  /** Ids that the author could use to release the data. */
  ids: readonly string[]
}

/** Creates the withheld data in a college. */
export async function withhold(world: World, { id, admin, student }: Campus): Promise<Withheld> {
  const master = world.call(world.admin)
  const { question: coding } = await master.coding.create(
    aCodingQuestion({
      title: problem,
      practice: false,
      testCases: [
        { input: '1\n', expected_output: '2\n', is_sample: true },
        { input: hidden, expected_output: hidden },
      ],
    }),
  )
  const of = (marks: number, fields: object = {}) =>
    aQuestion({ questionText: question, explanation: key, marks, ...fields })
  const give = async (sections: ReturnType<typeof aSection>[]) => {
    const rules = { ...relaxedRules, resultRelease: 'after_end', keyRelease: 'never', lockSections: true } as const
    const { test } = await master.tests.create(aSectionedTest(world.clock.now(), { rules, sections }))
    await master.assignments.assignColleges({ id: test.id, collegeIds: [id] })
    const { assignments } = await world.call(admin).assignments.listForCollege({})
    const offer = assignments.find(({ testId }) => testId.id === test.id)?.id ?? ''
    await world.call(admin).assignments.decide({ id: offer, status: 'accepted' })
    await world.call(admin).assignments.assignStudents({ id: offer, specificStudents: [student.id] })
    const { attemptId } = await world.call(student).attempts.start({ id: test.id })
    return { test, offer, attemptId }
  }
  const wrong = { correctAnswer: 'A' } as const
  const done = await give([aSection({ questions: [of(4, { correctAnswer: 'B' }), of(3, wrong)] })])
  const open = await give([aSection(), aSection({ questions: [of(1, { questionText: locked }), of(1)] })])
  const answers = done.test.sections.flatMap(({ questions }) =>
    questions.map(({ id }) => ({ questionId: id, selectedAnswer: 'B' as const })),
  )
  await world.call(student).attempts.submit({ id: done.test.id, answers })
  const about = [done, open].flatMap(({ test, attemptId }) => [{ id: test.id }, { id: test.id, attemptId }])
  const program = { questionId: coding.id, code: 'print(input())', language: 'python' }
  return {
    ids: [coding.id, ...[done, open].flatMap(({ test, offer, attemptId }) => [test.id, offer, attemptId])],
    calls: new Map<string, readonly unknown[]>([
      ...['attempts.start', 'attempts.save', 'tests.get'].map((name) => [name, about] as const),
      ['attempts.submit', about],
      ['attempts.results', about.slice(0, 2)],
      ['assignments.listForStudent', [{}]],
      ['reports.student.list', [{}, { sort: '-percentage' }]],
      ['reports.student.performance', [undefined]],
      ['privacy.exportOwn', [undefined]],
      ['tests.exams', [{}]],
      ['search.find', [{ query: problem }, { query: question }]],
      ['coding.get', [{ id: coding.id }]],
      ['coding.list', [{}, { practice: false }]],
      ['coding.practice', [undefined]],
      ...['coding.run', 'coding.submit', 'coding.startRun'].map((name) => [name, [program]] as const),
      ['coding.submissions', [{ questionId: coding.id }, { questionId: coding.id, testAttemptId: done.attemptId }]],
    ]),
  }
}

/** Returns true if a mutation may release withheld data: by the author, or by opening the locked section. */
export const mayRelease = ({ ids }: Withheld, role: string, asked: string): boolean =>
  (role === 'master_admin' || /next-?section/i.test(asked)) && ids.some((id) => asked.includes(id))

/** Yields the objects in a JSON response at any depth. */
function* objectsIn(value: unknown): Generator<Record<string, unknown>> {
  if (value === null || typeof value !== 'object') return
  if (!Array.isArray(value)) yield value as Record<string, unknown>
  for (const inner of Object.values(value)) yield* objectsIn(inner)
}

/** Returns true if a response reveals a withheld question's correct option. */
function revealsKey(text: string): boolean {
  try {
    return [...objectsIn(JSON.parse(text))].some(
      (one) =>
        one.questionText === question && ((one.correctAnswer ?? null) !== null || (one.isCorrect ?? null) !== null),
    )
  } catch {
    return false
  }
}

/** Returns the withheld data that a response reveals to a role, if any. College staff may see scores and keys. */
export function leakOf({ text }: Answered, role: string, asked: string): string | undefined {
  if (role === 'master_admin') return undefined
  const says = (secret: string) => text.includes(secret) && !asked.includes(secret)
  if (says(hidden)) return 'a hidden test case'
  if (role === 'college_admin' || role === 'faculty') return undefined
  if (says(problem)) return 'an exam-only question'
  if (says(locked)) return 'a question of a locked section'
  if (says(key) || revealsKey(text)) return 'a key before its release'
  if (score.test(text) && !score.test(asked)) return 'a score before its release'
  return undefined
}
