import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fourOptions, marksOf, questionOf, samples, tools } from '#tests/factories/question-types.ts'
import { gradeAnswer, isAnswerTo } from '../question-types.rules.ts'
import { type Letter, letters } from './choice.rules.ts'

describe('multiple choice', () => {
  const jee = { type: 'multiple', options: fourOptions, correctAnswers: ['A', 'C', 'D'], scoring: 'partial' }

  // JEE Advanced gives 4 marks for all right options, otherwise 1 per right option, and deducts 2 for a wrong one. Our
  // `partial` gives proportional shares.
  it.each<[Letter[], number]>([
    [['A', 'C', 'D'], 6],
    [['A', 'D'], 4],
    [['A'], 2],
    [['A', 'B'], -2],
    [['B'], -2],
    [['A', 'B', 'C', 'D'], -2],
  ])('with partial scoring and 3 right options grades %j as %i of 6 marks', (value, marks) => {
    expect(marksOf(jee, value, 6, 2)).toBe(marks)
  })

  it.each<[Letter[], number]>([
    [['A', 'C', 'D'], 3],
    [['A', 'C'], -1],
    [['A', 'B', 'C', 'D'], -1],
  ])('with all-or-nothing scoring grades %j as %i of 3 marks', (value, marks) => {
    expect(marksOf({ ...jee, scoring: 'all' }, value, 3, '1/3')).toBe(marks)
  })

  // Moodle: two right options at 50% each, two wrong ones at -50% each.
  it.each<[Letter[], number]>([
    [['A', 'C'], 1],
    [['A'], 0.5],
    [['A', 'B'], 0],
    [['A', 'C', 'B'], 0.5],
    [['B', 'D'], 0],
    [['A', 'B', 'C', 'D'], 0],
  ])('with marks per option grades %j as %d of 1 mark, never below 0', (value, marks) => {
    const fields = { type: 'multiple', options: fourOptions, correctAnswers: ['A', 'C'], scoring: 'each' }
    expect(marksOf(fields, value, 1, 1)).toBe(marks)
  })

  const anyMultiple = fc
    .tuple(
      fc.integer({ min: 2, max: 10 }),
      fc.constantFrom('all', 'partial', 'each'),
      fc.infiniteStream(fc.boolean()),
      fc.infiniteStream(fc.boolean()),
    )
    .map(([size, scoring, isRight, isChosen]) => {
      const all = letters.slice(0, size)
      const correctAnswers = all.filter(() => isRight.next().value)
      return {
        fields: {
          type: 'multiple',
          options: Object.fromEntries(all.map((letter) => [letter, letter])),
          correctAnswers: correctAnswers.length > 0 ? correctAnswers : ['A'],
          scoring,
        },
        value: all.filter(() => isChosen.next().value),
      }
    })

  it('does not depend on the order of the chosen options', () => {
    fc.assert(
      fc.property(anyMultiple, ({ fields, value }) => {
        expect(marksOf(fields, value.toReversed(), 4, 1)).toBe(marksOf(fields, value, 4, 1))
      }),
    )
  })

  it('never loses marks for an extra right option or gains marks for an extra wrong one', () => {
    fc.assert(
      fc.property(anyMultiple, ({ fields, value }) => {
        if (value.length === 0) return
        const before = marksOf(fields, value, 4, 1) ?? 0
        for (const letter of Object.keys(fields.options) as Letter[]) {
          if (value.includes(letter)) continue
          const after = marksOf(fields, [...value, letter], 4, 1) ?? 0
          if (fields.correctAnswers.includes(letter)) expect(after).toBeGreaterThanOrEqual(before)
          else expect(after).toBeLessThanOrEqual(before)
        }
      }),
    )
  })
})

