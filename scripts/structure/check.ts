import { checkBoundaries } from './boundaries.ts'
import { checkCycles } from './cycles.ts'
import type { Source, Violation } from './sources.ts'
import { checkUses, checkWrites } from './uses.ts'
import { checkVocabulary } from './vocabulary.ts'

/** Applies every layout rule to every file. @returns the violations sorted by file */
export const checkStructure = (sources: readonly Source[]): Violation[] =>
  [checkVocabulary, checkBoundaries, checkCycles, checkUses, checkWrites]
    .flatMap((check) => check(sources))
    .sort((a, b) => a.path.localeCompare(b.path) || (a.line ?? 0) - (b.line ?? 0))
