import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openDatabase } from '#server/platform/db.ts'
import { percentOf } from '#shared/numbers.ts'
import { percentUnits } from '#shared/reports/reports.rules.ts'
import { isPass } from '#shared/tests/scheme.rules.ts'

type Row = Record<string, string | number | null>

/** A copy of the migrations before a given one. */
function migrationsBefore(migration: string, folder: string): string {
  const path = join(folder, 'migrations')
  cpSync('migrations', path, { recursive: true })
  const journal = join(path, 'meta/_journal.json')
  const { entries, ...rest } = JSON.parse(readFileSync(journal, 'utf8')) as { entries: { tag: string }[] }
  const brings = entries.findIndex(({ tag }) => tag === migration)
  writeFileSync(journal, JSON.stringify({ ...rest, entries: entries.slice(0, brings) }))
  return path
}

/** An empty database with foreign key checks. @param before the first migration to leave out */
async function openScratch(before?: string) {
  const folder = mkdtempSync(join(tmpdir(), 'examhall-totals-'))
  const file = join(folder, 'examhall.db')
  await openDatabase(file, before ? migrationsBefore(before, folder) : 'migrations').close()
  const db = new SqliteDatabase(file)
  db.pragma('foreign_keys = on')
  db.pragma('synchronous = off')
  const insert = (table: string, row: Row) =>
    db
      .prepare(`insert into ${table} (${Object.keys(row)}) values (${Object.keys(row).map(() => '?')})`)
      .run(...Object.values(row))
  const close = () => {
    db.close()
    rmSync(folder, { recursive: true })
  }
  return {
    db,
    file,
    insert,
    close,
    all: (sql: string, ...values: unknown[]) => db.prepare(sql).all(...values) as Row[],
  }
}
type Scratch = Awaited<ReturnType<typeof openScratch>>

const hundredths = (value: unknown) => Math.round(Number(value) * 100)
const hour = 3_600_000

/** Recounts everything from the rows. @returns the expected values by table and key */
function recount({ all }: Scratch): Map<string, Record<string, number>> {
  const sums = new Map<string, Record<string, number>>()
  const add = (table: string, key: unknown[], values: Record<string, number>) => {
    const name = [table, ...key].join('|')
    const sum = sums.get(name) ?? {}
    for (const [field, value] of Object.entries(values)) sum[field] = (sum[field] ?? 0) + value
    sums.set(name, sum)
  }
  const users = new Map(all('select * from users').map((user) => [user.id, user]))
  const assignments = new Map(all('select * from assignments').map((assignment) => [assignment.id, assignment]))
  const tests = new Map(all('select * from tests').map((test) => [test.id, test]))
  const groupOf = (id: unknown) => {
    const { batch, branch, section } = users.get(id as string) ?? {}
    return [batch ?? '', branch ?? '', section ?? '']
  }
  for (const user of users.values()) {
    add('arrival_totals', [user.role, Math.floor(Number(user.created_at) / (hour / 4))], { users: 1 })
    if (user.role === 'student') add('group_totals', [user.college_id, ...groupOf(user.id)], { students: 1 })
  }
  for (const { assignment_id, student_id } of all('select * from student_assignments')) {
    const { test_id, college_id } = assignments.get(assignment_id as string) as Row
    add('test_totals', [test_id, college_id], { assigned: 1 })
    add('test_group_totals', [college_id, test_id, ...groupOf(student_id)], { assigned: 1 })
  }
  for (const { student_id, college_id } of all(
    'select distinct student_id, college_id from attempts where submitted_at is not null',
  ))
    add('group_totals', [college_id, ...groupOf(student_id)], { active: 1 })
  for (const attempt of all('select * from attempts where submitted_at is not null')) {
    const { student_id, test_id, college_id, submitted_at } = attempt
    const figures = {
      completed: 1,
      passed: isPass(Number(attempt.percentage)) ? 1 : 0,
      percentages: Math.round(Number(attempt.percentage) * percentUnits),
      marks_obtained: hundredths(attempt.marks_obtained),
      total_marks: hundredths(attempt.total_marks),
    }
    const quarter = Math.floor(Number(submitted_at) / (hour / 4))
    add('test_totals', [test_id, college_id], figures)
    add('test_group_totals', [college_id, test_id, ...groupOf(student_id)], figures)
    add('group_totals', [college_id, ...groupOf(student_id)], figures)
    add('student_totals', [student_id], figures)
    add('submission_totals', [college_id, quarter], figures)
    add('submission_totals', ['', quarter], figures)
    const isCounted = !all(
      'select 1 from attempts where student_id = ? and test_id = ? and number > ? and submitted_at is not null',
      ...[student_id, test_id, attempt.number],
    ).length
    if (isCounted) {
      const people = { students: 1, students_passed: figures.passed }
      add('test_totals', [test_id, college_id], people)
      add('test_group_totals', [college_id, test_id, ...groupOf(student_id)], people)
    }
    const { test_type, subject } = tests.get(test_id) as Row
    sums.set(['kinds', student_id, `${test_type}/${subject}`].join('|'), { held: 1 })
  }
  return sums
}

