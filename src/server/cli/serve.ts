import { flushCompileCache } from 'node:module'
import { setTimeout as sleep } from 'node:timers/promises'
import { createApp, openServices } from '../app.ts'
import { createFirstAdmin } from '../features/auth/auth.ts'
import { listen } from '../listening.ts'
import { lockData, servedName } from '../platform/backup/lock.ts'
import type { Config } from '../platform/config.ts'
import { makeFolder } from '../platform/folder.ts'
import { ConfigError } from '../platform/settings.ts'
import type { Services } from '../services.ts'

/** Delay from startup to language detection, in ms. */
const judgeAfter = 5_000

/** Time limit for a shutdown, in ms, after which the exit is forced. */
const stopWithin = 10_000

/** Polling interval while the previous server stops, in ms. */
const pollEvery = 100

/**
 * Claims the data folder for this server until its process ends.
 * @throws ConfigError when the previous server does not stop in time
 */
async function takeData(dataDir: string): Promise<void> {
  const began = performance.now()
  let leave = lockData(dataDir, 'alone', servedName)
  while (!leave) {
    if (performance.now() - began > stopWithin)
      throw new ConfigError('DATA_DIR is in use by another Examhall process; stop it, or set another folder')
    await sleep(pollEvery)
    leave = lockData(dataDir, 'alone', servedName)
  }
  process.once('exit', leave)
}

/**
 * Serves until SIGTERM or SIGINT, then stops accepting requests, finishes running ones, commits and exits with 0.
 * @param prepare runs on the open database before the first request is accepted, and returns lines to print
 */
export async function serve(config: Config, prepare?: (app: Services) => Promise<string[]>): Promise<void> {
  makeFolder(config.dataDir)
  await takeData(config.dataDir)
  const { cluster } = config
  const led = cluster && (await (await import('../cluster/lead.ts')).untilLeader({ ...config, cluster }))
  const platform = await openServices(config, led?.clock, undefined, undefined, led?.replication)
  const prepared = (await prepare?.(platform)) ?? []
  const admin = await createFirstAdmin(platform)
  const app = await createApp(platform)
  // Handle signals before printing the address, because whoever reads it may stop the server immediately.
  let stopping = false
  const stop = (then: () => void) => {
    if (stopping) return
    stopping = true
    setTimeout(() => process.exit(1), stopWithin).unref()
    void app
      .close()
      .then(() => led?.release())
      .then(then)
  }
  const exit = () => stop(() => process.exit(0))
  process.on('SIGTERM', exit)
  process.on('SIGINT', exit)
  const address = await listen(app.server, { host: config.host, port: led?.port ?? config.port })
  platform.config.publicUrl ??= address
  await led?.begin(platform, address, () => stop(led.restart))
  // Detect languages before the first Run needs them, but after reconnecting clients have been served.
  setTimeout(() => {
    if (stopping) return
    void platform.judge.languages()
    // Node writes the compiled code when it exits, but a server may run for months and then be killed.
    flushCompileCache()
  }, judgeAfter).unref()

  const lines = [`Examhall listens on ${address}`, ...prepared]
  if (admin) {
    lines.push(`First master admin: ${admin.email}`)
    lines.push(
      admin.password ? `Password (shown this once): ${admin.password}` : 'Password: as set in MASTER_ADMIN_PASSWORD',
    )
  }
  console.log(`\n${lines.map((line) => `  ${line}`).join('\n')}\n`)
}
