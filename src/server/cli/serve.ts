import { createApp, createPlatform } from '../app.ts'
import { createFirstAdmin } from '../features/auth/service.ts'
import type { Config } from '../platform/config.ts'
import type { Platform } from '../platform/platform.ts'

/** So long after the start, in ms. */
const judgeAfter = 5_000

/** The last resort when something under way does not end by itself. */
const stopWithin = 10_000

/**
 * Serves until SIGTERM or SIGINT, then stops accepting, finishes what is under way, commits and exits with 0.
 *
 * @param prepare runs on the open database before the first request is taken, and returns lines to print
 */
export async function serve(config: Config, prepare?: (app: Platform) => Promise<string[]>): Promise<void> {
  const platform = await createPlatform(config)
  const prepared = (await prepare?.(platform)) ?? []
  const admin = await createFirstAdmin(platform)
  const app = await createApp(platform)
  // Before anybody is told that it listens: who starts it may stop it at once.
  let stopping = false
  const stop = () => {
    if (stopping) return
    stopping = true
    setTimeout(() => process.exit(1), stopWithin).unref()
    void app.close().then(() => process.exit(0))
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  const address = await app.server.listen({ host: config.host, port: config.port })
  platform.config.publicUrl ??= address
  // The judge looks at the machine before anybody's first Run waits for that, but not before who reconnects is served.
  setTimeout(() => stopping || void platform.judge.languages(), judgeAfter).unref()

  const lines = [`Examhall listens on ${address}`, ...prepared]
  if (admin) {
    lines.push(`First master admin: ${admin.email}`)
    lines.push(
      admin.password ? `Password (shown this once): ${admin.password}` : 'Password: as set in MASTER_ADMIN_PASSWORD',
    )
  }
  console.log(`\n${lines.map((line) => `  ${line}`).join('\n')}\n`)
}
