import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { afterEach } from 'vitest'
import { builtParts } from '#server/app.ts'
import { openDatabase } from '#server/platform/db.ts'
import { startServer } from '#tests/support/process.ts'

const made: string[] = []
afterEach(() => {
  // Child processes of a killed program may still be writing.
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
})

/** A folder that is deleted after the test. */
export function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), 'examhall-backups-'))
  made.push(folder)
  return folder
}

/** A data folder with a setting that identifies it, extra rows to make it larger, and an uploaded image. */
export async function makeData(says: string, rows = 0): Promise<string> {
  const dataDir = scratch()
  await openDatabase(join(dataDir, 'examhall.db'), builtParts.migrations).close()
  const database = new SqliteDatabase(join(dataDir, 'examhall.db'))
  database.prepare("insert into settings (key, value) values ('says', ?)").run(says)
  const insert = database.prepare('insert into settings (key, value) values (?, hex(randomblob(400)))')
  database.transaction(() => {
    for (let row = 0; row < rows; row++) insert.run(`row ${row}`)
  })()
  database.close()
  mkdirSync(join(dataDir, 'uploads/images'), { recursive: true })
  writeFileSync(join(dataDir, 'uploads/images', `${says}.png`), `image of ${says}`)
  return dataDir
}

/** Reads a data folder's setting and images, and checks every page of the database. */
export function readData(dataDir: string) {
  const database = new SqliteDatabase(join(dataDir, 'examhall.db'))
  const whole = database.pragma('integrity_check', { simple: true })
  const says = database.prepare<[], { value: string }>("select value from settings where key = 'says'").get()?.value
  database.close()
  const images = Object.fromEntries(
    readdirSync(join(dataDir, 'uploads/images')).map((name) => [
      name,
      readFileSync(join(dataDir, 'uploads/images', name), 'utf8'),
    ]),
  )
  return { whole, says, images }
}

export const dataOf = (says: string) => ({ whole: 'ok', says, images: { [`${says}.png`]: `image of ${says}` } })

/** The output of a server that exits before it listens, or "started" if it does not exit. */
export const refusal = (dataDir: string) =>
  startServer(dataDir).then(
    async (server) => {
      await server.kill()
      return 'started'
    },
    (error: Error) => error.message.split('\n').slice(1).join('\n').trim(),
  )
