import { describe, expect, it } from 'vitest'
import { importPackage } from '#server/features/coding/packages/packages.ts'
import { createWorld } from '#tests/support/world.ts'
import { archive, refusalOf } from './archives.ts'
import { checkedPackage, type Files } from './checked-package.ts'

/** Submissions and validators as other judges' packages have them. */

const doubling: Files = {
  'problem.yaml': 'name: Doubling\n',
  '.timelimit': '1',
  'problem_statement/problem.en.md': 'Double the number.',
  'data/secret/1.in': '21\n',
  'data/secret/1.ans': '42\n',
}

const checked = (files: Files) => checkedPackage({ ...doubling, ...files })

const right = 'print(2 * int(input()))'

describe('submissions of several files', () => {
  it('are judged with all of their files', async () => {
    const { question, notes } = await checked({
      'submissions/accepted/cpp/main.cc':
        '#include "twice.hpp"\n#include <iostream>\nint main() { int n; std::cin >> n; std::cout << twice(n); }',
      'submissions/accepted/cpp/twice.cc': '#include "twice.hpp"\nint twice(int n) { return 2 * n; }',
      'submissions/accepted/cpp/twice.hpp': 'int twice(int n);',
      'submissions/accepted/cpp/notes.txt': 'not a header',
      'submissions/accepted/java/Start.java':
        'import java.util.*;\npublic class Start { public static void main(String[] a) { System.out.println(Twice.of(new Scanner(System.in).nextInt())); } }',
      'submissions/accepted/java/Twice.java': 'public class Twice { static int of(int n) { return 2 * n; } }',
      'submissions/wrong_answer/py/main.py': 'from twice import twice\nprint(twice(int(input())))',
      'submissions/wrong_answer/py/twice.py': 'def twice(n): return n',
    })
    expect(notes).toEqual([])
    expect(question.solutions).toMatchObject([
      { language: 'cpp', verdict: 'accepted', files: [{ name: 'twice.cpp' }, { name: 'twice.hpp' }] },
      { language: 'java', verdict: 'accepted', files: [{ name: 'Twice.java' }] },
      { language: 'python', verdict: 'wrong_answer', files: [{ name: 'twice.py' }] },
    ])
    expect(question.status).toBe('published')
  })

  it('start with the program that submissions.json names', async () => {
    const { question } = await checked({
      'submissions.json': '{"submissions/accepted/two/": {"entry_point": "solve.py"}}',
      'submissions/accepted/two/solve.py': 'import other\nprint(other.twice(int(input())))',
      'submissions/accepted/two/other.py': 'def twice(n): return 2 * n',
    })
    expect(question.solutions).toMatchObject([{ verdict: 'accepted', code: expect.stringContaining('import other') }])
  })

  it('are skipped if the main program is not clear, or the language has single files', async () => {
    const { notes } = await checked({
      'submissions/accepted/right.py': right,
      'submissions/accepted/two/a.py': right,
      'submissions/accepted/two/b.py': right,
      'submissions/accepted/js/main.js': 'console.log(42)',
      'submissions/accepted/js/other.js': '',
    })
    expect(notes).toEqual([
      'submissions/accepted/js was skipped: it has several files, which JavaScript programs cannot have here',
      'submissions/accepted/two was skipped: it has several programs',
    ])
  })

  it('are the same after an export and an import', async () => {
    const files = {
      'submissions/rejected/py/main.py': 'from twice import twice\nprint(twice(int(input())))',
      'submissions/rejected/py/twice.py': 'def twice(n): return n',
      'submissions/accepted/right.py': right,
    }
    const { world, question } = await checked(files)
    const exported = await world.call(world.admin).coding.exportPackage({ id: question.id })
    const bytes = Buffer.from(await exported.arrayBuffer())
    const again = await importPackage(world.platform, world.admin, { name: 'problem.zip', bytes })
    const shown = (one: Pick<typeof question, 'solutions'>) =>
      one.solutions?.map(({ code, files, expected_verdict, other_verdicts }) => ({
        ...{ code, files, expected_verdict, other_verdicts },
      }))
    expect(shown(again.question)).toEqual(shown(question))
  })
})

