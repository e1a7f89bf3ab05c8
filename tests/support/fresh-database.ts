import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openServices } from '#server/app.ts'
import { createFirstAdmin } from '#server/features/auth/auth.ts'
import type { Judge } from '#server/judge/types.ts'
import { testConfig } from './config.ts'

export const databaseFile = 'examhall.db'
let template: Promise<Buffer> | undefined

async function makeTemplate(judge: Judge): Promise<Buffer> {
  const dir = mkdtempSync(join(tmpdir(), 'examhall-template-'))
  const platform = await openServices(testConfig(dir), undefined, undefined, judge)
  await createFirstAdmin(platform)
  platform.mail.close()
  await platform.db.close()
  const database = readFileSync(join(dir, databaseFile))
  rmSync(dir, { recursive: true })
  return database
}

/** Writes a copy of a database after its first start, with a master admin. The original is created once per process. */
export async function fillFresh(dataDir: string, judge: Judge) {
  template ??= makeTemplate(judge)
  writeFileSync(join(dataDir, databaseFile), await template)
}
