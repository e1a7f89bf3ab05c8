import type { Language } from '#shared/coding/languages.rules.ts'
import type { Speeds } from './pool/wire.ts'
import { loopResult, loops } from './smoke-programs.ts'
import { type Judge, JudgeError } from './types.ts'

/**
 * Times the loop in a language.
 * @returns CPU time in ms
 * @throws JudgeError if the loop does not compile or its result is wrong
 */
export async function calibrate(judge: Judge, language: Language): Promise<number> {
  const outcome = await judge.judge({
    id: `calibration-${language}`,
    language,
    source: loops[language],
    limits: { timeMs: 20_000, memoryMb: 256 },
    cases: [{ input: '', expected: loopResult, keep: true }],
  })
  const [first] = outcome.kind === 'judged' ? outcome.cases : []
  if (first?.verdict !== 'accepted')
    throw new JudgeError(first ? `${first.verdict}: ${first.error}` : 'the program does not compile')
  return first.timeMs
}

/** Measured on every machine: a compiled language, an interpreter and an isolate. */
const measured = ['c', 'python', 'javascript'] as const
const rounds = 3

/** Measures a machine in the languages that work on it; the best of several rounds, because others may be disturbed. */
export async function measureSpeeds(judge: Judge): Promise<Speeds> {
  const speeds: Speeds = {}
  const statuses = await judge.languages()
  for (const language of measured) {
    if (!statuses.find((status) => status.language === language)?.available) continue
    const times: number[] = []
    for (let round = 0; round < rounds; round++)
      await calibrate(judge, language).then(
        (ms) => times.push(ms),
        () => {},
      )
    if (times.length > 0) speeds[language] = Math.max(1, Math.min(...times))
  }
  return speeds
}

/** The shorter time of each language. */
export const fastest = (one: Speeds, other: Speeds): Speeds =>
  Object.fromEntries(
    measured.flatMap((language) => {
      const times = [one[language], other[language]].filter((ms) => ms !== undefined)
      return times.length > 0 ? [[language, Math.min(...times)]] : []
    }),
  )

/** Machines whose speeds differ less than this count as equal, because measurements vary. */
const insignificant = 0.2
const bounds = { min: 0.2, max: 5 }

/** How many times longer a machine takes than the reference: the median over the languages measured on both. */
export function factorOf(speeds: Speeds, reference: Speeds): number {
  const ratios = measured
    .flatMap((language) => {
      const [own, other] = [speeds[language], reference[language]]
      return own && other ? [own / other] : []
    })
    .sort((a, b) => a - b)
  const median = ratios[Math.floor(ratios.length / 2)] ?? 1
  if (Math.abs(Math.log(median)) < Math.log(1 + insignificant)) return 1
  return Math.min(bounds.max, Math.max(bounds.min, Math.round(median * 100) / 100))
}
