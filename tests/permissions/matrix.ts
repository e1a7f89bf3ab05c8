import { deliveriesRepo } from '#server/features/integrations/webhooks/deliveries.repo.ts'
import type { Actor } from '#server/platform/platform.ts'
import { type Role, roles } from '#shared/roles.ts'
import { aChunk, aCodingQuestion, aCollege, aStudent, aTest } from '#tests/factories/forms.ts'
import { storedImport } from '#tests/support/question-import.ts'
import type { World } from '#tests/support/world.ts'
import type { Campus } from './campus.ts'

type Input = Record<string, unknown>
/** @param role the caller's role, undefined if anonymous */
type Make = (world: World, college: Campus, role?: Role) => Input | Promise<Input>

export interface Rule {
  roles: readonly Role[] | 'public'
  /**
   * Set if a college admin needs "Own tests". The call is refused until the owner turns own tests on, and then works on
   * the college's tests and bank. After they are turned off, only calls that read still work.
   */
  ownTests?: 'read' | 'write'
  /** A valid call about the given college's data. */
  input?: Make
  /** The expected status for allowed roles, 2xx by default. */
  answers?: number
  /** The expected status for roles where it differs. */
  answersTo?: Partial<Record<Role, number>>
  /**
   * The response to staff and students for the same call about another college: 404, or with `narrowed` the usual
   * status without any trace of that college. `none` means that the call names no college.
   */
  other?: 404 | 'narrowed' | 'none'
}

const master: readonly Role[] = ['master_admin']
const admin: readonly Role[] = ['college_admin']
const staff: readonly Role[] = ['college_admin', 'faculty']
const inCollege: readonly Role[] = ['college_admin', 'faculty', 'student']
const pupil: readonly Role[] = ['student']

const allStaff: readonly Role[] = [...master, ...staff]
const admins: readonly Role[] = ['master_admin', 'college_admin']

const nothing: Make = () => ({})
const college: Make = (_world, { id }) => ({ id })
const student: Make = (_world, campus) => ({ id: campus.student.id })
const ofStudent: Make = (_world, campus) => ({ studentId: campus.student.id })
const test: Make = (_world, { testId }) => ({ id: testId })
const groups: Make = (_world, campus) => ({ batch: `${campus.code} Batch`, branch: `${campus.code} Branch` })
const submitted = new WeakSet<Campus>()
/** A submitted attempt by the college's student. */
const result: Make = async (world, campus) => {
  if (!submitted.has(campus)) {
    await attempt(world, campus)
    await world.call(campus.student).attempts.submit({ id: campus.testId })
    submitted.add(campus)
  }
  return { id: campus.testId }
}
/** A running attempt by the college's student. */
const attempt: Make = async (world, campus) => {
  await world.call(campus.student).attempts.start({ id: campus.testId })
  return { id: campus.testId, answers: [{ questionId: campus.questionId, selectedAnswer: 'A' }] }
}

/** The accepted test's assignment. */
const accepted: Make = (_world, { accepted }) => ({ id: accepted })
const rejectedOffers = new WeakSet<Campus>()
/** The pending assignment, rejected before its test starts. */
const rejected: Make = async (world, campus) => {
  const id = campus.pending
  if (!rejectedOffers.has(campus)) await world.call(campus.admin).assignments.decide({ id, status: 'rejected' })
  rejectedOffers.add(campus)
  return { id }
}
const running: Make = async (world, campus) => {
  await attempt(world, campus)
  return { id: campus.accepted, studentId: campus.student.id }
}
const finished: Make = async (world, campus) => {
  await result(world, campus)
  return { id: campus.accepted, studentId: campus.student.id, minutes: 5, reason: 'Submitted by mistake' }
}
/** A student of the college with a submitted attempt. */
const attemptOfStudent: Make = async (world, campus) => {
  await result(world, campus)
  const { attemptId } = await world.call(campus.student).attempts.submit({ id: campus.testId })
  return { studentId: campus.student.id, attemptId }
}
const paperOf: Make = async (world, campus) => ({ id: (await attemptOfStudent(world, campus)).attemptId })
const bankForm = {
  subject: 'Technical' as const,
  questionText: 'Which one?',
  options: { A: 'This', B: 'That' },
  correctAnswer: 'A' as const,
}
/** A question in the owner's bank, or in the college's bank if a college admin calls. */
const banked = async (world: World, { admin, code }: Campus, role?: Role) => {
  const form = { ...bankForm, questionText: `${code}: which one?`, topic: code }
  const { question } = await world.call(role === 'college_admin' ? admin : world.admin).bank.create(form)
  return { id: question.id }
}
/** Creates such a question, and returns the input of a call that finds it. */
const findsBanked =
  (input: Input): Make =>
  async (world, campus, role) => {
    if (role) await banked(world, campus, role)
    return input
  }
