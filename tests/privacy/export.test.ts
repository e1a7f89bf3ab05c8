import Papa from 'papaparse'
import { expect, it } from 'vitest'
import { archiveLimits } from '#server/features/coding/packages/zip.errors.ts'
import type { Actor } from '#server/platform/platform.ts'
import { unzip } from '#server/platform/zip/read.ts'
import { aQuestion } from '#tests/factories/forms.ts'
import { createWorld, type World } from '#tests/support/world.ts'
import { createStudentData, traces } from './student-data.ts'

async function exported(world: World, as: Actor, path: string) {
  const answer = await fetch(`${world.url}/api${path}`, {
    headers: { authorization: `Bearer ${await world.tokenOf(as)}` },
  })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="personal-data-ZQ-4711.zip"')
  const files = await unzip(Buffer.from(await answer.arrayBuffer()), archiveLimits)
  return new Map([...files].map(([name, bytes]) => [name, bytes.toString()]))
}

it('returns all of the student’s data to the college and the student, but no one else’s and no answer key', async () => {
  const { world, college, student, other } = await createStudentData()
  const path = `/college/users/${student.id}/personal-data/export`
  const files = await exported(world, college.admin, path)
  const data = JSON.parse(files.get('data.json') ?? '')
  const lists = Object.keys(data)
  expect([...files.keys()]).toEqual(['README.txt', 'data.json', ...lists.map((name) => `${name}.csv`)])
  for (const name of lists) {
    expect(files.get('README.txt'), 'each file is explained').toContain(`${name}.csv\n    `)
    const text = (files.get(`${name}.csv`) ?? '').replace('\ufeff', '')
    const rows = Papa.parse(text, { header: true, skipEmptyLines: true }).data
    expect(rows, `${name}.csv has the rows of data.json`).toHaveLength(data[name].length)
    for (const row of data[name]) expect(Object.keys(row).toSorted()).toEqual(Object.keys(rows[0] as object).toSorted())
  }
  expect(data.profile).toMatchObject([{ name: traces.name, email: traces.email, phoneNumber: '+91 90000 47111' }])
  expect(data.attempts).toMatchObject([{ submittedBy: 'student', incorrectAnswers: 1 }])
  expect(data.answers).toMatchObject([{ number: 1, answer: 'C', seconds: 12 }])
  expect(data['time-changes']).toMatchObject([{ kind: 'reopened', reason: traces.words }])
  expect(data.objections).toMatchObject([{ attempt: 1, reason: traces.words, status: 'open' }])
  expect(data.submissions).toMatchObject([{ handedInFor: 'practice', language: 'python', code: traces.code }])
  expect(data.notifications).toMatchObject([{ title: 'Room 4', from: 'college_admin', readAt: null }])
  expect(data.mails.map(({ subject }: { subject: string }) => subject)).toContain('Your Academic System account')
  expect(data.log.map(({ action }: { action: string }) => action)).toEqual([
    'member.create',
    'account.update_profile',
    'assignment.reopen_attempt',
    'member.export_data',
  ])
  const everything = [...files.values()].join('\n')
  expect(everything).not.toMatch(/correctAnswer"|explanation|argon2id|hmac\$/)
  for (const text of [other.name, other.email, 'RM-1', college.admin.name, college.admin.email])
    expect(everything, 'no other person').not.toContain(text)

  const own = await exported(world, student, '/auth/personal-data/export')
  expect([...own.keys()]).toEqual([...files.keys()])
  expect(JSON.parse(own.get('data.json') ?? '').answers).toEqual(data.answers)
})

it('contains no marks from the audit log, because they may not be released yet', async () => {
  const world = await createWorld()
  const college = await world.college()
  const student = await world.student(college, { idNumber: 'ZQ-4711' })
  const { id, questionIds } = await world.assignedTest(college, [student], { rules: { resultRelease: 'by_staff' } })
  const [questionId = ''] = questionIds
  const { attemptId } = await world.call(student).attempts.start({ id })
  await world.call(student).attempts.submit({ id, answers: [{ questionId, selectedAnswer: 'C' }] })
  await world.call(college.admin).marking.mark({ id: attemptId, questionId, marks: 1 })
  const files = await exported(world, student, '/auth/personal-data/export')
  expect(files.get('log.csv')).toContain('assignment.change_marks')
  expect(files.get('log.csv')).not.toMatch(/fromMarks|toMarks/)
})

it('contains no counts of right answers while others are being marked', async () => {
  const world = await createWorld()
  const college = await world.college()
  const student = await world.student(college, { idNumber: 'ZQ-4711' })
  const questions = [aQuestion(), { type: 'essay' as const, questionText: 'Why?' }]
  const { id, questionIds } = await world.assignedTest(college, [student], { questions })
  const [choice = '', essay = ''] = questionIds
  await world.call(student).attempts.start({ id })
  const answers = [
    { questionId: choice, selectedAnswer: 'B' as const },
    { questionId: essay, answer: { text: 'Because' } },
  ]
  await world.call(student).attempts.submit({ id, answers })
  const files = await exported(world, student, '/auth/personal-data/export')
  const [attempt] = JSON.parse(files.get('data.json') ?? '').attempts
  expect(attempt).toMatchObject({ marksObtained: null, correctAnswers: null, incorrectAnswers: null, unanswered: null })
})

it('shows answers with the numbers and option letters of the student’s own paper', async () => {
  const world = await createWorld()
  const college = await world.college()
  const student = await world.student(college, { idNumber: 'ZQ-4711' })
  const questions = Array.from({ length: 8 }, (_, place) =>
    aQuestion({ questionText: `Question ${place}`, options: { A: `right ${place}`, B: 'b', C: 'c', D: 'd', E: 'e' } }),
  )
  const fields = { questions, shuffleQuestions: true, shuffleOptions: true }
  const { id } = await world.assignedTest(college, [student], fields)
  const sits = world.call(student).attempts
  const { test } = await sits.start({ id })
  const letters = ['A', 'B', 'C', 'D', 'E'] as const
  const chosen = test.questions.map(
    (question) =>
      letters.find((letter) => 'options' in question && question.options[letter]?.startsWith('right')) ?? 'A',
  )
  await sits.submit({
    id,
    answers: test.questions.map((question, place) => ({
      questionId: question.id,
      selectedAnswer: chosen[place] ?? null,
    })),
  })
  const files = await exported(world, student, '/auth/personal-data/export')
  expect(JSON.parse(files.get('data.json') ?? '').answers).toMatchObject(
    test.questions.map(({ questionText }, place) => ({
      number: place + 1,
      question: questionText,
      answer: chosen[place],
      answerText: questionText.replace('Question', 'right'),
    })),
  )
})
