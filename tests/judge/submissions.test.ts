import { afterAll, describe, expect, it } from 'vitest'
import { smokePrograms } from '#server/judge/smoke-programs.ts'
import { JudgeError, type JudgeJob } from '#server/judge/types.ts'
import { openJudge, submit, usualLimits, verdictsOf } from './judging.ts'

const judge = openJudge()
afterAll(() => judge.close())

const sleeper = '#include <unistd.h>\nint main(void) { for (;;) pause(); }'

describe('a submission’s cases', () => {
  it('do not share processes, files or pipes', async () => {
    const source = `import os, signal, sys
others = [int(name) for name in os.listdir('/proc') if name.isdigit() and int(name) not in (1, os.getpid())]
written = []
for folder in ['/tmp', '/box', '/dev/shm', '/var/tmp', '.']:
    try:
        open(folder + '/left', 'x'); written.append(folder)
    except OSError: pass
print(others, written)
sys.stdout.flush()
if os.fork() == 0:
    os.setsid()
    for number in range(1, 65):
        try: signal.signal(number, signal.SIG_IGN)
        except (OSError, ValueError): pass
    if os.fork() == 0:
        while True:
            try: os.write(1, b'from the case before')
            except OSError: pass
`
    const cases = Array.from({ length: 4 }, () => ({ input: '', expected: '[] []' }))
    // The daemon keeps printing, so check only the program's first output.
    const outcome = await submit(judge, 'python', source, cases, { timeMs: 2_000, memoryMb: 64 })
    if (outcome.kind !== 'judged') throw new Error(outcome.message)
    for (const { output } of outcome.cases) expect(output).toMatch(/^\[\] \[\]\n(from the case before)*/)
    expect(outcome.cases).toHaveLength(4)
  })
  it('have separate time and memory', async () => {
    const source = `n = int(input())
total = 0
for i in range(n): total += i
keep = bytearray(20_000_000)
print(total)`
    const cases = Array.from({ length: 4 }, () => ({ input: '3000000', expected: '4499998500000' }))
    const outcome = await submit(judge, 'python', source, cases, { timeMs: 2_000, memoryMb: 64 })
    if (outcome.kind !== 'judged') throw new Error(outcome.message)
    for (const one of outcome.cases) {
      expect(one.verdict).toBe('accepted')
      expect(one.memoryKb).toBeGreaterThan(20_000)
      expect(one.timeMs).toBeGreaterThan(50)
    }
  })
  it('are reported in order as they finish', async () => {
    const heard: (string | number)[] = []
    await judge.judge(
      {
        id: 'in-order',
        language: 'python',
        source: 'print(input())',
        limits: usualLimits,
        cases: ['a', 'b', 'c'].map((input) => ({ input, expected: input })),
      },
      { started: () => heard.push('started'), judged: ({ place }) => heard.push(place) },
    )
    expect(heard).toEqual(['started', 0, 1, 2])
  })
  it.each([
    ['python', 'import time\nwait = input()\ntime.sleep(float(wait))\nprint(wait)'],
    [
      'javascript',
      `const wait = require('fs').readFileSync(0, 'utf8')\nsetTimeout(() => console.log(wait), wait * 1000)`,
    ],
  ] as const)('run in parallel in %s on an idle machine, and are still reported in order', async (language, source) => {
    const inputs = ['0.4', '0', '0.1', '0', '0.4']
    const cases = inputs.map((input) => ({ input, expected: input }))
    const heard: number[] = []
    const outcome = await judge.judge(
      { id: 'beside', language, source, limits: usualLimits, cases },
      { judged: ({ place }) => heard.push(place) },
    )
    expect(heard).toEqual([0, 1, 2, 3, 4])
    expect(outcome).toMatchObject({ cases: inputs.map((_, place) => ({ place, verdict: 'accepted' })) })
  })
})