describe('expected verdicts', () => {
  it('may be several, by folder or by tag', async () => {
    const { question, notes } = await checked({
      'submissions/accepted/right.py': right,
      'submissions/rejected/wrong.py': 'print(1)',
      'submissions/run_time_error/hungry.py': 'x = bytearray(900_000_000)\nprint(len(x))',
      'submissions/slow_accepted/loop.py': 'while True: pass',
      'submissions/mixed/some.py': '# @EXPECTED_RESULTS@: CORRECT, WRONG-ANSWER\nprint(1)',
      'submissions/mixed/score.py': `# @EXPECTED_SCORE@: CORRECT\n${right}`,
      'submissions/mixed/none.py': right,
    })
    expect(notes).toEqual(['submissions/mixed/none.py was skipped: it is in mixed, which has no expected verdict'])
    expect(question.solutions?.map(({ expected_verdict, verdict }) => [expected_verdict, verdict])).toEqual([
      ['accepted', 'accepted'],
      ['accepted', 'accepted'],
      ['accepted', 'wrong_answer'],
      ['wrong_answer', 'wrong_answer'],
      ['runtime_error', 'memory_limit_exceeded'],
      ['accepted', 'time_limit_exceeded'],
    ])
    expect(question.status).toBe('published')
  })

  it('may be those of submissions.yaml', async () => {
    const { question, notes } = await checked({
      'submissions/submissions.yaml': [
        'mixed/*.{py,txt}: {permitted: [AC, WA], required: [WA]}',
        'mixed/b*: {required: [AC, WA, RTE]}',
        'mixed/two/: {permitted: [RTE], entrypoint: start.py}',
        'time_limit_exceeded: {permitted: [AC, WA, TLE], required: [TLE]}',
        'rejected/no-*-crash*: {permitted: [AC, WA]}',
        'accepted/right.txt: {language: python3}',
        'wrong_answer/*: {message: wrong}',
      ].join('\n'),
      'submissions/accepted/right.txt': right,
      'submissions/mixed/both.py': 'print(1)',
      'submissions/mixed/two/other.py': right,
      'submissions/mixed/two/start.py': 'raise ValueError',
      'submissions/mixed/unnamed.c': 'int main(void) { return 0; }',
      'submissions/rejected/no-real-crash.py': 'raise ValueError',
      'submissions/time_limit_exceeded/wrong.py': 'print(1)',
      'submissions/wrong_answer/wrong.py': 'print(1)',
    })
    expect(notes).toEqual(['submissions/mixed/unnamed.c was skipped: it is in mixed, which has no expected verdict'])
    const verdicts = question.solutions?.map(({ expected_verdict, other_verdicts = [], verdict }) => [
      [expected_verdict, ...other_verdicts],
      verdict,
    ])
    expect(verdicts).toEqual([
      [['accepted'], 'accepted'],
      [['wrong_answer'], 'wrong_answer'],
      [['runtime_error', 'memory_limit_exceeded'], 'runtime_error'],
      [['wrong_answer'], 'runtime_error'],
      [['wrong_answer', 'time_limit_exceeded', 'output_limit_exceeded'], 'wrong_answer'],
      [['wrong_answer'], 'wrong_answer'],
    ])
  })

  it('do not make a wrong verdict right', async () => {
    const { question } = await checked({
      'submissions/accepted/right.py': right,
      'submissions/rejected/right.py': right,
    })
    expect(question.status).toBe('draft')
  })
})

it.each([
  ["print '42'"],
  ['n = int(raw_input())\nprint(2 * n)'],
  ['for i in xrange(3):\n    print(i)'],
  ['import sys\nprint >>sys.stderr, 42'],
  [
    'import sys\nread = input if sys.version_info >= (3, 0) else raw_input\nfor i in xrange(int(read())):\n    print(i)',
  ],
])('skips the Python 2 program %j', async (code) => {
  const { notes, question } = await checked({
    'submissions/accepted/right.py': '"""\nprint "no code"\n"""\nprint(2 * int(input()))',
    'submissions/accepted/old.py': code,
  })
  expect(notes).toEqual(['submissions/accepted/old.py was skipped: it is Python 2'])
  expect(question.status).toBe('published')
})

it.each([
  ['type: multi-pass', 'multi-pass'],
  ['type: submit-answer', 'submit-answer'],
  ['type: [pass-fail, multi-pass]', 'multi-pass'],
  ['type: pvp', 'pvp'],
  ['validation: custom multi-pass', 'multi-pass'],
])('refuses a package with %s', async (line, name) => {
  const world = await createWorld()
  const bytes = archive({ ...doubling, 'problem.yaml': `name: Doubling\n${line}\n` })
  expect(await refusalOf(importPackage(world.platform, world.admin, { name: 'p.zip', bytes }))).toBe(
    `VALIDATION Problems of type "${name}" cannot be judged here. Pass-fail, scoring and interactive problems can`,
  )
})

