import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { rounderOf } from '#server/rest/percentages.ts'
import { percentage, percentageText } from '#shared/schema.ts'

const round = (schema: z.ZodType, answer: unknown) => rounderOf(z.toJSONSchema(schema, { io: 'output' }))(answer)

describe('percentages over REST', () => {
  it('have two decimals, rounded half up in decimal notation', () => {
    const schema = z.object({ percentage, marks: z.number() })
    expect(round(schema, { percentage: 54.545_454_545_45, marks: 1.005_1 })).toEqual({
      percentage: 54.55,
      marks: 1.005_1,
    })
    expect(round(schema, { percentage: 1.005, marks: 1 })).toEqual({ percentage: 1.01, marks: 1 })
  })
  it('are found in lists, records, unions and nullable values', () => {
    const row = z.object({
      score: percentage.nullable().describe('Described again'),
      avgScore: percentageText.optional(),
    })
    const schema = z.object({
      rows: z.array(row),
      byName: z.record(z.string(), row),
      either: z.union([z.object({ kind: z.literal('one'), share: percentage }), row, z.null()]),
    })
    const third = { score: 33.333_333, avgScore: '66.6666667' }
    const rounded = { score: 33.33, avgScore: '66.67' }
    expect(round(schema, { rows: [third, { score: null }], byName: { a: third }, either: third })).toEqual({
      rows: [rounded, { score: null }],
      byName: { a: rounded },
      either: rounded,
    })
    expect(round(schema, { rows: [], byName: {}, either: { kind: 'one', share: 0.125 } })).toMatchObject({
      either: { share: 0.13 },
    })
  })
})
