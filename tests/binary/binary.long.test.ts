import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Alone, copyAlone } from '#tests/support/binary.ts'
import { api } from '#tests/support/process.ts'

let alone: Alone
beforeAll(() => {
  alone = copyAlone()
})
afterEach(() => {
  // The judge may still write to its cache just after its server has stopped.
  for (const name of readdirSync(alone.dataDir)) rmSync(join(alone.dataDir, name), { recursive: true, maxRetries: 20 })
})
afterAll(() => alone.remove())

const cache = () => join(alone.dataDir, 'cache')
/** Unpacked versions, including partial ones. */
const inCache = () => (existsSync(cache()) ? readdirSync(cache()).filter((name) => name !== 'judge') : [])
const run = (...args: string[]) => {
  const { stdout, stderr, status } = spawnSync(alone.program, args, { ...alone.options, encoding: 'utf8' })
  return { said: (stdout + stderr).trim(), status }
}
const admin = { email: 'admin@localhost', password: 'first-password' }

/** Starts the program, signs in, and stops it. */
async function expectServing() {
  const server = await alone.start()
  expect((await api(server.url, 'POST', '/auth/login', undefined, admin)).status).toBe(200)
  expect(await (await fetch(`${server.url}/login`)).text()).toContain('<div id="root">')
  expect(await server.terminate()).toBe(0)
}

