import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Comparison, Driver, JudgedCase } from '#server/judge/types.ts'
import { openJudge } from './judging.ts'

const judge = openJudge()
beforeAll(() => judge.languages())
afterAll(() => judge.close())

const students = `
CREATE TABLE students (id INTEGER PRIMARY KEY, name TEXT, mark REAL);
INSERT INTO students VALUES (1, 'Asha', 80), (2, 'O''Neil', 72.5), (3, NULL, NULL);
`

interface Given {
  input?: string
  expected?: string
  driver?: Driver
  comparison?: Comparison
}

let made = 0
async function run(
  source: string,
  { input = students, expected, driver, comparison }: Given = {},
): Promise<JudgedCase> {
  const outcome = await judge.judge({
    id: `sql-${++made}`,
    language: 'sql',
    source,
    limits: { timeMs: 1_000, memoryMb: 64 },
    cases: [{ input, keep: true, ...(expected === undefined ? {} : { expected }) }],
    ...(driver ? { driver } : {}),
    ...(comparison ? { comparison } : {}),
  })
  if (outcome.kind !== 'judged') throw new Error(outcome.message)
  const [first] = outcome.cases
  if (!first) throw new Error('There was no case')
  return first
}

const outputOf = async (...given: Parameters<typeof run>) => (await run(...given)).output

describe('a query', () => {
  it('prints its rows with their types', async () => {
    const rows = "1 | 'Asha' | 80.0\n2 | 'O''Neil' | 72.5\n3 | NULL | NULL\n"
    expect(await outputOf('SELECT * FROM students ORDER BY id;')).toBe(rows)
    expect(await run('SELECT * FROM students ORDER BY id', { expected: rows })).toMatchObject({ verdict: 'accepted' })
  })

  it.each([
    [
      'whole numbers beyond 2⁵³',
      'SELECT 9007199254740993, -9223372036854775808',
      '9007199254740993 | -9223372036854775808\n',
    ],
    ['decimals', 'SELECT 1.0, 0.1 + 0.2, 1e300, -2.5e-9', '1.0 | 0.30000000000000004 | 1e+300 | -2.5e-9\n'],
    ['bytes', "SELECT x'00ff'", "x'00ff'\n"],
    ['a text with several lines on one line', "SELECT 'a\nb\\n'", "'a\\nb\\\\n'\n"],
    ['a text with the separator in quotes', "SELECT 'a | b', 'c'", "'a | b' | 'c'\n"],
    ['columns with the same name', 'SELECT 1 AS a, 2 AS a', '1 | 2\n'],
    ['no rows', 'SELECT 1 WHERE 0', '(no rows)\n'],
    ['the rows of several queries', 'SELECT 1; -- one\n;; /* two */ SELECT 2;', '1\n2\n'],
    [
      'a recursive query',
      'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3) SELECT i FROM n',
      '1\n2\n3\n',
    ],
    ['a semicolon in a text', "SELECT ';' -- ;", "';'\n"],
    ['the columns of a table', "SELECT name FROM pragma_table_info('students')", "'id'\n'name'\n'mark'\n"],
  ])('prints %s', async (_name, source, output) => {
    expect(await outputOf(source)).toBe(output)
  })

  it('is compared in order, in any order, or with a tolerance', async () => {
    const expected = '1\n2\n'
    expect(await run('SELECT 2 UNION ALL SELECT 1', { expected })).toMatchObject({ verdict: 'wrong_answer' })
    const unordered = { expected, comparison: { kind: 'unordered' } } as const
    expect(await run('SELECT 2 UNION ALL SELECT 1', unordered)).toMatchObject({ verdict: 'accepted' })
    expect(await run('SELECT 1.0 UNION ALL SELECT 2.0', { expected })).toMatchObject({ verdict: 'wrong_answer' })
    const numbers = { expected, comparison: { kind: 'numbers', absolute: 0.1 } } as const
    expect(await run('SELECT 1.05 UNION ALL SELECT 2.0', numbers)).toMatchObject({ verdict: 'accepted' })
  })

  it.each([
    ['an unknown column', '\n\nSELECT nme FROM students', 'main.sql, statement at line 3: no such column: nme'],
    ['a syntax error', 'SELECT 1;\nSELEC 2', 'main.sql, statement at line 2: near "SELEC": syntax error'],
    ['no statement', '-- nothing', 'main.sql has no statements.'],
    ['too many statements', 'SELECT 1;'.repeat(101), 'At most 100 statements are allowed.'],
  ])('explains %s', async (_name, source, message) => {
    expect(await run(source)).toMatchObject({ verdict: 'runtime_error', error: expect.stringContaining(message) })
  })

  it('is not blamed silently if the SQL of the case is wrong', async () => {
    const error = 'The SQL of the test case failed: near "CREAT": syntax error'
    expect(await run('SELECT 1', { input: 'CREAT TABLE' })).toMatchObject({ verdict: 'runtime_error', error })
  })

  it.each([
    ["INSERT INTO students VALUES (4, 'x', 1)"],
    ['DELETE FROM students'],
    ['DROP TABLE students'],
    ['CREATE TABLE t (a)'],
    ['PRAGMA query_only = 0'],
    ['BEGIN'],
    ["ATTACH '/tmp/a.db' AS a"],
    ["VACUUM INTO '/tmp/a.db'"],
    ['WITH a AS (SELECT 1) DELETE FROM students'],
  ])('cannot change anything: %s', async (source) => {
    const error = expect.stringContaining('Only queries are allowed here: SELECT, WITH or VALUES.')
    expect(await run(source)).toMatchObject({ verdict: 'runtime_error', error })
  })

  it('is stopped at the limits', async () => {
    const endless = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT'
    expect(await run(`${endless} count(*) FROM n`)).toMatchObject({ verdict: 'time_limit_exceeded' })
    expect(await run(`${endless} i FROM n`)).toMatchObject({
      verdict: expect.stringMatching(/^(time|output)_limit_exceeded$/),
    })
    expect(await run('SELECT length(hex(randomblob(400000000)))')).toMatchObject({
      verdict: expect.stringMatching(/^(memory_limit_exceeded|runtime_error)$/),
    })
  })
})

describe('statements before a driver', () => {
  const driver = { code: 'SELECT id, mark FROM students ORDER BY id', files: [] }

  it('may change the tables, which the driver shows', async () => {
    const source = 'UPDATE students SET mark = 0 WHERE mark IS NULL; SELECT 1; DELETE FROM students WHERE id = 1;'
    expect(await outputOf(source, { driver })).toBe('2 | 72.5\n3 | 0.0\n')
  })

  it('may create tables and triggers', async () => {
    const source = `CREATE TABLE log (id);
CREATE TRIGGER logged AFTER DELETE ON students BEGIN INSERT INTO log VALUES (old.id); SELECT 1; END;
DELETE FROM students WHERE id > 1;`
    expect(await outputOf(source, { driver: { code: 'SELECT id FROM log ORDER BY id', files: [] } })).toBe('2\n3\n')
  })

  it.each([["ATTACH '/tmp/a.db' AS a"], ['PRAGMA foreign_keys = 0'], ["VACUUM INTO '/tmp/a.db'"]])(
    'cannot leave the database: %s',
    async (source) => {
      expect(await run(source, { driver })).toMatchObject({
        verdict: 'runtime_error',
        error: expect.stringContaining('solution.sql, statement at line 1: This statement is not allowed.'),
      })
    },
  )
})
