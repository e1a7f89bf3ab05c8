import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { examineDisk } from '#server/cli/doctor/machine.ts'
import { keepBackups } from '#server/features/backups/backups.ts'
import { lastNight, nextBackup, nextDrill, nextNight, outdated } from '#shared/backups/backups.rules.ts'
import { testConfig } from '#tests/support/config.ts'
import { api, startServer } from '#tests/support/process.ts'
import { createWorld, type World } from '#tests/support/world.ts'
import { scratch } from './data.ts'

const hour = 3_600_000
const overview = async (world: World) => (await world.rest('GET', '/admin/backups', { as: world.admin })).body
const files = (world: World) =>
  readdirSync(world.platform.config.backups.dir).filter((name) => name.endsWith('.tar.gz'))

/** Sets the clock to one minute after the next 02:00, local time. */
const moveToNextBackup = (world: World) => world.clock.set(nextNight(world.clock.now(), 2) + 60_000)

async function backUp(world: World) {
  const { status } = await world.rest('POST', '/admin/backups', { as: world.admin })
  await world.platform.backupRunner.running?.ended
  return status
}
async function drill(world: World) {
  const { status } = await world.rest('POST', '/admin/backups/drill', { as: world.admin })
  await world.platform.backupRunner.running?.ended
  return status
}

describe('requested backups', () => {
  it('run one at a time, are recorded and logged, and can be tested', async () => {
    const world = await createWorld()
    expect(await overview(world)).toMatchObject({ lastBackup: null, lastDrill: null, running: null, warnings: [] })
    expect(await drill(world)).toBe(409)
    const first = await world.rest('POST', '/admin/backups', { as: world.admin })
    expect(first).toMatchObject({ status: 201, body: { running: { kind: 'backup' } } })
    expect((await world.rest('POST', '/admin/backups', { as: world.admin })).status).toBe(409)
    await world.platform.backupRunner.running?.ended
    const { lastBackup } = await overview(world)
    expect(lastBackup).toMatchObject({ reason: 'asked', failure: null, file: files(world)[0], detail: { files: 0 } })
    expect((await world.rest('GET', '/audit', { as: world.admin })).body.entries).toMatchObject([
      { action: 'platform.backup' },
    ])
    expect(await drill(world)).toBe(201)
    const after = await overview(world)
    expect(after.lastDrill).toMatchObject({ failure: null, file: lastBackup.file })
    expect(after.lastDrill.detail.sha256).toBe(lastBackup.detail.sha256)
    expect(after.runs.map((run: { kind: string }) => run.kind)).toEqual(['drill', 'backup'])
  })

  it('create two files even when requested in the same second', async () => {
    const world = await createWorld()
    await backUp(world)
    await backUp(world)
    const { lastBackup, runs } = await overview(world)
    expect(lastBackup.failure).toBeNull()
    expect(new Set(runs.map((run: { file: string }) => run.file)).size).toBe(2)
    expect(files(world)).toHaveLength(2)
  })

  it('record why one failed', async () => {
    const world = await createWorld()
    writeFileSync(world.platform.config.backups.dir, 'a file where the folder should be')
    await backUp(world)
    const { lastBackup, lastGoodBackup } = await overview(world)
    expect(lastBackup.failure).toBeTruthy()
    expect(lastGoodBackup).toBeNull()
    rmSync(world.platform.config.backups.dir)
  })
})

describe('an unwritable backup folder', () => {
  it('does not keep the server from starting, but is reported in the log, on the dashboard and by doctor', async () => {
    const dataDir = scratch()
    writeFileSync(join(dataDir, 'file'), '')
    const dir = join(dataDir, 'file/backups')
    const server = await startServer(dataDir, 'serve', { BACKUP_DIR: dir })
    try {
      const words = `BACKUP_DIR cannot be used, so no backups will be made: The folder is a file: ${join(dataDir, 'file')}`
      await expect.poll(() => server.output(), { timeout: 20_000 }).toContain(words)
      const { token } = (
        await api(server.url, 'POST', '/auth/login', undefined, {
          ...{ email: 'admin@localhost', password: 'first-password' },
        })
      ).body
      expect((await api(server.url, 'GET', '/admin/backups', token)).body.warnings).toEqual(['folder_unusable'])
      const findings = await examineDisk(testConfig(dataDir, { backups: { dir, hour: 2, keep: 3 } }))
      expect(findings).toContainEqual({ what: 'Backups', found: words, bad: true })
    } finally {
      await server.kill()
    }
  })
})

describe('a trial restore', () => {
  it('detects a flipped bit and a missing file', async () => {
    const world = await createWorld()
    await backUp(world)
    const path = join(world.platform.config.backups.dir, files(world)[0] ?? '')
    const bytes = readFileSync(path)
    const flipped = Buffer.from(bytes)
    flipped.writeUInt8((flipped[bytes.length >> 1] ?? 0) ^ 1, bytes.length >> 1)
    writeFileSync(path, flipped)
    await drill(world)
    expect(await overview(world)).toMatchObject({
      warnings: ['drill_failed'],
      lastDrill: { failure: expect.stringContaining('is damaged') },
    })
    writeFileSync(path, bytes)
    await drill(world)
    expect((await overview(world)).warnings).toEqual([])
    rmSync(path)
    expect(await drill(world)).toBe(409)
    expect((await overview(world)).lastDrill.failure).toBeNull()
  })
})

