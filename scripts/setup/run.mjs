import { spawn } from 'node:child_process'
import { constants } from 'node:os'

/** npm and process managers signal only this process, so it forwards signals to its children. */
const forwarded = ['SIGTERM', 'SIGINT']

const codeOf = (code, signal) => code ?? 128 + (constants.signals[signal] ?? 1)

/** Forwards signals until all children have exited; `as` replaces the signal. */
async function forwardingTo(children, endings, as) {
  const pass = (signal) => {
    for (const child of children) if (child.exitCode === null && child.signalCode === null) child.kill(as ?? signal)
  }
  for (const signal of forwarded) process.on(signal, pass)
  try {
    return await Promise.all(endings)
  } finally {
    for (const signal of forwarded) process.off(signal, pass)
  }
}

const ended = (child) =>
  new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code, signal) => resolve(codeOf(code, signal)))
  })

/** Runs a command on this terminal, forwards SIGTERM and SIGINT, and resolves to its exit code. */
export async function runOne(command, args, env = process.env) {
  const child = spawn(command, args, { stdio: 'inherit', env })
  const [code] = await forwardingTo([child], [ended(child)])
  return code
}

/** Runs a command without printing its output. @returns exit code and output */
export async function runQuietly(command, args, env = process.env) {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8')
    stream.on('data', (text) => {
      output += text
    })
  }
  // npm finishes its work before it reacts to other signals. Killing is safe, because every command here can be rerun.
  const [code] = await forwardingTo([child], [ended(child)], 'SIGKILL')
  return { code, output }
}

function printPrefixed(stream, prefix) {
  let rest = ''
  stream.setEncoding('utf8')
  stream.on('data', (text) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) console.log(prefix + line)
  })
  stream.on('end', () => rest && console.log(prefix + rest))
}

/**
 * Runs several commands in parallel and prefixes their output with their names. Stops them all when one exits or a
 * signal arrives.
 *
 * @returns the exit code of the first command to exit, or 0 after a signal
 */
export async function runAll(commands) {
  const width = Math.max(...commands.map(({ name }) => name.length))
  const children = commands.map(({ name, command, args }) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    for (const stream of [child.stdout, child.stderr]) printPrefixed(stream, `${name.padEnd(width)} | `)
    return child
  })
  const endings = children.map(ended)
  const all = forwardingTo(children, endings)
  let asked = false
  for (const signal of forwarded)
    process.once(signal, () => {
      asked = true
    })
  const first = await Promise.race(endings)
  for (const child of children) child.kill('SIGTERM')
  await all
  return asked ? 0 : first
}
