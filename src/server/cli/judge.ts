import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { measureSpeeds } from '../judge/calibration.ts'
import { createJudge } from '../judge/judge.ts'
import { Calls, WorkerRefused } from '../judge/worker/calls.ts'
import { Worker } from '../judge/worker/worker.ts'
import type { Config } from '../platform/config.ts'
import { createLogger } from '../platform/log.ts'
import { ConfigError } from '../platform/settings.ts'
import { version } from '../platform/version.ts'
import { readArguments, UsageError } from './usage.ts'

const ownMachine = /^(localhost|127(\.\d+){3}|\[::1\])$/

/** @throws UsageError unless the address is safe to send cases and a token to */
function readServer(text: string | undefined, mayUseHttp: boolean): URL {
  const url = text && URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username)
    throw new UsageError('--server accepts an address such as https://exams.example.edu')
  if (url.protocol === 'http:' && !ownMachine.test(url.hostname) && !mayUseHttp)
    throw new UsageError('--server must begin with https, or add --allow-http if you trust the network in between')
  return url
}

function readToken(file: string | undefined): string {
  if (!file) throw new UsageError('--token-file accepts a file with the token of a judge worker')
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    throw new UsageError(`--token-file cannot be read: ${(error as Error).message}`)
  }
}

function readConcurrency(text: string | undefined, standard: number): number {
  if (text === undefined) return standard
  const count = /^\d{1,3}$/.test(text) ? Number(text) : 0
  if (count < 1 || count > 256) throw new UsageError('--concurrency accepts a number of programs from 1 to 256')
  return count
}

/** @throws UsageError */
function readOptions(config: Config, args: string[]) {
  let values: Record<string, unknown>
  try {
    values = readArguments('judge', args).values
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
  const text = (name: string) => values[name] as string | undefined
  return {
    server: readServer(text('server'), values['allow-http'] === true),
    token: readToken(text('token-file')),
    concurrency: readConcurrency(text('concurrency'), config.judgeConcurrency),
  }
}

/**
 * Judges programs for a server on another machine until SIGTERM or SIGINT. Needs no database and no data folder.
 * @throws ConfigError if this machine cannot judge, or the server refuses the worker
 */
export async function judgeElsewhere(config: Config, args: string[]): Promise<void> {
  const { server, token, concurrency } = readOptions(config, args)
  const log = (line: string) => console.log(line)
  const judge = createJudge({ concurrency, log: createLogger(config.logLevel) })
  try {
    const { works, reason } = await judge.sandbox()
    const statuses = await judge.languages()
    const languages = statuses.flatMap(({ language, available }) => (available ? [language] : []))
    if (!works || languages.length === 0) throw new ConfigError(`This machine cannot judge programs: ${reason}`)
    log(`Judge worker ${version} for ${server.href}: ${concurrency} at once, ${languages.join(', ')}`)
    const speeds = await measureSpeeds(judge)
    const calls = new Calls(server, token)
    const worker = new Worker({ calls, judge, languages, speeds, version, folder: tmpdir(), log })
    const stop = () => worker.stop()
    process.on('SIGTERM', stop)
    process.on('SIGINT', stop)
    await worker.run()
    log('Stopped')
  } catch (error) {
    throw error instanceof WorkerRefused ? new ConfigError(`The server refused this worker: ${error.message}`) : error
  } finally {
    await judge.close()
  }
}
