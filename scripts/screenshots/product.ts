import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApp, openServices } from '#server/app.ts'
import { loadDemo } from '#server/demo/load.ts'
import { demoPassword, signIns } from '#server/demo/sign-ins.ts'
import { keepBackups } from '#server/features/backups/backups.ts'
import { testConfig } from '#tests/support/config.ts'

/** The time in every screenshot: a Wednesday morning during term, in the browser's time zone. */
export const shownTime = new Date('2026-09-16T10:30:00+05:30')
export const timeZone = 'Asia/Kolkata'

export interface Product {
  url: string
  close(): Promise<void>
}

/** Serves the demo college on a free port, from a temporary folder, with a fixed clock. */
export async function openProduct(): Promise<Product> {
  const dataDir = mkdtempSync(join(tmpdir(), 'examhall-screenshots-'))
  const config = testConfig(dataDir, { masterAdmin: { email: signIns.masterAdmin, password: demoPassword } })
  const platform = await openServices(config, { now: () => shownTime.getTime() })
  await loadDemo(platform)
  // Otherwise, the first backup would run during the screenshots and be missing from some of them.
  await keepBackups(platform)
  const app = await createApp(platform)
  const url = await app.server.listen({ host: '127.0.0.1', port: 0 })
  return {
    url,
    close: async () => {
      app.server.server.closeAllConnections()
      await app.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
