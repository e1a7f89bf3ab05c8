import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { FoundItem } from '#server/features/bank/formats/found.ts'
import { readPresentation } from '#server/features/bank/formats/qti1-presentation.ts'
import { type Given, readScoring, scoreOf } from '#server/features/bank/formats/qti1-scoring.ts'
import { childOf, readDocument } from '#server/features/bank/formats/xml.ts'
import { bankQuestionForm } from '#shared/bank/bank.schema.ts'
import { splitFields } from '#shared/bank/question-parts.rules.ts'
import { type AnswerValue, gradeAnswer } from '#shared/bank/question-types.rules.ts'
import { letters } from '#shared/bank/types/choice.rules.ts'
import { toNumber } from '#shared/ratio.ts'
import { assessment, blank, choices, equal, gives, item, plain, readXml } from './qti1-files.ts'

/** Questions without a loss must earn the same share of the marks here as in the file. */

const tools = { matches: () => false }

/** The share of the marks that the file gives. */
async function shareInFile(xml: string, given: Given, full: number): Promise<number> {
  const root = await readDocument(`<x>${xml}</x>`)
  const element = childOf(root, 'item')
  if (!element) throw new Error('There is no item')
  const { responses } = readPresentation(element)
  return toNumber(scoreOf(readScoring(element, responses), given)) / full
}

/** The share of the marks that our grading gives. */
function shareHere({ readings }: FoundItem, value: AnswerValue): number {
  const form = bankQuestionForm.parse({ subject: 'Technical', ...readings[0]?.question })
  const outcome = gradeAnswer({ ...splitFields(form), marks: 1, penalty: form.penalty ?? 0 }, value, tools)
  return outcome.kind === 'graded' ? toNumber(outcome.marks) : 0
}

const isFaithful = ({ readings }: FoundItem) => readings.length === 1 && readings[0]?.losses.length === 0

const score = fc.constantFrom(100, 50, 25, 0, -25, -50)
const action = fc.constantFrom('Set', 'Add', 'Subtract')
const keepsGoing = fc.constantFrom('Yes', 'No')

/** Any condition on the values. */
const test = (value: fc.Arbitrary<string>) =>
  fc.letrec<{ test: string }>((tie) => ({
    test: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      value,
      fc.constantFrom('<other/>', '<unanswered respident="response1"/>'),
      tie('test').map((one) => `<not>${one}</not>`),
      fc.array(tie('test'), { minLength: 1, maxLength: 3 }).map((all) => `<and>${all.join('')}</and>`),
      fc.array(tie('test'), { minLength: 1, maxLength: 3 }).map((all) => `<or>${all.join('')}</or>`),
    ),
  })).test

const scorings = (value: fc.Arbitrary<string>) =>
  fc.oneof(
    fc.array(
      fc.tuple(value, fc.constantFrom(100, 50)).map(([condition, marks]) => gives(condition, marks)),
      { minLength: 1, maxLength: 3 },
    ),
    fc.array(
      fc.tuple(test(value), score, action, keepsGoing).map(([condition, ...change]) => gives(condition, ...change)),
      { minLength: 1, maxLength: 4 },
    ),
  )
const limits = fc.constantFrom('<decvar/>', '<decvar minvalue="0"/>', '<decvar minvalue="0" maxvalue="100"/>')