describe('the single file', () => {
  it('prints its help without writing anything', () => {
    expect(run('--version').said).toMatch(/^examhall \d+\.\d+\.\d+, Node v24\./)
    expect(run('--help').said).toContain('create-admin [--email ADDRESS] [--name NAME]')
    expect(run('strat')).toMatchObject({
      status: 2,
      said: expect.stringMatching(/^Unknown command strat\. Commands: .*$/),
    })
    expect(run('serve', 'now')).toEqual({ status: 2, said: 'serve takes no arguments, not now' })
    expect(readdirSync(alone.dataDir)).toEqual([])
  })

  it('comes with its package list, and a checksum for each', () => {
    const folder = join(import.meta.dirname, '../../dist')
    const bill = JSON.parse(readFileSync(join(folder, 'examhall.cdx.json'), 'utf8'))
    expect(bill).toMatchObject({ bomFormat: 'CycloneDX', metadata: { component: { name: 'examhall' } } })
    const { dependencies } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'))
    const named = new Set(bill.components.map(({ name, version }: Record<string, string>) => `${name} ${version}`))
    for (const [name, version] of Object.entries<string>(dependencies))
      expect(named).toContain(`${name} ${/\d[^@]*$/.exec(version)}`)
    expect(named).toContain(`node ${process.version.slice(1)}`)
    const { stdout, status } = spawnSync('sha256sum', ['--check', 'SHA256SUMS'], { cwd: folder, encoding: 'utf8' })
    expect([status, stdout]).toEqual([0, 'examhall: OK\nexamhall.cdx.json: OK\n'])
  })

  it('starts again after being killed at any point while unpacking', async () => {
    let killed = 0
    for (let ms = 20; killed < 8 && ms < 2_000; ms = Math.ceil(ms * 1.3)) {
      rmSync(cache(), { recursive: true, force: true })
      const child = spawn(alone.program, ['serve'], { ...alone.options, stdio: 'ignore' })
      const exited = once(child, 'exit')
      // Wait for the program's first write.
      while (inCache().length === 0 && child.exitCode === null) await new Promise(setImmediate)
      const until = performance.now() + ms
      while (performance.now() < until) await new Promise(setImmediate)
      child.kill('SIGKILL')
      await exited
      if (inCache().some((name) => name.startsWith('aside-'))) killed++
      else if (killed > 0) break
    }
    expect(killed).toBeGreaterThan(0)
    await expectServing()
    expect(inCache()).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)])
  })

  it('unpacks only once, even if three processes start together', async () => {
    // With invalid arguments, the command unpacks and then exits.
    const starts = [1, 2, 3].map(() =>
      spawn(alone.program, ['create-admin', 'now'], { ...alone.options, stdio: 'ignore' }),
    )
    for (const [code] of await Promise.all(starts.map((child) => once(child, 'exit')))) expect(code).toBe(2)
    const [version = '', ...others] = inCache()
    expect(others).toEqual([])
    const { ino, mtimeMs } = statSync(join(cache(), version))
    expect(statSync(join(cache(), version)).mode & 0o077).toBe(0)
    await expectServing()
    expect(statSync(join(cache(), version))).toMatchObject({ ino, mtimeMs })
  })

  it('repairs missing or truncated files, and removes unused versions', async () => {
    await expectServing()
    const [version = ''] = inCache()
    const older = 'a'.repeat(64)
    symlinkSync('/', join(cache(), older))
    rmSync(join(cache(), version, 'migrations'), { recursive: true })
    await expectServing()
    truncateSync(join(cache(), version, 'server/main.js'))
    await expectServing()
    expect(inCache()).toEqual([version])
  })

  it('keeps its compiled code for the next start, and starts if that is damaged', async () => {
    await expectServing()
    const [version = ''] = inCache()
    const compiled = join(cache(), version, 'compiled')
    const files = () =>
      readdirSync(compiled, { recursive: true, encoding: 'utf8' })
        .map((name) => join(compiled, name))
        .filter((path) => statSync(path).isFile())
    expect(files().reduce((sum, path) => sum + statSync(path).size, 0)).toBeGreaterThan(1_000_000)
    for (const path of files()) truncateSync(path, Math.floor(statSync(path).size / 2))
    await expectServing()
    expect(inCache()).toEqual([version])
  })

  it('loads the parts that a start does not need on first use', async () => {
    const server = await alone.start()
    const { token } = (await api(server.url, 'POST', '/auth/login', undefined, admin)).body
    const headers = { authorization: `Bearer ${token}` }
    for (const format of ['gift', 'moodle-xml', 'qti3', 'xlsx']) {
      const file = await fetch(`${server.url}/api/bank/export?format=${format}`, { headers })
      expect([format, file.status]).toEqual([format, 200])
      await file.arrayBuffer()
    }
    const form = new FormData()
    form.append('file', new File(['not a zip'], 'problem.zip'))
    const body = await fetch(`${server.url}/api/coding/questions/import`, { method: 'POST', headers, body: form })
    expect([body.status, await body.text()]).toEqual([415, expect.stringContaining('zip')])
    await api(server.url, 'POST', '/auth/forgot-password', undefined, { email: admin.email })
    const outbox = join(alone.dataDir, 'outbox')
    const mails = () => (existsSync(outbox) ? readdirSync(outbox).filter((name) => name.endsWith('.eml')) : [])
    await expect.poll(() => mails().length, { timeout: 20_000 }).toBe(1)
    expect(readFileSync(join(outbox, mails()[0] ?? ''), 'utf8')).toContain(`To: ${admin.email}`)
    expect(await server.terminate()).toBe(0)
  })

  it('runs nothing from a folder that others can write to', async () => {
    await expectServing()
    const [version = ''] = inCache()
    chmodSync(join(cache(), version), 0o777)
    writeFileSync(join(cache(), version, 'server/main.js'), 'console.log("theirs")')
    await expectServing()
    expect(statSync(join(cache(), version)).mode & 0o077).toBe(0)
    chmodSync(cache(), 0o777)
    expect(run('serve')).toEqual({
      status: 1,
      said: `${cache()} is accessible to other users: start as its owner, or remove it`,
    })
  })

  it('creates a master admin while a server uses the data folder, and prints a random password once', async () => {
    const server = await alone.start()
    const made = run('create-admin', '--email', 'Second@college.example', '--name', 'Asha Rao')
    expect(made).toEqual({ status: 0, said: 'Master admin: second@college.example\nPassword: as provided' })
    const { body } = await api(server.url, 'POST', '/auth/login', undefined, {
      ...admin,
      email: 'second@college.example',
    })
    expect(body.user).toMatchObject({ name: 'Asha Rao', role: 'master_admin' })
    const { entries } = (await api(server.url, 'GET', '/audit?except=sign_in', body.token)).body
    expect(entries[0]).toMatchObject({ action: 'member.create', actor: null, subject: { name: 'Asha Rao' } })
    expect(run('create-admin', '--email', 'second@college.example')).toEqual({
      status: 1,
      said: 'This email is already in use',
    })
    expect(run('create-admin', '--email', 'nobody')).toEqual({ status: 2, said: 'Please enter a valid email' })
    expect(run('create-admin', 'now').status).toBe(2)
    const env = { ...alone.options.env, MASTER_ADMIN_PASSWORD: '' }
    const args = ['create-admin', '--email', 'third@college.example']
    const { stdout } = spawnSync(alone.program, args, { ...alone.options, env, encoding: 'utf8' })
    const password = /this once\): (\S+)$/m.exec(stdout)?.[1]
    const third = { email: 'third@college.example', password }
    expect((await api(server.url, 'POST', '/auth/login', undefined, third)).status).toBe(200)
    await server.terminate()
  })
})
