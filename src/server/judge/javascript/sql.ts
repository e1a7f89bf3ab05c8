/**
 * Runs SQL in an in-memory database, inside the sandbox. Standard input is a case's SQL, which creates the tables and
 * their rows. Then the student's statements run. With a driver, they may change the database, and the driver's queries
 * show the result; without one, they may only read. The rows that the queries return are printed.
 */
import { existsSync, readFileSync, writeSync } from 'node:fs'
import { constants, DatabaseSync, type SQLOutputValue } from 'node:sqlite'

const main = '/box/main.sql'
/** Exists if the main file is a driver. */
const solution = '/box/solution.sql'
const maxStatements = 100

const reading: readonly number[] = [
  constants.SQLITE_SELECT,
  constants.SQLITE_READ,
  constants.SQLITE_FUNCTION,
  constants.SQLITE_RECURSIVE,
]
const forbidden: readonly number[] = [constants.SQLITE_ATTACH, constants.SQLITE_DETACH]
/** Pragmas that describe tables. */
const describing = new Set(['table_info', 'table_xinfo', 'table_list', 'index_list', 'index_info', 'foreign_key_list'])
const notAllowed = constants.SQLITE_DENY
const allowed = constants.SQLITE_OK

class Failure extends Error {}

const database = new DatabaseSync(':memory:')

function authorize(mayWrite: boolean) {
  database.setAuthorizer((action, name) => {
    if (action === constants.SQLITE_PRAGMA) return describing.has(name ?? '') ? allowed : notAllowed
    if (forbidden.includes(action)) return notAllowed
    return mayWrite || reading.includes(action) ? allowed : notAllowed
  })
}

/** Empty statements, spaces and comments. SQLite does not skip them after a semicolon. */
const blank = /^(?:[\s;]+|--[^\n]*(?:\n|$)|\/\*[\s\S]*?(?:\*\/|$))+/

/** Prints a value so that its type shows: 1, 1.0, 'text', x'00ff', NULL. A row stays on one line. */
function literal(value: SQLOutputValue): string {
  if (value === null) return 'NULL'
  if (typeof value === 'bigint') return String(value)
  if (typeof value === 'number')
    return Number.isInteger(value) && !/e/.test(String(value)) ? `${value}.0` : String(value)
  if (typeof value === 'string')
    return `'${value.replaceAll("'", "''").replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\r', '\\r')}'`
  return `x'${Buffer.from(value).toString('hex')}'`
}

function print(text: string) {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; ) at += writeSync(1, bytes, at)
}

const printedTogether = 65_536

function printRows(rows: Iterable<unknown>) {
  let text = ''
  let isEmpty = true
  for (const row of rows) {
    isEmpty = false
    text += `${(row as SQLOutputValue[]).map(literal).join(' | ')}\n`
    if (text.length < printedTogether) continue
    print(text)
    text = ''
  }
  print(isEmpty ? '(no rows)\n' : text)
}

function refusal(message: string, mayWrite: boolean): string {
  if (message !== 'not authorized' && message !== 'authorization denied') return message
  return mayWrite ? 'This statement is not allowed.' : 'Only queries are allowed here: SELECT, WITH or VALUES.'
}

/**
 * Runs all statements of a text. Prints the rows of its queries, unless it is followed by a driver.
 * @throws Failure with the line of the statement
 */
function runAll(sql: string, name: string, mayWrite: boolean) {
  authorize(mayWrite)
  let statements = 0
  for (let at = 0; ; ) {
    at += blank.exec(sql.slice(at))?.[0].length ?? 0
    if (at >= sql.length) break
    try {
      if (++statements > maxStatements) throw new Error(`At most ${maxStatements} statements are allowed.`)
      const statement = database.prepare(sql.slice(at))
      statement.setReadBigInts(true)
      statement.setReturnArrays(true)
      if (!mayWrite && statement.columns().length > 0) printRows(statement.iterate())
      else statement.run()
      at += statement.sourceSQL.length
    } catch (error) {
      const line = sql.slice(0, at).split('\n').length
      throw new Failure(`${name}, statement at line ${line}: ${refusal((error as Error).message, mayWrite)}`)
    }
  }
  if (statements === 0) throw new Failure(`${name} has no statements.`)
}

if (process.argv.includes('--version')) {
  print(`${database.prepare('SELECT sqlite_version() AS version').get()?.version}\n`)
  process.exit()
}
try {
  try {
    database.exec(readFileSync(0, 'utf8'))
  } catch (error) {
    throw new Failure(`The SQL of the test case failed: ${(error as Error).message}`)
  }
  const hasDriver = existsSync(solution)
  runAll(readFileSync(hasDriver ? solution : main, 'utf8'), hasDriver ? 'solution.sql' : 'main.sql', hasDriver)
  if (hasDriver) runAll(readFileSync(main, 'utf8'), 'main.sql', false)
} catch (error) {
  if (!(error instanceof Failure)) throw error
  writeSync(2, `${error.message}\n`)
  process.exitCode = 1
}