const keys = {
  arrival_totals: ['role', 'quarter'],
  test_totals: ['test_id', 'college_id'],
  test_group_totals: ['college_id', 'test_id', 'batch', 'branch', 'section'],
  group_totals: ['college_id', 'batch', 'branch', 'section'],
  student_totals: ['student_id'],
  submission_totals: ['college_id', 'quarter'],
}
const counted = [
  'users',
  'students',
  'students_passed',
  'active',
  'assigned',
  'completed',
  'passed',
  'percentages',
  'marks_obtained',
  'total_marks',
]

/** The stored sums. Rows of zeros count as missing. */
function kept({ all }: Scratch): Map<string, Record<string, number>> {
  const sums = new Map<string, Record<string, number>>()
  for (const [table, names] of Object.entries(keys))
    for (const row of all(`select * from ${table}`)) {
      if (table === 'student_totals') {
        const average = row.completed ? Number(row.percentages) / Number(row.completed) : null
        expect(row.average).toBe(average)
        for (const [, kind] of String(row.kinds).matchAll(/\[(.*?)\]/g))
          sums.set(['kinds', row.student_id, kind].join('|'), { held: 1 })
      }
      const values = counted.filter((name) => row[name]).map((name) => [name, Number(row[name])] as const)
      if (values.length > 0) sums.set([table, ...names.map((name) => row[name])].join('|'), Object.fromEntries(values))
    }
  return sums
}

function expectEqual(scratch: Scratch) {
  const expected = [...recount(scratch)].flatMap(([key, values]) => {
    const some = Object.entries(values).filter(([, value]) => value !== 0)
    return some.length > 0 ? [[key, Object.fromEntries(some)] as const] : []
  })
  expect(Object.fromEntries(kept(scratch))).toEqual(Object.fromEntries(expected))
}

