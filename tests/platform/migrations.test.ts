import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { expect, it } from 'vitest'
import { builtParts } from '#server/app.ts'
import { openDatabase } from '#server/platform/db.ts'

/** A copy of the first `count` migrations. */
function migrationsUpTo(folder: string, count: number): string {
  const early = join(folder, 'migrations')
  cpSync(builtParts.migrations, early, { recursive: true })
  const journal = join(early, 'meta/_journal.json')
  const { entries, ...rest } = JSON.parse(readFileSync(journal, 'utf8'))
  writeFileSync(journal, JSON.stringify({ ...rest, entries: entries.slice(0, count) }))
  return early
}

it('migrates answers, clock and result of attempts that predate sections', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'examhall-old-'))
  const file = join(folder, 'examhall.db')
  await openDatabase(file, migrationsUpTo(folder, 3)).close()
  const old = new SqliteDatabase(file)
  old.exec(`
    insert into colleges (id, name, code, code_key, email, address, is_active, created_at)
      values ('c', 'College', 'C1', 'c1', 'c@c.example', 'A road', 1, 1);
    insert into users (id, role, college_id, name, email, password_hash, is_active, created_at)
      values ('s', 'student', 'c', 'S', 's@c.example', 'none', 1, 1);
    insert into tests (id, test_name, test_description, subject, test_type, topics, difficulty, number_of_questions,
      marks_per_question, total_marks, duration, start_date_time, end_date_time, created_at, updated_at)
      values ('t', 'T', 'D', 'Technical', 'Assignment', '[]', 'Easy', 3, 1, 3, 30, 1, 9, 1, 1);
    insert into questions (id, test_id, position, question_text, options, correct_answer, marks)
      values ('q2', 't', 1, 'two', '{}', 'A', 1), ('q1', 't', 0, 'one', '{}', 'A', 1), ('q3', 't', 2, 'three', '{}', 'A', 1);
    insert into assignments (id, test_id, college_id, status, assigned_at) values ('a', 't', 'c', 'accepted', 1);
    insert into attempts (id, test_id, assignment_id, college_id, student_id, started_at, deadline, percentage)
      values ('x', 't', 'a', 'c', 's', 1000, 1801000, 33.33);
    insert into answers (attempt_id, question_id, selected_answer, time_spent, revision, saved_at)
      values ('x', 'q3', 'A', 4.5, 7, 2000), ('x', 'q1', null, 2, 3, 1500);`)
  old.close()

  await openDatabase(file, builtParts.migrations).close()
  const now = new SqliteDatabase(file, { readonly: true })
  expect(now.prepare('select * from answer_sheets').get()).toEqual({
    attempt_id: 'x',
    answers: '[null,2.0,3,null,0,-1,"A",4.5,7]',
    answered: 1,
    saved_at: 2000,
  })
  expect(now.prepare('select plan, current_part, part_opened_at, deadline, percentage from attempts').get()).toEqual({
    plan: '[1800000]',
    current_part: 0,
    part_opened_at: 1000,
    deadline: 1801000,
    percentage: 33.33,
  })
  expect(now.pragma('foreign_key_check')).toEqual([])
  now.close()
  rmSync(folder, { recursive: true })
})
