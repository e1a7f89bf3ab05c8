import { describe, expect, it } from 'vitest'
import { resultsRepo } from '#server/features/reports/results.repo.ts'
import type { Actor } from '#server/platform/platform.ts'
import type { CollegeScope } from '#server/platform/scope.ts'
import { resultSorts } from '#shared/reports/results.schema.ts'
import { aCodingQuestion, aTest } from '#tests/factories/forms.ts'
import { createWorld } from '#tests/support/world.ts'
import { fillWithRandom, type RandomData, type Row } from './random-data.ts'

/**
 * Recomputes every number in every report from the rows, with plain loops that use none of the server's totals, rules
 * or queries.
 */

const two = (value: number) => Math.round(value * 100 + 1e-9) / 100
/** Rounds all numbers to two decimals as REST does. Screens get exact values. */
const inTwo = <T>(answer: T): T =>
  JSON.parse(JSON.stringify(answer), (_, part) => (typeof part === 'number' ? two(part) : part))
const sum = (rows: readonly Row[], field: string) => rows.reduce((total, row) => total + Number(row[field]), 0)
const average = (attempts: readonly Row[]) =>
  attempts.length === 0 ? 0 : two(sum(attempts, 'percentage') / attempts.length)
const share = (part: number, whole: number) => (whole === 0 ? 0 : two((part / whole) * 100))
const passedOf = (attempts: readonly Row[]) => attempts.filter(({ percentage }) => Number(percentage) >= 40).length
const spent = (row: Row) =>
  Math.max(0, Math.min(Number(row.submitted_at), Number(row.deadline)) - Number(row.started_at) - Number(row.paused_ms))
const iso = (value: unknown) => new Date(Number(value)).toISOString()
const text = (value: unknown) => value ?? ''

function lookups(data: RandomData) {
  const by = (rows: readonly Row[], id: unknown) => rows.find((row) => row.id === id) as Row
  return {
    user: (id: unknown) => by(data.users, id),
    test: (id: unknown) => by(data.tests, id),
    submitted: (where: (attempt: Row) => boolean) =>
      data.attempts.filter((attempt) => attempt.submitted_at !== null && where(attempt)),
    assigned: (testId: unknown, collegeId: unknown) => {
      const assignment = data.assignments.find((row) => row.test_id === testId && row.college_id === collegeId)
      return data.studentAssignments.filter(({ assignment_id }) => assignment && assignment_id === assignment.id)
    },
    accepted: (collegeId: unknown) =>
      data.assignments.filter((row) => row.college_id === collegeId && row.status === 'accepted'),
  }
}

/** The letter that an attempt's answer sheet has for a question. */
function letterOf(data: RandomData, attempt: Row, place: number) {
  const sheet = data.sheets.find(({ attempt_id }) => attempt_id === attempt.id)
  return JSON.parse(String(sheet?.answers))[place * 3] as string | null
}

const sections = (users: readonly Row[]) => [...new Set(users.map(({ section }) => String(section)))].sort()

const groups: Record<string, string>[] = [
  {},
  { batch: '2026' },
  { branch: 'ECE', section: 'B' },
  { batch: '2027', branch: 'CSE', section: 'C' },
]
const query = (fields: Record<string, unknown>) => new URLSearchParams(fields as Record<string, string>).toString()
const isIn = (user: Row, group: Record<string, string>) =>
  Object.entries(group).every(([field, value]) => user[field] === value)

