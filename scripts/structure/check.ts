import { checkBoundaries } from './boundaries.ts'
import { checkCircles } from './circles.ts'
import type { Breach, Source } from './sources.ts'
import { checkUses } from './uses.ts'
import { checkVocabulary } from './vocabulary.ts'

/** Every rule of the layout over every file; the breaches in order of their files. */
export const checkStructure = (sources: readonly Source[]): Breach[] =>
  [checkVocabulary, checkBoundaries, checkCircles, checkUses]
    .flatMap((check) => check(sources))
    .sort((a, b) => a.path.localeCompare(b.path) || (a.line ?? 0) - (b.line ?? 0))
