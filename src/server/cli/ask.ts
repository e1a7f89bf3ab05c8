import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { UsageError } from './usage.ts'

/** Reads one line from the terminal. Hidden answers are not echoed. */
export async function ask(question: string, answer: 'shown' | 'hidden'): Promise<string> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const output = answer === 'shown' ? process.stdout : nowhere
  const lines = createInterface({ input: process.stdin, output, terminal: true })
  // Safe to exit on Ctrl-C and Ctrl-D: nothing has been changed yet.
  lines.once('SIGINT', () => process.exit(130))
  const closed = new Promise<never>((_resolve, reject) =>
    lines.once('close', () => reject(new UsageError('Cancelled. Nothing was changed'))),
  )
  closed.catch(() => {})
  if (answer === 'hidden') process.stdout.write(question)
  try {
    const line = await Promise.race([lines.question(question), closed])
    return answer === 'shown' ? line.trim() : line
  } finally {
    lines.close()
    if (answer === 'hidden') process.stdout.write('\n')
  }
}