describe.each([11, 12])('reports of random data %d', (seed) => {
  it('match a slow recount', async () => {
    const world = await createWorld()
    const data = await fillWithRandom(world, seed)
    const { user, test, submitted, assigned, accepted } = lookups(data)
    const get = async (path: string, as: Actor) => {
      const { status, body } = await world.rest('GET', path, { as })
      expect([path, status]).toEqual([path, 200])
      return body
    }

    // The owner: each test across its colleges.
    for (const { id } of data.tests) {
      const offers = data.assignments.filter(({ test_id }) => test_id === id)
      const all = submitted((attempt) => attempt.test_id === id)
      const having = offers.flatMap((offer) => assigned(id, offer.college_id))
      const report = await get(`/admin/tests/${id}/report`, world.admin)
      expect(report).toEqual({
        totalAssigned: having.length,
        totalAttempted: all.length,
        averageScore: average(all),
        completionRate: share(all.length, having.length),
        collegeResults: expect.any(Array),
      })
      expect(report.collegeResults).toHaveLength(offers.length)
      for (const { college_id } of offers) {
        const own = submitted((attempt) => attempt.test_id === id && attempt.college_id === college_id)
        const name = data.collegeRows.find((one) => one.id === college_id)?.name
        expect(report.collegeResults).toContainEqual({
          collegeName: name,
          assigned: assigned(id, college_id).length,
          attempted: own.length,
          averageScore: average(own),
        })
      }
      expect(await get(`/reports/master/test/${id}`, world.admin)).toEqual(report)
    }

    for (const college of data.colleges) {
      const faculty = await world.faculty(college)
      const students = data.users.filter((one) => one.role === 'student' && one.college_id === college.id)

      for (const { test_id } of accepted(college.id)) {
        const row = test(test_id)
        const own = submitted((attempt) => attempt.test_id === test_id && attempt.college_id === college.id)
        const having = assigned(test_id, college.id)
        const scores = own.map(({ percentage }) => two(Number(percentage)))
        const facts = {
          testName: row.test_name,
          subject: row.subject,
          testType: row.test_type,
          difficulty: row.difficulty,
        }

        const report = await get(`/college/tests/${test_id}/report`, college.admin)
        expect(Object.keys(report).sort()).toEqual(['statistics', 'students', 'test'])
        expect(report.test).toEqual({
          ...facts,
          numberOfQuestions: row.number_of_questions,
          totalMarks: row.total_marks,
          duration: row.duration,
          codingCount: 0,
          codingDuration: 0,
        })
        expect(report.statistics).toEqual({
          totalAssigned: having.length,
          totalCompleted: own.length,
          completionRate: share(own.length, having.length),
          averageScore: average(own),
          highestScore: Math.max(0, ...scores),
          lowestScore: scores.length > 0 ? Math.min(...scores) : 0,
          passRate: share(passedOf(own), own.length),
          passedStudents: passedOf(own),
        })
        expect(report.students).toHaveLength(having.length)
        for (const { student_id } of having) {
          const student = user(student_id)
          const attempt = own.find((one) => one.student_id === student_id)
          expect(report.students).toContainEqual({
            name: student.name,
            idNumber: student.id_number,
            branch: text(student.branch),
            batch: text(student.batch),
            section: text(student.section),
            status: attempt ? 'Completed' : 'Not Attempted',
            marksObtained: attempt?.marks_obtained ?? null,
            totalMarks: attempt?.total_marks ?? null,
            percentage: attempt ? two(Number(attempt.percentage)) : null,
            timeSpent: attempt ? Math.round(spent(attempt) / 1000) : null,
          })
        }

        const full = await get(`/faculty/tests/${test_id}/report`, faculty)
        expect(full.test).toEqual({ ...facts, companyName: row.company_name })
        expect(full.analytics).toEqual({
          totalStudents: having.length,
          completed: own.length,
          avgScore: average(own),
          passPercentage: share(passedOf(own), own.length),
          passedCount: passedOf(own),
          failedCount: own.length - passedOf(own),
        })
        const bySection = sections(own.map(({ student_id }) => user(student_id))).map((section) => {
          const inIt = own.filter(({ student_id }) => user(student_id).section === section)
          return { section, avgScore: average(inIt), students: inIt.length }
        })
        expect(full.sectionStats).toEqual(bySection)
        const best = [...scores].sort((a, b) => b - a).slice(0, 5)
        expect(full.topStudents.map(({ percentage }: { percentage: number }) => percentage)).toEqual(best)
        for (const top of full.topStudents)
          expect(
            own.map((one) => [user(one.student_id).email, two(Number(one.percentage)), one.marks_obtained]),
          ).toContainEqual([top.email, top.percentage, top.marksObtained])
        const questions = data.questions
          .filter((question) => question.test_id === test_id)
          .sort((a, b) => Number(a.position) - Number(b.position))
        expect(full.questionAnalysis).toEqual(
          questions.map((question, place) => {
            const letters = own.map((attempt) => letterOf(data, attempt, place)).filter((letter) => letter !== null)
            const correct = letters.filter((letter) => letter === JSON.parse(String(question.key)).correctAnswer).length
            return {
              questionNumber: place + 1,
              questionText: question.question_text,
              correctCount: correct,
              incorrectCount: letters.length - correct,
              correctPercentage: share(correct, letters.length),
            }
          }),
        )
        expect(full.attempts).toHaveLength(own.length)
        for (const attempt of own) {
          const student = user(attempt.student_id)
          expect(full.attempts).toContainEqual({
            id: attempt.id,
            _id: attempt.id,
            studentName: student.name,
            studentEmail: student.email,
            batch: text(student.batch),
            branch: text(student.branch),
            section: text(student.section),
            marksObtained: attempt.marks_obtained,
            totalMarks: attempt.total_marks,
            percentage: two(Number(attempt.percentage)),
            correctAnswers: attempt.correct_answers,
            incorrectAnswers: attempt.incorrect_answers,
            timeSpent: two(spent(attempt) / 60_000),
          })
        }
        // The pages on the screen contain the same numbers.
        const summary = await world.call(faculty).reports.tests.summary({ id: String(test_id) })
        expect(inTwo(summary.statistics)).toEqual(report.statistics)
        for (const group of groups)
          for (const status of [undefined, 'Completed', 'Not Attempted', 'Pass', 'Fail'] as const) {
            const wanted = having.filter(({ student_id }) => {
              const attempt = own.find((one) => one.student_id === student_id)
              if (!isIn(user(student_id), group)) return false
              if (status === undefined) return true
              if (status === 'Not Attempted') return !attempt
              if (status === 'Completed') return attempt !== undefined
              return attempt && Number(attempt.percentage) >= 40 === (status === 'Pass')
            })
            const input = { id: String(test_id), ...group, status, limit: 200 }
            const page = await world.call(faculty).reports.tests.students(input)
            expect(page.pagination.total).toBe(wanted.length)
            expect(page.students.map(({ id }) => id).sort()).toEqual(wanted.map(({ student_id }) => student_id).sort())
          }
      }

      // Faculty: the list of tests and its totals.
      const offered = accepted(college.id)
      const shown = offered.filter(({ test_id }) => test(test_id).deleted_at === null)
      const list = await get('/faculty/tests/assigned', faculty)
      expect(list.tests).toHaveLength(shown.length)
      for (const { id, test_id } of shown) {
        const own = submitted((attempt) => attempt.test_id === test_id && attempt.college_id === college.id)
        expect(list.tests.find((one: { id: string }) => one.id === id)).toMatchObject({
          totalStudents: assigned(test_id, college.id).length,
          completed: own.length,
          avgScore: average(own).toFixed(2),
          testId: { id: test_id, testName: test(test_id).test_name },
        })
      }
      // Reports include a deleted test while it has results, so totals cover all attempts.
      const inCollege = submitted((attempt) => attempt.college_id === college.id)
      const reported = offered.filter(
        ({ test_id }) => test(test_id).deleted_at === null || inCollege.some((attempt) => attempt.test_id === test_id),
      )
      const having = reported.flatMap(({ test_id }) => assigned(test_id, college.id))
      const { summary, tests, counts } = await world.call(faculty).reports.tests.list({ limit: 200 })
      expect(tests.map(({ testId }) => [testId.id, testId.deleted]).sort()).toEqual(
        reported.map(({ test_id }) => [test_id, test(test_id).deleted_at !== null]).sort(),
      )
      expect(counts.reduce((total, { tests }) => total + tests, 0)).toBe(reported.length)
      expect(inTwo(summary)).toEqual({
        totalTests: reported.length,
        studentsAssigned: having.length,
        completed: inCollege.length,
        attempts: inCollege.length,
        averageScore: average(inCollege),
        completionRate: share(inCollege.length, having.length),
      })

      // Results, attempt by attempt.
      const results = resultsRepo(world.platform.db.read)
      const scope = { collegeId: college.id } as CollegeScope
      for (const group of groups)
        for (const kind of [{}, { testType: 'Practice' }, { subject: 'Technical' }] as const) {
          const found = submitted(
            (attempt) =>
              attempt.college_id === college.id &&
              isIn(user(attempt.student_id), group) &&
              (!('testType' in kind) || test(attempt.test_id).test_type === kind.testType) &&
              (!('subject' in kind) || test(attempt.test_id).subject === kind.subject),
          )
          const { reports } = await get(`/tests/faculty/student-reports?${query({ ...group, ...kind })}`, faculty)
          expect(reports.map(({ id }: { id: string }) => id).sort()).toEqual(found.map(({ id }) => id).sort())
          for (const report of reports) {
            const attempt = found.find(({ id }) => id === report.id) as Row
            const [student, of] = [user(attempt.student_id), test(attempt.test_id)]
            expect(report).toEqual({
              id: attempt.id,
              _id: attempt.id,
              studentName: student.name,
              studentEmail: student.email,
              batch: text(student.batch),
              branch: text(student.branch),
              section: text(student.section),
              testName: of.test_name,
              companyName: of.company_name,
              difficulty: of.difficulty,
              testType: of.test_type,
              subject: of.subject,
              marksObtained: attempt.marks_obtained,
              totalMarks: attempt.total_marks,
              correctAnswers: attempt.correct_answers,
              incorrectAnswers: attempt.incorrect_answers,
              unanswered: attempt.unanswered,
              percentage: two(Number(attempt.percentage)),
              status: Number(attempt.percentage) >= 40 ? 'Pass' : 'Fail',
              completedAt: iso(attempt.submitted_at),
              timeSpent: two(spent(attempt) / 60_000),
            })
          }
          // A page is the same for every access path.
          for (const sort of resultSorts) {
            const page = { ...group, ...kind, sort, page: 2, limit: 4 }
            const found = await results.rows(scope, page, 'order')
            for (const way of ['people', 'tests'] as const) expect(await results.rows(scope, page, way)).toEqual(found)
          }
          const together = {
            totalAttempts: found.length,
            students: new Set(found.map(({ student_id }) => student_id)).size,
            passed: passedOf(found),
            failed: found.length - passedOf(found),
            averagePercentage: average(found),
          }
          expect(inTwo(await world.call(faculty).reports.results.summary({ ...group, ...kind }))).toEqual(together)
          // Every name contains Student, and a name filter uses another query.
          const named = { ...group, ...kind, studentName: 'Student' }
          expect(inTwo(await world.call(faculty).reports.results.summary(named))).toEqual(together)
        }

      // Performance, overall and by group.
      for (const group of groups)
        for (const [path, as] of [
          [`/reports/college/hierarchical?${query(group)}`, college.admin],
          [`/reports/faculty/hierarchical?${query(group)}`, faculty],
        ] as const) {
          const whose = students.filter((student) => isIn(student, group))
          const own = submitted(({ student_id }) => whose.some(({ id }) => id === student_id))
          const report = await get(path, as)
          expect(report.summary).toEqual({
            totalStudents: whose.length,
            totalAttempts: own.length,
            averagePercentage: average(own),
          })
          expect(report.students.map(({ id }: { id: string }) => id).sort()).toEqual(whose.map(({ id }) => id).sort())
          const figures = (attempts: readonly Row[]) => ({
            totalAttempts: attempts.length,
            averagePercentage: average(attempts),
            marksObtained: two(sum(attempts, 'marks_obtained')),
            totalMarks: two(sum(attempts, 'total_marks')),
          })
          const active = whose.filter(({ id }) => own.some(({ student_id }) => student_id === id))
          expect(report.performance).toHaveLength(active.length)
          for (const { id, name, email, branch, batch, section } of active)
            expect(report.performance).toContainEqual({
              student: { id, _id: id, name, email, branch: text(branch), batch: text(batch), section: text(section) },
              ...figures(own.filter(({ student_id }) => student_id === id)),
            })
          const averages = report.performance.map((row: { averagePercentage: number }) => row.averagePercentage)
          expect(averages).toEqual([...averages].sort((a, b) => b - a))
          expect(report.sectionPerformance).toEqual(
            sections(whose).map((section) => {
              const inIt = whose.filter((student) => student.section === section)
              const theirs = own.filter(({ student_id }) => inIt.some(({ id }) => id === student_id))
              return { section, studentsCount: inIt.length, ...figures(theirs) }
            }),
          )
          const latest = own.map(({ submitted_at }) => Number(submitted_at)).sort((a, b) => b - a)
          expect(report.attempts.map(({ createdAt }: { createdAt: string }) => createdAt)).toEqual(
            latest.slice(0, 10).map(iso),
          )
        }
      expect((await get('/reports/college/overview', college.admin)).summary).toEqual(
        (await get('/reports/faculty/overview', faculty)).summary,
      )

      // Submissions of recent days in Kathmandu, whose offset is not a whole hour.
      const [dayMs, zone] = [86_400_000, 5.75 * 3_600_000]
      const today = Math.floor((world.clock.now() + zone) / dayMs) * dayMs - zone
      for (const timeRange of [undefined, 1, 7, 366]) {
        const since = today - ((timeRange ?? 30) - 1) * dayMs
        const lately = submitted((one) => one.college_id === college.id && Number(one.submitted_at) >= since)
        const asked = query({ ...(timeRange && { timeRange }), timeZone: 'Asia/Kathmandu' })
        expect(await get(`/faculty/analytics/overview?${asked}`, faculty)).toEqual({
          timeRange: timeRange ?? 30,
          analytics: {
            totalStudents: students.length,
            completed: lately.length,
            avgScore: average(lately),
            passPercentage: share(passedOf(lately), lately.length),
            passedCount: passedOf(lately),
            failedCount: lately.length - passedOf(lately),
          },
        })
      }
      for (const wrong of ['timeRange=0', 'timeRange=367', 'timeRange=month', 'timeZone=Mars/Base'])
        expect((await world.rest('GET', `/faculty/analytics/overview?${wrong}`, { as: faculty })).status).toBe(400)
    }

    // The platform.
    const students = data.users.filter(({ role }) => role === 'student')
    const all = submitted(() => true)
    const living = data.tests.filter(({ deleted_at }) => deleted_at === null)
    const overview = await get('/reports/master/overview', world.admin)
    expect(overview.summary).toEqual({
      totalStudents: students.length,
      totalAttempts: all.length,
      averagePercentage: average(all),
    })
    expect(overview).toMatchObject({ totalColleges: 3, totalFaculty: 3, totalTests: living.length })

    const now = world.clock.now()
    const day = 86_400_000
    const within = (rows: readonly Row[], field: string, from: number, to = Infinity) =>
      rows.filter((row) => Number(row[field]) >= from && Number(row[field]) < to).length
    // Totals are per quarter hour, so the 30-day limit is too.
    const edge = Math.floor((now - 30 * day) / 900_000) * 900_000
    const edgeBefore = Math.floor((now - 60 * day) / 900_000) * 900_000
    const grown = (before: number, after: number) =>
      before === 0 ? (after === 0 ? 0 : 100) : two(((after - before) / before) * 100)
    const dashboard = await get('/analytics/dashboard?timeZone=Asia/Kolkata', world.admin)
    expect(dashboard.overview).toEqual({
      totalColleges: 3,
      totalStudents: students.length,
      activeExams: living.filter((one) => Number(one.start_date_time) <= now && now <= Number(one.end_date_time))
        .length,
      completedTests: all.length,
    })
    const newStudents = within(students, 'created_at', edge)
    const newCompletions = within(all, 'submitted_at', edge)
    expect(dashboard.platformGrowth).toEqual({
      collegeGrowthPercentage: 100,
      newColleges: 3,
      newStudents,
      studentGrowthPercentage: grown(students.length - newStudents, students.length),
      newFaculty: 3,
      facultyGrowthPercentage: 100,
      newCompletions,
      testCompletionGrowthPercentage: grown(within(all, 'submitted_at', edgeBefore, edge), newCompletions),
    })
    const kolkata = 5.5 * 3_600_000
    const midnight = Math.floor((now + kolkata) / day) * day - kolkata
    expect(dashboard.pendingActions).toEqual({
      collegeAssignments: data.assignments.filter(
        ({ status, test_id }) => status === 'pending' && test(test_id).deleted_at === null,
      ).length,
      // Every admin has already signed in.
      newCollegeCredentials: 0,
      testsCompletedToday: within(all, 'submitted_at', midnight),
    })
    const times = dashboard.recentActivity.map(({ createdAt }: { createdAt: string }) => createdAt)
    expect(times).toHaveLength(10)
    expect(times).toEqual([...times].sort().reverse())
    for (const { type, details, testId } of dashboard.recentActivity) {
      if (type !== 'submission') continue
      const students = new Set(all.filter(({ test_id }) => test_id === testId).map(({ student_id }) => student_id)).size
      expect(details).toBe(
        `${test(testId).test_name}, by ${students} ${students === 1 ? 'student' : 'students'} so far`,
      )
    }
    const charts = await world.call(world.admin).dashboards.charts({ timeZone: 'Asia/Kolkata' })
    expect(charts.userGrowth.map((point) => point.students)).toEqual(
      [3, 2, 1, 0].map((back) => within(students, 'created_at', 0, midnight + day - back * 7 * day)),
    )
    for (const { subject, tests } of charts.subjects)
      expect(tests).toBe(living.filter((one) => one.subject === subject).length)
  })
})

