import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Comparison, JudgeCase } from '#server/judge/types.ts'
import type { CheckerForm } from '#shared/coding/comparison.schema.ts'
import type { Language } from '#shared/coding/languages.rules.ts'
import { openJudge, rounds, testedLanguages } from './judging.ts'
import { guessers, plainCheckers } from './programs.ts'

/** Every comparison, checker and interactor, as often as `JUDGE_ROUNDS` says, to check that verdicts are stable. */

const judge = openJudge()
beforeAll(() => judge.languages())
afterAll(() => judge.close())

let made = 0
async function verdictsOf(language: Language, source: string, comparison: Comparison, cases: JudgeCase[]) {
  const limits = { timeMs: 1_000, memoryMb: 128 }
  const outcome = await judge.judge({ id: `round-${++made}`, language, source, limits, comparison, cases })
  return outcome.kind === 'judged' ? outcome.cases.map(({ verdict }) => verdict) : [outcome.kind, outcome.message]
}

const echo = 'import sys\nsys.stdout.write(sys.stdin.read())'
const right = 'accepted'
const wrong = 'wrong_answer'

/** Comparisons with what a program prints, what is expected, and the verdict. */
const comparisons: [Comparison, [printed: string, expected: string, verdict: string][]][] = [
  [
    { kind: 'lines' },
    [
      ['a b\nc\n', 'a b\nc', right],
      ['a  b\nc', 'a b\nc', wrong],
    ],
  ],
  [
    { kind: 'tokens', ignoreCase: true },
    [
      ['A\nb', 'a b', right],
      ['a c', 'a b', wrong],
    ],
  ],
  [
    { kind: 'numbers', absolute: 1e-6, relative: 1e-6 },
    [
      ['1.0000001', '1', right],
      ['1.1', '1', wrong],
    ],
  ],
  [
    { kind: 'unordered' },
    [
      ['b\na', 'a\nb', right],
      ['b\nb', 'a\nb', wrong],
    ],
  ],
]

const program = (language: CheckerForm['language'], protocol: CheckerForm['protocol'], code: string): CheckerForm => ({
  ...{ language, protocol, code, files: [] },
})
const comparing = {
  kattis: 'import sys\nsys.exit(42 if sys.stdin.read() == open(sys.argv[2]).read() else 43)',
  testlib: 'import sys\nsys.exit(0 if open(sys.argv[2]).read() == open(sys.argv[3]).read() else 1)',
}
/** Accepts a program that reads a number and prints the next one, three times. */
const counting = {
  kattis: program(
    'python',
    'kattis',
    'import sys\nfor n in (3, 7, 1):\n    print(n, flush=True)\n    if sys.stdin.readline() != f"{n + 1}\\n": sys.exit(43)\nsys.exit(42)',
  ),
  testlib: program(
    'c',
    'testlib',
    '#include <stdio.h>\nint main(void) { int n, given[] = {3, 7, 1}; for (int i = 0; i < 3; i++) { printf("%d\\n", given[i]); fflush(stdout); if (scanf("%d", &n) != 1 || n != given[i] + 1) return 1; } return 0; }',
  ),
}
const counters: [what: string, source: string, verdict: string][] = [
  ['right', 'for _ in range(3):\n    print(int(input()) + 1, flush=True)', right],
  ['wrong', 'for _ in range(3):\n    print(int(input()) + 2, flush=True)', wrong],
  ['silent', 'input()\ninput()', 'time_limit_exceeded'],
  ['crashing', 'input()\nraise SystemExit(3)', 'runtime_error'],
  ['early to end', 'print(int(input()) + 1)', wrong],
]
const guessing = program(
  'python',
  'kattis',
  'import sys\nnumber = int(open(sys.argv[1]).read())\nfor _ in range(10):\n    guess = int(input())\n    if guess == number:\n        print("correct", flush=True)\n        sys.exit(42)\n    print("lower" if guess > number else "higher", flush=True)\nsys.exit(43)',
)

describe.each(rounds)('round %i', () => {
  it.each(comparisons)('compares as %o', async (comparison, cases) => {
    for (const [input, expected, verdict] of cases)
      expect(await verdictsOf('python', echo, comparison, [{ input, expected }])).toEqual([verdict])
  })

  it.each(['kattis', 'testlib'] as const)('runs a %s checker', async (protocol) => {
    const comparison: Comparison = { kind: 'checker', checker: program('python', protocol, comparing[protocol]) }
    const cases = [
      { input: '7', expected: '7' },
      { input: '8', expected: '7' },
    ]
    expect(await verdictsOf('python', echo, comparison, cases)).toEqual([right, wrong])
  })

  describe.each(['kattis', 'testlib'] as const)('a %s interactor', (protocol) => {
    it.each(counters)('judges a program that is %s', async (_what, source, verdict) => {
      const comparison: Comparison = { kind: 'interactive', interactor: counting[protocol] }
      expect(await verdictsOf('python', source, comparison, [{ input: '' }])).toEqual([verdict])
    })
  })

  for (const { language, skip, title } of testedLanguages)
    describe.skipIf(skip)(title, () => {
      it('has checkers', async () => {
        const comparison: Comparison = { kind: 'checker', checker: program(language, 'plain', plainCheckers[language]) }
        const cases = [
          { input: '7', expected: '7' },
          { input: '9', expected: '7' },
        ]
        expect(await verdictsOf('python', echo, comparison, cases)).toEqual([right, wrong])
      })
      it('talks to an interactor', async () => {
        const comparison: Comparison = { kind: 'interactive', interactor: guessing }
        const cases = ['1', '700', '1000'].map((input) => ({ input }))
        expect(await verdictsOf(language, guessers[language], comparison, cases)).toEqual([right, right, right])
      })
    })
})
