/**
 * The open batches, branches and sections of the tree: all or none, with exceptions. Lasts as long as the browser tab.
 * Levels load as they open, so "Expand all" cannot list them by name.
 */
export interface OpenBranches {
  all: boolean
  except: ReadonlySet<string>
}

export const allClosed: OpenBranches = { all: false, except: new Set() }
export const allOpen: OpenBranches = { all: true, except: new Set() }

/** Key of a batch, branch or section in the tree. JSON, because names may contain any character. */
export const placeKey = (...names: string[]) => JSON.stringify(names)

export const isOpen = ({ all, except }: OpenBranches, key: string) => all !== except.has(key)

export function toggled({ all, except }: OpenBranches, key: string): OpenBranches {
  const next = new Set(except)
  if (!next.delete(key)) next.add(key)
  return { all, except: next }
}

/** Per user, because another admin may use the same tab. */
const storageKey = (userId: string) => `hierarchy-open:${userId}`

export function readOpen(userId: string): OpenBranches {
  try {
    const { all, except }: Record<string, unknown> = JSON.parse(sessionStorage.getItem(storageKey(userId)) ?? '{}')
    return {
      all: all === true,
      except: new Set(Array.isArray(except) ? except.filter((key) => typeof key === 'string') : []),
    }
  } catch {
    return allClosed
  }
}

export function keepOpen(userId: string, { all, except }: OpenBranches) {
  try {
    sessionStorage.setItem(storageKey(userId), JSON.stringify({ all, except: [...except] }))
  } catch {
    // Without storage, the state lasts until the page is closed.
  }
}
