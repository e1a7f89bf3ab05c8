import { readdirSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { scratch } from '#tests/backups/data.ts'
import { api, type ServerProcess, startCommand, startServer } from '#tests/support/process.ts'
import { type Disk, fill, mountDisk, whyNoDisk } from './disks.ts'
import { healthOf, type Seat, takeSeat, well } from './exam-student.ts'

const reason = whyNoDisk()

describe.skipIf(reason !== undefined)(
  `a backup onto a disk that fails${reason ? ` (skipped: ${reason})` : ''}`,
  { timeout: 180_000 },
  () => {
    let disk: Disk
    const servers: ServerProcess[] = []
    const start = async (dataDir: string, backupDir: string) => {
      const server = await startServer(dataDir, 'serve', { BACKUP_DIR: backupDir })
      servers.push(server)
      return { server, seat: await takeSeat(server.url) }
    }
    beforeEach(() => {
      disk = mountDisk(320)
    })
    afterEach(async () => {
      for (const server of servers.splice(0)) await server.kill()
      disk.end()
    })

    /** Requests a backup on the dashboard. @returns the result shown on the dashboard */
    const askFor = async ({ url }: ServerProcess, { admin }: Seat) => {
      expect((await api(url, 'POST', '/admin/backups', admin)).status).toBe(201)
      const overview = async () => (await api(url, 'GET', '/admin/backups', admin)).body
      await expect.poll(async () => (await overview()).running, { timeout: 60_000 }).toBeNull()
      return overview()
    }
    /** The names of complete and partial backups. */
    const madeIn = (folder: string) => readdirSync(folder).filter((name) => name.startsWith('examhall-'))
    const byHand = (dataDir: string) => startCommand(dataDir, ['backup', join(disk.path, 'by-hand.tar.gz')]).ended

    it.each([
      [
        'because it is full',
        () => {
          const filler = fill(disk.path)
          return () => rmSync(filler)
        },
        /^No space is left on the disk: .* has 0 MB; this needs \d+ MB, and leaves 64 MB free$/,
      ],
      ['because it is read-only', () => disk.readOnly(), /^The disk is read-only: /],
    ])(
      'reports the failure %s, leaves no partial file, deletes no backup and delays no save',
      async (_, fail, words) => {
        const dataDir = scratch()
        const { server, seat } = await start(dataDir, disk.path)
        const { lastGoodBackup } = await askFor(server, seat)
        expect(madeIn(disk.path)).toEqual([lastGoodBackup.file])
        const repair = fail()

        const { lastBackup, lastGoodBackup: stillGood } = await askFor(server, seat)
        expect(lastBackup).toMatchObject({ file: null, failure: expect.stringMatching(words) })
        expect(stillGood).toEqual(lastGoodBackup)
        const { code, output } = await byHand(dataDir)
        expect({ code, output }).toEqual({ code: 1, output: expect.stringMatching(/^No backup was made\. /) })
        expect(output.replace('No backup was made. ', '')).toMatch(words)
        expect(madeIn(disk.path)).toEqual([lastGoodBackup.file])
        expect(await seat.save(server.url)).toBe(200)
        expect(await healthOf(server)).toEqual(well)

        repair()
        expect((await askFor(server, seat)).lastBackup.failure).toBeNull()
        expect(await byHand(dataDir)).toMatchObject({ code: 0 })
        expect(madeIn(disk.path)).toHaveLength(2)
        await seat.expectKept(server.url)
      },
    )

    it('never fills the disk where answers are saved', async () => {
      const { server, seat } = await start(disk.path, join(disk.path, 'backups'))
      const { lastGoodBackup } = await askFor(server, seat)
      // Random data, about a third of the disk: a copy of the database fits, but the archive does not.
      const { bavail, bsize } = statfsSync(disk.path)
      const database = new SqliteDatabase(join(disk.path, 'examhall.db'), { timeout: 5_000 })
      const insert = database.prepare('insert into settings (key, value) values (?, randomblob(3900))')
      database.transaction(() => {
        for (let row = 0; row < (0.36 * bavail * bsize) / 4_096; row++) insert.run(`row ${row}`)
      })()
      database.pragma('wal_checkpoint(truncate)')
      database.close()
      let [saves, refused] = [0, 0]
      const stop = new AbortController()
      const saving = (async () => {
        for (; !stop.signal.aborted; saves++) if ((await seat.save(server.url)) !== 200) refused++
      })()
      const { lastBackup } = await askFor(server, seat).finally(() => stop.abort())
      await saving
      expect(lastBackup.failure).toMatch(/^No space is left on the disk: .* MB; this needs 1 MB/)
      expect({ saves: saves > 0, refused }).toEqual({ saves: true, refused: 0 })
      expect(madeIn(join(disk.path, 'backups'))).toEqual([lastGoodBackup.file])
      await seat.expectKept(server.url)
    })
  },
)
