import SqliteDatabase from 'better-sqlite3'
import { percentOf } from '#shared/numbers.ts'
import type { World } from '#tests/support/world.ts'

export type Row = Record<string, string | number | null>

const minute = 60_000

/** A seeded random number generator. */
export function drawing(seed: number) {
  let state = seed
  const pick = (below: number) => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
  return { pick, one: <T>(of: readonly T[]) => of[pick(of.length)] as T }
}

/**
 * Fills a world with colleges, people, tests and attempts by inserting rows. Attempts are running or submitted, and
 * some are of deleted tests or students without a group. Their results are computed here, not by the server.
 *
 * @returns the colleges and all rows of these tables
 */
export async function fillWithRandom(world: World, seed: number) {
  const { pick, one } = drawing(seed)
  const colleges = [await world.college(), await world.college(), await world.college()]
  const db = new SqliteDatabase(`${world.platform.config.dataDir}/examhall.db`)
  db.pragma('busy_timeout = 5000')
  const insert = (table: string, row: Row) =>
    db
      .prepare(`insert into ${table} (${Object.keys(row)}) values (${Object.keys(row).map(() => '?')})`)
      .run(...Object.values(row))
  const now = world.clock.now()
  const past = () => now - pick(70 * 24 * 60) * minute
  let serial = 0
  const newId = () => `row-${seed}-${serial++}`

  const tests = Array.from({ length: 9 }, (_, n) => {
    const id = newId()
    const kind = {
      test_type: one(['Assessment', 'Practice', 'Mock Test', 'Specific Company Test']),
      subject: one(['Technical', 'Verbal', 'Reasoning']),
      difficulty: one(['Easy', 'Medium', 'Hard']),
    }
    const questions = Array.from({ length: 3 + pick(4) }, (_, position) => ({
      id: newId(),
      position,
      key: one(['A', 'B', 'C', 'D']),
      marks: one([1, 2, 2.5]),
    }))
    const total = questions.reduce((sum, { marks }) => sum + marks, 0)
    insert('tests', {
      id,
      test_name: `Test ${n}`,
      test_description: 'Described',
      company_name: kind.test_type === 'Specific Company Test' ? 'Acme' : null,
      ...kind,
      topics: '[]',
      number_of_questions: questions.length,
      marks_per_question: 1,
      total_marks: total,
      duration: 30,
      start_date_time: past(),
      end_date_time: now + (pick(3) - 1) * 1_000_000,
      created_at: past(),
      updated_at: 1,
      deleted_at: n === 8 ? now : null,
    })
    for (const { id: questionId, position, key, marks } of questions)
      insert('questions', {
        id: questionId,
        test_id: id,
        position,
        question_text: `Question ${position}`,
        body: '{"options":{"A":"a","B":"b","C":"c","D":"d"},"optionImages":null}',
        key: JSON.stringify({ correctAnswer: key }),
        marks,
      })
    return { id, questions, total }
  })

  db.transaction(() => {
    for (const college of colleges) {
      const students = Array.from({ length: 15 + pick(25) }, () => {
        const id = newId()
        const group = { branch: one(['CSE', 'ECE']), batch: one(['2026', '2027', null]), section: one(['A', 'B', 'C']) }
        const person = {
          id,
          role: 'student',
          college_id: college.id,
          name: `Student ${pick(1000)}`,
          email: `${id}@s.example`,
        }
        insert('users', { ...person, id_number: id, password_hash: '-', ...group, created_at: past() })
        return id
      })
      for (const test of tests) {
        if (pick(6) === 0) continue
        const assignmentId = newId()
        const status = one(['accepted', 'accepted', 'accepted', 'pending', 'rejected'])
        const decided = status === 'pending' ? null : past()
        insert('assignments', {
          id: assignmentId,
          test_id: test.id,
          college_id: college.id,
          status,
          assigned_at: past(),
          decided_at: decided,
        })
        if (status !== 'accepted') continue
        for (const studentId of students) {
          if (pick(4) === 0) continue
          insert('student_assignments', { assignment_id: assignmentId, student_id: studentId, assigned_at: 1 })
          if (pick(4) === 0) continue
          const attemptId = newId()
          const startedAt = past()
          const chosen = test.questions.map(() => one(['A', 'B', 'C', 'D', null]))
          const right = test.questions.filter(({ key }, place) => chosen[place] === key)
          const marks = right.reduce((sum, question) => sum + question.marks, 0)
          const isRunning = pick(8) === 0
          const unanswered = chosen.filter((letter) => letter === null).length
          insert('attempts', {
            id: attemptId,
            test_id: test.id,
            assignment_id: assignmentId,
            college_id: college.id,
            student_id: studentId,
            started_at: startedAt,
            plan: '[1800000]',
            part_opened_at: startedAt,
            deadline: startedAt + 30 * minute,
            paused_ms: pick(3) === 0 ? 61_000 : 0,
            ...(!isRunning && {
              submitted_at: startedAt + pick(32 * 60_000),
              submitted_by: 'student',
              marks_obtained: marks,
              total_marks: test.total,
              percentage: percentOf(marks, test.total),
              correct_answers: right.length,
              incorrect_answers: test.questions.length - right.length - unanswered,
              unanswered,
            }),
          })
          const sheet = JSON.stringify(chosen.flatMap((letter) => [letter, 5, 1]))
          insert('answer_sheets', {
            attempt_id: attemptId,
            answers: sheet,
            answered: test.questions.length - unanswered,
          })
        }
      }
    }
  })()
  const rows = (table: string) => db.prepare(`select * from ${table}`).all() as Row[]
  const read = {
    tests: rows('tests'),
    questions: rows('questions'),
    collegeRows: rows('colleges'),
    users: rows('users'),
    assignments: rows('assignments'),
    studentAssignments: rows('student_assignments'),
    attempts: rows('attempts'),
    sheets: rows('answer_sheets'),
  }
  db.close()
  return { colleges, ...read }
}
export type RandomData = Awaited<ReturnType<typeof fillWithRandom>>
