import { type Judge, JudgeError } from '#server/judge/types.ts'
import { languages } from '#shared/coding/languages.rules.ts'
import * as shoes from './dry-shoes.ts'
import * as practice from './practice.ts'
import { type SeedProgram, verdictsOf } from './program.ts'
import * as loans from './projectors.ts'
import * as loanReferences from './projectors-reference.ts'
import * as slips from './roll-slips.ts'

/** CPU time in ms after which the judge stops a program with a two-second limit. */
const timeAtLimit = 2_054

export const seedPrograms: readonly SeedProgram[] = [slips, loanReferences, loans, shoes, practice].flatMap((one) =>
  Object.values(one),
)

/**
 * Returns recorded results instead of running programs, so that the demo can create checked solutions and judged
 * submissions through the ordinary procedures in about a second, even on a machine without compilers.
 */
export const recordedJudge: Judge = {
  concurrency: 1,
  languages: async () => languages.map((language) => ({ language, available: true })),
  sandbox: async () => ({ works: true }),
  judge: async ({ language, source, cases }, progress) => {
    const program = seedPrograms.find((known) => known.language === language && known.code === source)
    if (program?.verdicts.length !== cases.length) throw new JudgeError('This program has no recorded result')
    const { timeMs, memoryKb } = program
    const results = verdictsOf(program).map((verdict, place) => ({
      place,
      verdict,
      timeMs: verdict === 'time_limit_exceeded' ? timeAtLimit : timeMs,
      memoryKb,
    }))
    for (const result of results) progress?.judged?.(result)
    return { kind: 'judged', compileMs: 0, cases: results }
  },
  cancel: () => {},
  close: async () => {},
}
