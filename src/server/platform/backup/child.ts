/** Creates and drills backups in a separate process, because reading and compressing gigabytes must not delay saves. */
import { rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { giveWay } from '../priority.ts'
import { isEncrypted } from './encryption.ts'
import { failureText } from './failures.ts'
import { partFolder, sweepParts } from './folders.ts'
import { packBackup } from './pack.ts'
import type { Answer, Task, Tried } from './tasks.ts'
import { sumOf } from './trailer.ts'
import { unpackBackup } from './unpack.ts'

const answer = (message: Answer) => process.send?.(message)

/** The last progress report, kept so that each whole percentage is sent only once. */
let lastReport = ''
function progress(done: number, step: string) {
  const hundredths = Math.floor(done * 100)
  const now = `${step} ${hundredths}`
  if (now === lastReport) return
  lastReport = now
  answer({ kind: 'progress', done: hundredths / 100, step })
}

/** Drills a backup. An encrypted backup was drilled before encryption, so only its checksum is verified. */
async function drill(file: string): Promise<Tried> {
  if (await isEncrypted(file)) return { sha256: (await sumOf(file)).sha256 }
  const folder = partFolder(dirname(file))
  sweepParts(dirname(file))
  try {
    const { sha256, createdAt, schema, counts, parts } = await unpackBackup(
      file,
      folder,
      Number.POSITIVE_INFINITY,
      progress,
    )
    const rows = Object.values(counts)
    return {
      ...{ sha256, createdAt, schema: schema.number, files: parts.length - 1 },
      ...{ tables: rows.length, rows: rows.reduce((sum, count) => sum + count, 0) },
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function run(task: Task) {
  // Exit when the server disconnects, so that a stopping server does not have to wait.
  process.once('disconnect', () => {
    sweepParts(dirname(task.file))
    process.exit()
  })
  try {
    if (task.kind === 'backup') answer({ kind: 'made', made: await packBackup(task, progress) })
    else answer({ kind: 'tried', tried: await drill(task.file) })
  } catch (error) {
    answer({ kind: 'failed', failure: failureText(error) })
  }
  process.disconnect?.()
}

// Run at low priority: exams come first.
giveWay(10)
// Ctrl-C reaches every process in the terminal. Ignore it, because the server ends this one itself.
process.on('SIGINT', () => {})
process.once('message', (task: Task) => void run(task))
