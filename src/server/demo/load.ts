import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { builtParts, openServices } from '#server/app.ts'
import { ManualClock } from '#server/platform/clock.ts'
import type { Platform } from '#server/platform/platform.ts'
import { fillColleges } from './college.ts'
import { demoRepo } from './demo.repo.ts'
import { recordedJudge } from './programs/recorded-judge.ts'
import { demoPassword, signIns } from './sign-ins.ts'

/** `present`: the demo was loaded before. `refused`: the database contains other people. */
export type Loaded = 'loaded' | 'present' | 'refused'

/**
 * Loads the demo colleges into an empty database and leaves any other database unchanged.
 * The data is built in a separate database and copied in one transaction, so an interrupted load leaves nothing behind.
 */
export async function loadDemo(app: Platform): Promise<Loaded> {
  const before = await stateOf(app)
  if (before !== 'empty') return before
  const tables = await buildInTemporaryDatabase(app)
  return app.db.write(async (tx) => {
    const repo = demoRepo(tx)
    if ((await repo.countUsers()) > 0) return 'refused'
    await repo.deferReferences()
    for (const { table, rows } of tables) await repo.insertRows(table, rows)
    return 'loaded'
  })
}

/** Detects an empty database, the demo, or other data. */
export async function stateOf(app: Platform): Promise<'empty' | 'present' | 'refused'> {
  const repo = demoRepo(app.db.read)
  if ((await repo.findUser(signIns.masterAdmin))?.role === 'master_admin') return 'present'
  return (await repo.countUsers()) === 0 ? 'empty' : 'refused'
}

/** Creates the colleges in a temporary database in DATA_DIR, the only folder we may write to. @returns their rows */
async function buildInTemporaryDatabase({ config, clock }: Platform) {
  const dataDir = join(config.dataDir, 'demo-aside')
  // Remove the remains of an interrupted load.
  rmSync(dataDir, { recursive: true, force: true })
  try {
    const masterAdmin = { email: signIns.masterAdmin, password: demoPassword }
    const now = clock.now()
    const own = { ...config, dataDir, masterAdmin }
    const aside = await openServices(own, new ManualClock(now), builtParts, recordedJudge)
    try {
      await fillColleges(aside, now)
      const repo = demoRepo(aside.db.read)
      const names = await repo.tables()
      return await Promise.all(names.map(async (table) => ({ table, rows: await repo.rowsOf(table) })))
    } finally {
      await aside.db.close()
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}
