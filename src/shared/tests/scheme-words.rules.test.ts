import { expect, it } from 'vitest'
import { resultNote, schemeInWords, shortPenalty } from './scheme-words.rules.ts'

it('omits the defaults', () => {
  expect(schemeInWords({}, [{ sectionName: 'Aptitude' }])).toEqual([])
})

it.each([
  ['1/3', 1, '−1/3'],
  ['1/3', 4, '−1 1/3'],
  ['1/3', 3, '−1'],
  ['1/4', 2, '−0.5'],
  ['0.25', 1, '−0.25'],
  ['2/3', 2.5, '−1 2/3'],
  [0.5, 4, '−0.5'],
  [2, 1, '−2'],
] as const)('a penalty of %s with %d marks costs %s', (penalty, marks, text) =>
  expect(shortPenalty(penalty, marks)).toBe(text),
)

it('describes every field that students need to know', () => {
  const scheme = {
    penalty: '1/3',
    floor: 'section',
    passMark: 50,
    sectionCutoffs: { Aptitude: 30 },
    shuffleQuestions: true,
  } as const
  expect(schemeInWords(scheme, [{ sectionName: 'Aptitude', bestOf: 4 }])).toEqual([
    'A wrong answer costs 1/3 of the question’s marks. An unanswered question costs nothing.',
    'The score of a section is never below 0.',
    'Only your best 4 answers in Aptitude count.',
    'You need 50% to pass.',
    'To pass, you need 30% in Aptitude.',
    'Other students may have the questions in a different order.',
  ])
  expect(schemeInWords({ penalty: 0.5, floor: 'none', bestOf: 3 }, [])).toEqual([
    'A wrong answer costs 0.5 marks. An unanswered question costs nothing.',
    'Your score can be below 0.',
    'Only your best 3 answers count.',
  ])
})

it.each([
  [true, 40, 40, undefined],
  [false, 30, 40, undefined],
  [false, 39.96, 40, '39.96% is below 40%'],
  [false, 39.9999, 40, '39.99% is below 40%'],
  [false, 39.94, 40, undefined],
  [false, 47.46, 47.5, '47.46% is below 47.5%'],
  [false, 45, 47.5, 'Pass mark 47.5%'],
  [true, 47.5, 47.5, undefined],
  [true, 35, 30, 'Pass mark 30%'],
  [false, 75, 40, 'Below a section cut-off'],
  [false, 47.5, 47.5, 'Below a section cut-off'],
])('explains passed = %s at %d%% with a pass mark of %d: %s', (passed, percentage, passMark, note) =>
  expect(resultNote({ passed, percentage, passMark })).toBe(note),
)
