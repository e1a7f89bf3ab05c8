import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { Secret, TOTP } from 'otpauth'
import { resetsRepo } from '#server/features/auth/resets.repo.ts'
import { rateJournals } from '#server/features/journals/journals.ts'
import type { Actor } from '#server/platform/platform.ts'
import type { Role } from '#shared/roles.ts'
import { archive } from '#tests/coding/archives.ts'
import { aChunk, aCodingQuestion } from '#tests/factories/forms.ts'
import type { Campus } from '#tests/permissions/campus.ts'
import { createAuthenticator } from '#tests/support/authenticator.ts'
import { png } from '#tests/support/images.ts'
import type { World } from '#tests/support/world.ts'

export type Input = Record<string, unknown>

/** An example call for the reference. */
interface CustomExample {
  /** The input, or a function that sets up the call and returns its input. */
  input: Input | ((world: World, own: Campus) => Promise<Input>)
  role?: Role
  file?: { name: string; bytes: Buffer }
}

const sample = (name: string) => {
  const path = join(import.meta.dirname, '../../../public/samples', name)
  return { name: basename(path), bytes: readFileSync(path) }
}

const masterPassword = 'first-password'

/** Begins to turn on two-step sign-in. @returns the code that confirms it */
async function secretOf(world: World, somebody: Actor, password: string): Promise<string> {
  const { secret } = await world.call(somebody).auth.beginTwoStep({ password })
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: world.clock.now() })
}
async function turnOn(world: World, somebody: Actor, password: string) {
  const code = await secretOf(world, somebody, password)
  await world.call(somebody).auth.confirmTwoStep({ code })
}
const withTwoStep = async (world: World): Promise<Input> => {
  await turnOn(world, world.admin, masterPassword)
  return { password: masterPassword }
}

const authenticatorOf = ({ platform }: World) => createAuthenticator(platform.config.publicUrl ?? '')

/** Adds a passkey for the owner. */
async function withPasskey(world: World) {
  const authenticator = authenticatorOf(world)
  const { auth } = world.call(world.admin)
  const { options } = await auth.beginPasskey()
  await auth.addPasskey({ name: 'Phone', response: authenticator.create(options) })
  return authenticator
}

/** A test whose scores and answers are released by staff. */
const releasedByStaff = (world: World, own: Campus) =>
  world.assignedTest(own, [], { rules: { resultRelease: 'by_staff', keyRelease: 'by_staff' } })

/** A student taking a one-device test that is limited to networks. */
async function seated(world: World, own: Campus): Promise<Input> {
  const rules = { oneDevice: true, networks: ['10.20.0.0/16', '127.0.0.1'] }
  const { id, assignmentId } = await world.assignedTest(own, [own.student], { rules })
  await world.call(own.student).attempts.start({ id, writer: 'hall-pc-17' })
  return { id: assignmentId, studentId: own.student.id }
}

const diagram = { name: 'diagram.png', bytes: png(40, 30) }

/** A student taking a test with an essay that accepts files. */
async function essayStarted(world: World, own: Campus) {
  const questions = [{ type: 'essay' as const, questionText: 'Draw the circuit.', marks: 5, allowFiles: true }]
  const { id, questionIds } = await world.assignedTest(own, [own.student], { numberOfQuestions: 1, questions })
  const { attemptId } = await world.call(own.student).attempts.start({ id })
  return { testId: id, id: attemptId, questionId: questionIds[0] ?? '' }
}
async function essayInput(world: World, own: Campus): Promise<Input> {
  const { id, questionId } = await essayStarted(world, own)
  return { id, questionId }
}
async function essayToMark(world: World, own: Campus): Promise<Input> {
  const { testId, id, questionId } = await essayStarted(world, own)
  const answers = [{ questionId, answer: { text: 'A series circuit.' }, revision: 1 }]
  await world.call(own.student).attempts.submit({ id: testId, answers })
  return { id, questionId, marks: 4, comment: 'Clear' }
}

/** A file that a student has uploaded. */
async function uploadedFile(world: World, own: Campus): Promise<Input> {
  const { id, questionId } = await essayInput(world, own)
  const form = new FormData()
  form.append('questionId', String(questionId))
  form.append('file', new Blob([new Uint8Array(diagram.bytes)]), diagram.name)
  const token = await world.tokenOf(own.student)
  const { body } = await world.rest('POST', `/attempts/${id}/files`, { token, raw: form })
  return { id, fileId: body.file.id }
}

