import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, join, resolve } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { afterEach, describe, expect, it } from 'vitest'
import { builtParts } from '#server/app.ts'
import { replaceData } from '#server/platform/backup/replace.ts'
import { openDatabase } from '#server/platform/db.ts'
import { aCollege, aQuestion, aStudent, aTest } from '#tests/factories/forms.ts'
import { api, type ServerProcess, startCommand, startServer } from '#tests/support/process.ts'
import { dataOf, makeData, readData, refusal, scratch } from './data.ts'

const started: ServerProcess[] = []
afterEach(async () => {
  for (const server of started.splice(0)) await server.kill()
})
const serve = async (dataDir: string) => {
  const server = await startServer(dataDir)
  started.push(server)
  return server
}

const run = (dataDir: string, ...args: string[]) => startCommand(dataDir, args).ended
const signIn = async (url: string, email: string, password: string): Promise<string> =>
  (await api(url, 'POST', '/auth/login', undefined, { email, password })).body.token
/** Prepares a data folder as a server start does, without listening. */
const startAndStop = (dataDir: string) => openDatabase(join(dataDir, 'examhall.db'), builtParts.migrations).close()
const spares = (dataDir: string) => readdirSync(dataDir).filter((name) => name.startsWith('replaced-'))

async function backedUp(says: string, rows = 0) {
  const dataDir = await makeData(says, rows)
  const file = join(scratch(), 'backup.tar.gz')
  expect(await run(dataDir, 'backup', file)).toMatchObject({ code: 0 })
  return file
}

