import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { openServices } from '#server/app.ts'
import { authRepo } from '#server/features/auth/auth.repo.ts'
import { createFirstAdmin } from '#server/features/auth/auth.ts'
import { testConfig } from '#tests/support/config.ts'

export const colleges = 100
export const tests = 50
/** Tests per student. */
export const testsEach = 5
const questions = 20
/** The last quarter of a test's questions. Each earns 0 to 3 marks. */
const typed = [
  {
    type: 'multiple',
    body: { options: { A: '1', B: '2', C: '3', D: '4' }, optionImages: null },
    key: { correctAnswers: ['A', 'B', 'C'], scoring: 'partial' },
    answers: [['D'], ['A'], ['A', 'B'], ['A', 'B', 'C']],
  },
  {
    type: 'numeric',
    body: { unit: 'm' },
    key: { correctValue: 9.81, tolerance: 0.05 },
    answers: ['1', '2', '9.7', '9,8 m'],
    earned: [0, 0, 0, 3],
  },
  {
    type: 'gaps',
    body: { gaps: Array(3).fill({ kind: 'text' }) },
    key: {
      gaps: ['a', 'b', 'c'].map((value) => ({
        kind: 'text',
        accepted: [{ value }],
        caseSensitive: false,
        ignoreAccents: false,
        regex: false,
      })),
    },
    answers: [
      ['x', '', ''],
      ['a', '', ''],
      ['a', 'b', 'x'],
      ['a', 'b', 'c'],
    ],
  },
  {
    type: 'matching',
    body: { left: partsOf(3), right: partsOf(4) },
    key: { pairs: { 1: '1', 2: '2', 3: '3' } },
    answers: [{ 1: '4' }, { 1: '1' }, { 1: '1', 2: '2' }, { 1: '1', 2: '2', 3: '3' }],
  },
  {
    type: 'essay',
    body: { minWords: null, maxWords: null },
    key: { rubric: [] },
    answers: Array(4).fill({ text: 'Normal forms avoid anomalies when rows are changed.' }),
  },
]
const choices = questions - typed.length
const totalMarks = choices + typed.length * 3
const minute = 60_000
const halfYear = 180 * 24 * 60 * minute

/** Ids as long as real ones. */
const idOf = (kind: number, n: number) => `0190000${kind}-0000-7000-8000-${String(n).padStart(12, '0')}`
export const collegeId = (n: number) => idOf(1, n)
export const studentId = (n: number) => idOf(2, n)
export const testId = (n: number) => idOf(3, n)
const staffId = (n: number) => idOf(4, n)
const questionId = (test: number, place: number) => idOf(6, test * 1000 + place)
const assignmentId = (college: number, test: number) => idOf(5, college * 1000 + test)
/** Distributes students so that any prefix of the attempts covers all colleges. */
const collegeOfStudent = (student: number) => student % colleges
/** A student's nth test. The college's next student has a different one. */
const testOf = (student: number, nth: number) => (Math.floor(student / colleges) * 7 + nth * 11) % tests

function partsOf(size: number) {
  return Array.from({ length: size }, (_, n) => ({ id: String(n + 1), text: `Part ${n + 1}` }))
}

const open = (dataDir: string) => {
  const db = new SqliteDatabase(join(dataDir, 'examhall.db'))
  db.pragma('synchronous = off')
  db.pragma('cache_size = -400000')
  db.pragma('foreign_keys = off')
  return db
}

const subjects = ['Technical', 'Verbal', 'Reasoning', 'Arithmetic', 'Communication']
const types = ['Assessment', 'Practice', 'Assignment', 'Mock Test', 'Specific Company Test']