describe('short text', () => {
  const graded = (fields: object, value: string) =>
    marksOf({ type: 'text', accepted: [{ value: 'naïve Bayes' }], ...fields }, value, 1)

  it.each([
    [{}, 'NAÏVE   bayes', 1],
    [{}, 'nai\u0308ve bayes', 1],
    [{}, 'naive bayes', 0],
    [{ ignoreAccents: true }, 'naive bayes', 1],
    [{ accepted: [{ value: 'Straße' }] }, 'STRASSE', 1],
    [{ accepted: [{ value: 'ΣΟΦΟΣ*' }] }, 'Σοφοσία', 1],
    [{ caseSensitive: true, accepted: [{ value: 'Straße' }] }, 'Strasse', 0],
    [{ caseSensitive: true }, 'naïve bayes', 0],
    [{ caseSensitive: true }, 'naïve Bayes', 1],
    [{ accepted: [{ value: 'colo*r' }] }, 'colour', 1],
    [{ accepted: [{ value: 'a*b*c' }] }, 'aXbYbc', 1],
    [{ accepted: [{ value: 'a*b*c' }] }, 'acb', 0],
    [{ accepted: [{ value: 'a*a' }] }, 'a', 0],
    [{ accepted: [{ value: 'n \\* m' }] }, 'n * m', 1],
    [{ accepted: [{ value: 'n \\* m' }] }, 'n x m', 0],
    [{ accepted: [{ value: 'the * of' }] }, 'the  sum of', 1],
    [{ regex: true, accepted: [{ value: 'O\\(n( log n)?\\)' }] }, 'o(n log n)', 1],
    [{ regex: true, caseSensitive: true, accepted: [{ value: 'O\\(n\\)' }] }, 'o(n)', 0],
    [{ accepted: [{ value: '*' }, { value: 'ten', fraction: '1/2' }] }, 'ten', 1],
    [{ accepted: [{ value: 'ten', fraction: 0.25 }] }, 'ten', 0.25],
  ])('with %j grades %j as %d', (fields, value, marks) => {
    expect(graded(fields, value)).toBe(marks)
  })

  it.each([
    ["don't", 'don’t', 1],
    ['don’t', "don't", 1],
    ["м'я", 'мʼя', 1],
    ['"a"', '“a”', 1],
    ['Navier–Stokes', 'navier-stokes', 1],
    ['e-mail', 'e\u2011mail', 1],
    ['−1', '-1', 1],
    ['10 km', '10\u00a0km', 1],
    ['abc', '\u200eabc\ufeff', 1],
    ['क्ष', 'क्\u200dष', 1],
    ['می\u200cخواهم', 'میخواهم', 1],
    ['അവൻ', 'അവന്\u200d', 1],
    ['അവൻ', 'അവന്', 0],
    ["don't *", 'don’t know', 1],
    ["don't", 'dont', 0],
    ['a-b', 'a b', 0],
  ])('ignores keyboard differences in punctuation: %j and %j earn %d', (value, answer, marks) => {
    expect(graded({ accepted: [{ value }] }, answer)).toBe(marks)
  })

  it.each(['’', '\u200d', ' x', 'é', 'ന്\u200d', 'a\u0301', '\u0301\u0323'])('grades %j × 100,000 quickly', (part) => {
    const started = performance.now()
    const fields = { ignoreAccents: true, accepted: [{ value: 'a*b*c' }, { value: 'x y' }] }
    // Text that is invisible as a whole is no answer.
    expect(graded(fields, part.repeat(100_000)) ?? 0).toBe(0)
    expect(performance.now() - started).toBeLessThan(1_000)
  })

  it.each([
    ['résumé', 'résumé', true, 1],
    ['résumé', 'resume', true, 1],
    ['résumé', 'resume', false, 0],
    ['cafe\u0301s?', 'café', false, 1],
    ['caf[éè]+', 'cafè', true, 1],
    ['[à-ö]+', 'aç', true, 1],
    ['[a-é]+', 'zoé', true, 1],
    ['[^é]', 'é', true, 0],
    ['[é-]+', 'é-e', true, 1],
    ['[-é]+', 'f', true, 0],
    ['[z-é]+', 'z', true, 1],
    ['[a-’]+', 'a', false, 1],
    ['[‐-―]', '—', false, 1],
    ['caf\\p{L}', 'café', true, 1],
    ['के?', 'क', true, 1],
    ['को', 'का', true, 0],
    ['don’t|won\\x27t', "don't", false, 1],
    ["don't", 'don’t', false, 1],
    ['a[+–z]b', 'a-b', false, 1],
    ['a[+–z]b', 'akb', false, 0],
    ['x – y', 'x - y', false, 1],
    ['10\u00a0km', '10 km', false, 1],
    ['क\u200d?ष', 'कष', false, 1],
    ['क\u200d?ष', 'ष', false, 0],
  ])('normalises the regular expression %s like the answer %s (accents ignored: %s)', (value, answer, bare, marks) => {
    expect(graded({ regex: true, ignoreAccents: bare, accepted: [{ value }] }, answer)).toBe(marks)
  })

  it.each([
    ['को', 'का', 0],
    ['को', 'को', 1],
    ['हिन्दी', 'हनद', 0],
    ['தமிழ்', 'தமழ', 0],
    ['が', 'か', 0],
    ['한국', '한국'.normalize('NFD'), 1],
    ['שָׁלוֹם', 'שלום', 0],
    ['cafe', 'café', 1],
    ['Việt', 'Viet', 1],
    ['Ἀθῆναι', 'Αθηναι', 1],
    ['ёлка', 'елка', 1],
    ['йод', 'иод', 1],
  ])('ignores accents of Latin, Greek and Cyrillic letters only: %s and %s earn %d', (value, answer, marks) => {
    expect(graded({ ignoreAccents: true, accepted: [{ value }] }, answer)).toBe(marks)
  })

  it.each([
    ['को', 'का'],
    ['é', 'e'],
    ['が', 'か'],
  ])('distinguishes %s from %s unless accents are ignored', (value, answer) => {
    expect(graded({ accepted: [{ value }] }, answer)).toBe(0)
    expect(graded({ accepted: [{ value }] }, value.normalize('NFD'))).toBe(1)
  })
})