describe('examhall backup and restore', () => {
  it.skipIf(process.getuid?.() !== 0)('shows root the chown command for the service account', async () => {
    const file = await backedUp('of the service')
    const dataDir = scratch()
    chownSync(dataDir, 65_534, 65_534)
    const { code, output } = await run(dataDir, 'restore', file)
    expect(code).toBe(0)
    expect(output).toContain(`chown -R 65534:65534 ${dataDir}`)
    const own = scratch()
    expect((await run(own, 'restore', file)).output).not.toContain('chown')
  })

  it('keeps every answer that was acknowledged before a backup during an exam', async () => {
    const dataDir = scratch()
    const server = await serve(dataDir)
    const admin = await signIn(server.url, 'admin@localhost', 'first-password')
    const { college, credentials } = (await api(server.url, 'POST', '/admin/colleges', admin, aCollege())).body
    const questions = Array.from({ length: 40 }, () => aQuestion())
    const { test } = (await api(server.url, 'POST', '/tests', admin, aTest(Date.now(), { questions }))).body
    await api(server.url, 'POST', `/tests/${test.id}/assign-college`, admin, { collegeIds: [college.id] })
    const owner = await signIn(server.url, credentials.email, credentials.temporaryPassword)
    const { assignments } = (await api(server.url, 'GET', '/tests/college/assigned', owner)).body
    const { id } = assignments[0] ?? {}
    await api(server.url, 'PUT', `/tests/assignment/${id}/status`, owner, { status: 'accepted' })
    const added = (await api(server.url, 'POST', '/college/users', owner, aStudent())).body
    await api(server.url, 'POST', `/tests/assignment/${id}/assign-students`, owner, {
      specificStudents: [added.user.id],
    })
    const student = await signIn(server.url, added.user.email, added.temporaryPassword)
    const paper = (await api(server.url, 'POST', `/tests/${test.id}/start`, student)).body.test

    const acknowledged: string[] = []
    const file = join(scratch(), 'backup.tar.gz')
    let backup: ReturnType<typeof run> | undefined
    let ended = false
    let before: string[] = []
    while (!ended) {
      const at = acknowledged.length
      const answers = [{ questionId: paper.questions[at % 40].id, selectedAnswer: 'ABCD'[at % 4], revision: at + 1 }]
      const saved = await api(server.url, 'PUT', `/tests/${test.id}/answers`, student, { answers })
      expect(saved.status).toBe(200)
      acknowledged.push(answers[0]?.selectedAnswer ?? '')
      if (at === 40) {
        before = [...acknowledged]
        backup = run(dataDir, 'backup', file)
        void backup.finally(() => {
          ended = true
        })
      }
    }
    expect(await backup).toMatchObject({ code: 0, output: expect.stringMatching(/Backed up to .* in .* s: /) })
    // Requests continued during the backup.
    expect(acknowledged.length).toBeGreaterThan(before.length)

    const elsewhere = scratch()
    expect(await run(elsewhere, 'restore', file)).toMatchObject({ code: 0 })
    const restored = await serve(elsewhere)
    const again = (await api(restored.url, 'POST', `/tests/${test.id}/start`, student)).body.answers as {
      questionId: string
      selectedAnswer: string
      revision: number
    }[]
    for (const [at, selectedAnswer] of before.slice(1).entries()) {
      const kept = again.find(({ questionId }) => questionId === paper.questions[(at + 1) % 40].id)
      expect(kept?.revision).toBeGreaterThanOrEqual(at + 2)
      if (kept?.revision === at + 2) expect(kept.selectedAnswer).toBe(selectedAnswer)
    }
    // The audit log records the restore without an actor.
    await expect
      .poll(async () => (await api(restored.url, 'GET', '/audit?action=platform.restore', admin)).body.entries, {
        timeout: 20_000,
      })
      .toMatchObject([{ actor: null, detail: { file: 'backup.tar.gz' } }])
  })

  it('keeps the previous data and prints its location', async () => {
    const file = await backedUp('new')
    const dataDir = await makeData('old')
    const { code, output } = await run(dataDir, 'restore', file)
    const [spare = ''] = spares(dataDir)
    expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining(join(dataDir, spare)) })
    expect(readData(dataDir)).toEqual(dataOf('new'))
    expect(readData(join(dataDir, spare))).toEqual(dataOf('old'))
  })

  it('keeps the data replaced by each of two restores in the same second', async () => {
    const dataDir = await makeData('first')
    const at = Date.UTC(2026, 0, 31)
    const put = async (says: string) => {
      const fresh = await makeData(says)
      mkdirSync(join(dataDir, 'examhall-1.part'))
      for (const name of ['examhall.db', 'uploads']) move(join(fresh, name), join(dataDir, 'examhall-1.part', name))
      return replaceData(dataDir, { from: 'examhall-1.part', file: 'f', createdAt: 'then', at }) ?? ''
    }
    const kept = [await put('second'), await put('third')]
    expect(kept.map(readData)).toEqual([dataOf('first'), dataOf('second')])
    expect(readData(dataDir)).toEqual(dataOf('third'))
  })

  it('also moves a dangling symbolic link out of the way', async () => {
    const file = await backedUp('new')
    const dataDir = scratch()
    symlinkSync('/nowhere/at/all', join(dataDir, 'uploads'))
    expect(await run(dataDir, 'restore', file)).toMatchObject({ code: 0 })
    expect(readData(dataDir)).toEqual(dataOf('new'))
    expect(readdirSync(join(dataDir, spares(dataDir)[0] ?? ''))).toEqual(['uploads'])
  })

  it('reports a file that differs from the one recorded under its name, but restores it', async () => {
    const file = await backedUp('new')
    const sum = createHash('sha256').update(readFileSync(file)).digest('hex')
    for (const [written, line] of [
      [sum, ''],
      [
        '0'.repeat(64),
        `\n! The file is intact but is not the one recorded under this name: its sha256 is ${sum}, recorded ${'0'.repeat(64)}`,
      ],
    ] as const) {
      const dataDir = await makeData('old')
      const database = new SqliteDatabase(join(dataDir, 'examhall.db'))
      database
        .prepare(
          `insert into backup_runs (id, kind, reason, started_at, finished_at, file, detail)
           values ('1', 'backup', 'nightly', 1, 2, 'backup.tar.gz', ?)`,
        )
        .run(JSON.stringify({ sha256: written }))
      database.close()
      const { code, output } = await run(dataDir, 'restore', file)
      expect({ code, output }).toEqual({
        code: 0,
        output: expect.stringMatching(new RegExp(`is kept in ${join(dataDir, spares(dataDir)[0] ?? '')}${line}$`)),
      })
      expect(readData(dataDir)).toEqual(dataOf('new'))
    }
  })

  it('includes a killed server’s write-ahead log in the spare copy', async () => {
    const file = await backedUp('new')
    const dataDir = await makeData('old')
    const server = await serve(dataDir)
    await server.kill()
    // After a kill, committed data may be only in the WAL.
    expect(existsSync(join(dataDir, 'examhall.db-wal'))).toBe(true)
    expect(await run(dataDir, 'restore', file)).toMatchObject({ code: 0 })
    expect(readData(dataDir)).toEqual(dataOf('new'))
    const spare = new SqliteDatabase(join(dataDir, spares(dataDir)[0] ?? '', 'examhall.db'))
    expect(spare.prepare('select email from users').all()).toEqual([{ email: 'admin@localhost' }])
    spare.close()
  })

  it('changes nothing for a bad file, and gives the reason in one line', async () => {
    const good = await backedUp('new')
    const dataDir = await makeData('old')
    const cut = join(scratch(), 'cut.tar.gz')
    writeFileSync(cut, readFileSync(good).subarray(0, -200))
    const missing = join(scratch(), 'missing.tar.gz')
    for (const [file, words] of [
      [cut, `${cut} is damaged: it is truncated or was modified`],
      [join(dataDir, 'examhall.db'), `${join(dataDir, 'examhall.db')} is not a backup of Examhall`],
      [missing, `The folder or file does not exist: ${missing}`],
    ] as const) {
      expect(await run(dataDir, 'restore', file)).toEqual({ code: 1, output: `Nothing was restored. ${words}` })
      expect(readData(dataDir)).toEqual(dataOf('old'))
    }
    expect(spares(dataDir)).toEqual([])
    expect(readdirSync(dataDir).filter((name) => name.endsWith('.part'))).toEqual([])
  })

  it('rejects anything but a regular file immediately, and leaves no partial files', async () => {
    const dataDir = await makeData('old')
    const folder = scratch()
    const pipe = join(folder, 'pipe')
    execFileSync('mkfifo', [pipe])
    const targets = [
      [pipe, 'is not a regular file'],
      ['/dev/null', 'is not a regular file'],
      [folder, 'is a folder'],
    ] as const
    for (const [path, words] of targets) {
      expect(await run(dataDir, 'restore', path)).toEqual({
        code: 1,
        output: `Nothing was restored. ${path} ${words}; specify a backup file`,
      })
      const other = words === 'is a folder' ? 'a file' : 'another file'
      for (const more of [[], ['--overwrite']])
        expect(await run(dataDir, 'backup', path, ...more)).toEqual({
          code: 1,
          output: `No backup was made. ${path} ${words}; specify ${other}`,
        })
    }
    expect([...readdirSync(dataDir), ...readdirSync(folder)].filter((name) => name.endsWith('.part'))).toEqual([])
    expect(readData(dataDir)).toEqual(dataOf('old'))
  })

  it.skipIf(process.getuid?.() !== 0)('reports a file this user cannot read', async () => {
    const file = await backedUp('new')
    const dataDir = scratch()
    // A file that only root can read, and a file in a folder that only root can enter.
    for (const [folder, mode] of [
      [0o755, 0o600],
      [0o700, 0o644],
    ] as const) {
      chmodSync(join(file, '..'), folder)
      chmodSync(file, mode)
      chownSync(dataDir, 65_534, 65_534)
      const main = join(import.meta.dirname, '../../src/server/main.ts')
      const { status, stderr } = spawnSync(process.execPath, [main, 'restore', file], {
        ...{ uid: 65_534, gid: 65_534, cwd: dataDir, encoding: 'utf8' },
        env: { DATA_DIR: dataDir },
      })
      expect({ status, stderr }).toEqual({
        status: 1,
        stderr: `Nothing was restored. ${file} cannot be read by this user\n`,
      })
    }
  })

  it('starts on a new machine without warnings, ignoring backups that only the old machine has', async () => {
    const old = scratch()
    await (await startServer(old)).terminate()
    const database = new SqliteDatabase(join(old, 'examhall.db'))
    const now = Date.now()
    database.prepare('update users set created_at = ?').run(now - 3 * 86_400_000)
    database
      .prepare(
        `insert into backup_runs (id, kind, reason, started_at, finished_at, file, detail)
         values ('1', 'backup', 'nightly', ?, ?, 'examhall-nightly-20260101-020000.tar.gz', '{}')`,
      )
      .run(now - 1_000, now - 1_000)
    database.close()
    const file = join(scratch(), 'backup.tar.gz')
    expect(await run(old, 'backup', file)).toMatchObject({ code: 0 })
    const dataDir = scratch()
    expect(await run(dataDir, 'restore', file)).toMatchObject({ code: 0 })
    const server = await serve(dataDir)
    const admin = await signIn(server.url, 'admin@localhost', 'first-password')
    const overview = async () => (await api(server.url, 'GET', '/admin/backups', admin)).body
    // The new machine makes its first backup immediately, and has not run a drill yet.
    await expect.poll(async () => (await overview()).runs.length, { timeout: 30_000 }).toBe(2)
    const { warnings, runs, lastGoodBackup } = await overview()
    expect({ warnings, first: runs[0] }).toMatchObject({
      warnings: [],
      first: { kind: 'backup', reason: 'nightly', failure: null },
    })
    expect(lastGoodBackup).toEqual(runs[0])
    expect(readdirSync(join(dataDir, 'backups'))).toEqual([runs[0].file])
    expect(server.output()).not.toContain('"level":50')
  })

  it('refuses while a server runs, and restores after it was killed', async () => {
    const file = await backedUp('new')
    const dataDir = await makeData('old')
    const server = await serve(dataDir)
    expect(await run(dataDir, 'restore', file)).toEqual({
      code: 1,
      output: `Nothing was restored. A server or a backup is using ${dataDir}; stop it first`,
    })
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
    await server.kill()
    expect(await run(dataDir, 'restore', file)).toMatchObject({ code: 0 })
  })

  it('writes backups inside the data folder only as .tar.gz files in the backup folder', async () => {
    const dataDir = await makeData('mine')
    const links = scratch()
    symlinkSync(dataDir, join(links, 'data'))
    mkdirSync(join(dataDir, 'backups'))
    symlinkSync(dataDir, join(dataDir, 'backups/up'))
    // The links form a loop, so only a few levels are followed.
    const listed = () =>
      ['', 'backups', 'uploads', 'uploads/images'].map((folder) => readdirSync(join(dataDir, folder)))
    const before = listed()
    for (const file of [
      join(dataDir, 'examhall.db'),
      join(dataDir, 'examhall.db-wal'),
      join(dataDir, 'mine.tar.gz'),
      join(dataDir, 'new/folder/mine.tar.gz'),
      `${links}/../${basename(links)}/data/examhall.lock`,
      join(links, 'data/uploads/images/mine.png'),
      join(dataDir, 'backups/up/mine.tar.gz'),
      join(dataDir, 'backups/before-migration-x.db'),
    ]) {
      const { code, output } = await run(dataDir, 'backup', file, '--overwrite')
      expect({ code, output }, file).toEqual({
        code: 1,
        output: `No backup was made. ${resolve(file)} is inside the data folder; choose a file elsewhere, or a .tar.gz in ${join(dataDir, 'backups')}`,
      })
    }
    expect(listed()).toEqual(before)
    expect(readData(dataDir)).toEqual(dataOf('mine'))
    for (const file of [join(dataDir, 'backups/mine.tar.gz'), join(links, 'mine.tar.gz')])
      expect(await run(dataDir, 'backup', file, '--overwrite'), file).toMatchObject({ code: 0 })
  })

  it('requires a file name', async () => {
    // An empty name, for example from an unset variable, counts as none.
    for (const given of [[], ['']]) {
      expect(await run(scratch(), 'restore', ...given)).toEqual({
        code: 2,
        output: 'restore needs FILE: restore FILE [--identity FILE]',
      })
      expect(await run(scratch(), 'backup', ...given)).toEqual({
        code: 2,
        output: 'backup needs FILE: backup FILE [--overwrite]',
      })
    }
  })
})

