import SqliteDatabase from 'better-sqlite3'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { submitOverdue } from '#server/features/attempts/submit.ts'
import { sendDue } from '#server/features/notifications/delivery.ts'
import { finishRemovals } from '#server/features/notifications/removal.ts'
import { resultsRepo } from '#server/features/reports/results.repo.ts'
import { sendDueMail } from '#server/platform/mail/mail.ts'
import type { Actor } from '#server/platform/platform.ts'
import type { CollegeScope } from '#server/platform/scope.ts'
import { aStudent } from '#tests/factories/forms.ts'
import { createWorld, type World } from '#tests/support/world.ts'

/** Every statement prepared while this file runs. */
const prepared = new Set<string>()
const { prepare } = SqliteDatabase.prototype

beforeAll(() => {
  SqliteDatabase.prototype.prepare = function (this: SqliteDatabase.Database, source: string) {
    prepared.add(source)
    return prepare.call(this, source)
  } as typeof prepare
})
afterAll(() => {
  SqliteDatabase.prototype.prepare = prepare
})

/** Sorts and scans that are allowed, because there are few rows or all of them are needed. */
const allowed: [query: RegExp, plan: RegExp][] = [
  // Once, at startup.
  [/ from "totp_secrets"$/, /SCAN totp_secrets$/],
  [/__drizzle_migrations/, /SCAN|TEMP B-TREE/],
  // All judge workers, one per machine, at startup and on the owner's page.
  [/ from "judge_workers"/, /SCAN judge_workers$|TEMP B-TREE FOR ORDER BY/],
  // All webhooks, which are then cached in memory; also one owner's webhooks, at most ten, sorted.
  [/ from "webhooks"/, /SCAN webhooks$|TEMP B-TREE FOR ORDER BY/],
  // A college's group names: distinct values from a covering index.
  [/^select distinct "(branch|batch|section)" from "users"/, /TEMP B-TREE/],
  // Complete lists: one college's offers, one student's tests, one test's colleges, all of a picker's options.
  [/from "student_assignments" inner join/, /TEMP B-TREE/],
  [/inner join "colleges"/, /TEMP B-TREE/],
  [/order by "users"\."name" asc/, /TEMP B-TREE/],
  [/json_group_array/, /TEMP B-TREE|SCAN (\(subquery|json_each)/],
  [/json_each/, /SCAN json_each|LIST SUBQUERY/],
  // Index walks with a limit: the newest log entries, the last sign-ins.
  [/order by .* desc.* limit \?$/, /SCAN (audit_entries USING INDEX audit_at|users USING INDEX users_last_login)$/],
  // Totals from a covering index: the log's pages, the platform's people.
  [/^select (count\(\*\)|"role", count\(\*\)) from/, /USING COVERING INDEX/],
  // Distinct names and groups of one college's people, from its part of an index.
  [/count\(distinct .* where \(+"users"\."college_id" = \?/, /TEMP B-TREE FOR (count\(DISTINCT\)|GROUP BY)/],
  [/group by "assignments"\."status"$/, /TEMP B-TREE FOR GROUP BY/],
  // The tests offered to one college, sorted and counted by type: 16 ms for 5,000 of them.
  [/from "assignments" inner join "tests" .*"assignments"\."college_id" = \?/, /TEMP B-TREE FOR (GROUP|ORDER) BY/],
  // One college's tests, aggregated by subject.
  [/from "test_totals" inner join "tests"/, /TEMP B-TREE FOR (GROUP|ORDER) BY/],
  // Totals by group: a college has dozens, the platform thousands.
  [/from "(group_totals|test_group_totals)"/, /SCAN group_totals$|TEMP B-TREE FOR GROUP BY/],
  // The totals of a few people, who are looked up first, possibly by name.
  [/from "(users|test_totals)" cross join/, /TEMP B-TREE FOR ORDER BY/],
  [/count\(distinct "attempts"\."student_id"\).* like /, /TEMP B-TREE FOR count\(DISTINCT\)/],
  // Ties for the best percentage.
  [/order by "attempts"\."percentage" desc, "attempts"\."submitted_at" asc/, /TEMP B-TREE FOR LAST 2 TERMS/],
  // The tests whose answers changed since the bank's facilities were computed.
  [/^select "bank_results_pending".* union /, /SCAN (bank_results_pending|found|waiting)\b|TEMP B-TREE FOR ORDER BY/],
  // Everyone's totals in order, up to the limit.
  [/from "student_totals" cross join/, /SCAN student_totals USING INDEX student_totals_average/],
  // One college's filtered attempts, aggregated by student: 0.1 s for 100,000. A subject's tests are listed first.
  [/"done" cross join "users"/, /SCAN (done|\(subquery-\d\))$|TEMP B-TREE FOR (GROUP|ORDER) BY/],
  [/json_each\(\?\) as span/, /SCAN span|TEMP B-TREE FOR GROUP BY/],
  [/in \(select "tests"\."id" from "tests" where "tests"\."subject" = \?/, /SCAN tests USING COVERING INDEX/],
  // The platform's offers (thousands) and its last fifty submissions.
  [/group by "assignments"\."test_id", "assignments"\."assigned_at"/, /TEMP B-TREE FOR (GROUP|ORDER) BY/],
  [/"latest" inner join "tests"/, /SCAN (latest|attempts USING INDEX attempts_submitted)|TEMP B-TREE/],
  // The platform's notifications (thousands): totals are stored, and days are read through an index.
  [/from "notifications" inner join "notification_totals"/, /SCAN notifications$|TEMP B-TREE FOR GROUP BY/],
  [/^select count\(\*\) from "notifications"/, /SCAN notifications$/],
  [/json_each\(\?\) as day/, /SCAN day|TEMP B-TREE FOR GROUP BY/],
  // A list scans an index and stops at the end of the page.
  [/else sent_at end desc, "notifications"\."id" desc limit/, /SCAN notifications USING INDEX notifications_listed/],
  // Recipients are divided into parts when a notification is sent. Few parts are pending at a time.
  [/"placed" group by "part"$/, /SCAN placed/],
  [/^select distinct "notification_parts"/, /SCAN notification_parts USING COVERING INDEX/],
  // Search scans one college's people or all coding questions: 9 to 20 ms for 20,000 students (docs/decisions/040).
  [/ like \? escape .*limit \?$/s, /TEMP B-TREE FOR ORDER BY/],
  // One student's unsubmitted attempts, which are few.
  [/"attempts"\."student_id" = \? .*"submitted_at" is null\) order by/, /TEMP B-TREE FOR ORDER BY/],
  // Bank search scans the stored text once and sorts the matches: 8 to 42 ms for 20,000 (docs/question-bank.md).
  [/from "bank_texts" cross join "bank_questions"/, /SCAN (bank_texts|\(subquery-\d\))$|TEMP B-TREE FOR ORDER BY/],
  [/from "bank_questions"/, /TEMP B-TREE FOR ORDER BY/],
  // At startup, to find questions without stored text.
  [/left join "bank_texts".* is null$/, /SCAN bank_questions USING COVERING INDEX/],
  // Tests to mark, from totals per test and college: 3 ms for a million answers in 100 colleges.
  [/from "marking_totals"/, /SCAN (tests|marking_totals)\b|TEMP B-TREE FOR (GROUP|ORDER) BY/],
  // Objections, which are few, counted per test.
  [/count\(\*\) from "objections" inner join "attempts"/, /SCAN objections USING INDEX|TEMP B-TREE FOR GROUP BY/],
  // The owner's lists. Tests are sorted and counted from a covering index: 5 ms for 5,000 of them.
  [/from "colleges"/, /SCAN colleges|TEMP B-TREE/],
  [/from "tests"/, /TEMP B-TREE FOR (GROUP|ORDER) BY/],
]

/** A connection with SQLite statistics for a million attempts of one college's 20,000 people in 5,000 tests. */
function openAsFull(file: string): SqliteDatabase.Database {
  const db = new SqliteDatabase(file)
  db.exec(`analyze; delete from sqlite_stat1;
    insert into sqlite_stat1 select tbl_name, name, case
      when name like 'attempts_college%' or name = 'attempts_submitted' then '1000000 1000000 10 1 1'
      when tbl_name = 'attempts' then '1000000 200 1 1 1'
      when tbl_name = 'users' then '20000 10000 1000 100 10 1'
      else '5000 50 1 1 1 1' end
    from sqlite_schema where type = 'index' and tbl_name in ('attempts', 'users', 'tests', 'test_totals')`)
  db.close()
  return new SqliteDatabase(file, { readonly: true })
}

/** Calls every report with every filter and order. */
async function readReports(
  world: World,
  { testId, college, faculty, student }: { testId: string; college: { id: string }; faculty: Actor; student: Actor },
) {
  const { tests, items, performance, results } = world.call(faculty).reports
  const owner = world.call(world.admin)
  await owner.dashboards.platform({})
  await owner.dashboards.charts({})
  await owner.reports.tests.master({ id: testId })
  await owner.reports.performance.master({})
  await owner.reports.performance.master({ section: 'B' })
  await owner.reports.performance.ofCollege({ collegeId: college.id })
  await owner.reports.items.get({ id: testId })
  await items.get({ id: testId })
  await tests.faculty({ id: testId })
  await tests.summary({ id: testId })
  await performance.analytics({})
  const groups = [{}, { batch: '2027' }, { branch: 'CSE', section: 'A' }]
  for (const sort of ['assigned', '-name'] as const) await tests.list({ sort, testType: 'Practice' })
  for (const group of groups) {
    for (const sort of ['name', '-percentage', 'timeSpent'] as const)
      await tests.students({ id: testId, ...group, sort })
    for (const status of ['Not Attempted', 'Pass'] as const) await tests.students({ id: testId, ...group, status })
    for (const filter of [{}, { startDate: '2026-01-01' }, { subject: 'Verbal' as const }, { testId }]) {
      await performance.summary({ ...group, ...filter })
      await performance.trend({ ...group, ...filter })
      for (const sort of ['name', '-average', 'attempts'] as const)
        await performance.rows({ ...group, ...filter, sort })
    }
    for (const sort of ['completed', '-percentage'] as const) await results.list({ ...group, sort })
    await results.list({ ...group, subject: 'Technical', studentName: 'a' })
    await results.list({ ...group, testType: 'Practice', subject: 'Technical' })
    await results.summary({ ...group, subject: 'Technical' })
    // The access path for a page depends on the number of rows, so use every path.
    const scope = { collegeId: college.id } as CollegeScope
    const page = { ...group, testType: 'Practice', sort: '-completed', page: 1, limit: 20 } as const
    for (const way of ['order', 'people', 'tests'] as const)
      await resultsRepo(world.platform.db.read).rows(scope, page, way)
  }
  await world.call(student).reports.student.list({})
  await world.call(student).reports.student.performance()
  const { students } = world.call(faculty).reports
  await students.get({ studentId: student.id })
  const { reports } = await students.attempts({ studentId: student.id })
  await students.attempt({ studentId: student.id, attemptId: reports[0]?.id ?? '' })
}

/** Makes every notification call from the form to the analytics, with every filter. */
async function sendAndRead(
  world: World,
  { college, student }: { college: { id: string; admin: Actor }; student: Actor },
) {
  const { clock, platform } = world
  const [owner, office, reader] = [world.admin, college.admin, student].map((who) => world.call(who).notifications)
  if (!owner || !office || !reader) throw new Error('Expected three callers')
  const form = { title: 'Hall 3', message: 'At nine', targetType: 'students' as const }
  const filters = { branches: ['CSE'], batches: [], sections: [] }
  await office.audience({ ...form, filters })
  await owner.audience({ ...form, targetColleges: [college.id] })
  await owner.groups(form)
  await owner.people({ ...form, search: 'a' })
  const { notification } = await office.create({ ...form, targetUsers: [student.id] })
  const scheduled = await owner.create({ ...form, scheduledFor: new Date(clock.now() + 1_000).toISOString() })
  await owner.get({ id: scheduled.notification.id })
  clock.advance(1_000)
  await sendDue(platform)
  await sendDueMail(platform)
  await reader.inbox({ limit: 5 })
  await reader.inbox({ filter: 'unread', type: 'urgent', search: 'hall' })
  await reader.markRead({ id: notification.id })
  await reader.markAllRead()
  for (const call of [owner, office]) {
    await call.stats()
    await call.sent({})
    await call.sent({ status: 'sent', type: 'general', search: 'hall' })
    for (const filter of ['all', 'read', 'unread'] as const)
      await call.recipients({ id: notification.id, filter, search: 'a' })
    await (await call.export({})).text()
  }
  await owner.analytics.report({ tz: 'Asia/Kolkata' })
  await owner.analytics.report({ startDate: '2026-01-01', endDate: '2026-12-31' })
  await (await owner.analytics.export({})).text()
  await office.delete({ id: notification.id })
  await finishRemovals(platform)
}

/** Objects to a question, and reads and answers objections with every filter. */
async function objectAndReply(
  world: World,
  { testId: id, questionId, faculty, student }: { testId: string; questionId: string; faculty: Actor; student: Actor },
) {
  const own = world.call(student).marking.objections
  const form = { id, questionId, reason: 'Two options are right' }
  await own.withdraw({ id: (await own.create(form)).objection.id })
  const { objection } = await own.create(form)
  await own.own({ id })
  for (const { marking } of [world.call(world.admin), world.call(faculty)]) {
    await marking.objections.overview({ id })
    for (const state of ['open', 'answered'] as const) await marking.objections.queue({ id, questionId, state })
    await marking.objections.replyAll({ id, questionId, status: 'accepted', reply: 'Yes' })
    await marking.objections.reply({ id: objection.id, status: 'rejected', reply: 'No' })
  }
}

/** Makes every call of the owner's bank that reads or writes a question's text. */
async function useBank(world: World) {
  const { bank } = world.call(world.admin)
  const form = {
    subject: 'Verbal' as const,
    questionText: 'Which one?',
    options: { A: '1', B: '2' },
    correctAnswer: 'A' as const,
  }
  const { question } = await bank.create(form)
  await bank.update({ ...form, id: question.id, questionText: 'Which two?', baseVersion: 1 })
  const filters = [{}, { type: 'single', subject: 'Verbal', topic: 'A', difficulty: 'Easy', tag: 'x' }] as const
  for (const filter of filters)
    for (const sort of ['recent', 'oldest', 'text', 'easiest', 'hardest'] as const)
      for (const search of [undefined, 'one', 'two words']) await bank.list({ ...filter, sort, search })
  await bank.similar({ questionText: 'Which one?' })
  await bank.delete({ id: question.id })
}

it('no query scans or sorts a growing table', async () => {
  const world = await createWorld()
  const college = await world.college()
  const faculty = await world.faculty(college)
  const student = await world.student(college)
  const test = await world.assignedTest(college, [student], { objectionsUntil: '2100-01-01T00:00:00.000Z' })
  const [questionId = ''] = test.questionIds
  const attemptCalls = world.call(student).attempts
  await world.rest('GET', '/auth/me', { as: student })
  await world.call(student).assignments.listForStudent({ testType: 'Assignment' })
  await attemptCalls.start({ id: test.id })
  await attemptCalls.save({
    id: test.id,
    answers: [{ questionId, selectedAnswer: 'A' }],
    violations: [{ kind: 'tab_switch', at: '2026-01-01T00:00:00.000Z' }],
  })
  await submitOverdue(world.platform)
  await attemptCalls.submit({ id: test.id })
  await attemptCalls.results({ id: test.id })
  await objectAndReply(world, { testId: test.id, questionId, faculty, student })
  await world.call(faculty).assignments.listForFaculty({})
  await sendAndRead(world, { college, student })
  await readReports(world, { testId: test.id, college, faculty, student })
  await world.call(college.admin).members.list({ role: 'student' })
  await world.call(college.admin).members.students({ branch: 'CSE' })
  await world.call(college.admin).members.batches()
  await world.call(college.admin).assignments.assignedStudents({ id: test.assignmentId })
  await world.call(world.admin).tests.list({ testType: 'Assignment' })
  await world.call(world.admin).colleges.list({})
  await world.call(world.admin).assignments.assignedColleges({ id: test.id })

  const people = world.call(college.admin).members
  await people.list({ role: 'student', sort: 'name' })
  await people.hierarchySummary()
  await people.hierarchyLevel({})
  await people.hierarchyLevel({ batch: '2027' })
  await people.hierarchyLevel({ batch: '2027', branch: 'CSE' })
  const { user } = await people.create(aStudent())
  await people.update({ ...user, email: 'moved@x.example' })
  await people.toggleStatus({ id: user.id })
  await people.reissuePassword({ id: user.id })
  await people.delete({ id: user.id })
  await world.call(student).auth.updateProfile({ section: 'B' })
  await world.call(college.admin).dashboards.college()
  await world.call(faculty).dashboards.college()
  await world.call(college.admin).audit.list({})
  await world.call(college.admin).audit.list({ action: 'member.create' })
  await world.call(world.admin).audit.list({})
  await world.call(world.admin).tests.typeCounts()
  await world.call(student).tests.typeCounts()
  for (const sort of ['recent', 'name', 'upcoming'] as const)
    for (const query of [
      {},
      { testType: 'Practice' as const, subject: 'Verbal' as const },
      { timing: 'Active' as const },
    ])
      await world.call(world.admin).tests.list({ ...query, sort })
  for (const somebody of [world.admin, college.admin, faculty, student]) {
    await world.call(somebody).tests.subjectCounts()
    await world.call(somebody).tests.exams({ testType: 'Practice', subject: 'Verbal' })
  }
  await world.call(student).assignments.listForStudent({})
  for (const somebody of [world.admin, college.admin, faculty, student])
    for (const query of ['me', 'some one']) await world.call(somebody).search.find({ query })
  await useBank(world)
  for (const somebody of [world.admin, faculty]) await world.call(somebody).marking.tests()
  await world.call(world.admin).colleges.stats()
  await world.call(world.admin).colleges.overview({ id: college.id })
  await world.call(world.admin).colleges.tests({ id: college.id })
  await world.call(world.admin).colleges.toggleStatus({ id: college.id })
  const { code } = (await world.call(world.admin).colleges.get({ id: college.id })).college
  await world.call(world.admin).colleges.delete({ id: college.id, confirm: code })

  const queries = [...prepared].filter((source) => /^(select|update|delete|insert)/.test(source))
  expect(queries.length).toBeGreaterThan(60)
  const plansOn = (connection: SqliteDatabase.Database) =>
    queries.flatMap((source) => {
      const values: unknown[] = Array.from(source.matchAll(/\?/g), () => null)
      const rows = prepare.call(connection, `explain query plan ${source}`).all(values) as { detail: string }[]
      return rows.map(({ detail }) => ({ source, detail }))
    })
  // biome-ignore lint/suspicious/noExplicitAny: drizzle keeps the driver's connection out of its types
  const connection: SqliteDatabase.Database = (world.platform.db.read as any).$client
  const plans = plansOn(connection)
  // With some statistics, SQLite would use such a range instead of the order of an index, and sort a college's attempts.
  expect(plans.filter(({ detail }) => detail.includes('percentage>?'))).toEqual([])
  const badPlans = plans
    .filter(({ detail }) => /^SCAN|TEMP B-TREE/.test(detail) && !/SCAN CONSTANT ROW/.test(detail))
    .filter(({ source, detail }) => !allowed.some(([query, plan]) => query.test(source) && plan.test(detail)))
  expect(badPlans).toEqual([])

  // A Bloom filter reads all people or tests, even for a page of twenty.
  const full = openAsFull(`${world.platform.config.dataDir}/examhall.db`)
  const filled = plansOn(full).filter(
    ({ source, detail }) => /BLOOM FILTER ON (users|tests)/.test(detail) && /limit \?/.test(source),
  )
  expect(filled).toEqual([])
  full.close()
})
