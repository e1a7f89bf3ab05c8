import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openServices } from '#server/app.ts'
import { prepareDemo } from '#server/cli/demo.ts'
import { answerOnce } from '#server/demo/answering.ts'
import { actorOf, callerAt } from '#server/demo/callers.ts'
import { demoRepo } from '#server/demo/demo.repo.ts'
import { loadDemo } from '#server/demo/load.ts'
import { demoPassword, signIns } from '#server/demo/sign-ins.ts'
import { createFirstAdmin, login } from '#server/features/auth/auth.ts'
import { ManualClock } from '#server/platform/clock.ts'
import { matches } from '#server/platform/patterns.ts'
import type { Services } from '#server/services.ts'
import { availabilityOf } from '#shared/attempts/attempts.rules.ts'
import { grade, resultsOf } from '#shared/attempts/results.rules.ts'
import { splitFields } from '#shared/bank/question-parts.rules.ts'
import type { AnswerValue } from '#shared/bank/question-types.rules.ts'
import { round2 } from '#shared/numbers.ts'
import { optionLetters, type Question, type TestAnswer, testTypes } from '#shared/tests/tests.schema.ts'
import { testConfig } from '#tests/support/config.ts'

async function open() {
  const dataDir = mkdtempSync(join(tmpdir(), 'examhall-'))
  const app = await openServices(testConfig(dataDir))
  const close = async () => {
    await app.db.close()
    rmSync(dataDir, { recursive: true })
  }
  return { app, close }
}

/** Signs in as a demo user. */
async function signedIn(app: Services, email: string) {
  const { user } = await login(app, { email, password: demoPassword, rememberMe: false }, { address: '127.0.0.1' })
  return callerAt(app, actorOf(user, user.collegeId?.id ?? null), app.clock.now()).call
}

/** Returns all rows of the demo's tables as text. */
async function contentsOf(app: Services) {
  const repo = demoRepo(app.db.read)
  const tables = await repo.tables()
  return JSON.stringify(await Promise.all(tables.map(async (table) => [table, await repo.rowsOf(table)])))
}

/** A test's questions as its author sees them, in section order. */
const keyed = ({ questions, sections }: TestAnswer) =>
  [{ questions }, ...sections].flatMap((part) => part.questions as Question[])