describe('kill -9', () => {
  it('leaves intact data and no partial file during a backup, and does not block the next backup', async () => {
    const dataDir = await makeData('mine', 30_000)
    const file = join(scratch(), 'backup.tar.gz')
    for (const sign of ['examhall.db', 'backup.tar.gz']) {
      const command = startCommand(dataDir, ['backup', file])
      await expect.poll(() => isPartial(file, sign), { interval: 1, timeout: 50_000 }).toBe(true)
      command.kill()
      await command.ended
      expect(existsSync(file)).toBe(false)
      expect(readData(dataDir)).toEqual(dataOf('mine'))
    }
    expect(await run(dataDir, 'backup', file)).toMatchObject({ code: 0 })
    expect(readdirSync(join(file, '..'))).toEqual(['backup.tar.gz'])
  })

  it('leaves complete old or new data after a restart, whenever it interrupts a restore', async () => {
    const file = await backedUp('new', 3_000)
    const seen = new Set<string | undefined>()
    // The process is killed as soon as one of these files exists.
    const moments = ['part', 'replaced', 'restored.json']
    for (const moment of moments) {
      const dataDir = await makeData('old')
      const command = startCommand(dataDir, ['restore', file])
      const isThere = () =>
        readdirSync(dataDir).some(
          (name) => name === moment || (/^replaced-|\.part$/.test(name) && name.includes(moment)),
        )
      await expect.poll(isThere, { interval: 1, timeout: 50_000 }).toBe(true)
      command.kill()
      await command.ended
      await startAndStop(dataDir)
      const now = readData(dataDir)
      expect([dataOf('old'), dataOf('new')]).toContainEqual(now)
      if (now.says === 'new') expect(readData(join(dataDir, spares(dataDir)[0] ?? ''))).toEqual(dataOf('old'))
      expect(readdirSync(dataDir).filter((name) => /\.part$|^restore\.json$/.test(name))).toEqual([])
      seen.add(now.says)
    }
    expect(seen).toContain('old')
  })

  it('lets the next start complete a restore interrupted between any two moves', async () => {
    const names = ['examhall.db-wal', 'examhall.db', 'uploads'] as const
    // `done` counts completed moves: each old file moves out of the way before its replacement moves in.
    for (let done = 0; done <= 5; done++) {
      const [dataDir, fresh] = [await makeData('old'), await makeData('new')]
      const [from, spare] = [join(dataDir, 'examhall-1.part'), join(dataDir, 'replaced-x')]
      mkdirSync(from)
      for (const name of ['examhall.db', 'uploads']) cpSync(join(fresh, name), join(from, name), { recursive: true })
      // Empty, like the WAL after a clean stop.
      writeFileSync(join(dataDir, names[0]), '')
      mkdirSync(spare)
      const moves: (() => void)[] = [
        ...names.slice(0, 2).map((name) => () => move(join(dataDir, name), join(spare, name))),
        () => move(join(from, names[1]), join(dataDir, names[1])),
        () => move(join(dataDir, names[2]), join(spare, names[2])),
        () => move(join(from, names[2]), join(dataDir, names[2])),
      ]
      writeFileSync(join(dataDir, 'restore.json'), JSON.stringify(planOf(['examhall.db', 'uploads'])))
      for (const step of moves.slice(0, done)) step()
      await startAndStop(dataDir)
      expect(readData(dataDir), `after ${done} moves`).toEqual(dataOf('new'))
      expect(readData(spare), `after ${done} moves`).toEqual(dataOf('old'))
    }
  })

  it('makes the next start roll back a restore whose staging folder was lost, and report it', async () => {
    const [dataDir, fresh] = [await makeData('old'), await makeData('new')]
    mkdirSync(join(dataDir, 'replaced-x'))
    move(join(dataDir, 'examhall.db'), join(dataDir, 'replaced-x/examhall.db'))
    move(join(fresh, 'examhall.db'), join(dataDir, 'examhall.db'))
    writeFileSync(join(dataDir, 'restore.json'), JSON.stringify(planOf(['examhall.db', 'uploads'])))
    expect(await refusal(dataDir)).toBe(
      `The interrupted restore of f could not be completed (${join(dataDir, 'examhall-1.part/uploads')} is missing) and was rolled back. The data is unchanged. Start Examhall again`,
    )
    await startAndStop(dataDir)
    expect(readData(dataDir)).toEqual(dataOf('old'))
    expect(readdirSync(dataDir).filter((name) => /\.part$|^restore|^replaced/.test(name))).toEqual([])
  })
})

describe('a start', () => {
  it('explains that restore.json cannot be read', async () => {
    for (const text of ['{"from":', '{"from":"x"}']) {
      const dataDir = await makeData('old')
      const path = join(dataDir, 'restore.json')
      writeFileSync(path, text)
      expect(await refusal(dataDir)).toBe(
        `${path} cannot be read, so the state of an interrupted restore is unknown. Move the file away and restore again before you start (examhall restore FILE); the previous data is in ${dataDir} or in its newest folder replaced-…`,
      )
      expect(existsSync(path)).toBe(true)
    }
  })
})

const planOf = (old: string[]) => ({
  ...{ from: 'examhall-1.part', spare: 'replaced-x', file: 'f', createdAt: 'then', at: 1, old },
})

function move(from: string, to: string) {
  cpSync(from, to, { recursive: true })
  rmSync(from, { recursive: true })
}

function isPartial(file: string, sign: string): boolean {
  const folder = join(file, '..')
  return readdirSync(folder).some((name) => name.endsWith('.part') && existsSync(join(folder, name, sign)))
}
