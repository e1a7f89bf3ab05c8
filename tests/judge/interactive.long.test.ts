import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JudgeCase, JudgeOutcome } from '#server/judge/types.ts'
import type { CheckerForm } from '#shared/coding/comparison.schema.ts'
import type { Language } from '#shared/coding/languages.rules.ts'
import { openJudge, testedLanguages } from './judging.ts'
import { guessers } from './programs.ts'

const judge = openJudge()
beforeAll(() => judge.languages())
afterAll(() => judge.close())

let made = 0
const limits = { timeMs: 1_000, memoryMb: 128 }

/** The program guesses a number from 1 to 1000 in at most ten tries. The input is the number. */
const guessing: CheckerForm = {
  language: 'python',
  protocol: 'kattis',
  files: [],
  code: `
import sys
number = int(open(sys.argv[1]).read())
def end(code, message):
    open(sys.argv[3] + 'judgemessage.txt', 'w').write(message)
    sys.exit(code)
for tries in range(1, 11):
    line = sys.stdin.readline()
    if not line: end(43, 'no guess')
    try: guess = int(line)
    except ValueError: end(43, 'not a number: ' + line)
    if guess == number:
        print('correct', flush=True)
        end(42, f'{tries} tries')
    print('lower' if guess > number else 'higher', flush=True)
end(43, 'too many tries')
`,
}

function talk(language: Language, source: string, cases: JudgeCase[], interactor = guessing): Promise<JudgeOutcome> {
  return judge.judge({
    id: `talk-${++made}`,
    language,
    source,
    limits,
    comparison: { kind: 'interactive', interactor },
    cases: cases.map((one) => ({ keep: true, ...one })),
  })
}

const python = (source: string, cases: JudgeCase[] = [{ input: '700' }], interactor = guessing) =>
  talk('python', source, cases, interactor)

async function first(outcome: Promise<JudgeOutcome>) {
  const done = await outcome
  if (done.kind !== 'judged') throw new Error(done.message)
  return done.cases[0]
}

describe('an interactive problem', () => {
  for (const { language, skip, title } of testedLanguages)
    it.skipIf(skip)(`is solved in ${title}`, async () => {
      const outcome = await talk(language, guessers[language], [{ input: '1' }, { input: '700' }, { input: '1000' }])
      expect(outcome).toMatchObject({
        kind: 'judged',
        cases: [{ verdict: 'accepted' }, { verdict: 'accepted' }, { verdict: 'accepted', remark: '10 tries' }],
      })
    })

  it('has a transcript', async () => {
    const one = await first(python('print(500, flush=True)\ninput()\nprint(700, flush=True)\ninput()'))
    expect(one).toMatchObject({ verdict: 'accepted', output: '< 500\n> higher\n< 700\n> correct\n', remark: '2 tries' })
  })

  it('keeps up a long conversation', async () => {
    const interactor: CheckerForm = {
      ...guessing,
      language: 'c',
      protocol: 'testlib',
      code: '#include <stdio.h>\nint main(void) { int n; for (int i = 0; i < 20000; i++) { printf("%d\\n", i); fflush(stdout); if (scanf("%d", &n) != 1 || n != i + 1) return 1; } return 0; }',
    }
    const source =
      '#include <stdio.h>\nint main(void) { int n; while (scanf("%d", &n) == 1) { printf("%d\\n", n + 1); fflush(stdout); } }'
    expect(await first(talk('c', source, [{ input: '' }], interactor))).toMatchObject({ verdict: 'accepted' })
  })

  it('gives the answer file to the interactor, and partial points', async () => {
    const interactor: CheckerForm = {
      ...guessing,
      protocol: 'testlib',
      code: 'import sys\nopen(sys.argv[2], "w").write("log")\nprint(open(sys.argv[3]).read(), flush=True)\nline = input()\nsys.stderr.write("points 0.5 half")\nsys.exit(7)',
    }
    const one = await first(python('print(input())', [{ input: '', expected: 'secret' }], interactor))
    expect(one).toMatchObject({ verdict: 'wrong_answer', score: 0.5, output: '> secret\n< secret\n' })
  })
})