describe('the demo', () => {
  let app: Services
  let close: () => Promise<void>
  beforeAll(async () => {
    ;({ app, close } = await open())
    expect(await loadDemo(app)).toBe('loaded')
  })
  afterAll(() => close())

  it('has four colleges that joined at different times, with 600 students', async () => {
    const { colleges } = await (await signedIn(app, signIns.masterAdmin)).colleges.list({})
    const inOrder = colleges.toSorted((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt))
    expect(inOrder.map(({ totalStudents }) => totalStudents)).toEqual([240, 160, 120, 80])
    expect(colleges.every(({ totalFaculty, adminInfo }) => totalFaculty > 0 && adminInfo?.hasLoggedIn)).toBe(true)
    const joined = inOrder.map(({ createdAt }) => Date.parse(createdAt))
    const gaps = joined.slice(1).map((time, place) => time - (joined[place] ?? 0))
    expect(Math.min(...gaps)).toBeGreaterThan(5 * 24 * 3_600_000)
  })

  it('gains students at every step of its growth chart', async () => {
    const { userGrowth } = await (await signedIn(app, signIns.masterAdmin)).dashboards.charts({})
    const steps = userGrowth.slice(1).map(({ students }, place) => students - (userGrowth[place]?.students ?? 0))
    expect(userGrowth).toHaveLength(4)
    expect(Math.min(...steps)).toBeGreaterThan(0)
  })

  it('divides its main college into 2 batches × 2 branches × 2 sections', async () => {
    const { students } = await (await signedIn(app, signIns.collegeAdmin)).members.students({})
    const sizes = Map.groupBy(students, ({ batch, branch, section }) => [batch, branch, section].join(' '))
    expect(sizes.size).toBe(8)
    for (const field of ['batch', 'branch', 'section'] as const)
      expect(new Set(students.map((student) => student[field])).size).toBe(2)
    for (const group of sizes.values()) expect(group.length).toBe(30)
    expect(new Set(students.map(({ name }) => name)).size).toBe(240)
  })

  it.each(Object.entries(signIns))('signs in its %s', async (role, email) => {
    const { user } = await login(app, { email, password: demoPassword, rememberMe: false }, { address: '127.0.0.1' })
    expect(user.role.replaceAll('_', '')).toBe(role.toLowerCase())
  })

  it('counts every student and every attempt once in its reports', async () => {
    const faculty = await demoRepo(app.db.read).findUser(signIns.faculty)
    const attempts = (await demoRepo(app.db.read).rowsOf('attempts')).filter(
      // Attempts count only once all their answers are marked.
      (row) => row.percentage !== null && row.college_id === faculty?.collegeId,
    )
    const { summary } = await (await signedIn(app, signIns.faculty)).reports.performance.summary({})
    const percentages = attempts.reduce((sum, { percentage }) => sum + Number(percentage), 0)
    expect(summary).toEqual({
      totalStudents: 240,
      totalAttempts: attempts.length,
      averagePercentage: expect.closeTo(percentages / attempts.length, 6),
    })
  })

  it('gives every user the same password hash', async () => {
    const users = await demoRepo(app.db.read).rowsOf('users')
    expect(users).toHaveLength(1 + 4 + 7 + 600)
    expect(new Set(users.map((user) => user.password_hash)).size).toBe(1)
  })

  it('has tests of several types in every state', async () => {
    const { tests } = await (await signedIn(app, signIns.masterAdmin)).tests.list({ limit: 50 })
    expect(tests.length).toBeGreaterThanOrEqual(7)
    expect(new Set(tests.map(({ testType }) => testType))).toEqual(new Set(testTypes))
    expect(new Set(tests.map(({ subject }) => subject)).size).toBe(5)
    expect(tests.filter(({ assignmentCount }) => assignmentCount === 0)).toHaveLength(1)

    const { assignments } = await (await signedIn(app, signIns.collegeAdmin)).assignments.listForCollege({})
    const statuses = assignments.map(({ status }) => status)
    expect(new Set(statuses)).toEqual(new Set(['pending', 'accepted', 'rejected']))

    const now = app.clock.now()
    const active = assignments.filter(
      ({ status, testId }) =>
        status === 'accepted' && Date.parse(testId.startDateTime) <= now && Date.parse(testId.endDateTime) > now,
    )
    expect(active.find(({ testId }) => testId.testType === 'Assignment')?.testId).toMatchObject({
      numberOfQuestions: 10,
      duration: 60,
    })
    for (const { testId } of assignments)
      for (const time of [testId.startDateTime, testId.endDateTime]) {
        const edge = new Date(time)
        expect([edge.getMinutes(), edge.getSeconds(), edge.getMilliseconds()]).toEqual([0, 0, 0])
      }
  })

  it('shows the demo student tests in every state', async () => {
    const { assignments } = await (await signedIn(app, signIns.student)).assignments.listForStudent({})
    const seen = assignments.map(({ hasAttempted, testId }) => {
      const window = {
        startDateTime: Date.parse(testId.startDateTime),
        endDateTime: Date.parse(testId.endDateTime),
      }
      return `${availabilityOf(window, hasAttempted, app.clock.now())} ${testId.testType}`
    })
    expect(seen.sort()).toEqual([
      'Available Assessment',
      'Available Assignment',
      'Available Practice',
      'Available Practice',
      'Available Practice',
      'Completed Assessment',
      'Completed Assignment',
      'Completed Assignment',
      'Completed Mock Test',
      'Completed Practice',
      'Expired Assignment',
      'Upcoming Assignment',
      'Upcoming Specific Company Test',
    ])
  })

  it('has at least 45 single choice questions with distinct options, a correct answer and an explanation', async () => {
    const author = await signedIn(app, signIns.masterAdmin)
    const { tests } = await author.tests.list({ limit: 50 })
    const papers = await Promise.all(tests.map(({ id }) => author.tests.get({ id })))
    const questions = papers
      .flatMap(({ test }) => keyed(test))
      .flatMap((question) => (question.type === undefined || question.type === 'single' ? [question] : []))
    expect(questions.length).toBeGreaterThanOrEqual(45)
    expect(new Set(questions.map(({ questionText }) => questionText)).size).toBe(questions.length)
    for (const question of questions) {
      expect(Object.keys(question.options)).toContain(question.correctAnswer)
      const options = Object.values(question.options).map((option) => option.trim())
      expect(options.length).toBeGreaterThanOrEqual(4)
      expect(new Set(options).size).toBe(options.length)
      expect(question.explanation?.length).toBeGreaterThan(20)
    }
    for (const letter of optionLetters) {
      const share = questions.filter((question) => question.correctAnswer === letter)
      expect(share.length / questions.length).toBeGreaterThan(0.15)
    }
  })

  it('stores the same results as grading produces', async () => {
    const repo = demoRepo(app.db.read)
    const author = await signedIn(app, signIns.masterAdmin)
    const attempts = await repo.rowsOf('attempts')
    const sheets = await repo.rowsOf('answer_sheets')
    const submissions = await repo.rowsOf('submissions')
    const given = new Map(
      (await repo.rowsOf('answer_marks')).map((row) => [`${row.attempt_id} ${row.question_id}`, row.marks as number]),
    )
    const codingMarksOf = (attemptId: unknown, asked: { questionId: string; points: number }[]) =>
      asked.reduce((sum, { questionId, points }) => {
        const own = submissions.filter((row) => row.attempt_id === attemptId && row.question_id === questionId)
        return round2(sum + (points * Math.max(0, ...own.map(({ score }) => Number(score)))) / 100)
      }, 0)
    const finished = attempts.filter((attempt) => attempt.submitted_at !== null)
    expect(finished.length).toBeGreaterThan(80)
    for (const attempt of finished) {
      const { test } = await author.tests.get({ id: String(attempt.test_id) })
      // Drawn questions are not in the test's own list.
      if (test.pools) continue
      const questions = keyed(test)
      expect(questions).toHaveLength(test.numberOfQuestions)
      const sheet = sheets.find((row) => row.attempt_id === attempt.id)
      const answers: (AnswerValue | null)[] = JSON.parse(String(sheet?.answers))
      const graded = grade(
        questions.map((question) => ({ id: question.id, ...splitFields(question), marks: question.marks, penalty: 0 })),
        (_, place) => answers[place * 3] ?? null,
        { matches },
        { marksGiven: ({ id }) => given.get(`${attempt.id} ${id}`) ?? undefined },
      )
      // Some of its essays are unmarked.
      if (graded.unmarked > 0) {
        expect(attempt).toMatchObject({ percentage: null, marks_obtained: null, pending_marks: graded.unmarked })
        continue
      }
      const { marksObtained, totalMarks, percentage, correctAnswers, incorrectAnswers, unanswered } = resultsOf(
        graded,
        {
          marks: codingMarksOf(attempt.id, test.codingQuestions),
          points: test.codingQuestions.reduce((sum, question) => sum + question.points, 0),
        },
      )
      expect(attempt).toMatchObject({
        marks_obtained: marksObtained,
        total_marks: totalMarks,
        percentage,
        correct_answers: correctAnswers,
        incorrect_answers: incorrectAnswers,
        unanswered,
      })
      expect(totalMarks).toBe(test.totalMarks)
    }
    const student = await signedIn(app, signIns.student)
    const { assignments } = await student.assignments.listForStudent({})
    for (const { attempt, testId } of assignments.filter(({ hasAttempted }) => hasAttempted)) {
      const { report } = await student.attempts.results({ id: testId.id })
      expect(report).toMatchObject({ marksObtained: attempt?.marksObtained, percentage: attempt?.percentage })
      const perQuestion = report.questionAnalysis.reduce((sum, question) => sum + (question.marksObtained ?? 0), 0)
      const perProgram = report.codingAnalysis.reduce((sum, question) => sum + question.marksObtained, 0)
      expect(round2(perQuestion + perProgram)).toBe(report.marksObtained)
    }
  })

  it('has a spread of scores, auto-submitted attempts and running ones', async () => {
    const attempts = await demoRepo(app.db.read).rowsOf('attempts')
    const submitted = attempts.filter((attempt) => attempt.submitted_by === 'student' && attempt.percentage !== null)
    const percentages = submitted.map((attempt) => Number(attempt.percentage))
    const mean = percentages.reduce((sum, value) => sum + value, 0) / percentages.length
    expect(mean).toBeGreaterThan(50)
    expect(mean).toBeLessThan(75)
    expect(Math.min(...percentages)).toBeLessThan(35)
    expect(Math.max(...percentages)).toBeGreaterThanOrEqual(90)
    expect(attempts.filter((attempt) => attempt.submitted_by === 'server').length).toBeGreaterThanOrEqual(5)

    const running = attempts.filter((attempt) => attempt.submitted_at === null)
    expect(running.length).toBeGreaterThanOrEqual(1)
    for (const attempt of running) expect(Number(attempt.deadline)).toBeGreaterThan(app.clock.now())
    for (const attempt of attempts) {
      expect(Number(attempt.submitted_at)).toBeLessThan(app.clock.now())
      if (attempt.submitted_by === 'student')
        expect(Number(attempt.submitted_at)).toBeLessThanOrEqual(Number(attempt.deadline))
    }
  })

  it('has two running exams, with recent saves on the live board', async () => {
    const college = await signedIn(app, signIns.collegeAdmin)
    const { assignments } = await college.assignments.listForCollege({})
    const boards = await Promise.all(
      assignments
        .filter(({ status }) => status === 'accepted')
        .map(
          async ({ id }) =>
            (await college.attempts.live({ id })).students.filter(({ status }) => status === 'in_progress').length,
        ),
    )
    expect(boards.filter((writing) => writing >= 5).length).toBeGreaterThanOrEqual(2)
  })

  it('keeps its exams running, with most but not all students saving within a minute', async () => {
    const later = { ...app, clock: new ManualClock(app.clock.now() + 5 * 60_000) }
    await answerOnce(later)
    const running = (await demoRepo(app.db.read).rowsOf('attempts')).filter(({ submitted_at }) => submitted_at === null)
    const savedAt = new Map(
      (await demoRepo(app.db.read).rowsOf('answer_sheets')).map((sheet) => [sheet.attempt_id, Number(sheet.saved_at)]),
    )
    const recent = running.filter(({ id }) => (savedAt.get(id ?? null) ?? 0) >= later.clock.now() - 60_000)
    expect(recent.length).toBeGreaterThan(running.length / 2)
    expect(recent.length).toBeLessThan(running.length)
  })

  it('has a pair of similar programs', async () => {
    const { tests } = await (await signedIn(app, signIns.masterAdmin)).tests.list({ search: 'Placement Coding Round' })
    const faculty = await signedIn(app, signIns.faculty)
    const { pairs } = await faculty.coding.plagiarism({ id: tests[0]?.id ?? '' })
    expect(pairs[0]?.similarity).toBeGreaterThan(50)
  })

  it('has journals that lead to the submitted programs, some of them pasted', async () => {
    const { tests } = await (await signedIn(app, signIns.masterAdmin)).tests.list({ search: 'Placement Coding Round' })
    const faculty = await signedIn(app, signIns.faculty)
    const { journals } = await faculty.journals.list({ id: tests[0]?.id ?? '' })
    expect(journals.length).toBeGreaterThan(10)
    expect(journals.map(({ outcome }) => outcome)).toEqual(journals.map(() => 'leads'))
    expect(journals[0]?.pastedShare).toBeGreaterThan(50)
    expect(journals.at(-1)?.pastedShare).toBe(0)
    for (const { attemptId, questionId } of journals) {
      const { chunks, facts } = await faculty.journals.get({ id: attemptId, questionId })
      expect(chunks.length).toBeGreaterThan(0)
      expect(facts?.outcome).toBe('leads')
    }
  })

  it('changes nothing when loaded again', async () => {
    const before = await contentsOf(app)
    expect(await loadDemo(app)).toBe('present')
    expect(await contentsOf(app)).toBe(before)
    const lines = (await prepareDemo(app)).join('\n')
    for (const text of [demoPassword, ...Object.values(signIns)]) expect(lines).toContain(text)
  })
})

