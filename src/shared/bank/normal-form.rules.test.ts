import { describe, expect, it } from 'vitest'
import type { QuestionContent } from './content.rules.ts'
import { normalForm, normalText, textKey } from './normal-form.rules.ts'
import { splitFields } from './question-parts.rules.ts'
import type { TypedFields } from './questions.schema.ts'

const fence = (language: string, code: string) => `\`\`\`${language}\n${code}\n\`\`\``

const equal: [name: string, one: string, other: string][] = [
  ['formula delimiters', 'Solve $x + 1$ for $x$.', 'Solve \\(x + 1\\) for \\(x\\).'],
  ['display formulas', 'Solve\n\n$$x = 1$$', 'Solve\n\n\\[x = 1\\]'],
  ['escapes', 'Is a | b * c equal to 5 # 3?', 'Is a \\| b \\* c equal to 5 \\# 3?'],
  ['the language of a fence', fence('python', 'x = 1\nprint(x)'), fence('', 'x = 1\nprint(x)')],
  ['code without a fence', 'def f(x):\n    return x', fence('', 'def f(x):\n    return x')],
  ['white space and line breaks', 'One  two\nthree\n\nfour', 'One two three four'],
  ['fixed spaces', 'One\u00a0two', 'One two'],
  ['emphasis and list markers', '*b*\n\n* c\n* d', '_b_\n\n- c\n- d'],
  ['the order of emphasis', '***a***', '_**a**_'],
  ['spaces inside emphasis', '**a b**', '**a** **b**'],
  ['composed letters', 'Caf\u00e9', 'Cafe\u0301'],
]

const different: [name: string, one: string, other: string][] = [
  ['letters in another case', 'What does Ls do?', 'What does ls do?'],
  ['operators', 'What is 1 + 2?', 'What is 1 - 2?'],
  ['emphasis', 'Which is **not** a tree?', 'Which is not a tree?'],
  ['formulas and text', 'Solve $x$', 'Solve x'],
  ['spaces in code', '`a  b`', '`a b`'],
  ['indentation of code', fence('', 'if x:\n  y()\nz()'), fence('', 'if x:\n  y()\n  z()')],
  ['numbers of lists', '1. a\n2. b', '- a\n- b'],
  ['literal asterisks and emphasis', '\\*a\\*', '*a*'],
  ['code and text', '`a`', 'a'],
]

describe('the normal form of a text', () => {
  it.each(equal)('ignores %s', (_, one, other) => {
    expect(normalText(one)).toBe(normalText(other))
    expect(textKey(one)).toBe(textKey(other))
  })
  it.each(different)('keeps %s', (_, one, other) => {
    expect(normalText(one)).not.toBe(normalText(other))
  })
  it('reads options as one line', () => {
    expect(normalText('- 5', true)).toBe(normalText('\\- 5', true))
    expect(normalText('- 5')).not.toBe(normalText('\\- 5'))
  })
})

const content = (questionText: string, fields: TypedFields, image: string | null = null): QuestionContent => ({
  ...{ questionText, questionImageUrl: image, passage: null, explanation: null },
  ...splitFields(fields),
})
const single = (options: Record<string, string>, correctAnswer = 'A') =>
  ({ type: 'single', options, optionImages: null, correctAnswer }) as TypedFields
const form = (one: QuestionContent) => normalForm(one, (url) => url.replace(/\d/, ''))