/** Stores colleges, staff, students and tests. All colleges accept all tests and assign some to each student. */
export async function storePlatform(dataDir: string, students: number): Promise<void> {
  const app = await openServices(testConfig(dataDir))
  await createFirstAdmin(app)
  await app.db.close()
  const db = open(dataDir)
  const now = Date.now()
  const addCollege = db.prepare(
    'insert into colleges (id, name, code, code_key, email, address, created_at) values (?, ?, ?, ?, ?, ?, ?)',
  )
  const addUser = db.prepare(
    `insert into users (id, role, college_id, name, email, password_hash, id_number, branch, batch, section, created_at)
     values (?, ?, ?, ?, ?, 'none', ?, ?, ?, ?, ?)`,
  )
  const addTest = db.prepare(
    `insert into tests (id, test_name, test_description, subject, test_type, topics, difficulty, number_of_questions,
       marks_per_question, total_marks, duration, start_date_time, end_date_time, created_at, updated_at)
     values (?, ?, 'As every year', ?, ?, '[]', 'Medium', ?, 1, ?, 30, ?, ?, ?, 1)`,
  )
  const addQuestion = db.prepare(
    'insert into questions (id, test_id, position, question_text, type, body, key, marks) values (?, ?, ?, ?, ?, ?, ?, ?)',
  )
  const addAssignment = db.prepare(
    `insert into assignments (id, test_id, college_id, status, assigned_at, decided_at) values (?, ?, ?, 'accepted', ?, ?)`,
  )
  const assign = db.prepare('insert into student_assignments (assignment_id, student_id, assigned_at) values (?, ?, ?)')
  db.transaction(() => {
    for (let n = 0; n < colleges; n++) {
      const since = now - halfYear - n * minute
      addCollege.run(collegeId(n), `College ${n}`, `C${n}`, `c${n}`, `office@c${n}.example`, 'Road', since)
      addUser.run(
        staffId(n * 2),
        'college_admin',
        collegeId(n),
        `Admin ${n}`,
        `admin@c${n}.example`,
        null,
        null,
        null,
        null,
        since,
      )
      addUser.run(
        staffId(n * 2 + 1),
        'faculty',
        collegeId(n),
        `Faculty ${n}`,
        `faculty@c${n}.example`,
        `F${n}`,
        'CSE',
        null,
        null,
        since,
      )
    }
    for (let n = 0; n < students; n++) {
      const seat = Math.floor(n / colleges)
      const name = `${['Aarav', 'Diya', 'Ishaan', 'Meera', 'Rohan'][seat % 5]} ${String((n * 7919) % 1_000_000)}`
      const group = [
        ['CSE', 'ECE', 'MECH', 'CIVIL'][seat % 4],
        ['2025', '2026', '2027', '2028'][(seat >> 2) % 4],
        'ABC'[(seat >> 4) % 3],
      ]
      const created = now - ((n * 104_729) % halfYear)
      addUser.run(
        studentId(n),
        'student',
        collegeId(collegeOfStudent(n)),
        name,
        `s${n}@students.example`,
        `R${n}`,
        ...group,
        created,
      )
    }
    for (let t = 0; t < tests; t++) {
      const created = now - halfYear + t * 1_000_000
      addTest.run(
        testId(t),
        `Test number ${t}`,
        subjects[t % 5],
        types[(t >> 1) % 5],
        questions,
        totalMarks,
        created,
        now + halfYear,
        created,
      )
      for (let q = 0; q < questions; q++) {
        const single = {
          type: 'single',
          body: { options: { A: '1', B: '2', C: '3', D: '4' }, optionImages: null },
          key: { correctAnswer: 'ABCD'[(q + t) % 4] },
        }
        const { type, body, key } = typed[q - choices] ?? single
        addQuestion.run(
          questionId(t, q),
          testId(t),
          q,
          `Question ${q} of test ${t}`,
          type,
          JSON.stringify(body),
          JSON.stringify(key),
          q < choices ? 1 : 3,
        )
      }
      for (let c = 0; c < colleges; c++)
        addAssignment.run(assignmentId(c, t), testId(t), collegeId(c), created, created)
    }
    for (let n = 0; n < students; n++)
      for (let nth = 0; nth < testsEach; nth++)
        assign.run(assignmentId(collegeOfStudent(n), testOf(n, nth)), studentId(n), now)
  })()
  db.pragma('wal_checkpoint(truncate)')
  db.close()
}

