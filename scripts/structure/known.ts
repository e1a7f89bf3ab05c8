/** An import allowed to break a rule. Both are path prefixes, so a folder covers its files. */
export interface Known {
  from: string
  to: string
}

/** Existing violations, which `npm run structure` accepts. It fails if a listed one is gone, so the list only gets shorter. */
export const known: Known[] = []

/** Short files that may keep their only importer: the beginnings of paths. */
export const knownShort: readonly string[] = [
  // Loaded by vitest, by its path.
  'scripts/testing/outside.ts',
  // Together with its importer it would be too long.
  'src/server/judge/javascript/program/random.ts',
]
