/**
 * Measures how long each format takes to write and read 20,000 questions of eight types, and how much memory the reading
 * process needs:
 *
 *     npm run load:import -- [questions]
 */
import { createWriteStream, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { questionWriters } from '#server/features/bank/formats/writers.ts'
import type { Answer, Task } from '#server/features/bank/import/tasks.ts'
import { forkProgram } from '#server/platform/parts.ts'
import type { BankQuestion } from '#shared/bank/bank.schema.ts'
import { exportFormats, exportNames } from '#shared/bank/import.rules.ts'
import { everyType } from '#tests/factories/question-types.ts'

const size = Number(process.argv[2] ?? 20_000)
const folder = mkdtempSync(join(tmpdir(), 'examhall-import-'))
const types = everyType.filter(({ type }) => type !== 'gaps')

async function* questions(): AsyncGenerator<BankQuestion> {
  for (let place = 0; place < size; place++) {
    const fields = types[place % types.length]
    yield {
      ...{ id: `q${place}`, version: 1, subject: 'Technical', topic: `Topic ${Math.floor(place / 100)}` },
      ...{ difficulty: 'Medium', tags: ['load'], language: 'en', source: null, notes: null, author: null },
      ...{ retired: false, facility: null, createdAt: '', updatedAt: '', passage: null, explanation: null },
      ...{ questionImageUrl: null, optionImages: null },
      ...fields,
      questionText: `${fields?.questionText} Number ${place}, with a sentence that makes the text as long as usual.`,
    } as BankQuestion
  }
}

/** Peak resident memory in MB. */
const peakOf = (pid: number) =>
  Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024

/** Reads a file as an import does. @returns items by status, and the process's peak memory in MB */
function read(path: string): Promise<{ counts: Record<string, number>; peak: number }> {
  const child = forkProgram('questions', {
    env: { NODE_OPTIONS: '--max-old-space-size=512' },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const counts: Record<string, number> = {}
  let peak = 0
  return new Promise((resolve, reject) => {
    child.on('exit', (code, signal) => reject(new Error(`exited with ${code ?? signal}`)))
    child.on('message', (answer: Answer) => {
      peak = Math.max(peak, peakOf(child.pid ?? 0))
      if (answer.kind === 'items') {
        for (const { status } of answer.items) counts[status] = (counts[status] ?? 0) + 1
        child.send({ kind: 'continue' })
      } else if (answer.kind === 'done') {
        child.removeAllListeners('exit')
        child.kill()
        resolve({ counts, peak })
      } else if (answer.kind !== 'format') reject(new Error(JSON.stringify(answer)))
    })
    child.send({ path, folder } satisfies Task)
  })
}

console.log(`${size.toLocaleString('en')} questions\n`)
console.log('format        file MB   write s   read s   peak MB   items')
for (const format of exportFormats) {
  const path = join(folder, format)
  let started = performance.now()
  await pipeline(
    Readable.from(questionWriters[format].write(questions(), async () => undefined)),
    createWriteStream(path),
  )
  const written = performance.now() - started
  started = performance.now()
  const { counts, peak } = await read(path)
  const taken = performance.now() - started
  const cells = [statSync(path).size / 1_048_576, written / 1000, taken / 1000]
  console.log(
    exportNames[format].name.padEnd(12),
    ...cells.map((cell) => cell.toFixed(1).padStart(8)),
    String(Math.round(peak)).padStart(9),
    '  ',
    Object.entries(counts)
      .map(([status, count]) => `${count} ${status}`)
      .join(', '),
  )
}
rmSync(folder, { recursive: true })
