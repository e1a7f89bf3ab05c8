import { existsSync } from 'node:fs'
import { createJudge, type JudgeProcess } from '#server/judge/judge.ts'
import { languageSetups } from '#server/judge/languages.ts'
import type { JudgeCase, JudgeLimits, JudgeOutcome } from '#server/judge/types.ts'
import { type CaseVerdict, type Language, programLanguages, type Verdict } from '#shared/coding/languages.rules.ts'

const silent = { warn: () => {}, error: () => {} }
export const usualLimits: JudgeLimits = { timeMs: 1_000, memoryMb: 64 }

export const openJudge = (concurrency = 2): JudgeProcess => createJudge({ concurrency, log: silent })

/** All languages but SQL. Setup does not install optional ones, so their tests are skipped where they are missing. */
export const testedLanguages = programLanguages.map((language) => {
  const { optional = false, packages, programs } = languageSetups[language]
  const skip = optional && !programs.every((program) => existsSync(program))
  return { language, skip, title: skip ? `${language} (skipped: ${packages[0]} is not installed)` : language }
})

/** `JUDGE_ROUNDS=20` repeats some tests, to check that verdicts are stable. */
export const rounds = Array.from({ length: Number(process.env.JUDGE_ROUNDS ?? 1) }, (_, round) => round + 1)

let made = 0

/** Judges one program. */
export const submit = (
  judge: JudgeProcess,
  language: Language,
  source: string,
  cases: JudgeCase[] = [{ input: '' }],
  limits = usualLimits,
): Promise<JudgeOutcome> =>
  judge.judge({
    id: `job-${++made}`,
    language,
    source,
    limits,
    cases: cases.map((one) => ({ keep: true, ...one })),
  })

/** Each case's verdict, or a compile error. */
export async function verdictsOf(...given: Parameters<typeof submit>): Promise<(CaseVerdict | Verdict)[]> {
  const outcome = await submit(...given)
  return outcome.kind === 'judged' ? outcome.cases.map(({ verdict }) => verdict) : ['compile_error']
}
