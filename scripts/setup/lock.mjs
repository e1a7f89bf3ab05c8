import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

/** The lock folder. Not in node_modules, which an installation can delete. */
const folder = 'dist/.setup-lock'
const ownerFile = `${folder}/owner`
/** Older locks are stale: no setup takes this long, and another process may now have the owner's id. */
const staleAfter = 15 * 60_000
/** Grace period, because the folder and its owner file are not created atomically. */
const ownerWithin = 5_000

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** True if the lock's owner is gone. */
function isStale() {
  try {
    const age = Date.now() - statSync(folder).mtimeMs
    if (age > staleAfter) return true
    const pid = ownerOf()
    return pid === undefined ? age > ownerWithin : !isAlive(pid)
  } catch {
    return false
  }
}

function ownerOf() {
  try {
    return Number(readFileSync(ownerFile, 'utf8')) || undefined
  } catch {
    return undefined
  }
}

function acquire() {
  mkdirSync('dist', { recursive: true })
  try {
    mkdirSync(folder)
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
  writeFileSync(ownerFile, String(process.pid))
  return true
}

function breakStale() {
  const aside = `${folder}-${process.pid}`
  try {
    // If several processes find the same stale lock, only one rename succeeds.
    renameSync(folder, aside)
    rmSync(aside, { recursive: true })
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
  }
}

/** Runs `work` while no other setup of this checkout is running. */
export async function withLock(work) {
  let said = false
  while (!acquire()) {
    if (isStale()) {
      breakStale()
      continue
    }
    if (!said) console.log(`Waiting for another setup of this folder (process ${ownerOf() ?? 'unknown'})…`)
    said = true
    await wait(200)
  }
  try {
    return await work()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
