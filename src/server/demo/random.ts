/** A source of numbers from 0 up to, not including, 1. The same seed gives the same numbers on every machine. */
export type Random = () => number

/**
 * mulberry32 seeded by a text. Each student and test has its own sequence, so adding one does not change the others.
 */
export function randomOf(seed: string): Random {
  let state = 0x811c9dc5
  for (const letter of seed) state = Math.imul(state ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Roughly normal, mean 0 and standard deviation 1, never beyond 3: the sum of twelve, less its mean. */
export const bell = (random: Random) => Array.from({ length: 12 }, random).reduce((sum, value) => sum + value, -6)

/** One of a list. @throws on an empty list */
export function pick<T>(random: Random, list: readonly T[]): T {
  const found = list[Math.floor(random() * list.length)]
  if (found === undefined) throw new Error('There is nothing to pick from')
  return found
}