describe('nightly backups', () => {
  it('run once a night, and delete old ones only after a new one has succeeded', async () => {
    const world = await createWorld()
    await keepBackups(world.platform)
    expect(existsSync(world.platform.config.backups.dir)).toBe(false)
    for (let night = 0; night < 4; night++) {
      moveToNextBackup(world)
      await keepBackups(world.platform)
      // The second call may run a drill, and the third does nothing.
      await keepBackups(world.platform)
      await keepBackups(world.platform)
    }
    // `keep` is 3.
    expect(files(world)).toHaveLength(3)
    const { runs, lastDrill } = await overview(world)
    expect(runs.filter((run: { reason: string; kind: string }) => run.kind === 'backup')).toHaveLength(4)
    expect(lastDrill).toMatchObject({ failure: null })

    const kept = files(world)
    // A failed backup deletes nothing and is retried an hour later.
    moveToNextBackup(world)
    const uploads = join(world.platform.config.dataDir, 'uploads')
    mkdirSync(uploads, { recursive: true })
    writeFileSync(join(uploads, 'images'), 'a file where the folder should be')
    await keepBackups(world.platform)
    expect((await overview(world)).lastBackup.failure).toBeTruthy()
    expect(files(world)).toEqual(kept)
    rmSync(uploads, { recursive: true })
    await keepBackups(world.platform)
    expect(files(world)).toEqual(kept)
    world.clock.advance(hour)
    await keepBackups(world.platform)
    expect((await overview(world)).lastBackup.failure).toBeNull()
    expect(files(world)).not.toEqual(kept)
    world.clock.advance(37 * hour)
    expect((await overview(world)).warnings).toEqual(['stale'])
  })

  it('run immediately, and before any drill, if the folder was emptied', async () => {
    const world = await createWorld()
    const setUpAt = world.clock.now()
    moveToNextBackup(world)
    await keepBackups(world.platform)
    const { nextDrillAt, runs } = await overview(world)
    expect(nextDrillAt).not.toBeNull()
    world.clock.advance(hour)
    const empty = async () => {
      for (const name of files(world)) rmSync(join(world.platform.config.backups.dir, name))
      return overview(world)
    }
    // A drill was scheduled, but without a backup there is nothing to restore.
    const { nextBackupAt, ...emptied } = await empty()
    expect(emptied).toMatchObject({ lastBackup: null, lastGoodBackup: null, nextDrillAt: null, runs })
    expect(new Date(nextBackupAt).getTime()).toBe(world.clock.now())
    await keepBackups(world.platform)
    await keepBackups(world.platform)
    const { lastBackup, lastGoodBackup, lastDrill } = await overview(world)
    expect(lastGoodBackup).toEqual(lastBackup)
    expect(files(world)).toEqual([lastGoodBackup.file])
    expect(lastDrill).toMatchObject({ failure: null, file: lastGoodBackup.file })
    world.clock.set(setUpAt + 36 * hour + 60_000)
    expect((await overview(world)).warnings).toEqual([])
    // Without a backup, the warning is shown from 36 hours after setup.
    expect((await empty()).warnings).toEqual(['stale'])
  })

  it('ignore deleted files when finding the last good one', async () => {
    const world = await createWorld()
    await backUp(world)
    const [older] = files(world)
    world.clock.advance(hour)
    await backUp(world)
    const { lastGoodBackup } = await overview(world)
    expect(lastGoodBackup.file).not.toBe(older)
    rmSync(join(world.platform.config.backups.dir, lastGoodBackup.file))
    expect((await overview(world)).lastGoodBackup.file).toBe(older)
    await drill(world)
    expect((await overview(world)).lastDrill).toMatchObject({ file: older, failure: null })
  })

  it('follow the machine’s clock', () => {
    const at = (text: string) => new Date(text).getTime()
    expect(lastNight(at('2026-03-05T01:59'), 2)).toBe(at('2026-03-04T02:00'))
    expect(lastNight(at('2026-03-05T02:00'), 2)).toBe(at('2026-03-05T02:00'))
    expect(nextNight(at('2026-03-05T02:00'), 2)).toBe(at('2026-03-06T02:00'))
    // If Examhall is set up in the evening, the first backup runs that night.
    expect(nextBackup(at('2026-03-05T21:00'), 2, undefined, at('2026-03-05T20:00'))).toBe(at('2026-03-06T02:00'))
    expect(nextDrill(undefined, undefined)).toBeUndefined()
    const names = ['20260101-020000', '20260102-020000', '20260103-020000'].map((t) => `examhall-nightly-${t}.tar.gz`)
    expect(outdated([...names, 'mine.tar.gz', 'before-migration-x.db'], 2)).toEqual([names[0]])
  })
})
