/**
 * The judge process. It has no database: it receives jobs and streams back their results. It ends with the server,
 * along with everything in its sandboxes.
 */
import { existsSync, readFileSync } from 'node:fs'
import { createRequire, stripTypeScriptTypes } from 'node:module'
import { dirname, join } from 'node:path'
import { languages } from '#shared/coding/languages.rules.ts'
import { parts } from '../platform/parts.ts'
import { giveWay } from '../platform/priority.ts'
import { Engine } from './engine.ts'
import { isWritable, preparedFolder } from './folders.ts'
import type { Findings, FromJudge, Settings, ToJudge } from './messages.ts'
import { prepare } from './prepare.ts'
import { bubblewrap } from './sandbox.ts'
import { testMachine } from './selftest.ts'
import type { JudgedCase, JudgeJob } from './types.ts'
import { openWorkshop, wardenIn } from './workshop.ts'

/** The runtime's modules, in dependency order. */
const pieces = ['clock', 'text', 'random', 'clone', 'path', 'inspect', 'events', 'input', 'modules']

const textOf = (path: string) => stripTypeScriptTypes(readFileSync(join(parts.judge, 'javascript', path), 'utf8'))

/** Strips types, imports and exports from a module, because the isolate cannot load modules. */
const pieceOf = (name: string) =>
  textOf(`program/${name}.ts`)
    .replace(/^import\s[^;]*?from '[^']+'$/gm, '')
    .replace(/^export /gm, '')

/** One script that returns the host's entry points and leaves nothing else in the isolate. */
const around = () => `(function (host) { 'use strict';\n${pieces.map(pieceOf).join('\n')}\nreturn install(host) })`

/** isolated-vm's native addon for this machine. */
function addon(): Buffer {
  const require = createRequire(import.meta.url)
  const folder = dirname(require.resolve('isolated-vm/package.json'))
  const choose = require('node-gyp-build') as { path(folder: string): string }
  return readFileSync(choose.path(folder))
}

/** Content of /js in the sandboxes for JavaScript. */
const sandboxFiles = (): Record<string, string | Buffer> => ({
  'js/isolated-vm.node': addon(),
  'js/around.js': around(),
  'js/child.mjs': textOf('child.ts'),
  'js/types.mjs': textOf('types.ts'),
  'js/sql.mjs': textOf('sql.ts'),
})

interface Running {
  engine: Engine | undefined
  findings: Findings
  end(): Promise<void>
}

const tell = (message: FromJudge) => process.connected && process.send?.(message)
const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

const off = (reason: string): Running => ({
  engine: undefined,
  findings: {
    sandbox: { works: false, reason },
    languages: languages.map((language) => ({ language, available: false, reason })),
  },
  end: async () => {},
})

/** Finds the first missing requirement of the sandbox. */
function problemOf(prepared: string): string | undefined {
  const install = 'apt-get install -y --no-install-recommends'
  if (process.platform !== 'linux') return 'Code is only judged on Linux'
  if (!existsSync(bubblewrap)) return `bubblewrap is not installed: ${install} bubblewrap`
  if (!existsSync(wardenIn(prepared))) return `The warden is not compiled: ${install} gcc libc6-dev, and start again`
  return undefined
}

async function start({ concurrency, folder, known }: Settings): Promise<Running> {
  const prepared = preparedFolder(folder)
  // The sandboxes' users must be able to read our files, regardless of the server's umask.
  process.umask(0o022)
  const failures = isWritable(prepared) ? await prepare(prepared) : []
  const lack = problemOf(prepared)
  if (lack) return off([lack, ...failures].join('; '))
  const workshop = openWorkshop(prepared, sandboxFiles())
  process.on('exit', workshop.close)
  if (known?.sandbox.memory === 'measured') workshop.groups = undefined
  const findings = known ?? (await testMachine(workshop, concurrency, prepared))
  if (!findings.sandbox.works) return off([findings.sandbox.reason, ...failures].join('; '))
  const engine = new Engine(workshop, concurrency)
  engine.warmUp()
  return { engine, findings, end: () => engine.close() }
}

/** Time limit for shutdown, in ms. The next start removes leftovers. */
const endWithin = 2_500

let running: Promise<Running> | undefined
const underWay = new Map<string, AbortController>()

async function execute(job: JudgeJob) {
  const { id } = job
  const abort = new AbortController()
  underWay.set(id, abort)
  try {
    const { engine, findings } = (await running) ?? off('The judge did not start')
    const status = findings.languages.find(({ language }) => language === job.language)
    if (!engine || !status?.available) throw new Error(`${job.language} is disabled: ${status?.reason}`)
    const progress = {
      started: () => tell({ kind: 'started', id }),
      judged: (result: JudgedCase) => tell({ kind: 'judged', id, result }),
    }
    tell({ kind: 'done', id, outcome: await engine.judge(job, progress, abort.signal) })
  } catch (error) {
    tell({ kind: 'failed', id, message: messageOf(error) })
  } finally {
    underWay.delete(id)
  }
}

let ending = false

async function end() {
  if (ending) return
  ending = true
  setTimeout(() => process.exit(1), endWithin).unref()
  for (const abort of underWay.values()) abort.abort()
  await (await running)?.end()
  process.exit(0)
}

process.on('message', (message: ToJudge) => {
  if (message.kind === 'job') void execute(message.job)
  else if (message.kind === 'cancel') underWay.get(message.id)?.abort()
  else if (message.kind === 'close') void end()
  else {
    running = start(message.settings).catch((error) => off(messageOf(error)))
    void running.then(({ findings }) => tell({ kind: 'ready', findings }))
  }
})
// Signals to the process group are for the server, which shuts down and ends this process.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => {})
process.on('disconnect', () => void end())
// Page requests come first.
giveWay(5)
