import { z } from 'zod'
import { readSession, watchSession } from '#client/lib/session-store.ts'
import { searchHit } from '#shared/search/search.schema.ts'
import type { SearchHit } from '../queries.ts'

/** Storage key for recently opened results, which are kept on this device until sign-out. */
const key = 'examhall.search'
const maxResults = 5

const kept = z.object({ userId: z.string(), hits: z.array(searchHit) })

/** The recently opened results, latest first. */
export function readRecent(userId: string): SearchHit[] {
  try {
    const { success, data } = kept.safeParse(JSON.parse(localStorage.getItem(key) ?? 'null'))
    return success && data.userId === userId ? data.hits : []
  } catch {
    return []
  }
}

export function addRecent(userId: string, hit: SearchHit) {
  const others = readRecent(userId).filter(({ kind, id }) => kind !== hit.kind || id !== hit.id)
  try {
    localStorage.setItem(key, JSON.stringify({ userId, hits: [hit, ...others].slice(0, maxResults) }))
  } catch {
    // Without storage there are no recent results.
  }
}

// Do not leave student names on a shared computer.
watchSession(() => {
  if (readSession()) return
  try {
    localStorage.removeItem(key)
  } catch {
    // Without storage there is nothing to remove.
  }
})
