import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { expect, it } from 'vitest'
import { aStudent } from '#tests/factories/forms.ts'
import { afterThisTest } from '#tests/support/cleanup.ts'
import { api, startCommand, startServer } from '#tests/support/process.ts'
import { createWorld } from '#tests/support/world.ts'

function aFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'examhall-audit-'))
  afterThisTest(async () => rmSync(folder, { recursive: true }))
  return folder
}

const linesOf = (file: string): { number: number; hash: string; previousHash: string; action: string }[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line))
const numbersOf = (file: string) => linesOf(file).map(({ number }) => number)
const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1)

async function worldWithFile() {
  const file = join(aFolder(), 'audit.jsonl')
  const world = await createWorld({ auditLog: { file, syslog: undefined } })
  const college = await world.college()
  const add = async (count: number) => {
    for (let n = 0; n < count; n++) await world.call(college.admin).members.create(aStudent())
    await world.platform.auditShipping.finish()
  }
  return { file, world, add }
}

it('writes each entry to the file once, in order, with its hash', async () => {
  const { file, add } = await worldWithFile()
  await add(3)
  await add(120)
  const lines = linesOf(file)
  expect(lines.map(({ number }) => number)).toEqual(upTo(lines.length))
  expect(lines.length).toBeGreaterThan(120)
  for (const [index, { previousHash }] of lines.entries())
    expect(previousHash).toBe(lines[index - 1]?.hash ?? '0'.repeat(64))
  expect(lines.at(-1)).toMatchObject({ action: 'member.create', actorRole: 'college_admin', address: '127.0.0.1' })
})

it('repairs a line truncated by a crash, and follows a rotated file', async () => {
  const { file, world, add } = await worldWithFile()
  await add(3)
  const written = numbersOf(file).length
  // Simulates a crash in the middle of a line.
  truncateSync(file, readFileSync(file).length - 20)
  await world.app.close()
  expect(numbersOf(file).length).toBe(written - 1)
  const again = await startServer(world.platform.config.dataDir, 'serve', { AUDIT_LOG_FILE: file })
  await expect.poll(() => numbersOf(file), { timeout: 20_000 }).toEqual(upTo(written))
  renameSync(file, `${file}.1`)
  await api(again.url, 'POST', '/auth/login', undefined, { email: 'admin@localhost', password: 'first-password' })
  await again.terminate()
  expect(numbersOf(file)).toEqual([written + 1])
  renameSync(file, `${file}.2`)
  const third = await startServer(world.platform.config.dataDir, 'serve', { AUDIT_LOG_FILE: file })
  await api(third.url, 'POST', '/auth/login', undefined, { email: 'admin@localhost', password: 'first-password' })
  await third.terminate()
  expect(numbersOf(file)).toEqual([written + 2])
}, 60_000)

it('loses and repeats nothing when the server is killed', async () => {
  const folder = aFolder()
  const file = join(folder, 'audit.jsonl')
  let signedIn = 0
  for (let round = 0; round < 2; round++) {
    const server = await startServer(join(folder, 'data'), 'serve', { AUDIT_LOG_FILE: file })
    const form = { email: 'admin@localhost', password: 'first-password' }
    for (let n = 0; n < 3; n++) {
      await api(server.url, 'POST', '/auth/login', undefined, form)
      signedIn++
    }
    await server.kill()
  }
  const last = await startServer(join(folder, 'data'), 'serve', { AUDIT_LOG_FILE: file })
  await last.terminate()
  expect(numbersOf(file)).toEqual(upTo(signedIn))
}, 60_000)

it('reports a failure while the file cannot be written, and catches up', async () => {
  const folder = aFolder()
  const file = join(folder, 'there', 'audit.jsonl')
  const world = await createWorld({ auditLog: { file, syslog: undefined } })
  await world.college()
  await world.platform.auditShipping.finish()
  expect(world.platform.health.has('audit_log_waits')).toBe(true)
  expect(existsSync(file)).toBe(false)
  mkdirSync(join(folder, 'there'))
  await world.platform.auditShipping.finish()
  expect(world.platform.health.has('audit_log_waits')).toBe(false)
  expect(numbersOf(file)).toEqual(upTo(2))
})

it('sends entries to a syslog server in RFC 5424 format', async () => {
  const receiver = createSocket('udp4')
  const messages: string[] = []
  receiver.on('message', (message) => void messages.push(message.toString()))
  receiver.bind(0, '127.0.0.1')
  await once(receiver, 'listening')
  afterThisTest(async () => void receiver.close())
  const { port } = receiver.address()
  const world = await createWorld({ auditLog: { file: undefined, syslog: { host: '127.0.0.1', port } } })
  await world.college()
  await world.platform.auditShipping.finish()
  await world.platform.auditShipping.finish()
  await expect.poll(() => messages.length).toBe(2)
  expect(messages[0]).toMatch(/^<110>1 \d{4}-\d\d-\d\dT[\d:.]+Z \S+ examhall \d+ audit - \{/)
  expect(messages.map((message) => JSON.parse(message.slice(message.indexOf('{'))).action)).toEqual([
    'college.create',
    'sign_in.success',
  ])
})

it('finds the first broken link, and a file that differs, on the command line', async () => {
  const { file, world, add } = await worldWithFile()
  await add(2)
  const { dataDir } = world.platform.config
  const verify = () => startCommand(dataDir, ['audit', 'verify'], { AUDIT_LOG_FILE: file }).ended
  const good = await verify()
  expect(good).toMatchObject({ code: 0 })
  const { number, hash } = linesOf(file).at(-1) ?? {}
  expect(good.output).toContain(`The chain is intact: ${number} entries`)
  expect(good.output).toContain(`Last good entry: ${number}, hash ${hash}`)
  expect(good.output).toContain(`${file} matches the log: ${number} lines`)

  const whole = readFileSync(file)
  appendFileSync(file, `${JSON.stringify({ number: 99, hash: 'f'.repeat(64) })}\n`)
  const differs = await verify()
  expect(differs).toMatchObject({ code: 1, output: expect.stringContaining('has entry 99') })
  writeFileSync(file, whole)

  const database = new SqliteDatabase(join(dataDir, 'examhall.db'))
  database.exec("drop trigger audit_entries_keep; update audit_entries set subject_name = 'X' where number = 2")
  database.close()
  const broken = await verify()
  expect(broken).toMatchObject({ code: 1, output: expect.stringContaining('! The chain is broken at entry 2 (') })
  expect(broken.output).toContain('its subject was changed')
  expect((await startCommand(dataDir, ['audit', 'now']).ended).code).toBe(2)
}, 60_000)
