import { afterAll, describe, expect, it } from 'vitest'
import { openJudge, submit } from './judging.ts'

const judge = openJudge()
afterAll(() => judge.close())

async function run(source: string, input = '') {
  const outcome = await submit(judge, 'python', source, [{ input }])
  if (outcome.kind !== 'judged') throw new Error(outcome.message)
  const { verdict, output, error } = outcome.cases[0] ?? {}
  return { verdict, output, error }
}

describe('Python programs have', () => {
  it.each([
    ['main', `if __name__ == '__main__':\n    print(__file__)`, '/box/main.py\n'],
    ['exit()', `print(1)\nexit()\nprint(2)`, '1\n'],
    ['quit(0)', `print(1)\nquit(0)`, '1\n'],
    ['sys.exit()', `import sys\nprint(1)\nsys.exit()`, '1\n'],
    [
      'their classes in __main__',
      `import __main__, pickle\nclass P: pass\nprint(__main__.P is P, type(pickle.loads(pickle.dumps(P()))) is P)`,
      'True True\n',
    ],
    [
      'annotations and dataclasses',
      `from __future__ import annotations\nfrom dataclasses import dataclass\n@dataclass\nclass P:\n    x: int = 1\nprint(P())`,
      'P(x=1)\n',
    ],
    [
      'the standard library',
      `import collections, heapq, itertools, math, bisect, functools, re, json, random, datetime, decimal, fractions, statistics\nprint(math.gcd(12, 18))`,
      '6\n',
    ],
    ['no globals of their runner', `print(sorted(name for name in globals() if not name.startswith('__')))`, '[]\n'],
    [
      'every way to read lines',
      `import sys\na = input()\nb = sys.stdin.readline().strip()\nc = sys.stdin.buffer.readline().decode().strip()\nd = open(0).read().strip()\nprint([a, b, c or d])`,
      "['1', '2', '']\n",
    ],
  ])('%s', async (_name, source, output) => {
    expect(await run(source, '1\n2\n')).toEqual({ verdict: 'accepted', output, error: '' })
  })
  it('a traceback that starts in their own code', async () => {
    const { verdict, error } = await run('def f(x):\n    return x[1]\n\nf([])')
    expect(verdict).toBe('runtime_error')
    expect(error).toBe(
      'Traceback (most recent call last):\n  File "main.py", line 4, in <module>\n    f([])\n  File "main.py", line 2, in f\n    return x[1]\n           ~^^^\nIndexError: list index out of range',
    )
  })
  it('a custom exit code', async () => {
    expect(await run('import sys\nsys.exit(3)')).toMatchObject({ verdict: 'runtime_error', error: 'exit code 3' })
  })
})
