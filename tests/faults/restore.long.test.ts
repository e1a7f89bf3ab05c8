import { execFileSync, spawnSync } from 'node:child_process'
import { chownSync, cpSync, mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { builtParts } from '#server/app.ts'
import { openDatabase } from '#server/platform/db.ts'
import { dataOf, makeData, readData, refusal, scratch } from '#tests/backups/data.ts'
import { startCommand } from '#tests/support/process.ts'
import { whyNoDisk } from './disks.ts'

const reason = whyNoDisk()
const nobody = 65_534

const mounted: string[] = []
afterEach(() => {
  for (const path of mounted.splice(0)) execFileSync('umount', [path])
})
/** Turns a path into a mount point with the same contents, as if it were on its own disk. */
function mountItself(path: string) {
  execFileSync('mount', ['--bind', path, path])
  mounted.push(path)
}

const run = (dataDir: string, ...args: string[]) => startCommand(dataDir, args).ended
const startAndStop = (dataDir: string) => openDatabase(join(dataDir, 'examhall.db'), builtParts.migrations).close()
/** The files that an interrupted restore leaves behind. */
const traces = (dataDir: string) => readdirSync(dataDir).filter((name) => /\.part$|^restore|^replaced/.test(name))

async function backedUp() {
  const file = join(scratch(), 'backup.tar.gz')
  expect(await run(await makeData('new'), 'backup', file)).toMatchObject({ code: 0 })
  return file
}

describe.skipIf(reason !== undefined)(
  `a restore over files that cannot be moved${reason ? ` (skipped: ${reason})` : ''}`,
  { timeout: 60_000 },
  () => {
    const words = (path: string) =>
      `${path} is a mount point and cannot be moved: unmount it and restore again (docs/backups.md)`

    it.each(['uploads', 'examhall.db'])(
      'leaves everything unchanged if %s is a mount point, and reports why',
      async (name) => {
        const file = await backedUp()
        const dataDir = await makeData('old')
        mountItself(join(dataDir, name))
        expect(await run(dataDir, 'restore', file)).toEqual({
          code: 1,
          output: `Nothing was restored. ${words(join(dataDir, name))}`,
        })
        expect(traces(dataDir)).toEqual([])
        await startAndStop(dataDir)
        expect(readData(dataDir)).toEqual(dataOf('old'))
      },
    )

    it('leaves everything unchanged if the files belong to another user, and reports why', async () => {
      const file = await backedUp()
      const dataDir = await makeData('old')
      for (const path of [file, join(file, '..'), dataDir, ...readdirSync(dataDir).map((name) => join(dataDir, name))])
        if (!path.endsWith('uploads')) chownSync(path, nobody, nobody)
      const main = join(import.meta.dirname, '../../src/server/main.ts')
      const { status, stderr } = spawnSync(process.execPath, [main, 'restore', file], {
        ...{ uid: nobody, gid: nobody, cwd: dataDir, encoding: 'utf8' },
        env: { DATA_DIR: dataDir },
      })
      expect({ status, stderr }).toEqual({
        status: 1,
        stderr: `Nothing was restored. ${join(dataDir, 'uploads')} cannot be moved by this user: run the restore as its owner\n`,
      })
      expect(traces(dataDir)).toEqual([])
      expect(readData(dataDir)).toEqual(dataOf('old'))
    })

    /** A data folder as left by a kill right after the new database was moved into place. */
    async function brokenOff() {
      const [dataDir, fresh] = [await makeData('old'), await makeData('new')]
      const [from, spare] = [join(dataDir, 'examhall-1.part'), join(dataDir, 'replaced-x')]
      for (const folder of [from, spare]) mkdirSync(folder)
      renameSync(join(dataDir, 'examhall.db'), join(spare, 'examhall.db'))
      cpSync(join(fresh, 'examhall.db'), join(dataDir, 'examhall.db'))
      cpSync(join(fresh, 'uploads'), join(from, 'uploads'), { recursive: true })
      const plan = { from: 'examhall-1.part', spare: 'replaced-x', file: 'f', createdAt: 'then', at: 1 }
      writeFileSync(join(dataDir, 'restore.json'), JSON.stringify({ ...plan, old: ['examhall.db', 'uploads'] }))
      return dataDir
    }

    it('is rolled back by the next start if it was interrupted', async () => {
      const dataDir = await brokenOff()
      mountItself(join(dataDir, 'uploads'))
      expect(await refusal(dataDir)).toBe(
        `The interrupted restore of f could not be completed (${words(join(dataDir, 'uploads'))}) and was rolled back. The data is unchanged. Start Examhall again`,
      )
      expect(traces(dataDir)).toEqual([])
      await startAndStop(dataDir)
      expect(readData(dataDir)).toEqual(dataOf('old'))
    })

    it('keeps all files and does not serve if it cannot be rolled back, and continues once repaired', async () => {
      const dataDir = await brokenOff()
      for (const name of ['uploads', 'examhall.db']) mountItself(join(dataDir, name))
      const halfDone = `The restore of f failed halfway: ${words(join(dataDir, 'uploads'))}. Rolling it back also failed: ${words(join(dataDir, 'examhall.db'))}. Delete nothing: the previous data is in ${join(dataDir, 'replaced-x')}, and the server stays offline until a later start completes the restore`
      expect(await refusal(dataDir)).toBe(halfDone)
      expect(await run(dataDir, 'restore', await backedUp())).toEqual({ code: 1, output: halfDone })
      for (const path of mounted.splice(0)) execFileSync('umount', [path])
      await startAndStop(dataDir)
      expect(readData(dataDir)).toEqual(dataOf('new'))
      expect(readData(join(dataDir, 'replaced-x'))).toEqual(dataOf('old'))
    })
  },
)
