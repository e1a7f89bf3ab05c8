import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JudgeCase, JudgeOutcome } from '#server/judge/types.ts'
import type { CheckerForm } from '#shared/coding/comparison.schema.ts'
import { openJudge, testedLanguages, usualLimits } from './judging.ts'
import { descendantsOf, waitForProgram } from './processes.ts'
import { plainCheckers } from './programs.ts'

const judge = openJudge()
beforeAll(() => judge.languages())
afterAll(() => judge.close())

let made = 0

/** Judges what a Python program prints for `input`: its input, unchanged. */
const check = (checker: Omit<CheckerForm, 'files'> & Partial<CheckerForm>, cases: JudgeCase[], source = echo) =>
  judge.judge({
    id: `checked-${++made}`,
    language: 'python',
    source,
    limits: usualLimits,
    comparison: { kind: 'checker', checker: { files: [], ...checker } },
    cases: cases.map((one) => ({ keep: true, ...one })),
  })

const echo = 'import sys\nsys.stdout.write(sys.stdin.read())'
const brief = (outcome: JudgeOutcome) =>
  outcome.kind === 'judged'
    ? outcome.cases.map(({ verdict, score, remark }) => [verdict, score, remark].filter((one) => one !== undefined))
    : [outcome.kind, outcome.message]

/** Kattis: accepts equal numbers, gives half for a difference of one, and leaves a message. */
const kattis = `
import sys
expected = int(open(sys.argv[2]).read()); given = sys.stdin.read()
def end(code, message, score=None):
    open(sys.argv[3] + 'judgemessage.txt', 'w').write(message)
    if score is not None: open(sys.argv[3] + 'score.txt', 'w').write(str(score))
    sys.exit(code)
assert open(sys.argv[1]).read() == given
try: number = int(given)
except ValueError: end(43, 'not a number')
if number == expected: end(42, 'equal')
if abs(number - expected) == 1: end(42, 'close', 0.5)
end(43, f'{number} is not {expected}')
`
const cases: JudgeCase[] = [
  { input: '7', expected: '7' },
  { input: '8', expected: '7' },
  { input: '9', expected: '7' },
  { input: 'x', expected: '7' },
]

