import { checkBoundaries } from './boundaries.ts'
import { checkCycles } from './cycles.ts'
import type { Known } from './known.ts'
import type { Source, Violation } from './sources.ts'
import { checkUses, checkWrites } from './uses.ts'
import { checkVocabulary } from './vocabulary.ts'

const violationsOf = (sources: readonly Source[]): Violation[] =>
  [checkVocabulary, checkBoundaries, checkCycles, checkUses, checkWrites].flatMap((check) => check(sources))

/** The sources without the allowed imports. */
const without = (sources: readonly Source[], known: readonly Known[]): Source[] =>
  sources.map((source) => {
    if (!source.code) return source
    const isKnown = (target: string) =>
      known.some(({ from, to }) => source.path.startsWith(from) && target.startsWith(to))
    const imports = source.code.imports.filter(({ target }) => !isKnown(target))
    return { ...source, code: { ...source.code, imports } }
  })

/**
 * Checks every layout rule on every file.
 *
 * @param known imports allowed to break a rule; unneeded entries are reported too
 * @returns the violations sorted by file
 */
export function checkStructure(sources: readonly Source[], known: readonly Known[] = []): Violation[] {
  const violations = violationsOf(without(sources, known))
  const isNeeded = (entry: Known) => {
    const others = known.filter((other) => other !== entry)
    return violationsOf(without(sources, others)).length > violations.length
  }
  const unneeded = known
    .filter((entry) => !isNeeded(entry))
    .map(
      ({ from, to }): Violation => ({
        path: 'scripts/structure/known.ts',
        problem: `the violation ${from} → ${to} no longer exists`,
        fix: 'Delete the entry.',
      }),
    )
  return [...violations, ...unneeded].sort((a, b) => a.path.localeCompare(b.path) || (a.line ?? 0) - (b.line ?? 0))
}