describe('the normal form of a question', () => {
  it('covers options, pairs and items', () => {
    expect(form(content('Which?', single({ A: '$x$', B: 'a | b' })))).toBe(
      form(content('Which?', single({ A: '\\(x\\)', B: 'a \\| b' }))),
    )
    const matching = (left: string, right: string, distractors: string[]) =>
      content('Match', {
        type: 'matching',
        pairs: [
          { left, right },
          { left: 'b', right: '2' },
        ],
        distractors,
      })
    expect(form(matching('$a$', '1', ['x \\| y', 'z']))).toBe(form(matching('\\(a\\)', '1', ['z', 'x | y'])))
    expect(form(matching('$a$', '1', ['z']))).not.toBe(form(matching('$a$', 'z', ['1'])))
    const ordering = (items: string[]) => content('Order', { type: 'ordering', items })
    expect(form(ordering(['$a$', 'b']))).toBe(form(ordering(['\\(a\\)', 'b'])))
    expect(form(ordering(['a', 'b']))).not.toBe(form(ordering(['b', 'a'])))
  })
  it('keeps the key, and leaves accepted answers as they are', () => {
    expect(form(content('Which?', single({ A: 'a', B: 'b' }, 'A')))).not.toBe(
      form(content('Which?', single({ A: 'a', B: 'b' }, 'B'))),
    )
    const text = (value: string) =>
      content('Name it', {
        ...{ type: 'text', accepted: [{ value }], caseSensitive: false, ignoreAccents: false, regex: true },
      })
    expect(form(text('a\\|b'))).not.toBe(form(text('a|b')))
  })
  it('compares images as the caller describes them', () => {
    const shown = (image: string) => content('What is this?', single({ A: 'a', B: 'b' }), image)
    expect(form(shown('/images/1.png'))).toBe(form(shown('/images/2.png')))
    expect(form(shown('/images/1.png'))).not.toBe(form(shown('/images/1.gif')))
  })
  const accepted = (values: object[], fields: object = {}) => ({
    ...{ accepted: values, caseSensitive: false, ignoreAccents: false, regex: false },
    ...fields,
  })
  const text = (...values: Parameters<typeof accepted>) => ({ type: 'text', ...accepted(...values) })
  const gap = (...values: Parameters<typeof accepted>) => ({
    type: 'gaps',
    gaps: [{ kind: 'text', ...accepted(...values) }],
  })
  const number = (fields: object) => ({ type: 'numeric', ...fields })
  const two = [{ value: 'color', fraction: 0.5 }, { value: 'colour' }]
  const choice = (correctAnswer: string, alternatives?: string[]) => ({
    ...{ type: 'single', options: { A: 'a', B: 'b', C: 'c' }, optionImages: null, correctAnswer, alternatives },
  })
  it.each<[string, object, object]>([
    ['the order of accepted answers', text(two), text([{ value: 'colour', fraction: 1 }, two[0] ?? {}])],
    ['the order of accepted answers of a gap', gap(two), gap([...two].reverse())],
    ['the case of a star', gap([{ value: '*' }]), gap([{ value: '*' }], { caseSensitive: true })],
    ['the case of digits', text([{ value: '42' }]), text([{ value: '42' }], { caseSensitive: true })],
    ['which right option is an alternative', choice('C', ['A']), choice('A', ['C'])],
    ['a range of one number', number({ range: { min: 3, max: 3 } }), number({ correctValue: 3 })],
    [
      'a tolerance next to a range',
      number({ range: { min: 1, max: 3 }, tolerance: 1 }),
      number({ range: { min: 1, max: 3 } }),
    ],
    ['the kind of no tolerance', number({ correctValue: 3, toleranceKind: 'relative' }), number({ correctValue: 3 })],
    [
      'a tolerance next to significant digits',
      number({ correctValue: 3, significantDigits: 2, tolerance: 1 }),
      number({ correctValue: 3, significantDigits: 2 }),
    ],
  ])('ignores %s', (_, one, other) => {
    expect(form(content('Which {{1}}?', one as TypedFields))).toBe(form(content('Which {{1}}?', other as TypedFields)))
  })
  it.each<[string, object, object]>([
    ['the share of an accepted answer', text(two), text([{ value: 'color' }, { value: 'colour' }])],
    ['the case of a letter', text([{ value: 'x' }]), text([{ value: 'x' }], { caseSensitive: true })],
    [
      'the case of a pattern',
      text([{ value: '\\w' }], { regex: true }),
      text([{ value: '\\w' }], { regex: true, caseSensitive: true }),
    ],
    ['whether an alternative is right', choice('C', ['A']), choice('C')],
    [
      'the kind of a tolerance',
      number({ correctValue: 3, tolerance: 0.1, toleranceKind: 'relative' }),
      number({ correctValue: 3, tolerance: 0.1 }),
    ],
    ['a range', number({ range: { min: 1, max: 3 } }), number({ range: { min: 1, max: 4 } })],
    ['a unit', number({ correctValue: 3, unit: 'm' }), number({ correctValue: 3 })],
  ])('keeps %s', (_, one, other) => {
    expect(form(content('Which {{1}}?', one as TypedFields))).not.toBe(
      form(content('Which {{1}}?', other as TypedFields)),
    )
  })
})
