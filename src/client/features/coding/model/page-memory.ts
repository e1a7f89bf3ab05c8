import type { LocalStore } from '#client/lib/device/device.ts'

const refused = new WeakMap<LocalStore, Map<string, string>>()

/** The same storage, with a fallback in memory for what the browser refuses to store. */
export function remembering(storage: LocalStore): LocalStore {
  const memory = refused.get(storage) ?? new Map<string, string>()
  refused.set(storage, memory)
  return {
    read: (key) => memory.get(key) ?? storage.read(key),
    write(key, value) {
      const isKept = storage.write(key, value)
      if (isKept) memory.delete(key)
      else memory.set(key, value)
      return isKept
    },
    remove(key) {
      memory.delete(key)
      storage.remove(key)
    },
    keys: () => [...new Set([...memory.keys(), ...storage.keys()])],
  }
}
