import { parseArgs } from 'node:util'
import { type Config, readConfig } from '../platform/config.ts'
import { version } from '../platform/version.ts'

interface CommandUsage {
  /** Arguments, with optional ones in brackets. If it begins with an option, the command parses them itself. */
  takes: string
  does: string
}

/** All commands; main.ts maps each to its function. */
export const commands = {
  serve: { takes: '', does: 'serves the platform (default)' },
  demo: { takes: '', does: 'loads demo data into an empty database and serves it' },
  backup: {
    takes: 'FILE [--overwrite]',
    does: 'writes all data to one file; works while a server runs',
  },
  restore: {
    takes: 'FILE [--identity FILE]',
    does: 'replaces the data with a backup and keeps the old data beside it; an identity file decrypts the backup',
  },
  'create-admin': {
    takes: '[--email ADDRESS] [--name NAME]',
    does: 'creates a master admin; works while a server runs',
  },
  audit: { takes: 'verify', does: 'verifies the hash chain of the audit log and reports the first broken link' },
  judge: {
    takes: '--server URL --token-file FILE [--concurrency N] [--allow-http]',
    does: 'judges programs for a server on another machine (docs/judge-workers.md)',
  },
  cluster: {
    takes: 'ACTION [--replicas N] [--replace]',
    does: 'manages several servers of one hall: key, init, join, status, step-down or verify (docs/cluster.md)',
  },
  doctor: {
    takes: '[--install-languages] [LANGUAGE]...',
    does: 'prints what this machine can do: languages, sandbox, mail, disk, clock; or installs languages, by default all',
  },
} as const satisfies Record<string, CommandUsage>
export type CommandName = keyof typeof commands

/** An invalid command line. The message explains why in one line; the exit code is 2. */
export class UsageError extends Error {}

/** Width of the column with the commands. */
const column = 46
const lines = Object.entries(commands).map(([name, { takes, does }]) => {
  const usage = `${name} ${takes}`
  return usage.length > column ? `  ${usage}\n${' '.repeat(column + 3)}${does}` : `  ${usage.padEnd(column)} ${does}`
})

const help = `Examhall ${version}

Usage: examhall [command]

${lines.join('\n')}
  ${'help, version'.padEnd(column)} prints this help or the version; COMMAND --help prints a command's usage

Settings come from the environment or a .env file in the current folder: HOST, PORT, DATA_DIR and others.
`

/** Includes Node's version, which the judge reads by running its own executable. */
const versions = `examhall ${version}, Node ${process.version}`

/** Commands that only print. */
const answers: Record<string, string> = {
  '--help': help,
  '-h': help,
  help,
  '--version': versions,
  version: versions,
}

const isHelp = (word: string) => word === '--help' || word === '-h'

/** Parses a command's arguments. @throws TypeError for an unknown option or a missing value */
export function readArguments(name: CommandName, args: readonly string[]) {
  const options = [...commands[name].takes.matchAll(/--([\w-]+)( [A-Z]+\b)?/g)].map(
    ([, name = '', value]) => [name, { type: value ? 'string' : 'boolean' }] as const,
  )
  const { values, positionals } = parseArgs({
    args: [...args],
    options: Object.fromEntries(options),
    allowPositionals: true,
  })
  return { values, given: positionals }
}

/** @throws UsageError for unexpected arguments */
function refuseOthers(name: CommandName, args: readonly string[]) {
  const { takes }: CommandUsage = commands[name]
  if (/^(\[|--)/.test(takes)) return
  const needed = takes
    .replaceAll(/\[[^\]]*\]/g, '')
    .split(' ')
    .filter(Boolean)
  const refused = new UsageError(`${name} takes ${takes || 'no arguments'}, not ${args.join(' ')}`)
  let given: string[]
  try {
    given = readArguments(name, args).given
  } catch {
    throw refused
  }
  if (given.length > needed.length) throw refused
  if (given.length < needed.length)
    throw new UsageError(`${name} needs ${needed.slice(given.length).join(' ')}: ${name} ${takes}`)
}

export type Command = { answer: string } | { name: CommandName; args: string[]; config: Config }

/**
 * Parses the command line and reads the settings, without side effects.
 * @throws UsageError for an invalid command line; ConfigError on the first invalid setting
 */
export function readCommand([word = 'serve', ...args]: string[]): Command {
  const answer = Object.hasOwn(answers, word) ? answers[word] : undefined
  if (answer !== undefined) return { answer }
  if (!Object.hasOwn(commands, word))
    throw new UsageError(`Unknown command ${word}. Commands: ${Object.keys(commands).join(', ')}`)
  const name = word as CommandName
  const { takes, does }: CommandUsage = commands[name]
  if (args.some(isHelp)) return { answer: `${`Usage: examhall ${name} ${takes}`.trimEnd()}\n\n${does}` }
  refuseOthers(name, args)
  return { name, args, config: readConfig() }
}