const questionFile = {
  name: 'questions.gift',
  bytes: Buffer.from(
    '$CATEGORY: Structures\n\n::Stacks::Which structure is last in, first out? {=A stack ~A queue ~A tree}\n',
  ),
}

const cases = {
  'data/sample/1.in': '1\n',
  'data/sample/1.ans': '2\n',
  'data/secret/1.in': '20\n',
  'data/secret/1.ans': '40\n',
}

/** A finished test with two similar programs. @returns the ids of the test and of both submissions */
async function twoAlike(world: World, own: Campus): Promise<Input> {
  const college = { id: own.id, admin: own.admin }
  const { question } = await world.call(world.admin).coding.create({
    title: 'Largest',
    description: 'Print the largest number.',
    testCases: [{ input: '1\n5\n', expected_output: '5\n', is_sample: true }],
  })
  const students = [await world.student(college), await world.student(college)]
  const { id } = await world.assignedTest(college, students, {
    hasCodingSection: true,
    testType: 'Practice',
    codingQuestions: [{ questionId: question.id }],
  })
  for (const [n, student] of students.entries()) {
    const [count, top] = n === 0 ? ['n', 'best'] : ['count', 'top']
    const code = `${count} = int(input())\n${top} = 0\nfor i in range(${count}):\n    x = int(input())\n    if x > ${top}:\n        ${top} = x\nprint(${top})\n`
    const { attempts } = world.call(student)
    await attempts.start({ id })
    await attempts.submit({ id, answers: [{ questionId: question.id, code, language: 'python', revision: 1 }] })
  }
  const [pair] = (await world.call(own.admin).coding.plagiarism({ id })).pairs
  return { id, left: pair?.left.submissionId, right: pair?.right.submissionId }
}

/** A student of the college writing a program in a test. @returns the ids, and a chunk of its journal */
async function programming(world: World, own: Campus) {
  const { question } = await world.call(world.admin).coding.create(aCodingQuestion())
  const coding = { hasCodingSection: true, codingQuestions: [{ questionId: question.id }] }
  const { id: testId } = await world.assignedTest(own, [own.student], coding)
  const { attemptId } = await world.call(own.student).attempts.start({ id: testId })
  const chunks = [aChunk(question.id, { at: world.clock.now() })]
  return { testId, attemptId, questionId: question.id, chunks }
}

/** A submitted attempt with a journal. */
async function programmed(world: World, own: Campus) {
  const { testId, attemptId, questionId, chunks } = await programming(world, own)
  const { attempts, journals } = world.call(own.student)
  await journals.record({ id: attemptId, chunks })
  const answers = [{ questionId, code: 'print(1)', language: 'python' as const, revision: 1 }]
  await attempts.submit({ id: testId, answers })
  await rateJournals(world.platform)
  return { testId, attemptId }
}

