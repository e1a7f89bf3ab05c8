import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { keepTemporaryIn } from '../settings.ts'
import { BackupError } from './failures.ts'
import { sweepParts, syncPath } from './folders.ts'
import { lockData } from './lock.ts'
import { databaseName } from './manifest.ts'

/** Written down before the first thing is moved: from then on a restore that is broken off goes on, before it the old data stay. */
const planName = 'restore.json'
/** Left for the server, which writes into its log that a backup was restored. */
export const restoredName = 'restored.json'

const plan = z.object({ from: z.string(), spare: z.string(), file: z.string(), createdAt: z.string(), at: z.number() })
export type Plan = z.output<typeof plan>

/** What belongs to the database moves before it: while the new one waits, everything of this name is the old one's. */
const replaced = [
  { name: databaseName, moves: [`${databaseName}-wal`, `${databaseName}-shm`, databaseName] },
  { name: 'uploads', moves: ['uploads'] },
]

function writeDown(dataDir: string, name: string, what: Plan) {
  const path = join(dataDir, name)
  writeFileSync(`${path}.part`, JSON.stringify(what), { mode: 0o600 })
  syncPath(`${path}.part`)
  renameSync(`${path}.part`, path)
  syncPath(dataDir)
}

/** Can be carried out again from any point of it. */
function carryOut(dataDir: string, what: Plan) {
  const [from, spare] = [join(dataDir, what.from), join(dataDir, what.spare)]
  mkdirSync(spare, { recursive: true, mode: 0o700 })
  for (const { name, moves } of replaced) {
    // No longer there: it has its place already.
    if (!existsSync(join(from, name))) continue
    for (const old of moves) if (existsSync(join(dataDir, old))) renameSync(join(dataDir, old), join(spare, old))
    syncPath(spare)
    syncPath(dataDir)
    renameSync(join(from, name), join(dataDir, name))
    syncPath(dataDir)
  }
  writeDown(dataDir, restoredName, what)
  rmSync(join(dataDir, planName))
  rmSync(from, { recursive: true, force: true })
}

/** Puts what was unpacked in the place of the data; those become the spare copy. To be called by who has the folder alone. */
export function replaceData(dataDir: string, what: Plan): void {
  writeDown(dataDir, planName, what)
  carryOut(dataDir, what)
}

/** Finishes a restore that was broken off while it moved things. To be called by who has the folder alone. */
export function finishReplacement(dataDir: string): void {
  const path = join(dataDir, planName)
  if (existsSync(path)) carryOut(dataDir, plan.parse(JSON.parse(readFileSync(path, 'utf8'))))
}

export const replacementIsOpen = (dataDir: string) => existsSync(join(dataDir, planName))

/**
 * Takes a data folder into use beside others that do, having put in order what a restore that was broken off left.
 *
 * @returns how to let go
 * @throws BackupError while a restore has it
 */
export function enterData(dataDir: string): () => void {
  keepTemporaryIn(dataDir)
  const busy = () => new BackupError(`A backup is being restored into ${dataDir}; start again when that has ended`)
  if (replacementIsOpen(dataDir)) {
    const leave = lockData(dataDir, 'alone')
    if (!leave) throw busy()
    try {
      finishReplacement(dataDir)
    } finally {
      leave()
    }
  }
  const leave = lockData(dataDir, 'shared')
  if (!leave) throw busy()
  sweepParts(dataDir)
  return leave
}

/** The restore that the server has not written down yet, if there was one. */
export function takeRestored(dataDir: string): Plan | undefined {
  const path = join(dataDir, restoredName)
  return existsSync(path) ? plan.parse(JSON.parse(readFileSync(path, 'utf8'))) : undefined
}

export const forgetRestored = (dataDir: string) => rmSync(join(dataDir, restoredName), { force: true })
