import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { afterEach, describe, expect, it } from 'vitest'
import { builtParts } from '#server/app.ts'
import { openDatabase } from '#server/platform/db.ts'
import { hashPassword } from '#server/platform/password.ts'
import { api, type ServerProcess, startServer } from '#tests/support/process.ts'
import { refusal, scratch } from './data.ts'

const started: ServerProcess[] = []
afterEach(async () => {
  for (const server of started.splice(0)) await server.kill()
})

/** A copy of the program's first `count` migrations, followed by `more`. */
function migrations(folder: string, count = 1, more?: { sql: string }) {
  const copy = join(folder, 'migrations')
  cpSync(builtParts.migrations, copy, { recursive: true })
  const journal = join(copy, 'meta/_journal.json')
  const { entries, ...rest } = JSON.parse(readFileSync(journal, 'utf8'))
  const kept = entries.slice(0, count)
  if (more) {
    kept.push({ idx: kept.length, version: '6', when: kept.at(-1).when + 1_000, tag: '9999_more', breakpoints: true })
    writeFileSync(join(copy, '9999_more.sql'), more.sql)
  }
  writeFileSync(journal, JSON.stringify({ ...rest, entries: kept }))
  return copy
}

const copies = (dataDir: string) => readdirSync(join(dataDir, 'backups')).filter((name) => name.endsWith('.db'))

/** Adds a college, its people and a submitted attempt to a database with the first released schema. */
async function fillFirst(file: string, now: number) {
  const hash = await hashPassword('old-password')
  const old = new SqliteDatabase(file)
  old.exec(`
    insert into colleges (id, name, code, code_key, email, address, is_active, created_at)
      values ('c', 'Old College', 'OC', 'oc', 'oc@old.example', 'A road in a town', 1, ${now - 9e8});
    insert into users (id, role, college_id, name, email, password_hash, is_active, created_at)
      values ('m', 'master_admin', null, 'Owner', 'admin@localhost', '${hash}', 1, ${now - 9e8}),
        ('o', 'college_admin', 'c', 'Old College', 'oc@old.example', '${hash}', 1, ${now - 9e8}),
        ('s', 'student', 'c', 'Asha', 'asha@old.example', '${hash}', 1, ${now - 9e8});
    insert into tests (id, test_name, test_description, subject, test_type, topics, difficulty, number_of_questions,
      marks_per_question, total_marks, duration, start_date_time, end_date_time, created_at, updated_at)
      values ('t', 'Old Test', 'Words', 'Technical', 'Assignment', '[]', 'Easy', 2, 1, 2, 30, ${now - 8e8}, ${now + 8e8},
        ${now - 9e8}, ${now - 9e8});
    insert into questions (id, test_id, position, question_text, options, correct_answer, marks)
      values ('q1', 't', 0, 'one', '{"A":"a","B":"b","C":"c","D":"d"}', 'A', 1),
        ('q2', 't', 1, 'two', '{"A":"a","B":"b","C":"c","D":"d"}', 'B', 1);
    insert into assignments (id, test_id, college_id, status, assigned_at, decided_at)
      values ('a', 't', 'c', 'accepted', ${now - 7e8}, ${now - 7e8});
    insert into student_assignments (assignment_id, student_id, assigned_at) values ('a', 's', ${now - 7e8});
    insert into attempts (id, test_id, assignment_id, college_id, student_id, started_at, deadline, submitted_at,
      submitted_by, correct_answers, incorrect_answers, unanswered, marks_obtained, total_marks, percentage)
      values ('x', 't', 'a', 'c', 's', ${now - 6e8}, ${now - 6e8 + 18e5}, ${now - 6e8 + 6e5}, 'student', 1, 1, 0, 1, 2, 50);
    insert into answers (attempt_id, question_id, selected_answer, time_spent, revision, saved_at)
      values ('x', 'q1', 'A', 4, 1, ${now - 6e8}), ('x', 'q2', 'C', 5, 1, ${now - 6e8});`)
  old.close()
}

describe('a database with the first released schema', () => {
  it('is copied and migrated at start, and users can sign in and see their old results', async () => {
    const dataDir = scratch()
    const file = join(dataDir, 'examhall.db')
    await openDatabase(file, migrations(scratch())).close()
    await fillFirst(file, Date.now())
    const server = await startServer(dataDir)
    started.push(server)
    const signIn = async (email: string): Promise<string> =>
      (await api(server.url, 'POST', '/auth/login', undefined, { email, password: 'old-password' })).body.token
    const student = await signIn('asha@old.example')
    expect((await api(server.url, 'GET', '/tests/t/results', student)).body).toMatchObject({
      report: { percentage: 50, correctAnswers: 1, incorrectAnswers: 1 },
    })
    expect((await api(server.url, 'GET', '/admin/backups', await signIn('admin@localhost'))).body.runs).toMatchObject([
      { kind: 'backup', reason: 'migration', file: copies(dataDir)[0], failure: null },
    ])
    // The copy is the complete old database, so a downgrade is possible.
    const copy = new SqliteDatabase(join(dataDir, 'backups', copies(dataDir)[0] ?? ''), { readonly: true })
    expect(copy.prepare('select count(*) as total from answers').get()).toEqual({ total: 2 })
    expect(copy.pragma('integrity_check', { simple: true })).toBe('ok')
    copy.close()
  })
})

describe('a start', () => {
  it('makes no copy of a new or current database', async () => {
    const dataDir = scratch()
    for (let round = 0; round < 2; round++)
      await openDatabase(join(dataDir, 'examhall.db'), builtParts.migrations).close()
    expect(readdirSync(dataDir)).not.toContain('backups')
  })

  it('is refused in one line if a newer program wrote the database', async () => {
    const dataDir = scratch()
    const newer = migrations(scratch(), 99, { sql: 'create table later (id text)' })
    await openDatabase(join(dataDir, 'examhall.db'), newer).close()
    expect(await refusal(dataDir)).toMatch(
      /^DATA_DIR contains a database from a newer Examhall \(schema \d+, this version supports \d+\); start the newer version, or restore an older backup$/,
    )
  })

  it('leaves the database unchanged if a migration fails, and reports it', async () => {
    const dataDir = scratch()
    const file = join(dataDir, 'examhall.db')
    await openDatabase(file, builtParts.migrations).close()
    const bad = migrations(scratch(), 99, {
      sql: 'create table later (id text);--> statement-breakpoint\ninsert into not_there values (1)',
    })
    expect(() => openDatabase(file, bad)).toThrow(
      /could not be migrated; it is unchanged \(a copy is .*\): .*not_there/,
    )
    const database = new SqliteDatabase(file, { readonly: true })
    expect(database.prepare("select 1 from sqlite_schema where name = 'later'").get()).toBeUndefined()
    database.close()
    await openDatabase(file, builtParts.migrations).close()
  })
})
