import { readdirSync, readFileSync } from 'node:fs'
import { expect, vi } from 'vitest'

interface Entry {
  pid: number
  parent: number
  name: string
}

/** Every process on this machine except zombies. */
function all(): Entry[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const [, comm = '', state, parent] =
          /^\d+ \((.*)\) (\S) (\d+)/.exec(readFileSync(`/proc/${name}/stat`, 'utf8')) ?? []
        return state === 'Z' ? [] : [{ pid: Number(name), parent: Number(parent), name: comm }]
      } catch {
        return []
      }
    })
}

/** All descendants of a process. */
export function descendantsOf(pid: number): Entry[] {
  const entries = all()
  const found: Entry[] = []
  const visit = (parent: number) => {
    for (const entry of entries)
      if (entry.parent === parent) {
        found.push(entry)
        visit(entry.pid)
      }
  }
  visit(pid)
  return found
}

/** Waits until these processes have all exited. */
export const expectGone = (entries: Entry[]) =>
  vi.waitFor(
    () => {
      const there = new Map(all().map(({ pid, name }) => [pid, name]))
      expect(entries.filter(({ pid, name }) => there.get(pid) === name)).toEqual([])
    },
    { timeout: 10_000, interval: 20 },
  )

/** Waits until a descendant with this name is running. */
export const waitForProgram = (pid: () => number | undefined, name: string) =>
  vi.waitFor(() => expect(descendantsOf(pid() ?? 0).map((entry) => entry.name)).toContain(name), {
    timeout: 30_000,
    interval: 20,
  })
