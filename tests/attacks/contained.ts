import { expect, it } from 'vitest'
import { smokePrograms } from '#server/judge/smoke-programs.ts'
import type { Judge } from '#server/judge/types.ts'
import { testedLanguages } from '#tests/judge/judging.ts'
import { type Attack, attacks } from './attacks.ts'
import { languageAttacks } from './languages.ts'

let made = 0

/** The reason to skip an attack: its language is not installed. */
function skipped({ language }: Attack): string | undefined {
  const found = testedLanguages.find((one) => one.language === language)
  return found?.skip ? found.title : undefined
}

/** Declares one test per attack, which checks the outcome and that the judge still works. */
export function expectContained(judge: () => Judge) {
  for (const attack of [...attacks, ...languageAttacks]) {
    const without = skipped(attack)
    it.skipIf(without !== undefined)(`withstands: ${without ?? attack.name}`, () => expectHarmless(judge, attack))
  }
}

async function expectHarmless(judge: () => Judge, { language = 'c', source, limits, ends, prints, contained }: Attack) {
  const job = { language, source, limits: limits ?? { timeMs: 1_000, memoryMb: 64 } }
  const outcome = await judge().judge({ ...job, id: `attack-${++made}`, cases: [{ input: '', keep: true }] })
  const [first] = outcome.kind === 'judged' ? outcome.cases : []
  const output = outcome.kind === 'judged' ? `${first?.output}${first?.error}` : outcome.message
  const ending = outcome.kind === 'judged' ? first?.verdict : outcome.kind
  if (ends || !contained) expect(ends ?? ['accepted'], output).toContain(ending)
  if (contained) expect(first && contained(first), JSON.stringify(first)).toBe(true)
  if (prints !== undefined) expect(first?.output?.trimEnd()).toBe(prints)

  const after = { language: 'c', source: smokePrograms.c, limits: { timeMs: 1_000, memoryMb: 64 } } as const
  const hello = await judge().judge({ ...after, id: `hello-${made}`, cases: [{ input: '1 2', expected: '3' }] })
  expect(hello).toMatchObject({ kind: 'judged', cases: [{ verdict: 'accepted' }] })
}
