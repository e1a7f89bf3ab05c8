/**
 * Reads question files in a separate process: a hostile file may crash it, never the server. It waits until the items
 * it sent are stored, so that memory stays bounded.
 */
import { giveWay } from '#server/platform/priority.ts'
import { DomainError } from '#shared/errors.ts'
import { UnreadableFile } from '../formats/found.ts'
import { ImportMedia } from './media.ts'
import { openQuestions } from './reader.ts'
import type { Answer, Task } from './tasks.ts'
import { type CheckedItem, checkItem } from './validate.ts'

const itemsPerPart = 100

const answer = (message: Answer) => process.send?.(message)

let goOn = () => {}
const stored = () => new Promise<void>((resolve) => (goOn = resolve))

async function run({ path, imageFolder, newFolder }: Task) {
  const media = new ImportMedia(newFolder)
  let progress = 0
  const { format, items } = await openQuestions(path, imageFolder, media, (share) => (progress = share))
  answer({ kind: 'format', format })
  let part: CheckedItem[] = []
  const send = async () => {
    if (part.length === 0) return
    answer({ kind: 'items', items: part, images: media.names.splice(0), progress })
    part = []
    await stored()
  }
  for await (const item of items) {
    part.push(checkItem(item))
    if (part.length >= itemsPerPart) await send()
  }
  await send()
  answer({ kind: 'done' })
}

function refusal(error: unknown): Answer {
  if (error instanceof UnreadableFile)
    return { kind: 'refused', message: error.line ? `${error.message} (line ${error.line})` : error.message }
  if (error instanceof DomainError) return { kind: 'refused', message: error.errors?.[0]?.message ?? error.message }
  return { kind: 'broken', trace: error instanceof Error ? (error.stack ?? error.message) : String(error) }
}

// Run at low priority: page requests come first.
giveWay(5)
// Ctrl-C reaches every process in the terminal. Ignore it, because the server ends this one itself.
process.on('SIGINT', () => {})
process.once('message', (task: Task) => {
  process.on('message', () => goOn())
  run(task).catch((error: unknown) => answer(refusal(error)))
})