describe('a checker', () => {
  it('judges by the Kattis protocol, with messages and partial scores', async () => {
    expect(brief(await check({ language: 'python', code: kattis, protocol: 'kattis' }, cases))).toEqual([
      ['accepted', 'equal'],
      ['wrong_answer', 0.5, 'close'],
      ['wrong_answer', '9 is not 7'],
      ['wrong_answer', 'not a number'],
    ])
  })

  it.each([
    ['score.txt is a share, or points of the full score', { 'score.txt': '15' }, ['wrong_answer', 0.5]],
    [
      'score_multiplier.txt is a share, whatever the full score',
      { 'score_multiplier.txt': '0.25' },
      ['wrong_answer', 0.25],
    ],
    ['a multiplier of 1 gives all points', { 'score_multiplier.txt': '1\n' }, ['accepted']],
    [
      'a multiplier above 1 is an error',
      { 'score_multiplier.txt': '30' },
      ['checker_failed', 'On case 1, score_multiplier.txt must be a number from 0 to 1, but it is “30”'],
    ],
    ['score.txt counts if both exist', { 'score.txt': '15', 'score_multiplier.txt': '1' }, ['wrong_answer', 0.5]],
  ])('gives points by the Kattis protocol: %s', async (_what, files, expected) => {
    const code = `import sys\nfor name, text in ${JSON.stringify(files)}.items(): open(sys.argv[3] + name, 'w').write(text)\nsys.exit(42)`
    const outcome = await check({ language: 'python', code, protocol: 'kattis' }, [
      { input: '7', expected: '7', fullScore: 30 },
    ])
    expect(outcome.kind === 'judged' ? brief(outcome)[0] : brief(outcome)).toEqual(expected)
  })

  it('judges by the exit codes of testlib, with its header file', async () => {
    const header = '#define VERDICT(given, wanted) ((given) == (wanted) ? 0 : (given) - (wanted))\n'
    const code = `#include "own.h"
#include <cstdio>
#include <cstdlib>
int number(const char *path) { int n; FILE *f = fopen(path, "r"); if (!f) exit(3); return fscanf(f, "%d", &n) == 1 ? n : -1; }
int main(int, char **a) {
  int input = number(a[1]), given = number(a[2]), wanted = number(a[3]);
  if (input != given) return 3;
  if (given < 0) { fprintf(stderr, "no number"); return 2; }
  if (given == wanted + 2) { fprintf(stderr, "points 0.25 nearly"); return 7; }
#ifdef TESTSYS
  if (given == wanted + 3) return 50 + 75;
#endif
  fprintf(stderr, "seen %d", given);
  return VERDICT(given, wanted);
}`
    const files = [{ name: 'own.h', content: header }]
    const more = [...cases.slice(0, 3), { input: '10', expected: '7' }, { input: '-5', expected: '7' }]
    expect(brief(await check({ language: 'cpp', code, protocol: 'testlib', files }, more))).toEqual([
      ['accepted', 'seen 7'],
      ['wrong_answer', 'seen 8'],
      ['wrong_answer', 0.25, 'points 0.25 nearly'],
      ['wrong_answer', 0.75],
      ['wrong_answer', 'no number'],
    ])
  })

  for (const { language, skip, title } of testedLanguages)
    it.skipIf(skip)(`may be written in ${title}`, async () => {
      const code = plainCheckers[language]
      expect(brief(await check({ language, code, protocol: 'plain' }, cases.slice(0, 2)))).toEqual([
        ['accepted', 'same'],
        ['wrong_answer', 0.5, 'different'],
      ])
    })

  it('may import its own modules', async () => {
    const files = [{ name: 'verdicts.py', content: 'RIGHT, WRONG = 42, 43' }]
    const code = 'import sys, verdicts\nsys.exit(verdicts.RIGHT if sys.stdin.read() == "7" else verdicts.WRONG)'
    expect(brief(await check({ language: 'python', code, protocol: 'kattis', files }, cases.slice(0, 2)))).toEqual([
      ['accepted'],
      ['wrong_answer'],
    ])
  })

  it('may be a JavaScript program that reads files', async () => {
    const code = `
const { readFileSync } = require('node:fs')
const [input, expected, feedback] = process.argv.slice(2)
const given = readFileSync(0, 'utf8')
require('node:fs').writeFileSync(feedback + 'judgemessage.txt', readFileSync(input, 'utf8') + given)
process.exit(given === readFileSync(expected, 'utf8') ? 42 : 43)`
    expect(brief(await check({ language: 'javascript', code, protocol: 'kattis' }, cases.slice(0, 2)))).toEqual([
      ['accepted', '77'],
      ['wrong_answer', '88'],
    ])
  })

  it('is not asked about programs that crash, and does not see the messages of other cases', async () => {
    const source = 'n = int(input())\nif n == 8: raise SystemExit(1)\nprint(n)'
    const code = `
import os, sys
found = os.listdir(sys.argv[3])
open(sys.argv[3] + 'judgemessage.txt', 'w').write(str(found))
os.mkdir(sys.argv[3] + 'deep'); open(sys.argv[3] + 'deep/file', 'w').close()
sys.exit(42)`
    const three = [...cases.slice(0, 2), { input: '9', expected: '7' }]
    expect(brief(await check({ language: 'python', code, protocol: 'kattis' }, three, source))).toEqual([
      ['accepted', '[]'],
      ['runtime_error'],
      ['accepted', '[]'],
    ])
  })
})

