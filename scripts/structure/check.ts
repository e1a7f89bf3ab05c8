import { checkBoundaries } from './boundaries.ts'
import { checkCircles } from './circles.ts'
import type { Known } from './known.ts'
import type { Breach, Source } from './sources.ts'
import { checkUses, checkWrites } from './uses.ts'
import { checkVocabulary } from './vocabulary.ts'

const breachesOf = (sources: readonly Source[]): Breach[] =>
  [checkVocabulary, checkBoundaries, checkCircles, checkUses, checkWrites].flatMap((check) => check(sources))

/** The sources without the imports that the list allows. */
const without = (sources: readonly Source[], known: readonly Known[]): Source[] =>
  sources.map((source) => {
    if (!source.code) return source
    const isKnown = (target: string) =>
      known.some(({ from, to }) => source.path.startsWith(from) && target.startsWith(to))
    const imports = source.code.imports.filter(({ target }) => !isKnown(target))
    return { ...source, code: { ...source.code, imports } }
  })

/**
 * Checks every layout rule over every file.
 *
 * @param known imports that break a rule today; an entry that no breach needs is reported as well
 * @returns the breaches in order of their files
 */
export function checkStructure(sources: readonly Source[], known: readonly Known[] = []): Breach[] {
  const breaches = breachesOf(without(sources, known))
  const isNeeded = (entry: Known) => {
    const others = known.filter((other) => other !== entry)
    return breachesOf(without(sources, others)).length > breaches.length
  }
  const unneeded = known
    .filter((entry) => !isNeeded(entry))
    .map(
      ({ from, to }): Breach => ({
        path: 'scripts/structure/known.ts',
        problem: `the breach ${from} → ${to} is gone`,
        mend: 'Delete the entry.',
      }),
    )
  return [...breaches, ...unneeded].sort((a, b) => a.path.localeCompare(b.path) || (a.line ?? 0) - (b.line ?? 0))
}
