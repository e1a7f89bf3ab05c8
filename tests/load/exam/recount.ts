import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import type { OptionLetter } from '#shared/tests/tests.schema.ts'
import type { Hall } from './hall.ts'

/** The last acknowledged letter for each of a student's questions, or null if the answer was cleared. */
export type Acknowledged = Map<string, OptionLetter | null>

export interface Recount {
  answers: number
  lost: string[]
  grades: number
  wrong: string[]
}

interface Row {
  student_id: string
  answers: string
  submitted_at: number | null
  marks_obtained: number | null
  correct_answers: number | null
  unanswered: number | null
}

/**
 * Compares every acknowledged answer and every grade with the disk. It reads the database file and grades with its own
 * code, so it shares no bugs with the server.
 */
export function recount(dataDir: string, hall: Hall, acknowledged: ReadonlyMap<string, Acknowledged>): Recount {
  const db = new SqliteDatabase(join(dataDir, 'examhall.db'), { readonly: true })
  const rows = db
    .prepare(
      `select student_id, answers, submitted_at, marks_obtained, correct_answers, unanswered
       from attempts join answer_sheets on attempt_id = attempts.id where test_id = ?`,
    )
    .all(hall.testId) as Row[]
  db.close()
  const questions = hall.sections.flat()
  const byStudent = new Map(rows.map((row) => [row.student_id, row]))
  const result: Recount = { answers: 0, lost: [], grades: 0, wrong: [] }
  for (const [studentId, own] of acknowledged) {
    const row = byStudent.get(studentId)
    const sheet: (OptionLetter | number | null)[] = JSON.parse(row?.answers ?? '[]')
    const chosen = new Map(questions.map(({ id }, place) => [id, sheet[place * 3] ?? null]))
    for (const [questionId, letter] of own) {
      result.answers++
      if (chosen.get(questionId) !== letter)
        result.lost.push(`${studentId} ${questionId}: acknowledged ${letter}, on disk ${chosen.get(questionId)}`)
    }
    if (row?.submitted_at == null) continue
    result.grades++
    const right = questions.filter(({ id, key }) => chosen.get(id) === key)
    const marks = right.reduce((sum, { marks }) => sum + marks, 0)
    const open = questions.filter(({ id }) => chosen.get(id) === null).length
    if (row.marks_obtained !== marks || row.correct_answers !== right.length || row.unanswered !== open)
      result.wrong.push(`${studentId}: ${row.marks_obtained} marks on disk, ${marks} by the key`)
  }
  return result
}
