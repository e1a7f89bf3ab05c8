import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bankQuestionForm } from '#shared/bank/bank.schema.ts'
import { splitFields } from '#shared/bank/question-parts.rules.ts'
import { gradeAnswer } from '#shared/bank/question-types.rules.ts'
import { toNumber } from '#shared/ratio.ts'
import { tools } from '#tests/factories/question-types.ts'
import { answer, answers, readOne } from './read.ts'

/** A question without losses must earn the same marks as in Moodle, whose rules are below. */

type Given = readonly (readonly [fraction: string, text: string])[]

/** The share that a value earns here. */
function earned(question: object, value: unknown): number {
  const form = bankQuestionForm.parse({ subject: 'Technical', ...question })
  const outcome = gradeAnswer(
    { ...splitFields(form), marks: 1, penalty: form.penalty ?? 0 },
    value as Parameters<typeof gradeAnswer>[1],
    tools,
  )
  return outcome.kind === 'graded' ? toNumber(outcome.marks) : 0
}

const share = (fraction: string) => Number(fraction) / 100
const isClose = (one: number, other: number) => Math.abs(one - other) < 1e-5

/** The reading if there is only one and it has no losses, so it must be graded as in Moodle. */
async function exactReadings(type: string, inside: string) {
  const { readings } = await readOne(type, { inside })
  return readings.length === 1 ? readings.filter(({ losses }) => losses.length === 0) : []
}

const fraction = fc.constantFrom('100', '50', '33.33333', '25', '0', '-25', '-33.33333', '-50', '-100')
const letters = 'ABCDEFGHIJ'

describe('marks without a reported loss are those of Moodle', () => {
  it('for options', async () => {
    let exact = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(fraction, { minLength: 2, maxLength: 5 }),
        fc.boolean(),
        async (fractions, isSingle) => {
          const given: Given = fractions.map((one, at) => [one, `option ${at}`])
          const inside = `<single>${isSingle}</single>${answers(...given)}`
          for (const { question } of await exactReadings('multichoice', inside)) {
            exact++
            for (let chosen = 1; chosen < 2 ** fractions.length; chosen++) {
              const places = fractions.flatMap((_, at) => ((chosen >> at) & 1 ? [at] : []))
              if (isSingle && places.length > 1) continue
              const sum = places.reduce((total, at) => total + share(fractions[at] ?? '0'), 0)
              const moodle = isSingle ? sum : Math.min(1, Math.max(0, sum))
              const picked = places.map((at) => letters[at])
              const ours = earned(question, 'type' in question && question.type === 'multiple' ? picked : picked[0])
              expect(isClose(ours, moodle), `${fractions}: ${picked} earns ${ours} instead of ${moodle}`).toBe(true)
            }
          }
        },
      ),
      { numRuns: 1_500 },
    )
    expect(exact).toBeGreaterThan(10)
  })

  it('for texts, where the first match counts', async () => {
    const pattern = fc.array(fc.constantFrom('a', 'b', '*', 'A', '\\*'), { minLength: 1, maxLength: 4 })
    const typed = fc.array(fc.constantFrom('a', 'b', 'A', '*'), { minLength: 1, maxLength: 4 })
    /** As in Moodle. */
    const matches = (text: string, given: string, isCaseSensitive: boolean) => {
      const pieces = given.split(/(?<!\\)\*+/).map((piece) => piece.replaceAll('\\*', '*'))
      const escaped = pieces.map((piece) => piece.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      return new RegExp(`^${escaped.join('.*')}$`, isCaseSensitive ? 'u' : 'iu').test(text)
    }
    let exact = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom('100', '50', '0'), pattern), { minLength: 1, maxLength: 4 }),
        fc.array(typed, { maxLength: 12 }),
        fc.boolean(),
        async (all, texts, isCaseSensitive) => {
          const given = all.map(([one, signs]) => [one, signs.join('')] as const)
          const inside = `<usecase>${isCaseSensitive ? 1 : 0}</usecase>${answers(...given)}`
          const { readings } = await readOne('shortanswer', { inside })
          for (const { question } of readings) {
            exact++
            for (const text of texts.map((signs) => signs.join(''))) {
              const [first = '0'] = given.find(([, one]) => matches(text, one, isCaseSensitive)) ?? []
              expect(earned(question, text), `${JSON.stringify(given)}: ${text}`).toBe(share(first))
            }
          }
        },
      ),
      { numRuns: 1_500 },
    )
    expect(exact).toBeGreaterThan(300)
  })

  it('for numbers, where the first match counts', async () => {
    const value = fc.integer({ min: -3, max: 3 })
    const one = fc.tuple(fc.constantFrom('100', '100', '50', '0'), value, fc.constantFrom('0', '0.5', '1', '2'))
    let exact = 0
    await fc.assert(
      fc.asyncProperty(fc.array(one, { minLength: 1, maxLength: 3 }), async (all) => {
        const inside = all
          .map(([part, number, tolerance]) => answer(part, `${number}`, `<tolerance>${tolerance}</tolerance>`))
          .join('')
        const { readings } = await readOne('numerical', { inside })
        const [reading, ...others] = readings
        if (!reading || others.length > 0) return
        exact++
        for (let typed = -6; typed <= 6; typed += 0.25) {
          const first = all.find(([, number, tolerance]) => Math.abs(typed - number) <= Number(tolerance))
          const moodle = share(first?.[0] ?? '0')
          const isNamed = moodle === 0.5 && reading.losses.some((loss) => loss.includes('earns 50%'))
          const ours = earned(reading.question, String(typed))
          expect(ours === moodle || isNamed, `${JSON.stringify(all)}: ${typed} earns ${ours}`).toBe(true)
        }
      }),
      { numRuns: 1_500 },
    )
    expect(exact).toBeGreaterThan(300)
  })
})