it('gives no points to a program that crashes after it was given some', async () => {
  const interactor: CheckerForm = {
    ...guessing,
    code: 'import sys\ninput()\nopen(sys.argv[3] + "score.txt", "w").write("0.5")\nprint(1, flush=True)\nsys.exit(42)',
  }
  const outcome = python('print(1, flush=True)\ninput()\nexit(1)', [{ input: '1' }], interactor)
  const { verdict, score } = (await first(outcome)) ?? {}
  expect({ verdict, score }).toEqual({ verdict: 'runtime_error', score: undefined })
})

describe('a program in a conversation', () => {
  it.each<[string, string, object]>([
    [
      'wrong',
      'while True:\n  print(1, flush=True)\n  if not input(): break',
      { verdict: 'wrong_answer', remark: 'too many tries' },
    ],
    [
      'talking nonsense',
      'print("seven", flush=True)\ninput()',
      { verdict: 'wrong_answer', remark: 'not a number: seven' },
    ],
    ['ending early', 'print(500, flush=True)', { verdict: 'wrong_answer', remark: 'no guess' }],
    [
      'crashing',
      'print(500, flush=True)\ninput()\nraise SystemExit(3)',
      { verdict: 'runtime_error', error: 'exit code 3' },
    ],
    [
      'crashing some time after its output ended',
      'import os, time\nprint(500, flush=True)\ninput()\nos.close(1)\ntime.sleep(0.5)\nos._exit(3)',
      { verdict: 'runtime_error', error: 'exit code 3' },
    ],
    [
      'crashing after the interactor rejected it',
      'print("x", flush=True)\nimport time\ninput()\nraise SystemExit(3)',
      { verdict: 'wrong_answer' },
    ],
    [
      'crashing after the interactor accepted it',
      'print(700, flush=True)\ninput()\nraise SystemExit(3)',
      { verdict: 'runtime_error' },
    ],
    ['computing too long', 'print(500, flush=True)\nwhile True: pass', { verdict: 'time_limit_exceeded' }],
    [
      'forgetting to flush',
      'import sys\nsys.stdout.write("500\\n")\nsys.stdin.readline()',
      { verdict: 'time_limit_exceeded', remark: expect.stringContaining('waited for each other') },
    ],
    [
      'taking too much memory',
      'print(500, flush=True)\nx = bytearray(400_000_000)\nprint(700)',
      { verdict: 'memory_limit_exceeded' },
    ],
  ])('%s', async (_name, source, expected) => {
    expect(await first(python(source))).toMatchObject(expected)
  })

  it.each([
    ['a little', 5],
    ['more than a pipe holds', 100_000],
  ])(
    'ending before the interactor has written %s is wrong, whatever the interactor is written in',
    async (_name, lines) => {
      const interactor: CheckerForm = {
        ...guessing,
        code: `import sys, time\nsys.stdin.read()\ntime.sleep(0.2)\nfor i in range(${lines}): print(i, flush=True)\nsys.exit(43)`,
      }
      expect(await first(python('pass', [{ input: '' }], interactor))).toMatchObject({ verdict: 'wrong_answer' })
    },
  )

  it.each([
    ['crashes', 'raise SystemExit(3)', 'runtime_error'],
    ['computes too long', 'while True: pass', 'time_limit_exceeded'],
    ['takes too much memory', 'x = bytearray(400_000_000)\nprint(x)', 'memory_limit_exceeded'],
  ])(
    'gets its own verdict if it %s while the interactor writes more than a pipe holds',
    async (_name, source, verdict) => {
      const code = 'import sys\nfor i in range(100000): print(i, flush=True)\nsys.stdin.read()\nsys.exit(43)'
      expect(await first(python(source, [{ input: '' }], { ...guessing, code }))).toMatchObject({ verdict })
    },
  )

  it('may wait while the interactor computes for longer than the program may', async () => {
    const code =
      'import sys, time\nwhile time.process_time() < 4: pass\nprint(700, flush=True)\nsys.exit(42 if sys.stdin.readline() == "700\\n" else 43)'
    expect(await first(python('print(input())', [{ input: '' }], { ...guessing, code }))).toMatchObject({
      verdict: 'accepted',
    })
  })

  it('may end without reading everything that the interactor writes', async () => {
    const code =
      'import sys\nanswer = input()\nfor i in range(100000): print(i, flush=True)\nsys.exit(42 if answer == "700" else 43)'
    expect(await first(python('print(700)', [{ input: '' }], { ...guessing, code }))).toMatchObject({
      verdict: 'accepted',
    })
  })

  it('is stopped if it prints endlessly', async () => {
    const interactor = { ...guessing, code: 'import sys\nwhile sys.stdin.read(65536): pass\nsys.exit(42)' }
    const source = 'import sys\nwhile True: sys.stdout.write("x" * 65536)'
    expect(await first(python(source, [{ input: '' }], interactor))).toMatchObject({
      verdict: expect.stringMatching(/^(output|time)_limit_exceeded$/),
    })
  })

  it('cannot open the pipes itself, past the transcript and the limits', async () => {
    const source = `
import os
print('\\n'.join(name for name in ('to', 'from', 'work') for mode in (os.O_RDONLY, os.O_WRONLY) if opens('/link/' + name, mode)) or 700, flush=True)
input()`
    const opens =
      'def opens(path, mode):\n  try: os.close(os.open(path, mode | os.O_NONBLOCK)); return True\n  except OSError: return False\n'
    expect(await first(python(`import os\n${opens}${source}`))).toMatchObject({ verdict: 'accepted' })
  })

  it('cannot confuse the next case with leftovers of the last one', async () => {
    const source = 'import sys\nprint(int(500), flush=True)\nsys.stdin.readline()\nprint("9\\n" * 1000, flush=True)'
    const outcome = await python(source, [{ input: '700' }, { input: '500' }, { input: '9' }])
    expect(outcome).toMatchObject({
      cases: [{ verdict: 'wrong_answer' }, { verdict: 'accepted' }, { verdict: 'accepted' }],
    })
  })
})

