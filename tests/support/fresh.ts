import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPlatform } from '#server/app.ts'
import { createFirstAdmin } from '#server/features/auth/service.ts'
import type { Judge } from '#server/judge/types.ts'
import { testConfig } from './config.ts'

let template: Promise<string> | undefined

async function makeTemplate(judge: Judge): Promise<string> {
  const dir = mkdtempSync(join(tmpdir(), 'examhall-template-'))
  process.once('exit', () => rmSync(dir, { recursive: true }))
  const platform = await createPlatform(testConfig(dir), undefined, undefined, judge)
  await createFirstAdmin(platform)
  platform.mail.close()
  await platform.db.close()
  return dir
}

/** Fills a data folder as the first start leaves it, with the first master admin; made once by each process, then copied. */
export async function fillFresh(dataDir: string, judge: Judge) {
  template ??= makeTemplate(judge)
  cpSync(await template, dataDir, { recursive: true })
}