/** An import of a question file by the owner, or by the college if a college admin calls. */
const imported = (world: World, { admin, code }: Campus, role?: Role) =>
  storedImport(world, role === 'college_admin' ? admin : world.admin, `${code} questions.gift`)
/** Creates such an import, and returns the input of a call that finds it. */
const findsImported: Make = async (world, campus, role) => {
  if (role) await imported(world, campus, role)
  return {}
}
/** A call about an import. */
const aboutImport =
  (input: Input = {}): Make =>
  async (world, campus, role) => ({ ...(await imported(world, campus, role)), ...input })
/** The owner's test, or the college's if a college admin calls, and its first question. */
const authored = async (world: World, campus: Campus, role?: Role) => {
  if (role !== 'college_admin') return { id: campus.testId, questionId: campus.questionId }
  const form = aTest(world.clock.now(), { testName: `${campus.code} own test` })
  const { test } = await world.call(campus.admin).tests.create(form)
  return { id: test.id, questionId: test.questions[0]?.id ?? '' }
}
const authoredId: Make = async (world, campus, role) => ({ id: (await authored(world, campus, role)).id })
const authoredExport: Make = async (world, campus, role) => ({
  ...(await authored(world, campus, role)),
  format: 'json',
})
/** Marks for an unanswered question in a student's submitted attempt. */
const marked: Make = async (world, campus) => {
  const { attemptId } = await attemptOfStudent(world, campus)
  return { id: attemptId, questionId: campus.questionId, marks: 1 }
}
/** A submitted attempt at a test that accepts objections. */
const objectable: Make = async (world, campus) => {
  await result(world, campus)
  const { tests } = world.call(world.admin)
  const { test } = await tests.get({ id: campus.testId })
  const objectionsUntil = new Date(world.clock.now() + 3_600_000).toISOString()
  await tests.update({ ...test, testType: 'Assessment', objectionsUntil, baseVersion: test.version } as never)
  return { id: campus.testId }
}
const objection = { reason: 'Two options are right' }
/** An open objection of the college's student. */
const objected: Make = async (world, campus) => {
  await objectable(world, campus)
  const { objections } = world.call(campus.student).marking
  const [before] = (await objections.own({ id: campus.testId })).objections
  const form = { id: campus.testId, questionId: campus.questionId, ...objection }
  const { id } = before ?? (await objections.create(form)).objection
  return { id }
}
const receipt: Make = async (world, campus) => {
  await result(world, campus)
  const { receipt } = await world.call(campus.student).attempts.submit({ id: campus.testId })
  return { code: receipt?.code }
}

/** A notification to the college's student, from the owner if the owner calls, otherwise from the college's admin. */
const sent =
  (fields: object = {}): Make =>
  async (world, campus, role) => {
    const form = { title: `${campus.code} news`, message: 'Words', targetType: 'students' as const, ...fields }
    const by = role === 'master_admin' ? world.admin : campus.admin
    const { notification } = await world.call(by).notifications.create({ ...form, targetUsers: [campus.student.id] })
    return { id: notification.id }
  }
const scheduled: Make = async (world, campus, role) => {
  const scheduledFor = new Date(world.clock.now() + 3_600_000).toISOString()
  return { ...(await sent({ scheduledFor })(world, campus, role)), ...letterTo(campus), scheduledFor }
}
const letterTo = (campus: Campus) => ({
  title: 'News',
  message: 'Words',
  targetType: 'students',
  targetUsers: [campus.student.id],
})
/** A notification from the owner to everyone in a college with the caller's role. */
const received: Make = async (world, campus, role) => {
  const by = { title: `${campus.code} news`, message: 'Words' }
  const { notifications } = world.call(world.admin)
  const to = { student: 'students', faculty: 'faculty', college_admin: 'colleges', master_admin: 'colleges' } as const
  const { notification } = await notifications.create({
    ...by,
    targetType: to[role ?? 'student'],
    targetColleges: [campus.id],
  })
  return { id: notification.id }
}

const credential = { id: 'unknown', rawId: 'unknown', type: 'public-key' as const }
const aRegistration = { ...credential, response: { clientDataJSON: 'e30', attestationObject: 'oA' } }
const anAssertion = { ...credential, response: { clientDataJSON: 'e30', authenticatorData: '', signature: '' } }

