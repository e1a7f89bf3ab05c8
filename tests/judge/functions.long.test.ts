import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { functionTemplates } from '#client/features/coding/model/function-templates.ts'
import type { Comparison, Driver, JudgeJob } from '#server/judge/types.ts'
import type { Language } from '#shared/coding/languages.rules.ts'
import { openJudge, testedLanguages } from './judging.ts'

const judge = openJudge()
beforeAll(() => judge.languages())
afterAll(() => judge.close())

let made = 0
const limits = { timeMs: 2_000, memoryMb: 256 }
const two = [
  { input: '2 3\n', expected: '5', keep: true },
  { input: '40 2\n', expected: '42', keep: true },
]

const run = (language: Language, source: string, driver: Driver, fields: Partial<JudgeJob> = {}) =>
  judge.judge({ id: `function-${++made}`, language, source, driver, limits, cases: two, ...fields })

/** The example's function, completed. */
function solved(language: Language): string {
  const { starter_code } = functionTemplates[language]
  const sums: Partial<Record<Language, string>> = {
    python: 'return a + b',
    rust: 'a + b',
    ruby: 'a + b',
    php: 'return $a + $b;',
  }
  const sum = sums[language] ?? 'return a + b;'
  if (language === 'haskell') return starter_code.replace('add a b = 0', 'add a b = a + b')
  return /\n *(return )?0;?\n/.test(starter_code)
    ? starter_code.replace(/(\n *)(return )?0;?\n/, `$1${sum}\n`)
    : starter_code.replace('// Write your solution here.', sum)
}

describe('a function that the driver calls', () => {
  for (const { language, skip, title } of testedLanguages)
    it.skipIf(skip)(`is judged in ${title}`, async () => {
      const { driver, starter_code } = functionTemplates[language]
      const accepted = await run(language, solved(language), { code: driver, files: [] })
      expect(accepted).toMatchObject({ kind: 'judged', cases: [{ verdict: 'accepted' }, { verdict: 'accepted' }] })
      const unsolved = await run(language, starter_code, { code: driver, files: [] })
      expect(unsolved).toMatchObject({
        kind: 'judged',
        cases: [{ verdict: 'wrong_answer' }, { verdict: 'wrong_answer' }],
      })
    })

  it.each<[Language, string, RegExp]>([
    ['c', 'int add(int a, int b) {\n  return a +;\n}', /solution\.c:2:/],
    ['cpp', 'int add(int a, int b) {\n  return a +;\n}', /solution\.cpp:2:/],
    ['python', 'def add(a, b):\n  return a +', /solution\.py", line 2/],
    ['java', 'class Solution {\n  static int add(int a, int b) { return a +; }\n}', /Solution\.java:2:/],
    [
      'csharp',
      'public static class Solution {\n  public static int Add(int a, int b) { return a +; }\n}',
      /solution\.cs\(2,/,
    ],
    ['go', 'package main\nfunc add(a, b int) int { return a + }', /solution\.go:2:/],
    ['rust', 'pub fn add(a: i64, b: i64) -> i64 {\n  a +\n}', /solution\.rs:3:/],
    ['javascript', 'function add(a, b) {\n  return a +\n}', /main\.js:3/],
  ])('has its own line numbers in compile errors: %s', async (language, source, place) => {
    const outcome = await run(language, source, { code: functionTemplates[language].driver, files: [] })
    expect(outcome).toMatchObject({ kind: 'compile_error', message: expect.stringMatching(place) })
  })

  it('may use the same names as the driver', async () => {
    const { driver } = functionTemplates.javascript
    expect(
      await run('javascript', 'const a = 1, b = 2\nconst add = (x, y) => x + y', { code: driver, files: [] }),
    ).toMatchObject({
      cases: [{ verdict: 'accepted' }, { verdict: 'accepted' }],
    })
  })

  it('is missing: the compiler says so', async () => {
    const outcome = await run('cpp', 'int sum(int a, int b) { return a + b; }', {
      code: functionTemplates.cpp.driver,
      files: [],
    })
    expect(outcome).toMatchObject({ kind: 'compile_error', message: expect.stringContaining('‘add’ was not declared') })
  })

  const python = { language: 'python' as const, files: [] }
  const checkerCode =
    'import json, sys\ncase = json.load(sys.stdin)\nprint(json.dumps({"score": int(case["output"] == case["expected"] + "\\n")}))'
  const interactorCode =
    'import sys\nprint(open(sys.argv[1]).read(), flush=True)\nsys.exit(42 if input() == open(sys.argv[2]).read() else 43)'
  it.each<[Comparison['kind'], Comparison]>([
    ['checker', { kind: 'checker', checker: { ...python, protocol: 'plain', code: checkerCode } }],
    ['interactive', { kind: 'interactive', interactor: { ...python, protocol: 'kattis', code: interactorCode } }],
  ])('works with a program that judges: %s', async (_kind, comparison) => {
    const driver = { code: functionTemplates.cpp.driver, files: [] }
    expect(await run('cpp', solved('cpp'), driver, { comparison })).toMatchObject({
      cases: [{ verdict: 'accepted' }, { verdict: 'accepted' }],
    })
  })
})

describe('other files of a question', () => {
  it.each<[Language, string, string, string]>([
    [
      'c',
      'sums.h',
      '#define SUM(a, b) ((a) + (b))',
      '#include <stdio.h>\n#include "sums.h"\nint main(void) { int a, b; scanf("%d %d", &a, &b); printf("%d", SUM(a, b)); }',
    ],
    ['python', 'sums.py', 'def add(a, b):\n  return a + b', 'import sums\nprint(sums.add(*map(int, input().split())))'],
    [
      'java',
      'Sums.java',
      'class Sums { static int add(int a, int b) { return a + b; } }',
      'import java.util.*;\nclass Main { public static void main(String[] a) { Scanner in = new Scanner(System.in); System.out.println(Sums.add(in.nextInt(), in.nextInt())); } }',
    ],
    [
      'go',
      'sums.go',
      'package main\nfunc sum(a, b int) int { return a + b }',
      'package main\nimport "fmt"\nfunc main() { var a, b int; fmt.Scan(&a, &b); fmt.Println(sum(a, b)) }',
    ],
  ])('are used by a main program in %s', async (language, name, content, source) => {
    expect(await run(language, source, { files: [{ name, content }] })).toMatchObject({
      cases: [{ verdict: 'accepted' }, { verdict: 'accepted' }],
    })
  })

  it('cannot be replaced by a submission with the same name', async () => {
    const outcome = await run('java', 'public class Main { }', { code: functionTemplates.java.driver, files: [] })
    expect(outcome).toEqual({ kind: 'compile_error', message: 'There are two files with the name Main.java.' })
  })
})