/** Examples for calls to which the permission tests send an invalid body or none. */
export const customExamples: Record<string, CustomExample> = {
  'auth.login': { input: { email: 'admin@localhost', password: masterPassword } },
  'auth.forgotPassword': { input: { email: 'admin@localhost' } },
  'auth.resetPassword': {
    input: async (world, { student: { email } }) => {
      const token = 'from-the-mail'
      const now = world.clock.now()
      await world.platform.db.write(async (tx) => {
        await resetsRepo(tx).request(email, now)
        await resetsRepo(tx).issue(email, createHash('sha256').update(token).digest('hex'), now + 1_000)
      })
      return { token, password: 'a-password-of-my-own' }
    },
  },
  'auth.changePassword': {
    role: 'master_admin',
    input: { currentPassword: masterPassword, newPassword: 'a-password-of-my-own' },
  },
  'auth.stepUp': { role: 'master_admin', input: { password: masterPassword } },
  'auth.addPasskey': {
    role: 'master_admin',
    input: async (world) => {
      const { options } = await world.call(world.admin).auth.beginPasskey()
      return { name: 'Phone', response: authenticatorOf(world).create(options) }
    },
  },
  'auth.removePasskey': {
    role: 'master_admin',
    input: async (world) => ({ id: (await withPasskey(world)).id }),
  },
  'auth.beginStepUp': {
    role: 'master_admin',
    input: async (world) => {
      await withPasskey(world)
      return {}
    },
  },
  'auth.signInWithPasskey': {
    input: async (world) => {
      const authenticator = await withPasskey(world)
      const { options } = await world.call(null).auth.beginPasskeySignIn()
      return { response: authenticator.get(options) }
    },
  },
  'auth.putSecondStep': { input: { required: false } },
  'auth.endSession': {
    input: async (world, { admin }) => {
      await world.tokenOf(admin)
      const { sessions } = (await world.rest('GET', '/auth/sessions', { as: admin })).body
      return { id: sessions.find(({ isCurrent }: { isCurrent: boolean }) => !isCurrent).id }
    },
  },
  'auth.beginTwoStep': { role: 'master_admin', input: { password: masterPassword } },
  'auth.confirmTwoStep': {
    role: 'master_admin',
    input: async (world) => ({ code: await secretOf(world, world.admin, masterPassword) }),
  },
  'auth.turnOffTwoStep': { role: 'master_admin', input: withTwoStep },
  'auth.renewRecoveryCodes': { role: 'master_admin', input: withTwoStep },
  'colleges.turnOffTwoStep': {
    input: async (world, { id, admin }) => {
      const { credentials } = await world.call(world.admin).colleges.reissuePassword({ id })
      await turnOn(world, admin, credentials.temporaryPassword)
      return { id }
    },
  },
  'backups.startDrill': {
    input: async (world) => {
      await world.call(world.admin).backups.start()
      await world.platform.backupRunner.running?.ended
      return {}
    },
  },
  'coding.importPackage': {
    input: {},
    file: {
      name: 'doubling.zip',
      bytes: archive({
        'problem.yaml': 'name: Doubling\n',
        'problem_statement/problem.en.md':
          'Double the number.\n\n## Input\n\nOne number.\n\n## Output\n\nIts double.\n',
        ...cases,
      }),
    },
  },
  'coding.statement': {
    input: async (world) => {
      const form = new FormData()
      const files = { 'problem.yaml': 'name: Doubling\n', 'problem.pdf': '%PDF-1.4\n%%EOF\n', ...cases }
      form.append('file', new Blob([Uint8Array.from(archive(files))]), 'doubling.zip')
      const { question } = (await world.rest('POST', '/coding/questions/import', { as: world.admin, raw: form })).body
      return { id: question.id }
    },
  },
  'coding.readCases': { input: {}, file: { name: 'cases.zip', bytes: archive(cases) } },
  'coding.plagiarismPair': { input: twoAlike },
  'journals.record': {
    role: 'student',
    input: async (world, own) => {
      const { attemptId, chunks } = await programming(world, own)
      return { id: attemptId, chunks }
    },
  },
  'journals.get': {
    role: 'faculty',
    input: async (world, own) => ({ id: (await programmed(world, own)).attemptId }),
  },
  'journals.list': {
    role: 'faculty',
    input: async (world, own) => ({ id: (await programmed(world, own)).testId }),
  },
  'members.putSettings': { input: { groupChanges: 'approve' } },
  'members.bulk.upload': { input: { role: 'student' }, file: sample('students.xlsx') },
  'notifications.attachment': {
    role: 'student',
    input: async (world, { admin, student }) => {
      const form = new FormData()
      const fields = { title: 'Hall plan', message: 'See the file', targetType: 'students' }
      for (const [key, value] of Object.entries(fields)) form.append(key, value)
      form.append('targetUsers', JSON.stringify([student.id]))
      form.append('attachment', new Blob(['%PDF-1.4\n%%EOF\n']), 'hall plan.pdf')
      const { notification } = (await world.rest('POST', '/notifications', { as: admin, raw: form })).body
      return { id: notification.id }
    },
  },
  'tests.releaseKey': {
    role: 'master_admin',
    input: async (world, own) => ({ id: (await releasedByStaff(world, own)).id }),
  },
  'attempts.moveAttempt': { role: 'college_admin', input: seated },
  'attempts.uploadFile': { role: 'student', input: essayInput, file: diagram },
  'attempts.file': { role: 'student', input: uploadedFile },
  'marking.mark': { role: 'faculty', input: essayToMark },
  'attempts.setNetworkException': {
    role: 'college_admin',
    input: async (world, own) => ({ ...(await seated(world, own)), allowed: true }),
  },
  'assignments.releaseResults': {
    role: 'college_admin',
    input: async (world, own) => ({ id: (await releasedByStaff(world, own)).assignmentId }),
  },
  'tests.extractFile': { input: {}, file: sample('questions.csv') },
  'branding.setPlatformLogo': { input: {}, file: { name: 'logo.png', bytes: png(40, 40) } },
  'branding.setCollegeLogo': { input: {}, file: { name: 'logo.png', bytes: png(40, 40) } },
  'tests.uploadImage': { input: {}, file: diagram },
  'bankImports.start': { input: {}, file: questionFile },
}
