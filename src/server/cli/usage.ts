import { version } from '../platform/version.ts'

interface Verb {
  /** What follows it; in brackets what may be left out, and is then for the verb itself to look at. */
  takes: string
  does: string
}

/** What the program can be told; main.ts names the function of each. */
export const verbs = {
  serve: { takes: '', does: 'serves the platform (this is what happens without a command)' },
  demo: { takes: '', does: 'serves a demo college, which it loads into an empty database' },
  backup: {
    takes: 'FILE [--overwrite]',
    does: 'puts everything that is kept into one file, also while a server runs',
  },
  restore: { takes: 'FILE', does: 'puts a backup in the place of the data, which is kept beside it' },
  'create-admin': {
    takes: '[--email ADDRESS] [--name NAME]',
    does: 'creates a master admin, also while a server runs',
  },
  doctor: { takes: '', does: 'prints what this machine can do: languages, sandbox, mail, disk, clock' },
} as const satisfies Record<string, Verb>
export type VerbName = keyof typeof verbs

/** A command line that means nothing: one line that says why. The exit code is 2. */
export class UsageError extends Error {}

const lines = Object.entries(verbs).map(([name, { takes, does }]) => `  ${`${name} ${takes}`.padEnd(46)} ${does}`)

const help = `Examhall ${version}

Usage: examhall [command]

${lines.join('\n')}
  ${'--help, --version'.padEnd(46)} prints this, or the version

Settings come from the environment or a .env file in the current folder: HOST, PORT, DATA_DIR and others.
`

/** What is printed without opening anything. Node's version is also what the judge asks its own executable for. */
const answers: Record<string, string> = {
  '--help': help,
  '-h': help,
  help,
  '--version': `examhall ${version}, Node ${process.version}`,
}

export type Command = { answer: string } | { verb: VerbName; args: string[] }

/** Reads the command line. @throws UsageError when it means nothing */
export function readCommand([word = 'serve', ...args]: string[]): Command {
  const answer = Object.hasOwn(answers, word) ? answers[word] : undefined
  if (answer !== undefined) return { answer }
  if (!Object.hasOwn(verbs, word))
    throw new UsageError(`Unknown command ${word}; there are: ${Object.keys(verbs).join(', ')}`)
  const verb = word as VerbName
  const { takes }: Verb = verbs[verb]
  const mayTakeMore = takes.includes('[')
  const needed = takes.replace(/\[.*/, '').split(' ').filter(Boolean)
  if (args.length === needed.length || (mayTakeMore && args.length > needed.length)) return { verb, args }
  if (args.length > needed.length)
    throw new UsageError(`${verb} takes ${takes || 'no arguments'}, not ${args.join(' ')}`)
  throw new UsageError(`${verb} needs ${needed.slice(args.length).join(' ')}: ${verb} ${takes}`)
}
