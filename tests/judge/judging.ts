import { createJudge, type JudgeProcess } from '#server/judge/judge.ts'
import type { JudgeCase, JudgeLimits, JudgeOutcome } from '#server/judge/types.ts'
import type { CaseVerdict, Language, Verdict } from '#shared/coding/languages.rules.ts'

const silent = { warn: () => {}, error: () => {} }
export const usualLimits: JudgeLimits = { timeMs: 1_000, memoryMb: 64 }

export const openJudge = (concurrency = 2): JudgeProcess => createJudge({ concurrency, log: silent })

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