describe('loading the demo', () => {
  const closers: (() => Promise<void>)[] = []
  afterEach(async () => {
    for (const close of closers.splice(0)) await close()
  })

  it('leaves a database with data unchanged, and says so', async () => {
    const { app, close } = await open()
    closers.push(close)
    await createFirstAdmin(app)
    const before = await contentsOf(app)
    expect((await prepareDemo(app)).join('\n')).toContain('already contains data')
    expect(await contentsOf(app)).toBe(before)
  })

  it('leaves the database empty on failure, and can be retried', async () => {
    const { app, close } = await open()
    closers.push(close)
    const empty = await contentsOf(app)
    const broken: Services = {
      ...app,
      db: {
        ...app.db,
        write: (job) =>
          app.db.write(async (tx) => {
            await job(tx)
            throw new Error('the power went')
          }),
      },
    }
    await expect(loadDemo(broken)).rejects.toThrow('the power went')
    expect(await contentsOf(app)).toBe(empty)
    expect(await loadDemo(app)).toBe('loaded')
    expect(await demoRepo(app.db.read).countUsers()).toBe(612)
  })
})

it('loads an identical demo every time', async () => {
  const names = await Promise.all(
    [1, 2].map(async () => {
      const { app, close } = await open()
      await loadDemo(app)
      const users = await demoRepo(app.db.read).rowsOf('users')
      const attempts = await demoRepo(app.db.read).rowsOf('attempts')
      await close()
      return JSON.stringify([
        users.map(({ name, id_number }) => `${name} ${id_number}`).sort(),
        attempts.map(({ percentage, submitted_by }) => `${percentage} ${submitted_by}`).sort(),
      ])
    }),
  )
  expect(names[0]).toBe(names[1])
})