/** Makes one random change. `pick` draws a number below its argument. */
function change(scratch: Scratch, pick: (below: number) => number, serial: number) {
  const { db, insert, all } = scratch
  const any = (table: string, where = '1') => {
    const rows = all(`select * from ${table} where ${where}`)
    return rows.length > 0 ? (rows[pick(rows.length)] as Row) : undefined
  }
  const id = `n${serial}`
  const time = 1_700_000_000_000 + pick(400) * hour * 3
  const student = any('users', "role = 'student'")
  const assignment = any('assignments')
  const figures = () => {
    const total = [7, 12.5, 30][pick(3)] as number
    const marks = Math.round(total * (pick(8) === 0 ? 40 : pick(101))) / 100
    return { marks_obtained: marks, total_marks: total, percentage: percentOf(marks, total) }
  }
  const kindOfTest = () => ({
    test_type: ['Practice', 'Mock Test'][pick(2)] as string,
    subject: ['Technical', 'Verbal'][pick(2)] as string,
  })
  const update = (table: string, row: Row, whose: string) =>
    db
      .prepare(
        `update ${table} set ${Object.keys(row)
          .map((name) => `${name} = ?`)
          .join()} where id = ?`,
      )
      .run(...Object.values(row), whose)
  const earlier = ({ student_id, test_id, number }: Row) =>
    number === undefined
      ? undefined
      : all(
          'select * from attempts where student_id = ? and test_id = ? and number = ?',
          ...[student_id, test_id, Number(number) - 1],
        )[0]
  const remove = (table: string, row: Row | undefined) =>
    row && db.prepare(`delete from ${table} where id = ?`).run(row.id)

  const changes: [weight: number, run: () => unknown][] = [
    [
      2,
      () => {
        const row = { id, name: id, code: id, code_key: id, email: id, address: 'Road', created_at: time }
        return insert('colleges', row)
      },
    ],
    [
      10,
      () => {
        const college = any('colleges')
        if (!college) return
        const group = {
          batch: ['2026', '2027', null][pick(3)],
          branch: ['CSE', 'ECE'][pick(2)],
          section: 'AB'[pick(2)],
        }
        const role = pick(6) === 0 ? 'faculty' : 'student'
        const person = { id, role, college_id: college.id as string, name: id, email: id, password_hash: '-' }
        insert('users', { ...person, ...group, created_at: time } as Row)
      },
    ],
    [
      3,
      () => {
        const kind = { ...kindOfTest(), topics: '[]', difficulty: 'Easy' }
        const size = { number_of_questions: 1, marks_per_question: 1, total_marks: 1, duration: 5 }
        const dates = { start_date_time: 1, end_date_time: 2, created_at: 1, updated_at: 1 }
        insert('tests', { id, test_name: id, test_description: id, ...kind, ...size, ...dates })
      },
    ],
    [
      6,
      () => {
        const [test, college] = [any('tests'), any('colleges')]
        if (!test || !college) return
        if (any('assignments', `test_id = '${test.id}' and college_id = '${college.id}'`)) return
        insert('assignments', {
          id,
          test_id: test.id,
          college_id: college.id,
          status: 'accepted',
          assigned_at: 1,
        } as Row)
      },
    ],
    [
      25,
      () => {
        const whose = assignment && any('users', `role = 'student' and college_id = '${assignment.college_id}'`)
        if (!whose) return
        const row = { assignment_id: assignment.id, student_id: whose.id, assigned_at: 1 } as Row
        const columns = Object.keys(row)
        db.prepare(`insert or ignore into student_assignments (${columns}) values (?, ?, ?)`).run(...Object.values(row))
      },
    ],
    [
      25,
      () => {
        const given = any('student_assignments')
        if (!given) return
        const { test_id, college_id } = all('select * from assignments where id = ?', given.assignment_id)[0] as Row
        const before = all('select * from attempts where test_id = ? and student_id = ?', test_id, given.student_id).at(
          -1,
        )
        // Databases from before repeated attempts have no attempt number.
        if (before && (before.number === undefined || before.submitted_at === null)) return
        const number = before && { number: Number(before.number) + 1 }
        if (before) update('attempts', { is_latest: 0 }, before.id as string)
        const row = { id, test_id, college_id, assignment_id: given.assignment_id, student_id: given.student_id } as Row
        const clock = { started_at: time, plan: '[1]', part_opened_at: time, deadline: time + hour }
        // Some rows are inserted complete, as by a restored backup or another program.
        const whole = pick(4) === 0 && { submitted_at: time + pick(hour), ...figures() }
        if (before && whole) update('attempts', { counts: 0 }, before.id as string)
        insert('attempts', { ...row, ...number, ...clock, ...whole })
      },
    ],
    [
      25,
      () => {
        const attempt = any('attempts', 'submitted_at is null')
        if (!attempt) return
        const before = earlier(attempt)
        if (before) update('attempts', { counts: 0 }, before.id as string)
        update('attempts', { submitted_at: time, ...figures() }, attempt.id as string)
      },
    ],
    [
      6,
      () => {
        const attempt = any('attempts', 'submitted_at is not null')
        if (attempt) update('attempts', figures(), attempt.id as string)
      },
    ],
    [
      3,
      () => {
        const attempt = any('attempts', 'submitted_at is not null')
        if (!attempt || attempt.is_latest === 0) return
        const before = earlier(attempt)
        if (before) update('attempts', { counts: 1 }, before.id as string)
        update('attempts', { submitted_at: null }, attempt.id as string)
      },
    ],
    [
      2,
      () => {
        const attempt = any('attempts')
        if (!attempt) return
        const { student_id, test_id } = attempt
        db.prepare('delete from attempts where student_id = ? and test_id = ?').run(student_id, test_id)
      },
    ],
    [
      2,
      () => {
        const given = any('student_assignments')
        if (given)
          db.prepare('delete from student_assignments where assignment_id = ? and student_id = ?').run(
            given.assignment_id,
            given.student_id,
          )
      },
    ],
    [
      8,
      () => {
        const group = { batch: ['2026', '2027', null][pick(3)], section: ['A', 'B', 'C'][pick(3)] }
        if (student) update('users', group as Row, student.id as string)
      },
    ],
    [1, () => student && update('users', { role: 'faculty' }, student.id as string)],
    [
      2,
      () => {
        const test = any('tests')
        if (test) update('tests', kindOfTest(), test.id as string)
      },
    ],
    [2, () => remove('users', any('users'))],
    [1, () => pick(2) === 0 && remove('assignments', assignment)],
    [1, () => pick(2) === 0 && remove('tests', any('tests'))],
    [1, () => pick(3) === 0 && remove('colleges', any('colleges'))],
  ]
  let left = pick(changes.reduce((sum, [weight]) => sum + weight, 0))
  for (const [weight, run] of changes) {
    if (left < weight) return void run()
    left -= weight
  }
}