const tokenOf = async (world: World, owner: Actor) => ({
  name: 'Marks export to the ERP',
  role: owner.role,
  access: 'read' as const,
  expiresAt: new Date(world.clock.now() + 30 * 86_400_000).toISOString(),
  password: await world.passwordOf(owner),
})
const ownToken: Make = async (world, campus, role) => {
  const by = role === 'master_admin' ? world.admin : campus.admin
  const { apiToken } = await world.call(by).integrations.tokens.create(await tokenOf(world, by))
  return { id: apiToken.id }
}
const aWebhook = () => ({ url: 'https://erp.example.edu/hooks', events: ['attempt.submitted' as const] })
/** The platform's webhook if the caller is the owner, otherwise the college's. */
const webhook: Make = async (world, campus, role) => {
  const by = role === 'master_admin' ? world.admin : campus.admin
  const { webhook } = await world.call(by).integrations.webhooks.create(aWebhook())
  return { id: webhook.id }
}
const delivered: Make = async (world, campus, role) => {
  const by = role === 'master_admin' ? world.admin : campus.admin
  const { id } = await webhook(world, campus, role)
  const { delivery } = await world.call(by).integrations.webhooks.ping({ id: String(id) })
  await world.platform.db.write((tx) => deliveriesRepo(tx).update(delivery.id, { dueAt: null, tries: 1 }))
  return { id, deliveryId: delivery.id }
}

const judgeWorker: Make = async (world) => {
  const { id } = await world.call(world.admin).judgeWorkers.create({ name: 'Lab 3' })
  return { id }
}

/** A coding question, which belongs to no college. */
const question: Make = async (world) => {
  const { question } = await world.call(world.admin).coding.create(aCodingQuestion({ supported_languages: ['python'] }))
  return { id: question.id }
}
/** A program for a coding question, with a judge that accepts every program. */
const program: Make = async (world, campus) => {
  const { judge } = world.platform
  judge.languages = async () => [{ language: 'python', available: true }]
  judge.judge = async ({ cases }) => ({
    kind: 'judged',
    compileMs: 0,
    cases: cases.map((_, place) => ({ place, verdict: 'accepted', timeMs: 1, memoryKb: 1 })),
  })
  return { questionId: (await question(world, campus)).id, code: `# of ${campus.code}`, language: 'python' }
}
/** A submission by the college's student. */
const submission: Make = async (world, campus) => {
  const { questionId, code } = await program(world, campus)
  const form = { questionId: String(questionId), code: String(code), language: 'python' as const }
  return { id: (await world.call(campus.student).coding.submit(form)).submissionId }
}