describe('the result', () => {
  it('contains truncated output and error text, only where requested', async () => {
    const source = `import sys\nprint('ä' * 100_000)\nprint('e' * 100_000, file=sys.stderr)\nsys.exit(3)`
    const outcome = await submit(judge, 'python', source, [{ input: '' }, { input: '', keep: false }])
    if (outcome.kind !== 'judged') throw new Error(outcome.message)
    const [kept, bare] = outcome.cases
    expect(kept).toMatchObject({ verdict: 'runtime_error', outputCut: true })
    expect(kept?.output).toBe('ä'.repeat(32_768))
    expect(kept?.error).toBe('e'.repeat(8_192))
    expect(bare).not.toHaveProperty('output')
    expect(bare).not.toHaveProperty('error')
  })
  it.each([
    ['a segmentation fault', 'int main(void) { return *(volatile int *)0; }', 'segmentation fault'],
    ['an abort', '#include <stdlib.h>\nint main(void) { abort(); }', 'aborted'],
    ['an exit code', 'int main(void) { return 3; }', 'exit code 3'],
  ])('names %s', async (_name, source, error) => {
    expect(await submit(judge, 'c', source)).toMatchObject({ cases: [{ verdict: 'runtime_error', error }] })
  })
  it.each([
    ['c', '#include <signal.h>\nint main(void) { return raise(SIGKILL); }'],
    ['python', 'import os\nos.kill(os.getpid(), 9)'],
  ] as const)('does not report a %s program that kills itself as out of memory', async (language, source) => {
    expect(await submit(judge, language, source)).toMatchObject({
      cases: [{ verdict: 'runtime_error', error: 'killed' }],
    })
  })
  it('contains up to 8 kB of compile errors, with line numbers but without paths of this machine', async () => {
    const one = await submit(judge, 'cpp', '#include <bits/stdc++.h>\nint main() { return missing; }')
    expect(one).toMatchObject({
      kind: 'compile_error',
      message: expect.stringMatching(/^main\.cpp: In function[\s\S]*main\.cpp:2:21: error: ‘missing’/),
    })
    expect(JSON.stringify(one)).not.toContain('/box')
    const many = await submit(
      judge,
      'cpp',
      Array.from({ length: 200 }, (_, i) => `int f${i}() { return missing${i}; }`).join('\n'),
    )
    if (many.kind !== 'compile_error') throw new Error('Expected a compile error')
    expect(Buffer.byteLength(many.message)).toBeLessThanOrEqual(8_192)
  })
  it.each([
    [
      'named in the program',
      'future<int> sum = async([] { int a, b; cin >> a >> b; return a + b; });\ncout << sum.get();',
    ],
    [
      'used through a macro',
      '#define JOIN(a, b) a##b\nint a, b;\ncin >> a >> b;\nJOIN(fut, ure)<int> none;\ncout << a + b;',
    ],
  ])('compiles a C++ program with bits/stdc++.h and a rare header %s', async (_name, body) => {
    const source = `#include <bits/stdc++.h>\nusing namespace std;\nint main() {\n${body}\n}`
    expect(await submit(judge, 'cpp', source)).toMatchObject({ cases: [{ verdict: 'accepted' }] })
  })
  it('contains a Python syntax error’s line and reason', async () => {
    const outcome = await submit(judge, 'python', 'def f():\n  return (1\n')
    expect(outcome).toMatchObject({
      kind: 'compile_error',
      message: expect.stringMatching(/main\.py", line 2[\s\S]*SyntaxError: '\(' was never closed/),
    })
  })
})

describe('Java', () => {
  it.each([
    [
      'a class that is not called Main',
      'class Anything { public static void main(String[] a) { System.out.println(1); } }',
    ],
    [
      'a public class among others',
      'class Helper { static int one() { return 1; } }\npublic class Solution { public static void main(String... a) { System.out.println(Helper.one()); } }',
    ],
    [
      'main outside the public class',
      'public class Shape { }\nclass Runner { static public void main(final String[] a) { System.out.println(1); } }',
    ],
    [
      'a package',
      'package in.college.exams;\nimport java.util.*;\npublic class Work { public static void main(String[] a) { System.out.println(1); } }',
    ],
    [
      'a file with misleading comments and strings',
      '/* public class Wrong { */ // class Wrong2 {\nclass Right { String s = "class Wrong3 { public static void main("; char c = \'{\'; public static void main(String[] a) { System.out.println(1); } }',
    ],
    [
      'an inner class with a main',
      'class Outer { static class Inner { static void main(int x) { } }\n public static void main(String[] a) { System.out.println(1); } }',
    ],
    [
      'an enum and a record',
      'enum Colour { RED }\nrecord Point(int x, int y) { }\ninterface Shape { default int one() { return 1; } }\nfinal class Go implements Shape { public static void main(String[] a) { System.out.println(new Go().one()); } }',
    ],
    [
      'a class within another',
      'class Outer { static class Main { public static void main(String[] a) { System.out.println(1); } } }',
    ],
    [
      'a class nested two levels deep, beside others',
      'package exam;\nclass A { int main; void f() { new Object() { }; } static class B { static class C { class D { } void main(int x) { } public static void main(String... a) { System.out.println(1); } } } }\nclass Z { }',
    ],
    [
      'a file that begins with a byte order mark',
      '\uFEFFpublic class Marked { public static void main(String[] a) { System.out.println(1); } }',
    ],
    ['a name beyond ASCII', 'public class Lösung { public static void main(String[] a) { System.out.println(1); } }'],
  ])('finds main in %s', async (_name, source) => {
    expect(await verdictsOf(judge, 'java', source, [{ input: '', expected: '1' }])).toEqual(['accepted'])
  })
})

describe('C#', () => {
  it.each([1_000, 2_000])('treats infinite recursion as a runtime error within %i ms', async (timeMs) => {
    const source =
      'class P { static int F(int n) { return 1 + F(n + 1); } static void Main() { System.Console.WriteLine(F(0)); } }'
    const outcome = await submit(judge, 'csharp', source, [{ input: '' }], { timeMs, memoryMb: 64 })
    expect(outcome).toMatchObject({
      cases: [{ verdict: 'runtime_error', error: expect.stringContaining('StackOverflowException') }],
    })
  })
})

describe('a job', () => {
  it.each([
    ['a source of more than 64 kB', { source: 'x'.repeat(65_537) }],
    ['a NUL byte', { source: 'print(1)\0' }],
    ['limits of zero', { limits: { timeMs: 0, memoryMb: 64 } }],
  ])('is rejected with %s', async (_name, wrong) => {
    const job: JudgeJob = {
      id: 'wrong',
      language: 'python',
      source: 'print(1)',
      limits: usualLimits,
      cases: [{ input: '' }],
      ...wrong,
    }
    await expect(judge.judge(job)).rejects.toThrow(JudgeError)
  })
  it.each([
    ['c', sleeper],
    ['javascript', 'for (;;) {}'],
  ] as const)('in %s is stopped when it is cancelled', async (language, source) => {
    const job: JudgeJob = {
      id: 'long',
      language,
      source,
      limits: { timeMs: 60_000, memoryMb: 64 },
      cases: [{ input: '' }, { input: '' }, { input: '' }],
    }
    const started = Promise.withResolvers<void>()
    const lost = judge.judge(job, { started: started.resolve })
    const refused = expect(lost).rejects.toThrow('cancelled')
    await started.promise
    judge.cancel('long')
    await refused
    const hello = [{ input: '1 2', expected: '3' }]
    expect(await verdictsOf(judge, language, smokePrograms[language], hello)).toEqual(['accepted'])
  })
})

describe('the judge under load', () => {
  it('gives the same verdicts', async () => {
    const endless = 'int main(void) { for (volatile long i = 0;; i = i + 1) {} }'
    // Takes about 0.2 s alone, and 1 s is allowed.
    const steady =
      '#include <stdio.h>\n#include <time.h>\nint main(void) { while (clock() < CLOCKS_PER_SEC / 5) ; puts("done"); }'
    const others = Array.from({ length: 4 }, () => verdictsOf(judge, 'c', endless, [{ input: '' }, { input: '' }]))
    const own = Array.from({ length: 4 }, () => verdictsOf(judge, 'c', steady, [{ input: '', expected: 'done' }]))
    for (const verdicts of await Promise.all(own)) expect(verdicts).toEqual(['accepted'])
    for (const verdicts of await Promise.all(others))
      expect(verdicts).toEqual(['time_limit_exceeded', 'time_limit_exceeded'])
  })
})