/** Stores a range of submitted attempts with answers. A number always results in the same attempt. */
export function storeAttempts(dataDir: string, students: number, from: number, to: number): void {
  const db = open(dataDir)
  const now = Date.now()
  const addAttempt = db.prepare(
    `insert into attempts (id, test_id, assignment_id, college_id, student_id, started_at, plan, part_opened_at, deadline,
       submitted_at, submitted_by, marks_obtained, total_marks, percentage, correct_answers, incorrect_answers, unanswered, receipt)
     values (?, ?, ?, ?, ?, ?, '[1800000]', ?, ?, ?, 'student', ?, ?, ?, ?, ?, ?, ?)`,
  )
  const addSheet = db.prepare('insert into answer_sheets (attempt_id, answers, answered, saved_at) values (?, ?, ?, ?)')
  const addMarks = db.prepare(
    `insert into answer_marks (attempt_id, question_id, test_id, college_id, revision, marks, marked_by, marked_at)
     values (?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const chunk = 100_000
  for (let start = from; start < to; start += chunk)
    db.transaction(() => {
      for (let n = start; n < Math.min(to, start + chunk); n++) {
        const student = n % students
        const test = testOf(student, Math.floor(n / students))
        const college = collegeOfStudent(student)
        const ability = (Math.floor(student / colleges) * 31) % 100
        const drawn = (q: number) => (n * 17 + q * 29) % 100
        const chosen = Array.from({ length: choices }, (_, q) => {
          if (drawn(q) === 7) return null
          return drawn(q) < ability ? 'ABCD'[(q + test) % 4] : 'ABCD'[(q + test + 1 + (drawn(q) % 3)) % 4]
        })
        // The quality of the answer to each question of another type, from 0 to 3.
        const levels = typed.map((_, place) => Math.min(3, Math.floor((ability + drawn(choices + place)) / 50)))
        const earned = levels.map((level, place) => typed[place]?.earned?.[level] ?? level)
        const answers = [...chosen, ...levels.map((level, place) => typed[place]?.answers[level])]
        const right = chosen.filter((letter, q) => letter === 'ABCD'[(q + test) % 4]).length
        const full = right + earned.filter((marks) => marks === 3).length
        const left = chosen.filter((letter) => letter === null).length
        const marks = right + earned.reduce((sum, more) => sum + more, 0)
        const startedAt = now - ((n * 15_485_863) % halfYear)
        const id = idOf(7, n)
        const submittedAt = startedAt + 10 * minute + (n % 1000) * 1000
        addAttempt.run(
          id,
          testId(test),
          assignmentId(college, test),
          collegeId(college),
          studentId(student),
          startedAt,
          startedAt,
          startedAt + 30 * minute,
          submittedAt,
          marks,
          totalMarks,
          (marks * 100) / totalMarks,
          full,
          questions - full - left,
          left,
          `R${n}`,
        )
        addSheet.run(
          id,
          JSON.stringify(answers.flatMap((answer) => [answer, 40, startedAt])),
          questions - left,
          submittedAt,
        )
        const marker = staffId(college * 2 + 1)
        const essay = questionId(test, questions - 1)
        addMarks.run(id, essay, testId(test), collegeId(college), startedAt, earned.at(-1), marker, submittedAt)
      }
    })()
  db.pragma('wal_checkpoint(truncate)')
  db.close()
}

export interface People {
  master: string
  admin: string[]
  faculty: string[]
  student: string[]
}

/** Opens sessions for the owner, and for one admin, faculty member and student in each of the first colleges. */
export async function signInPeople(dataDir: string, ofColleges: number): Promise<People> {
  const app = await openServices(testConfig(dataDir))
  const master = await authRepo(app.db.read).findByEmail(app.config.masterAdmin.email)
  const each = (idOfNth: (n: number) => string) =>
    Promise.all(Array.from({ length: ofColleges }, (_, n) => app.sessions.open(idOfNth(n), false)))
  const people = {
    master: await app.sessions.open(master?.user.id ?? '', false),
    admin: await each((n) => staffId(n * 2)),
    faculty: await each((n) => staffId(n * 2 + 1)),
    student: await each(studentId),
  }
  await app.db.close()
  return people
}
