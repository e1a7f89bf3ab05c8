import { type Judge, JudgeError } from '#server/judge/types.ts'
import { languages } from '#shared/coding/languages.rules.ts'
import * as shoes from './dry-shoes.ts'
import * as practice from './practice.ts'
import type { SeedProgram } from './program.ts'
import * as loans from './projectors.ts'
import * as loanReferences from './projectors-reference.ts'
import * as slips from './roll-slips.ts'

/** Every program of the demo. */
export const seedPrograms: readonly SeedProgram[] = [slips, loanReferences, loans, shoes, practice].flatMap((one) =>
  Object.values(one),
)

/**
 * Says again what the judge said of the demo's programs. So the demo has checked solutions and judged submissions within the
 * second it takes to load, made by the product's own procedures, also on a machine that lacks a compiler.
 */
export const recordedJudge: Judge = {
  concurrency: 1,
  languages: async () => languages.map((language) => ({ language, available: true })),
  sandbox: async () => ({ works: true }),
  judge: async ({ language, source, cases }, progress) => {
    const program = seedPrograms.find((known) => known.language === language && known.code === source)
    if (program?.cases.length !== cases.length) throw new JudgeError('The judge has not been asked about this program')
    const results = program.cases.map(([verdict, timeMs, memoryKb], place) => ({ place, verdict, timeMs, memoryKb }))
    for (const result of results) progress?.judged?.(result)
    return { kind: 'judged', compileMs: 0, cases: results }
  },
  cancel: () => {},
  close: async () => {},
}