/** The roles of every procedure. Deliberately a second list: a procedure missing from it fails the test. */
export const matrix: Record<string, Rule> = {
  'auth.login': { roles: 'public' },
  'auth.forgotPassword': { roles: 'public' },
  'auth.passwordRule': { roles: 'public' },
  'auth.resetPassword': { roles: 'public' },
  'auth.logout': { roles },
  'auth.me': { roles },
  'auth.updateProfile': { roles, input: () => ({ phoneNumber: '98765 43210' }) },
  'auth.groupRequest': { roles: ['student'] },
  'auth.withdrawGroupRequest': { roles: ['student'], answers: 404 },
  'auth.changePassword': { roles, input: () => ({ currentPassword: 'wrong', newPassword: 'a-new-one' }), answers: 400 },
  'auth.stepUp': { roles, input: () => ({ password: 'wrong' }), answers: 400 },
  'auth.beginStepUp': { roles, answers: 409 },
  'auth.passkeys': { roles },
  'auth.beginPasskey': { roles },
  'auth.addPasskey': { roles, input: () => ({ name: 'Phone', response: aRegistration }), answers: 400 },
  'auth.removePasskey': { roles, input: () => ({ id: 'nobody’s' }), answers: 404 },
  'auth.beginPasskeySignIn': { roles: 'public' },
  'auth.signInWithPasskey': { roles: 'public', input: () => ({ response: anAssertion }), answers: 401 },
  'auth.sessions': { roles },
  'auth.waitingSignIns': { roles: ['master_admin', 'college_admin'] },
  'auth.liftSignInLimit': { roles: ['master_admin', 'college_admin'], input: () => ({ id: 'nobody’s' }), answers: 404 },
  'auth.endSession': { roles, input: () => ({ id: 'nobody’s' }), answers: 404 },
  'auth.endSessions': { roles },
  'auth.secondStep': { roles: master },
  'auth.putSecondStep': { roles: master, input: () => ({ required: true }), answers: 409 },
  'auth.twoStep': { roles: allStaff },
  'auth.beginTwoStep': { roles: allStaff, input: () => ({ password: 'wrong' }), answers: 400 },
  'auth.confirmTwoStep': { roles: allStaff, input: () => ({ code: '123456' }), answers: 409 },
  'auth.turnOffTwoStep': { roles: allStaff, input: () => ({ code: '123456' }), answers: 409 },
  'auth.renewRecoveryCodes': { roles: allStaff, input: () => ({ code: '123456' }), answers: 409 },
  'auth.adminProfile': { roles: master },
  'auth.updateAdminProfile': { roles: master, input: () => ({ companyName: 'Placement Cell' }) },

  'colleges.create': { roles: master, input: () => aCollege() },
  'colleges.list': { roles: master },
  'colleges.get': { roles: master, input: college, other: 404 },
  'colleges.update': { roles: master, input: (_world, { id }) => ({ ...aCollege(), id }), other: 404 },
  'colleges.toggleStatus': { roles: master, input: college, other: 404 },
  'colleges.delete': { roles: master, input: (_world, { id, code }) => ({ id, confirm: code }), other: 404 },
  'colleges.turnOffTwoStep': { roles: master, input: college, answers: 409, other: 404 },
  'colleges.reissuePassword': { roles: master, input: college, other: 404 },
  'colleges.setOwnTests': { roles: master, input: (_world, { id }) => ({ id, allowed: true }), other: 404 },
  'colleges.ownTests': { roles: admin },
  'colleges.overview': { roles: master, input: college, other: 404 },
  'colleges.tests': { roles: master, input: college, other: 404 },
  'colleges.stats': { roles: master },

  'search.find': { roles, input: (_world, { code }) => ({ query: code }), other: 'narrowed' },

  'members.create': { roles: admin, input: () => aStudent() },
  'members.list': { roles: admin, input: groups, other: 'narrowed' },
  'members.get': { roles: admin, input: student, other: 404 },
  'members.settings': { roles: admin },
  'members.putSettings': { roles: admin, input: () => ({ groupChanges: 'free' }) },
  'members.groupWork': { roles: admin },
  'members.decideGroupRequest': {
    roles: admin,
    input: (_world, campus) => ({ id: campus.student.id, accept: true }),
    answers: 404,
    other: 404,
  },
  'members.update': {
    roles: admin,
    input: (_world, campus) => ({ ...aStudent(), id: campus.student.id }),
    other: 404,
  },
  'members.delete': { roles: admin, input: student, other: 404 },
  'members.toggleStatus': { roles: admin, input: student, other: 404 },
  'privacy.get': { roles: admin, input: student, other: 404 },
  'privacy.export': { roles: admin, input: student, other: 404 },
  'privacy.exportOwn': { roles: pupil },
  'privacy.erase': {
    roles: admin,
    input: (_world, campus) => ({ id: campus.student.id, confirm: `${campus.code}-S1` }),
    other: 404,
  },
  'members.reissuePassword': { roles: admin, input: student, other: 404 },
  'members.hierarchy': { roles: admin },
  'members.hierarchySummary': { roles: admin },
  'members.hierarchyLevel': { roles: admin, input: groups, other: 'narrowed' },
  'members.students': { roles: staff, input: groups, other: 'narrowed' },
  'members.studentsFiltered': { roles: staff, input: groups, other: 'narrowed' },
  'members.branches': { roles: staff },
  'members.batches': { roles: staff },
  'members.sections': { roles: staff },
  'members.bulk.upload': { roles: admin, input: () => ({ role: 'student' }), answers: 415 },
  'members.bulk.progress': { roles: admin, input: () => ({ uploadId: 'mine' }) },
  'members.bulk.template': { roles: admin, input: () => ({ role: 'student' }) },

  'members.selection.find': { roles: admin, input: groups, other: 'narrowed' },
  'members.selection.setActive': {
    roles: admin,
    input: (_world, campus) => ({ ids: [campus.student.id], isActive: false }),
    other: 'narrowed',
  },
  'members.selection.move': {
    roles: admin,
    input: (_world, campus) => ({ moves: [{ ids: [campus.student.id], to: { section: 'Z' } }] }),
    other: 'narrowed',
  },
  'members.selection.reissuePasswords': {
    roles: admin,
    input: (_world, campus) => ({ ids: [campus.student.id] }),
    other: 'narrowed',
  },
  'members.selection.export': {
    roles: admin,
    input: (_world, campus) => ({ role: 'student', ids: [campus.student.id] }),
    other: 'narrowed',
  },

  'tests.create': { roles: admins, ownTests: 'write', input: (world) => ({ ...aTest(world.clock.now()) }) },
  'tests.list': { roles: master },
  'tests.typeCounts': { roles },
  'tests.subjectCounts': { roles },
  'tests.exams': { roles, input: (_world, { code }) => ({ search: code }), other: 'narrowed' },
  'tests.get': { roles, input: test, other: 404 },
  'tests.update': {
    roles: admins,
    ownTests: 'write',
    input: async (world, campus, role) => ({
      ...aTest(world.clock.now()),
      ...(await authoredId(world, campus, role)),
    }),
    other: 404,
  },
  'tests.duplicate': { roles: admins, ownTests: 'write', input: authoredId, other: 404 },
  'tests.bankUpdates': { roles: admins, ownTests: 'read', input: authoredId, other: 404 },
  'tests.checkExport': { roles: admins, ownTests: 'read', input: authoredExport, other: 404 },
  'tests.exportQuestions': { roles: admins, ownTests: 'read', input: authoredExport, other: 404 },
  'tests.drawnQuestions': { roles: admins, ownTests: 'read', input: authoredId, other: 404 },
  'tests.regradePreview': {
    roles: admins,
    ownTests: 'read',
    input: async (world, campus, role) => {
      const { id, questionId } = await authored(world, campus, role)
      return { id, key: [{ questionId, correctAnswer: 'C' }] }
    },
    other: 404,
  },
  'tests.blueprint': {
    roles: admins,
    ownTests: 'read',
    input: findsBanked({ pools: [{ pick: 1, from: { difficulty: 'Easy' } }] }),
    other: 'narrowed',
  },
  'bank.create': { roles: admins, ownTests: 'write', input: () => bankForm },
  'bank.createMany': { roles: admins, ownTests: 'write', input: () => ({ questions: [bankForm] }) },
  'bank.list': { roles: admins, ownTests: 'read', input: findsBanked({}), other: 'narrowed' },
  'bank.similar': {
    roles: admins,
    ownTests: 'read',
    input: findsBanked({ questionText: 'Which one?' }),
    other: 'narrowed',
  },
  'bank.topics': { roles: admins, ownTests: 'read', input: findsBanked({}), other: 'narrowed' },
  'bank.tags': { roles: admins, ownTests: 'read', input: findsBanked({}), other: 'narrowed' },
  'bank.checkExport': { roles: admins, ownTests: 'read', input: findsBanked({ format: 'json' }), other: 'narrowed' },
  'bank.export': { roles: admins, ownTests: 'read', input: findsBanked({ format: 'json' }), other: 'narrowed' },
  'bank.get': { roles: admins, ownTests: 'read', input: banked, other: 404 },
  'bank.update': {
    roles: admins,
    ownTests: 'write',
    input: async (world, campus, role) => ({ ...(await banked(world, campus, role)), ...bankForm }),
    other: 404,
  },
  'bank.delete': { roles: admins, ownTests: 'write', input: banked, other: 404 },
  'bank.versions': { roles: admins, ownTests: 'read', input: banked, other: 404 },
  'bank.retire': { roles: admins, ownTests: 'write', input: banked, other: 404 },
  'bank.restore': { roles: admins, ownTests: 'write', input: banked, other: 404 },
  'bankImports.start': { roles: admins, ownTests: 'write', answers: 400 },
  'bankImports.list': { roles: admins, ownTests: 'write', input: findsImported, other: 'narrowed' },
  'bankImports.get': { roles: admins, ownTests: 'write', input: imported, other: 404 },
  'bankImports.items': { roles: admins, ownTests: 'write', input: imported, other: 404 },
  'bankImports.decide': {
    roles: admins,
    ownTests: 'write',
    input: aboutImport({ items: [0], action: 'skip' }),
    other: 404,
  },
  'bankImports.mapCategories': {
    roles: admins,
    ownTests: 'write',
    input: aboutImport({ categories: [{ category: '', subject: 'Verbal', topic: 'Grammar' }] }),
    other: 404,
  },
  'bankImports.report': { roles: admins, ownTests: 'write', input: imported, other: 404 },
  'bankImports.cancel': { roles: admins, ownTests: 'write', input: imported, other: 404 },
  'bankImports.confirm': { roles: admins, ownTests: 'write', input: imported, other: 404 },
  'bankImports.undo': { roles: admins, ownTests: 'write', input: imported, other: 404 },
  'reports.items.bankUsage': { roles: admins, ownTests: 'read', input: banked, other: 404 },
  'tests.releaseKey': { roles: admins, ownTests: 'read', input: authoredId, answers: 409, other: 404 },
  'tests.delete': { roles: admins, ownTests: 'write', input: authoredId, other: 404 },
  'tests.extractFile': { roles: admins, ownTests: 'write', answers: 415 },
  'tests.uploadImage': { roles: admins, ownTests: 'write', answers: 415 },

  'marking.tests': { roles: allStaff, other: 'narrowed' },
  'marking.exists': { roles: allStaff },
  'marking.overview': { roles: allStaff, input: test, other: 404 },
  'marking.queue': {
    roles: allStaff,
    input: (_world, { testId, questionId }) => ({ id: testId, questionId }),
    other: 404,
  },
  'marking.mark': { roles: allStaff, input: marked, answers: 400, other: 404 },
  'marking.objections.own': { roles: pupil, input: result, other: 404 },
  'marking.objections.create': {
    roles: pupil,
    input: async (world, campus) => ({
      ...(await objectable(world, campus)),
      questionId: campus.questionId,
      ...objection,
    }),
    other: 404,
  },
  'marking.objections.withdraw': { roles: pupil, input: objected, other: 404 },
  'marking.objections.overview': { roles: allStaff, input: test, other: 404 },
  'marking.objections.queue': {
    roles: allStaff,
    input: async (world, campus) => {
      await objected(world, campus)
      return { id: campus.testId, questionId: campus.questionId }
    },
    other: 404,
  },
  'marking.objections.reply': {
    roles: allStaff,
    input: async (world, campus) => ({
      ...(await objected(world, campus)),
      status: 'accepted',
      reply: 'You are right',
    }),
    other: 404,
  },
  'marking.objections.replyAll': {
    roles: allStaff,
    input: (_world, { testId, questionId }) => ({ id: testId, questionId, status: 'rejected', reply: 'No' }),
    other: 404,
  },
  'marking.markers': { roles: master, input: test },
  'marking.chooseMarkers': {
    roles: master,
    input: (_world, { testId, faculty }) => ({ id: testId, userIds: [faculty.id] }),
  },

  'assignments.assignColleges': {
    roles: master,
    input: (_world, { testId, id }) => ({ id: testId, collegeIds: [id] }),
    other: 404,
  },
  'assignments.assignedColleges': { roles: master, input: test, other: 404 },
  'assignments.listForCollege': { roles: admin },
  // Tests belong to the platform; how other colleges use them is private.
  'assignments.collegeTests': { roles: admin, input: (_world, { code }) => ({ search: code }) },
  'assignments.listForFaculty': { roles: ['faculty'] },
  'assignments.listForStudent': { roles: pupil },
  'assignments.decide': {
    roles: admin,
    input: (_world, { pending }) => ({ id: pending, status: 'rejected' }),
    other: 404,
  },
  'assignments.undoRejection': {
    roles: admin,
    input: rejected,
    other: 404,
  },
  'assignments.assignStudents': {
    roles: admin,
    input: (_world, campus) => ({ id: campus.accepted, specificStudents: [campus.student.id] }),
    other: 404,
  },
  'assignments.assignedStudents': { roles: admin, input: accepted, other: 404 },
  'assignments.previewStudents': {
    roles: admin,
    input: (_world, campus) => ({ id: campus.accepted, specificStudents: [campus.student.id] }),
    other: 404,
  },
  'assignments.takeFromStudent': {
    roles: admin,
    input: (_world, campus) => ({ id: campus.accepted, studentId: campus.student.id }),
    other: 404,
  },
  'assignments.groups': { roles: admin, input: accepted, other: 404 },
  'assignments.candidates': { roles: admin, input: accepted, other: 404 },

  'attempts.start': { roles: pupil, input: test, other: 404 },
  'attempts.save': { roles: pupil, input: attempt, other: 404 },
  'attempts.nextSection': {
    roles: pupil,
    input: async (world, campus) => ({ ...(await attempt(world, campus)), from: 0 }),
    other: 404,
  },
  'attempts.submit': { roles: pupil, input: attempt, other: 404 },
  'attempts.results': { roles: pupil, input: result, other: 404 },

  'attempts.paper': { roles, input: paperOf, other: 404 },
  // The attempt is submitted, and its answers have no files.
  'attempts.uploadFile': {
    roles: pupil,
    input: async (world, campus) => ({ ...(await paperOf(world, campus)), questionId: campus.questionId }),
    answers: 409,
    other: 404,
  },
  'attempts.file': {
    roles,
    input: async (world, campus) => ({ ...(await paperOf(world, campus)), fileId: 'none' }),
    answers: 404,
    other: 404,
  },
  'attempts.liveTests': { roles: staff },
  'attempts.live': { roles: staff, input: accepted, other: 404 },
  'attempts.liveChanges': { roles: staff, input: accepted, other: 404 },
  'attempts.violations': { roles: staff, input: running, other: 404 },
  'attempts.timeChanges': { roles: staff, input: accepted, other: 404 },
  'attempts.giveExtraTime': {
    roles: admin,
    input: (_world, campus) => ({
      id: campus.accepted,
      minutes: 10,
      reason: 'Power cut',
      students: [campus.student.id],
    }),
    other: 404,
  },
  'attempts.keyExposure': {
    roles: admin,
    input: (_world, campus) => ({ id: campus.accepted, kind: 'extra', students: [campus.student.id] }),
    other: 404,
  },
  'attempts.reopen': { roles: admin, input: finished, other: 404 },
  // The test has no device or network limits.
  'attempts.moveAttempt': { roles: admin, input: running, answers: 409, other: 404 },
  'attempts.setNetworkException': {
    roles: admin,
    input: async (world, campus) => ({ ...(await running(world, campus)), allowed: true }),
    answers: 409,
    other: 404,
  },
  // The test releases scores immediately, so staff have nothing to release.
  'assignments.releaseResults': { roles: admin, input: accepted, answers: 409, other: 404 },
  'attempts.checkReceipt': { roles: staff, input: receipt, other: 404 },

  'coding.languages': { roles },
  'coding.list': { roles, input: () => ({ search: 'double' }) },
  'coding.get': { roles, input: question },
  'coding.statement': { roles, input: question, answers: 404, other: 404 },
  'coding.create': { roles: master, input: () => ({ ...aCodingQuestion() }) },
  'coding.update': {
    roles: master,
    input: async (world, campus) => ({ ...aCodingQuestion(), ...(await question(world, campus)) }),
    other: 404,
  },
  'coding.delete': { roles: master, input: question, other: 404 },
  'coding.usage': { roles: master, input: question, other: 404 },
  'coding.restore': { roles: master, input: question, other: 404 },
  'coding.check': { roles: master, input: question, other: 404 },
  'coding.startTrial': { roles: master, input: () => ({ ...aCodingQuestion(), language: 'python', code: 'print(1)' }) },
  'coding.cancelTrial': { roles: master, input: () => ({ jobId: 'nobody’s' }), answers: 404 },
  'coding.readCases': { roles: master, answers: 415 },
  'coding.importPackage': { roles: master, answers: 415 },
  'coding.exportPackage': { roles: master, input: question, other: 404 },
  'coding.run': { roles: pupil, input: program },
  'coding.submit': { roles: pupil, input: program },
  'coding.startRun': { roles: pupil, input: program },
  'coding.startSubmission': { roles: pupil, input: program },
  // The stream opens for everyone. Only its first message shows whether the job is the caller's.
  'coding.follow': { roles, input: () => ({ jobId: 'nobody’s' }) },
  'coding.submissions': {
    roles: pupil,
    input: async (world, campus) => ({ questionId: (await program(world, campus)).questionId }),
  },
  'coding.submission': { roles: pupil, input: submission, other: 404 },
  'coding.practice': { roles: pupil },
  // The test has no coding questions.
  'journals.record': {
    roles: pupil,
    input: async (world, campus) => ({ ...(await paperOf(world, campus)), chunks: [aChunk(campus.questionId)] }),
    answers: 400,
    other: 404,
  },
  'journals.get': { roles: allStaff, input: paperOf, other: 404 },
  'journals.list': { roles: allStaff, input: test, other: 404 },
  'coding.plagiarism': { roles: staff, input: test, other: 404 },
  'coding.plagiarismPair': {
    roles: staff,
    input: (_world, { testId }) => ({ id: testId, left: 'nobody’s', right: 'nobody’s' }),
    answers: 404,
    other: 404,
  },

  'dashboards.firstSteps': { roles: admins },
  'dashboards.collegeChanges': { roles: admin },
  'dashboards.platform': { roles: master },
  'dashboards.exportPlatform': { roles: master },
  'dashboards.charts': { roles: master },
  'dashboards.health': { roles: master },
  'dashboards.collegeAdmin': { roles: admin },
  'reports.student.list': { roles: pupil },
  'reports.student.performance': { roles: pupil },
  'dashboards.college': { roles: inCollege },

  'reports.items.get': { roles: ['master_admin', ...staff], input: test, other: 404 },
  'reports.items.export': { roles: ['master_admin', ...staff], input: test, other: 404 },
  'reports.students.get': { roles: staff, input: ofStudent, other: 404 },
  'reports.students.attempts': { roles: staff, input: ofStudent, other: 404 },
  'reports.students.attempt': { roles: staff, input: attemptOfStudent, other: 404 },
  'reports.students.submissions': {
    roles: staff,
    input: async (world, campus) => ({ ...(await attemptOfStudent(world, campus)), questionId: campus.questionId }),
    other: 404,
  },
  // The college's test has no programs, so none is found.
  'reports.students.submission': {
    roles: staff,
    input: async (world, campus) => ({ ...(await attemptOfStudent(world, campus)), submissionId: 'none' }),
    answers: 404,
    other: 404,
  },
  'reports.students.export': { roles: staff, input: ofStudent, other: 404 },
  'reports.tests.master': { roles: master, input: test },
  'reports.tests.masterAgain': { roles: master, input: test },
  'reports.tests.platform': { roles: master, input: test },
  'reports.tests.waiting': { roles: master },
  'reports.tests.exportMaster': { roles: master, input: test },
  'reports.tests.college': { roles: admin, input: test, other: 404 },
  'reports.tests.faculty': { roles: ['faculty'], input: test, other: 404 },
  'reports.tests.facultyStudents': { roles: ['faculty'], input: test, other: 404 },
  'reports.tests.facultyExport': { roles: ['faculty'], input: test, other: 404 },
  'reports.tests.collegeExport': { roles: admin, input: test, other: 404 },
  'reports.tests.list': { roles: staff },
  'reports.tests.summary': { roles: staff, input: test, other: 404 },
  'reports.tests.students': { roles: staff, input: test, other: 404 },
  'reports.performance.master': { roles: master },
  'reports.performance.ofCollege': { roles: master, input: (_world, { id }) => ({ collegeId: id }) },
  'reports.performance.collegeOverview': { roles: admin },
  'reports.performance.facultyOverview': { roles: ['faculty'] },
  'reports.performance.college': { roles: admin, input: groups, other: 'narrowed' },
  'reports.performance.faculty': { roles: ['faculty'], input: groups, other: 'narrowed' },
  'reports.performance.analytics': { roles: ['faculty'] },
  'reports.performance.export': { roles: ['master_admin', ...staff] },
  'reports.performance.summary': { roles: staff, input: groups, other: 'narrowed' },
  'reports.performance.trend': { roles: staff, input: groups, other: 'narrowed' },
  'reports.performance.rows': { roles: staff, input: groups, other: 'narrowed' },
  'reports.results.all': { roles: ['faculty'], input: groups, other: 'narrowed' },
  'reports.results.list': { roles: staff, input: groups, other: 'narrowed' },
  'reports.results.summary': { roles: staff, input: groups, other: 'narrowed' },
  'notifications.create': { roles: admins, input: (_world, campus) => letterTo(campus), other: 404 },
  'notifications.update': { roles: admins, input: scheduled, other: 404 },
  'notifications.delete': { roles: admins, input: sent(), other: 404 },
  'notifications.get': { roles: admins, input: sent(), other: 404 },
  'notifications.audience': { roles: admins, input: (_world, campus) => letterTo(campus), other: 404 },
  'notifications.groups': { roles: admins, input: () => ({ targetType: 'students' }), other: 'narrowed' },
  'notifications.people': {
    roles: admins,
    input: (_world, { code }) => ({ targetType: 'students', search: code }),
    other: 'narrowed',
  },
  'notifications.inbox': { roles, input: received, other: 'narrowed' },
  // Nobody can send notifications to the owner.
  'notifications.markRead': { roles, input: received, other: 404, answersTo: { master_admin: 404 } },
  'notifications.markAllRead': { roles },
  // The notification has no file, so its recipients get the same response.
  'notifications.attachment': { roles, input: received, answers: 404, other: 404 },
  'notifications.stats': { roles: admins },
  'notifications.sent': { roles: admins, input: sent(), other: 'narrowed' },
  'notifications.export': { roles: admins, input: sent(), other: 'narrowed' },
  'notifications.recipients': { roles: admins, input: sent(), other: 404 },
  'notifications.analytics.report': { roles: master },
  'notifications.analytics.export': { roles: master },
  'backups.overview': { roles: master },
  'backups.start': { roles: master },
  'backups.startDrill': { roles: master, answers: 409 },

  'integrations.tokens.list': { roles: admins },
  'integrations.tokens.create': {
    roles: admins,
    input: (world, campus, role) => tokenOf(world, role === 'master_admin' ? world.admin : campus.admin),
  },
  // Only a token's owner can find it, even within a college.
  'integrations.tokens.delete': { roles: admins, input: ownToken, other: 404 },
  'integrations.webhooks.list': { roles: admins },
  'integrations.webhooks.create': { roles: admins, input: () => aWebhook() },
  'integrations.webhooks.update': {
    roles: admins,
    input: async (world, campus, role) => ({ ...(await webhook(world, campus, role)), ...aWebhook() }),
    other: 404,
  },
  'integrations.webhooks.toggleStatus': { roles: admins, input: webhook, other: 404 },
  'integrations.webhooks.renewSecret': { roles: admins, input: webhook, other: 404 },
  'integrations.webhooks.delete': { roles: admins, input: webhook, other: 404 },
  'integrations.webhooks.ping': { roles: admins, input: webhook, other: 404 },
  'integrations.webhooks.deliveries': { roles: admins, input: webhook, other: 404 },
  'integrations.webhooks.resend': { roles: admins, input: delivered, other: 404 },
  'judgeWorkers.list': { roles: master },
  'judgeWorkers.create': { roles: master, input: () => ({ name: 'Lab 3' }) },
  'judgeWorkers.drain': {
    roles: master,
    input: async (world, campus) => ({ ...(await judgeWorker(world, campus)), draining: true }),
  },
  'judgeWorkers.revoke': { roles: master, input: judgeWorker },
  'branding.platform': { roles: 'public' },
  'branding.college': { roles: inCollege, other: 'narrowed' },
  'branding.setPlatformLogo': { roles: master, answers: 415 },
  'branding.removePlatformLogo': { roles: master },
  'branding.setCollegeLogo': { roles: admin, answers: 415, other: 'none' },
  'branding.removeCollegeLogo': { roles: admin, other: 'none' },
  'audit.list': {
    roles: ['master_admin', 'college_admin'],
    input: (_world, { id }) => ({ collegeId: id }),
    other: 'narrowed',
  },
  'audit.export': {
    roles: ['master_admin', 'college_admin'],
    input: (_world, { id }) => ({ collegeId: id }),
    other: 'narrowed',
  },
}

export const inputOf = (rule: Rule): Make => rule.input ?? nothing