describe('a failing checker is blamed, not the program', () => {
  it.each<[string, Omit<CheckerForm, 'files'>, string | RegExp]>([
    ['does not compile', { language: 'c', code: 'int main(', protocol: 'testlib' }, /^it does not compile:\nmain\.c:1/],
    ['is not Python', { language: 'python', code: 'def', protocol: 'kattis' }, /^it does not compile:/],
    [
      'crashes',
      { language: 'c', code: 'int main(void) { *(volatile int *)0 = 1; }', protocol: 'kattis' },
      'On case 1, it crashed: segmentation fault',
    ],
    [
      'ends with another code',
      { language: 'python', code: 'raise ValueError("oh")', protocol: 'kattis' },
      /^On case 1, it ended with exit code 1: Traceback.*ValueError: oh$/s,
    ],
    [
      'reports its own failure',
      {
        language: 'c',
        code: '#include <stdio.h>\nint main(void) { fputs("bad test", stderr); return 3; }',
        protocol: 'testlib',
      },
      'On case 1, it ended with exit code 3: bad test',
    ],
    [
      'gives no share',
      {
        language: 'python',
        code: 'import sys\nopen(sys.argv[3] + "score.txt", "w").write("12")\nsys.exit(42)',
        protocol: 'kattis',
      },
      'On case 1, score.txt must be a number from 0 to 1, but it is “12”',
    ],
    [
      'prints no JSON',
      { language: 'python', code: 'print("yes")', protocol: 'plain' },
      'On case 1, it must print JSON such as {"score": 0.5, "message": "…"}, but it printed “yes”',
    ],
    [
      'prints too much',
      { language: 'python', code: 'while True: print("x" * 65536)', protocol: 'plain' },
      'On case 1, it printed more than 16 MB',
    ],
    [
      'needs too much memory',
      { language: 'python', code: 'x = bytearray(900_000_000)', protocol: 'plain' },
      /^On case 1, (it needed more than 512 MB of memory|it ended with exit code 1: .*MemoryError)/s,
    ],
  ])('%s', async (_name, checker, message) => {
    const outcome = await check(checker, [{ input: '7', expected: '7' }])
    expect(outcome).toEqual({ kind: 'checker_failed', message: expect.stringMatching(message) })
  })

  it('takes too long', async () => {
    const outcome = await check({ language: 'python', code: 'while True: pass', protocol: 'plain' }, [
      { input: '7', expected: '7' },
    ])
    expect(outcome).toEqual({ kind: 'checker_failed', message: 'On case 1, it took longer than 10 s' })
  }, 60_000)
})

it.each(['g++', 'cc1plus'])('compiles a checker again if the machine killed %s the first time', async (name) => {
  const code = `#include <regex>\n#include <iostream>\n// ${name}\nint main() { std::string s; std::cin >> s; return std::regex_match(s, std::regex("[0-9]+")) ? 42 : 43; }`
  const checked = () => check({ language: 'cpp', code, protocol: 'kattis' }, [{ input: '7', expected: '7' }])
  const first = checked()
  await waitForProgram(() => judge.pid, 'cc1plus')
  for (const { pid } of descendantsOf(judge.pid ?? 0).filter((one) => one.name === name)) process.kill(pid, 'SIGKILL')
  expect(brief(await first)).toEqual(['checker_failed', expect.stringMatching(/^it does not compile:/)])
  expect(brief(await checked())).toEqual([['accepted']])
})

describe('a program cannot influence its checker', () => {
  it('except by its output, which is passed on unchanged', async () => {
    const source = 'import sys\nsys.stdout.buffer.write(bytes(range(256)))\nopen("/feedback/score.txt", "w").write("1")'
    const code = `
import sys
sys.exit(42 if sys.stdin.buffer.read() == bytes(range(256)) else 43)`
    expect(
      brief(await check({ language: 'python', code, protocol: 'kattis' }, [{ input: '', expected: '' }], source)),
    ).toEqual([['runtime_error']])
    const printsOnly = source.split('\n').slice(0, 2).join('\n')
    expect(
      brief(await check({ language: 'python', code, protocol: 'kattis' }, [{ input: '', expected: '' }], printsOnly)),
    ).toEqual([['accepted']])
  })
})

describe('groups', () => {
  const grouped = async (groups: Parameters<typeof judge.judge>[0]['groups'], cases: JudgeCase[]) => {
    const limits = usualLimits
    const outcome = await judge.judge({
      id: `grouped-${++made}`,
      language: 'python',
      source: echo,
      limits,
      groups: groups ?? [],
      cases,
    })
    return outcome.kind === 'judged' ? outcome.cases.map(({ verdict }) => verdict) : outcome.message
  }
  const right = (group: number): JudgeCase => ({ input: '1', expected: '1', group })
  const wrong = (group: number): JudgeCase => ({ input: '1', expected: '2', group })

  it('skip the rest of a group that has lost its points, and the groups that need it', async () => {
    const groups = [
      { scoring: 'all', needs: [] },
      { scoring: 'sum', needs: [] },
      { scoring: 'min', needs: [0] },
      { scoring: 'all', needs: [1] },
    ] as const
    const [a, w, s] = ['accepted', 'wrong_answer', 'skipped']
    const cases = [right(0), wrong(0), right(0), wrong(1), right(1), right(2), right(3)]
    // The same results, however many cases run at the same time.
    for (let round = 0; round < 5; round++) expect(await grouped(groups, cases)).toEqual([a, w, s, w, a, s, s])
  })
})