describe('precomputed report sums', () => {
  it('match a recount after any change', async () => {
    const draws = fc.array(fc.nat(1_000_000), { minLength: 3000, maxLength: 6000 })
    let compared = 0
    await fc.assert(
      fc.asyncProperty(draws, async (numbers) => {
        const scratch = await openScratch()
        try {
          let at = 0
          const pick = (below: number) => (numbers[at++ % numbers.length] ?? 0) % below
          scratch.db.exec('begin')
          for (let serial = 0; at < numbers.length; serial++) {
            change(scratch, pick, serial)
            if (serial % 60 === 0) expectEqual(scratch)
          }
          expectEqual(scratch)
          compared += recount(scratch).size
        } finally {
          scratch.close()
        }
      }),
      { numRuns: 5, endOnFailure: true },
    )
    // Something must have been compared. Check all runs together, because one may end with most rows deleted.
    expect(compared).toBeGreaterThan(50)
  })

  it.each(['0008_reports', '0009_kinds-of-students', '0014_practice-again', '0015_exact-percentages'])(
    'are computed for a database from before %s',
    async (migration) => {
      const scratch = await openScratch(migration)
      let state = 5
      const pick = (below: number) => {
        state = (state * 48_271) % 2_147_483_647
        return state % below
      }
      for (let serial = 0; serial < 600; serial++) change(scratch, pick, serial)
      // Percentages were stored like this before migration 0012.
      scratch.db.exec('update attempts set percentage = round(percentage, 2)')
      await openDatabase(scratch.file, 'migrations').close()
      expect(recount(scratch).size).toBeGreaterThan(50)
      expectEqual(scratch)
      for (const { percentage, marks_obtained, total_marks } of scratch.all(
        'select * from attempts where submitted_at is not null',
      ))
        expect(percentage).toBeCloseTo((Number(marks_obtained) / Number(total_marks)) * 100, 10)
      scratch.close()
    },
  )

  it('are updated in the same transaction, so a rollback leaves no trace', async () => {
    const scratch = await openScratch()
    let serial = 0
    let state = 7
    const pick = (below: number) => {
      state = (state * 48_271) % 2_147_483_647
      return state % below
    }
    while (serial < 600) change(scratch, pick, serial++)
    const before = kept(scratch)
    scratch.db.exec('begin')
    while (serial < 700) change(scratch, pick, serial++)
    expect(kept(scratch)).not.toEqual(before)
    scratch.db.exec('rollback')
    expect(kept(scratch)).toEqual(before)
    scratch.close()
  })
})