describe('gaps', () => {
  const fields = samples[5]

  it('carry equal marks', () => {
    expect(marksOf(fields, ['stack', '', 'B'], 3)).toBe(2)
    expect(marksOf(fields, ['heap', '3', 'A'], 3, 1)).toBe(-1)
    expect(marksOf(fields, ['', ' ', ''], 3, 1)).toBeNull()
    expect(marksOf(fields, [], 3, 1)).toBeNull()
  })

  it('reject an answer with a missing gap or an unknown option', () => {
    expect(isAnswerTo(questionOf(fields), ['stack', '1'])).toBe(false)
    expect(isAnswerTo(questionOf(fields), ['stack', '1', 'C'])).toBe(false)
  })
})

describe('matching', () => {
  const question = questionOf(samples[6])
  const body = question.type === 'matching' ? question.body : { left: [], right: [] }
  const [left, rightOf] = [body.left, body.right].map(
    (parts) => (text: string) => parts.find((part) => part.text === text)?.id ?? '',
  )
  const chosen = (pairs: Record<string, string>) =>
    Object.fromEntries(Object.entries(pairs).map(([from, to]) => [left?.(from), rightOf?.(to)]))

  it('gives equal shares, and lets two pairs use the same right side', () => {
    expect(body.right).toHaveLength(3)
    expect(marksOf(samples[6], chosen({ FIFO: 'queue', LIFO: 'stack', undo: 'stack' }), 3, 1)).toBe(3)
    expect(marksOf(samples[6], chosen({ FIFO: 'queue', LIFO: 'tree' }), 3, 1)).toBe(1)
    expect(marksOf(samples[6], chosen({ FIFO: 'tree' }), 3, 1)).toBe(-1)
  })

  it('keeps its ids when the key changes', () => {
    const changed = questionOf({
      type: 'matching',
      pairs: [
        { left: 'undo', right: 'tree' },
        { left: 'LIFO', right: 'queue' },
        { left: 'FIFO', right: 'stack' },
      ],
    })
    expect(changed.body).toEqual(body)
  })
})

describe('ordering', () => {
  const question = questionOf(samples[7])
  const order = question.type === 'ordering' ? question.key.order : []

  it('gives the share of adjacent items in the right order, and full marks only for the whole order', () => {
    const [a = '', b = '', c = '', d = ''] = order
    expect(marksOf(samples[7], [a, b, c, d], 3, 1)).toBe(3)
    expect(marksOf(samples[7], [b, a, c, d], 3, 1)).toBe(2)
    expect(marksOf(samples[7], [d, c, b, a], 3, 1)).toBe(-1)
    fc.assert(
      fc.property(fc.shuffledSubarray([...order], { minLength: 4 }), (value) => {
        expect(marksOf(samples[7], value, 3) === 3).toBe(value.join() === order.join())
      }),
    )
  })

  it('rejects an answer that lacks an item', () => {
    expect(isAnswerTo(question, order.slice(1))).toBe(false)
  })
})

describe('essays', () => {
  it('are marked by hand', () => {
    const question = { ...questionOf(samples[8]), marks: 5, penalty: 0 }
    expect(gradeAnswer(question, { text: 'Words.' }, tools)).toEqual({ kind: 'unmarked' })
    expect(gradeAnswer(question, { text: '  ' }, tools)).toEqual({ kind: 'unanswered' })
  })
})
