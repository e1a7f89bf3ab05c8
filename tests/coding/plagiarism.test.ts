import { describe, expect, it } from 'vitest'
import { queueWaiting } from '#server/features/coding/submissions/submissions.ts'
import type { Actor } from '#server/platform/platform.ts'
import { createWorld, type World } from '#tests/support/world.ts'

const original =
  'n = int(input())\nbest = 0\nfor i in range(n):\n    x = int(input())\n    if x > best:\n        best = x\nprint(best)\n'
const renamed =
  '# mine\ncount = int(input())\ntop = 0\nfor k in range(count):\n    v = int(input())\n    if v > top:\n        top = v\nprint(top)\n'
const own = 'import sys\nprint(max(map(int, sys.stdin.read().split()[1:])))\n'

/** A test with one coding question, for which each student submits a program. */
async function anExam(world: World, college: { id: string; admin: Actor }, codes: string[]) {
  const { question } = await world.call(world.admin).coding.create({
    title: 'Largest',
    description: 'Print the largest number.',
    testCases: [{ input: '1\n5\n', expected_output: '5\n', is_sample: true }],
  })
  const students: Actor[] = []
  for (const _ of codes) students.push(await world.student(college))
  const test = await world.assignedTest(college, students, {
    hasCodingSection: true,
    testType: 'Practice',
    codingQuestions: [{ questionId: question.id }],
  })
  for (const [n, student] of students.entries()) {
    const attempts = world.call(student).attempts
    await attempts.start({ id: test.id })
    const answer = { questionId: question.id, code: codes[n] ?? '', language: 'python', revision: 1 } as const
    await attempts.submit({ id: test.id, answers: [answer] })
  }
  return { test, question, students }
}

describe('plagiarism detection', () => {
  it('shows college staff similar programs, and two of them side by side', async () => {
    const world = await createWorld()
    const college = await world.college()
    const { test, question, students } = await anExam(world, college, [original, own, renamed])
    const faculty = world.call(await world.faculty(college)).coding
    const found = await faculty.plagiarism({ id: test.id })
    expect(found).toMatchObject({ questionId: question.id, programs: 3, left: 0 })
    await expect(faculty.plagiarism({ id: test.id, questionId: 'zz' })).rejects.toThrow('Coding question not found')
    expect(found.pairs).toHaveLength(1)
    const [pair] = found.pairs
    expect([pair?.left.studentId, pair?.right.studentId].sort()).toEqual([students[0]?.id, students[2]?.id].sort())
    expect(pair?.similarity).toBeGreaterThan(90)
    const both = { left: pair?.left.submissionId ?? '', right: pair?.right.submissionId ?? '' }
    const side = await world.call(college.admin).coding.plagiarismPair({ id: test.id, ...both })
    expect([side.left.code, side.right.code].sort()).toEqual([original, renamed].sort())
    expect(side.fragments.length).toBeGreaterThan(0)
  })

  it('compares only programs within the college', async () => {
    const world = await createWorld()
    const [college, other] = [await world.college(), await world.college()]
    const { test } = await anExam(world, college, [original, renamed])
    await expect(world.call(other.admin).coding.plagiarism({ id: test.id })).rejects.toThrow('Test not found')
    // The other college accepts the same test.
    await world.call(world.admin).assignments.assignColleges({ id: test.id, collegeIds: [other.id] })
    const { assignments } = await world.call(other.admin).assignments.listForCollege({})
    await world.call(other.admin).assignments.decide({ id: assignments[0]?.id ?? '', status: 'accepted' })
    expect(await world.call(other.admin).coding.plagiarism({ id: test.id })).toMatchObject({ programs: 0, pairs: [] })
    const { pairs } = await world.call(college.admin).coding.plagiarism({ id: test.id })
    const both = { left: pairs[0]?.left.submissionId ?? '', right: pairs[0]?.right.submissionId ?? '' }
    await expect(world.call(other.admin).coding.plagiarismPair({ id: test.id, ...both })).rejects.toThrow(
      'Submission not found',
    )
  })

  it('compares the submissions that earned the marks, not later ones', async () => {
    const world = await createWorld()
    const college = await world.college()
    // Junk scores zero; everything else is correct.
    world.platform.judge.judge = async (job) => {
      const verdict = job.source.startsWith('junk') ? 'wrong_answer' : 'accepted'
      return {
        kind: 'judged',
        compileMs: 0,
        cases: job.cases.map((_, place) => ({ place, verdict, timeMs: 1, memoryKb: 1 })),
      }
    }
    const { question } = await world.call(world.admin).coding.create({
      title: 'Largest',
      description: 'Print the largest number.',
      testCases: [{ input: '1\n5\n', expected_output: '5\n' }],
    })
    const [one, other, third] = [
      await world.student(college),
      await world.student(college),
      await world.student(college),
    ]
    const test = await world.assignedTest(college, [one, other, third], {
      hasCodingSection: true,
      testType: 'Practice',
      codingQuestions: [{ questionId: question.id }],
    })
    const handIn = async (student: Actor, ...codes: string[]) => {
      const { attempts, coding } = world.call(student)
      const { attemptId } = await attempts.start({ id: test.id })
      for (const code of codes)
        await coding.submit({ questionId: question.id, code, language: 'python', testAttemptId: attemptId })
      const answer = { questionId: question.id, code: 'junk = 1', language: 'python', revision: 99 } as const
      await attempts.submit({ id: test.id, answers: [answer] })
    }
    await handIn(one, original, own, 'junk(0)')
    await handIn(other, renamed, 'junk(1)')
    await handIn(third, own.replace('max', 'min'), `${own}\n`)
    await queueWaiting(world.platform)
    const faculty = world.call(await world.faculty(college)).coding
    const { pairs } = await faculty.plagiarism({ id: test.id })
    const between = (a: Actor, b: Actor) =>
      pairs.filter(({ left, right }) => [left, right].every(({ studentId }) => [a.id, b.id].includes(studentId)))
    expect(between(one, other)).toMatchObject([{ left: { score: 100 }, right: { score: 100 } }])
    expect(between(one, third).length).toBeLessThanOrEqual(1)
    const [pair] = between(one, other)
    const both = { left: pair?.left.submissionId ?? '', right: pair?.right.submissionId ?? '' }
    const side = await faculty.plagiarismPair({ id: test.id, ...both })
    expect([side.left.code, side.right.code].sort()).toEqual([original, renamed].sort())
    expect(side.similarity).toBe(pair?.similarity)
  })

  it('returns nothing to compare for a test without coding questions', async () => {
    const world = await createWorld()
    const college = await world.college()
    const test = await world.assignedTest(college, [])
    expect(await world.call(college.admin).coding.plagiarism({ id: test.id })).toMatchObject({
      questionId: null,
      pairs: [],
    })
  })
})
