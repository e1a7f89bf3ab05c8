/** Returns numbers in [0, 1), which are the same on every machine for a given seed. */
export type Random = () => number

/**
 * mulberry32, seeded with a string. Each student and test has its own sequence, so adding one does not change the
 * others.
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

/** Returns an approximately standard normal number: the sum of uniform numbers minus its mean. */
export const normal = (random: Random) => Array.from({ length: 12 }, random).reduce((sum, value) => sum + value, -6)

/** Picks a random element. @throws on an empty list */
export function pick<T>(random: Random, list: readonly T[]): T {
  const found = list[Math.floor(random() * list.length)]
  if (found === undefined) throw new Error('There is nothing to pick from')
  return found
}
