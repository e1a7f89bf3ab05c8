import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sendDueMail } from '#server/platform/mail/mail.ts'
import { aCodingQuestion } from '#tests/factories/forms.ts'
import { createWorld, type World } from '#tests/support/world.ts'

/** Markers that reveal leftover data. */
export const traces = {
  name: 'Zubaida Quraishi',
  email: 'zubaida.q@lake.example',
  idNumber: 'ZQ-4711',
  phoneNumber: '+91 90000 47111',
  code: '# zubaidas_own_program',
  words: 'Zubaidas doctor wrote',
}

/** A student with every kind of stored data, and another student who took the same test. */
export async function createStudentData() {
  const world = await createWorld()
  const college = await world.college()
  const { code, words, ...person } = traces
  const student = await world.student(college, { ...person, phoneNumber: '+91 90000 47110' })
  const other = await world.student(college, { name: 'Ravi Menon', email: 'ravi@lake.example', idNumber: 'RM-1' })
  const hook = { url: 'https://receiver.example/results', events: ['attempt.submitted' as const] }
  await world.call(college.admin).integrations.webhooks.create(hook)
  const objectionsUntil = new Date(world.clock.now() + 3_600_000).toISOString()
  const test = await world.assignedTest(college, [student, other], { objectionsUntil })
  const sign = await world.rest('PUT', '/auth/profile', { as: student, body: { phoneNumber: traces.phoneNumber } })
  if (sign.status !== 200) throw new Error('The profile was not changed')
  for (const who of [student, other]) {
    await world.call(who).attempts.start({ id: test.id })
    const answers = [
      { questionId: test.questionIds[0] ?? '', selectedAnswer: 'C' as const, timeSpent: 12, revision: 1 },
    ]
    await world.call(who).attempts.save({ id: test.id, answers })
    await world.call(who).attempts.submit({ id: test.id })
  }
  const staff = world.call(college.admin)
  const reopen = { id: test.assignmentId, studentId: student.id, minutes: 5, reason: words }
  await staff.attempts.reopen(reopen)
  await world.call(student).attempts.submit({ id: test.id })
  const objection = { id: test.id, questionId: test.questionIds[0] ?? '', reason: words }
  await world.call(student).marking.objections.create(objection)
  const notification = { title: 'Room 4', message: 'Come to room 4', targetType: 'students' as const }
  await staff.notifications.create({ ...notification, targetUsers: [student.id, other.id] })
  world.platform.judge.languages = async () => [{ language: 'python', available: true }]
  world.platform.judge.judge = async ({ cases }) => ({
    kind: 'judged',
    compileMs: 0,
    cases: cases.map((_, place) => ({ place, verdict: 'accepted', timeMs: 1, memoryKb: 1 })),
  })
  const { question } = await world.call(world.admin).coding.create(aCodingQuestion({ supported_languages: ['python'] }))
  await world.call(student).coding.submit({ questionId: question.id, code, language: 'python' })
  await world.rest('POST', '/auth/forgot-password', { body: { email: traces.email } })
  while (await sendDueMail(world.platform));
  return { world, college, student, other, test }
}

/** Finds the files under the data folder that contain the text. */
export function filesWith(world: World, text: string): string[] {
  const folder = world.platform.config.dataDir
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => readFileSync(path).includes(text))
    .map((path) => path.slice(folder.length + 1))
}
