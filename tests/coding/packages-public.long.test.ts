import { describe, expect, it } from 'vitest'
import { importPackage } from '#server/features/coding/packages/packages.ts'
import { createWorld } from '#tests/support/world.ts'
import { archive } from './archives.ts'

/** Packages as public contests publish them. */

type Files = Record<string, string>

async function imported(files: Files) {
  const world = await createWorld()
  const { question, notes } = await importPackage(world.platform, world.admin, {
    name: 'problem.zip',
    bytes: archive(files),
  })
  const read = async () => (await world.call(world.admin).coding.get({ id: question.id })).question
  return { question, notes, read }
}

async function checked(files: Files) {
  const { notes, read } = await imported(files)
  await expect.poll(async () => (await read()).status, { timeout: 60_000 }).not.toBe('checking')
  const question = await read()
  return { question, notes, verdicts: question.solutions?.map(({ verdict }) => verdict) }
}

const doubling = {
  'problem.yaml': 'name: Doubling\n',
  'problem_statement/problem.tex': '\\problemname{Doubling}\nDouble $n$.',
  'data/sample/1.in': '1\n',
  'data/sample/1.ans': '2\n',
  'data/secret/1.in': '20000000\n',
  'data/secret/1.ans': '40000000\n',
}

it('sets the time limit from the accepted submissions if the package has none', async () => {
  const { question, verdicts } = await checked({
    ...doubling,
    'submissions/accepted/fast.py': 'print(2 * int(input()))',
    'submissions/time_limit_exceeded/slow.cpp':
      '#include <iostream>\nint main() { long n; std::cin >> n; volatile long i = 0; while (i < n * 500) i = i + 1; std::cout << 2 * n; }',
  })
  expect(question).toMatchObject({ time_limit: 1_000, memory_limit: 256, status: 'published' })
  expect(verdicts).toEqual(['accepted', 'time_limit_exceeded'])
})

it('reads legacy-icpc as the legacy format', async () => {
  const { question } = await checked({
    ...doubling,
    'problem.yaml': 'name: Doubling\nproblem_format_version: legacy-icpc\n',
    'data/testdata.yaml': 'output_validator_flags: float_tolerance 1e-3\n',
    'submissions/accepted/slow.py': 'import time\nwhile time.process_time() < 0.3: pass\nprint(2 * int(input()))',
  })
  // Five times the slowest submission, and flags that the folders below inherit.
  expect(question).toMatchObject({ time_limit: 2_000, comparison: 'numbers' })
})

it('keeps the limits of the package', async () => {
  const { question } = await checked({
    ...doubling,
    'problem.yaml': 'name: Doubling\nlimits: {memory: 512}',
    '.timelimit': '3',
    'submissions/accepted/fast.py': 'print(2 * int(input()))',
  })
  expect(question).toMatchObject({ time_limit: 3_000, memory_limit: 512, status: 'published' })
})

it('imports a statement in HTML as a draft', async () => {
  const { 'problem_statement/problem.tex': _tex, ...rest } = doubling
  const { question, notes } = await imported({
    ...rest,
    'domjudge-problem.ini': 'name = Doubling\ntimelimit = 2\n',
    'problem.html': '<p>Double it.',
    'submissions/accepted/fast.py': 'print(2 * int(input()))',
  })
  expect(question).toMatchObject({
    status: 'draft',
    description: 'The statement is in problem.html of the package. Copy it here before you publish this question.',
  })
  expect(notes).toEqual([
    'The statement is in problem.html, which cannot be imported. The question remains a draft until you save it',
  ])
})

it('replaces constants', async () => {
  const { question, verdicts } = await checked({
    ...doubling,
    'problem.yaml':
      'problem_format_version: 2023-07-draft\nname: Doubling\nconstants: {max: 10, word: größer, five: {value: 5, roman: V}}\n',
    'problem_statement/problem.tex': 'At most {{max}}, {{word}}, {{other}}, \\constant{five}, {{five.roman}}.',
    'output_validator/check.py': 'import sys\nsys.exit(42 if int(sys.stdin.read()) > {{max}} else 43)',
    'data/sample/1.in': '9\n',
    'submissions/accepted/fast.py': 'print(2 * int(input()))',
  })
  expect(question.description).toBe('At most 10, größer, other, 5, V.')
  expect(verdicts).toEqual(['accepted'])
})

it('prefers an English statement in TeX to another language in Markdown', async () => {
  const { question, notes } = await imported({
    ...doubling,
    'problem_statement/problem.en.tex': 'Double it.',
    'problem_statement/problem.sv.md': 'Dubbla.',
    'problem_statement/problem.tex': 'Twice.',
  })
  expect(question.description).toBe('Double it.')
  expect(notes).toContain('Statements in other languages were left out: sv')
})

it('reads the expected results in the sources of DOMjudge', async () => {
  const { question, notes } = await imported({
    ...doubling,
    '.timelimit': '1',
    'submissions/mixed/a.py': '# @EXPECTED_RESULTS@: WRONG-ANSWER\nprint(1)',
    'submissions/mixed/b.py': '# @EXPECTED_RESULTS@: TIMELIMIT, RUN-ERROR\nprint(1)',
  })
  expect(question.solutions).toMatchObject([
    { expected_verdict: 'wrong_answer' },
    {
      expected_verdict: 'time_limit_exceeded',
      other_verdicts: ['output_limit_exceeded', 'runtime_error', 'memory_limit_exceeded'],
    },
  ])
  expect(notes).toEqual([])
})

it('says what to do about generators', async () => {
  const { notes } = await imported({ ...doubling, 'generators/generators.yaml': 'x', 'generators/gen.py': 'x' })
  expect(notes).toEqual([
    'Generators are not run. If test cases are missing, generate them and import the package again',
  ])
})

describe('a guessing game', () => {
  const game: Files = {
    'problem.yaml': 'name: Guess\ntype: interactive\nproblem_format_version: 2023-07-draft\n',
    'statement/problem.en.md': 'Guess a number.',
    'data/sample/1.in': '3\n',
    'data/sample/1.interaction': '<1\n>higher\n',
    'data/secret/1.in': '10\n',
    'data/secret/1.ans': '',
    'output_validator/guess.py': `
import sys
number = int(open(sys.argv[1]).read())
for _ in range(20):
    guess = int(input())
    print('correct' if guess == number else 'lower' if guess > number else 'higher', flush=True)
    if guess == number: sys.exit(42)
sys.exit(43)
`,
    'submissions/accepted/count.py':
      'n = 0\nwhile True:\n    n += 1\n    print(n, flush=True)\n    if input() == "correct": break\n',
    'submissions/wrong_answer/two.py': 'for _ in range(20):\n    print(2, flush=True)\n    input()\n',
  }
  it('needs no answers', async () => {
    const { question, verdicts } = await checked(game)
    expect(question.testCases.map(({ expected_output }) => expected_output)).toEqual(['', ''])
    expect({ verdicts, status: question.status }).toEqual({
      verdicts: ['accepted', 'wrong_answer'],
      status: 'published',
    })
  })
})