it('says which header files a validator lacks', async () => {
  const { question, notes } = await checked({
    'problem.yaml': 'name: Doubling\nvalidation: custom\n',
    'output_validators/check/check.cpp':
      '#include "own.h"\n#include "cstring"\n#include "stdio.h"\n#include "shared/judge.h"\nint main() { return 42; }',
    'output_validators/check/own.h': '#pragma once\n',
    'input_validators/validate.c': '#include "rules.h"\nint main(void) { return 42; }',
    'submissions/accepted/right.py': right,
  })
  expect(notes).toEqual([
    'The output validator includes judge.h, which is not in the package. Add it to its files',
    'input_validators/validate.c includes rules.h, which is not in the package. Add it to its files',
    expect.stringMatching(/^input_validators\/validate\.c could not be run: main\.c:1:10: fatal error: rules\.h/),
  ])
  expect(question).toMatchObject({ status: 'draft', comparison: 'checker' })
})

it('counts the share of passed cases if the package has graders', async () => {
  const { question, notes } = await checked({
    'problem.yaml': 'name: Doubling\ntype: scoring\nvalidation: custom score\ngrading: {range: 0 100}\n',
    'graders/grader.py': 'print("AC 100")',
    'output_validators/check.py':
      'import sys\nopen(sys.argv[3] + "score.txt", "w").write("1.0")\nsys.exit(42 if sys.stdin.read().strip() == "42" else 43)',
    'submissions/accepted/right.py': right,
  })
  expect(notes).toEqual([
    'The graders of the package are not run: the score is the share of passed cases',
    'Not used: graders/ (1 file)',
  ])
  expect(question).toMatchObject({ status: 'published' })
  expect(question.groups).toBeUndefined()
})

it('runs validators that are Python packages', async () => {
  const { question, notes } = await checked({
    'problem.yaml': 'name: Doubling\nvalidation: custom\n',
    'output_validators/check/__init__.py': '',
    'output_validators/check/__main__.py':
      'import sys\nfrom rules import twice\nsys.exit(42 if int(sys.stdin.read()) == twice(open(sys.argv[1])) else 43)',
    'output_validators/check/rules.py': 'def twice(file): return 2 * int(file.read())\n',
    'input_validators/numbers/__init__.py': '',
    'input_validators/numbers/__main__.py':
      'import sys\nfrom few import most\nsys.exit(42 if int(input()) < most else 43)',
    'input_validators/numbers/few.py': 'most = 10\n',
    'submissions/accepted/right.py': right,
    'submissions/wrong_answer/wrong.py': 'print(1)',
  })
  expect(notes).toEqual(['data/secret/1.in is rejected by input_validators/numbers: exit code 43'])
  expect(question.solutions).toMatchObject([{ verdict: 'accepted' }, { verdict: 'wrong_answer' }])
})

it('compiles all files of a validator in C++', async () => {
  const { question, notes } = await checked({
    'problem.yaml': 'name: Doubling\nvalidation: custom\n',
    'output_validators/compare/start.cc':
      '#include "twice.h"\n#include "read.cc"\n#include <iostream>\nint main(int, char **argv) { int n; std::cin >> n; return n == twice(read(argv[1])) ? 42 : 43; }',
    'output_validators/compare/twice.cc': '#include "twice.h"\nint twice(int n) { return 2 * n; }',
    'output_validators/compare/read.cc':
      '#include <fstream>\nint read(const char *path) { int n; std::ifstream(path) >> n; return n; }',
    'output_validators/compare/twice.h': 'int twice(int n);',
    'submissions/accepted/right.py': right,
    'submissions/wrong_answer/wrong.py': 'print(1)',
  })
  expect(notes).toEqual([])
  expect(question.solutions).toMatchObject([{ verdict: 'accepted' }, { verdict: 'wrong_answer' }])
})

it('says which inputs of programs are not supported, and leaves the question a draft', async () => {
  const { question, notes } = await checked({
    'problem.yaml': 'name: Doubling\nproblem_format_version: 2025-09\nuuid: 1\n',
    'data/secret/1.yaml': 'args: [--fast]\nhint: Add it to itself\n',
    'data/secret/2.in': '1\n',
    'data/secret/2.ans': '2\n',
    'data/secret/2.files/table.txt': '2\n',
    'data/secret/3.in': '2\n',
    'data/secret/3.ans': '4\n',
    'data/secret/3.yaml': 'output_validator_args: [float_tolerance, "1e-3"]\n',
    'data/secret/4.in': '3\n',
    'data/secret/4.ans': '6\n',
    'data/secret/4.yaml': 'description: odd\n',
    'static_validator/style.py': 'import sys\nsys.exit(42)\n',
  })
  expect(notes).toEqual([
    'Test cases with arguments or files for the program are judged without them: data/secret/1, data/secret/2',
    'Test cases with their own output_validator_args are judged with those of their group: data/secret/3',
    'The static validator is not run',
    'The package has no submissions to check this with, so the question remains a draft. Please review it',
    'Not used: data/secret/ (3 files), data/secret/2.files/ (1 file), static_validator/ (1 file)',
  ])
  expect(question.status).toBe('draft')
})