describe('grading a question without a loss', () => {
  it.each(['Single', 'Multiple'])('is the same for %s choices', async (cardinality) => {
    const texts = ['a', 'b', 'c', 'd']
    const idents = ['o1', 'o2', 'o3', 'o4']
    const value = fc.constantFrom(...idents).map((ident) => equal(ident))
    const exactSet = fc
      .tuple(fc.subarray(idents), score)
      .map(([right, marks]) =>
        gives(
          idents.map((ident) => (right.includes(ident) ? equal(ident) : `<not>${equal(ident)}</not>`)).join(''),
          marks,
        ),
      )
    const shares = fc
      .tuple(score, score, score, score)
      .map((all) => all.map((marks, at) => gives(equal(`o${at + 1}`), marks, 'Add', 'Yes')).join(''))
    const any = fc.oneof(scorings(value), fc.array(exactSet, { minLength: 1, maxLength: 3 }), fc.tuple(shares))
    let taken = 0
    await fc.assert(
      fc.asyncProperty(any, limits, async (conditions, decvar) => {
        const xml = item({
          presentation: plain('x') + choices(texts, cardinality),
          decvar,
          scoring: conditions.join(''),
        })
        const [found] = await readXml(assessment(xml))
        if (!found || !isFaithful(found)) return
        taken++
        const sets = cardinality === 'Single' ? [1, 2, 4, 8] : Array.from({ length: 15 }, (_, at) => at + 1)
        const places = sets.map((set) => [0, 1, 2, 3].filter((place) => set & (1 << place)))
        const inFile: number[] = []
        for (const set of places)
          inFile.push(await shareInFile(xml, { response1: set.map((place) => `o${place + 1}`) }, 1))
        const full = Math.max(...inFile)
        const here = places.map((set) => {
          const chosen = set.map((place) => letters[place] ?? 'A')
          return shareHere(found, cardinality === 'Single' ? (chosen[0] ?? 'A') : chosen)
        })
        for (const [at, share] of here.entries()) expect(share).toBeCloseTo((inFile[at] ?? 0) / full, 2)
      }),
      { numRuns: 400 },
    )
    expect(taken).toBeGreaterThan(0)
  })

  it('is the same for numbers', async () => {
    const number = fc.constantFrom('-1', '0', '1.5', '2', '2.5', '7')
    const value = fc.oneof(
      number.map((one) => equal(one)),
      fc
        .tuple(fc.constantFrom('vargt', 'vargte', 'varlt', 'varlte'), number)
        .map(([name, one]) => `<${name} respident="response1">${one}</${name}>`),
    )
    const samples = ['-2', '-1', '-0.5', '0', '1', '1.5', '1.75', '2', '2.25', '2.5', '5', '7', '8']
    let taken = 0
    await fc.assert(
      fc.asyncProperty(scorings(value), limits, async (conditions, decvar) => {
        const xml = item({
          presentation: plain('x') + blank('fibtype="Decimal"'),
          decvar,
          scoring: conditions.join(''),
        })
        const [found] = await readXml(assessment(xml))
        if (!found || !isFaithful(found)) return
        taken++
        const inFile: number[] = []
        for (const one of samples) inFile.push(await shareInFile(xml, { response1: [one] }, 1))
        const here = samples.map((one) => shareHere(found, one))
        const full = Math.max(...inFile)
        for (const [at, share] of here.entries()) expect(share).toBeCloseTo((inFile[at] ?? 0) / full, 2)
      }),
      { numRuns: 400 },
    )
    expect(taken).toBeGreaterThan(0)
  })

  it('is the same for texts', async () => {
    const texts = ['red', 'Red', 'dark red', 'blue', '*']
    const value = fc.oneof(
      fc.constantFrom(...texts).map((text) => equal(text)),
      fc.constantFrom('red', 'blue').map((text) => `<varsubstring respident="response1">${text}</varsubstring>`),
    )
    let taken = 0
    await fc.assert(
      fc.asyncProperty(scorings(value), limits, async (conditions, decvar) => {
        const xml = item({ presentation: plain('x') + blank(), decvar, scoring: conditions.join('') })
        const [found] = await readXml(assessment(xml))
        if (!found || !isFaithful(found)) return
        taken++
        const samples = [...texts, 'RED', 'x', 'a blue one']
        const inFile: number[] = []
        for (const one of samples) inFile.push(await shareInFile(xml, { response1: [one] }, 1))
        const full = Math.max(...inFile)
        for (const [at, one] of samples.entries())
          expect(shareHere(found, one)).toBeCloseTo((inFile[at] ?? 0) / full, 2)
      }),
      { numRuns: 400 },
    )
    expect(taken).toBeGreaterThan(0)
  })
})
