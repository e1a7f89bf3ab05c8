import fc from 'fast-check'
import { expect, it } from 'vitest'
import { splitFields } from '#shared/bank/question-parts.rules.ts'
import { gradeAnswer } from '#shared/bank/question-types.rules.ts'
import { toNumber } from '#shared/ratio.ts'
import { choiceOf, itemOf, mapping, mapResponse, readOne, response, valid } from './qti/read.ts'

const names = ['A', 'B', 'C', 'D', 'E'] as const

/** The score of the standard template `map_response`, without our reader. */
function scoreOf(chosen: readonly string[], values: Readonly<Record<string, number>>, lower: number | null): number {
  if (chosen.length === 0) return 0
  const sum = chosen.reduce((all, name) => all + (values[name] ?? 0), 0)
  return lower === null ? sum : Math.max(lower, sum)
}

const value = fc.constantFrom(-2, -1, -0.5, 0, 0.5, 1, 1, 2)
const items = fc.record({
  values: fc.array(value, { minLength: 2, maxLength: 5 }),
  lower: fc.constantFrom(null, 0, -1),
  isSingle: fc.boolean(),
})

it('grades every answer to a choice as its file does, unless it reports a loss', async () => {
  let compared = 0
  await fc.assert(
    fc.asyncProperty(items, async ({ values, lower, isSingle }) => {
      const given = Object.fromEntries(values.map((one, at) => [names[at] ?? '', one]))
      const item = await readOne(
        itemOf({
          declarations: response(
            isSingle ? 'single identifier' : 'multiple identifier',
            [],
            mapping(given, lower === null ? '' : `lowerBound="${lower}"`),
          ),
          body: choiceOf(
            values.map((_, at) => `option ${at}`),
            `maxChoices="${isSingle ? 1 : 0}"`,
          ),
          processing: mapResponse,
        }),
      )
      const [reading] = item.readings
      if (!reading || item.readings.length > 1 || reading.losses.length > 0) return
      const question = valid(reading)
      const keyed = { ...splitFields(question), marks: question.marks, penalty: question.penalty ?? 0 }
      for (let set = 1; set < 2 ** values.length; set++) {
        const chosen = names.filter((_, at) => set & (1 << at))
        if (isSingle && chosen.length > 1) continue
        const outcome = gradeAnswer(keyed, isSingle ? (chosen[0] ?? null) : [...chosen], { matches: () => false })
        if (outcome.kind !== 'graded') throw new Error('Not graded')
        expect(toNumber(outcome.marks)).toBeCloseTo(scoreOf(chosen, given, lower), 6)
        compared++
      }
    }),
    { numRuns: 600 },
  )
  expect(compared).toBeGreaterThan(100)
})
