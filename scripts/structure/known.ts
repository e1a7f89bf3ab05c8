/** An import that breaks a rule. Both are the beginnings of paths, so that a folder covers its files. */
export interface Known {
  from: string
  to: string
}

/**
 * The breaches of today. `npm run structure` accepts them, and fails when one is gone but still listed: the list only
 * gets shorter.
 */
export const known: Known[] = []

/** Short files that may keep their only importer: the beginnings of paths. */
export const knownShort: readonly string[] = [
  // Loaded by vitest, by its path.
  'scripts/testing/outside.ts',
  // Together with its importer it would be too long.
  'src/server/judge/javascript/program/random.ts',
]