it('leaves nothing open in the judge, however many programs it talks to', async () => {
  const open = () => readdirSync(`/proc/${judge.pid}/fd`).length
  const opened: number[] = []
  for (let round = 0; round < 8; round++) {
    await python('print(700, flush=True)\ninput()', [{ input: '700' }, { input: '700' }])
    // Its sandboxes close shortly after the result.
    let last = -1
    await expect
      .poll(() => {
        const before = last
        last = open()
        return last === before
      })
      .toBe(true)
    opened.push(last)
  }
  expect(Math.max(...opened.slice(4))).toBeLessThanOrEqual(Math.max(...opened.slice(0, 4)))
})

describe('an interactor is blamed for', () => {
  it.each<[string, string, string | RegExp]>([
    ['a crash', 'raise ValueError("oh")', /^On case 1, it ended with exit code 1: .*ValueError: oh$/s],
    ['another exit code', 'import sys\nsys.exit(0)', 'On case 1, it ended with exit code 0'],
    ['computing too long', 'while True: pass', 'On case 1, it took longer than 10 s'],
    ['not compiling', 'def', /^it does not compile/],
  ])(
    '%s',
    async (_name, code, message) => {
      const outcome = await python('print(500, flush=True)\ninput()', [{ input: '700' }], { ...guessing, code })
      expect(outcome).toEqual({ kind: 'checker_failed', message: expect.stringMatching(message) })
    },
    60_000,
  )
})