describe('reports of a test with coding questions', () => {
  it('show the same question counts and durations as every list, and the same answer counts as the student’s report', async () => {
    const world = await createWorld()
    const college = await world.college()
    const student = await world.student(college)
    const { question } = await world.call(world.admin).coding.create(aCodingQuestion())
    const codingQuestions = [{ questionId: question.id, points: 20, timeLimit: 1_500 }]
    const form = aTest(world.clock.now(), { hasCodingSection: true, codingQuestions })
    const test = await world.assignedTest(college, [student], form)
    const { id } = test
    const attempts = world.call(student).attempts
    const { test: paper } = await attempts.start({ id })
    const answers = paper.questions.map(({ id }) => ({ questionId: id, selectedAnswer: 'B' as const }))
    await attempts.submit({ id, answers })

    const size = {
      numberOfQuestions: form.numberOfQuestions,
      duration: form.duration,
      codingCount: 1,
      codingDuration: 25,
    }
    const faculty = await world.faculty(college)
    const staff = world.call(faculty).reports.tests
    expect((await world.call(world.admin).tests.get({ id })).test).toMatchObject(size)
    expect((await staff.summary({ id })).test).toMatchObject(size)
    expect((await staff.list({})).tests).toMatchObject([{ testId: size }])
    expect((await world.call(world.admin).reports.tests.platform({ id })).test).toMatchObject(size)
    expect((await world.rest('GET', `/college/tests/${id}/report`, { as: college.admin })).body.test).toMatchObject(
      size,
    )
    expect((await world.rest('GET', '/faculty/tests/assigned', { as: faculty })).body.tests).toMatchObject([
      { testId: size },
    ])

    const { report } = await attempts.results({ id })
    const { correctAnswers, incorrectAnswers, unanswered } = report
    expect(correctAnswers).toBe(form.numberOfQuestions)
    const counts = { correctAnswers, incorrectAnswers, unanswered }
    expect((await staff.students({ id })).students).toMatchObject([counts])
    const results = await world.rest('GET', '/tests/faculty/student-reports', { as: faculty })
    expect(results.body.reports).toMatchObject([counts])
  })
})
