import { afterAll, describe, expect, it } from 'vitest'
import { openJudge, submit } from './judging.ts'

const judge = openJudge()
afterAll(() => judge.close())

/** Runs a program. @returns its output or its errors */
async function run(source: string): Promise<string | undefined> {
  const outcome = await submit(judge, 'typescript', source, [{ input: '20 22\n' }])
  if (outcome.kind === 'compile_error') return `compile error: ${outcome.message}`
  if (outcome.kind !== 'judged') throw new Error(outcome.message)
  const [first] = outcome.cases
  return first?.verdict === 'accepted' ? first.output?.trimEnd() : first?.error
}

describe('TypeScript', () => {
  it.each([
    [
      'imports',
      `import { readFileSync } from 'node:fs'\nimport type { A } from './a'\nconsole.log(readFileSync(0, 'utf8'))`,
      '20 22',
    ],
    ['require', `import fs = require('fs')\nconsole.log(fs.readFileSync(0, 'utf8') as string)`, '20 22'],
    ['enums', `enum Word { One = 1, Two }\nconsole.log(Word.Two, Word[1])`, '2 One'],
    ['namespaces', `namespace N { export const x: number = 3 }\nconsole.log(N.x)`, '3'],
    ['parameter properties', `class P { constructor(readonly x: number) {} }\nconsole.log(new P(4).x)`, '4'],
    ['generics', `function first<T>(list: readonly T[]): T { return list[0]! }\nconsole.log(first<number>([5]))`, '5'],
    ['wrong types, which are not checked', `const x: string = 6 as any\nconsole.log(x)`, '6'],
  ])('runs a program with %s', async (_, source, printed) => {
    expect(await run(source)).toBe(printed)
  })

  const failing = 'function fail(text: string): never {\n\n  throw new Error(text)\n}\n\nfail("on purpose")'
  it.each([
    ['is only stripped of its types', failing],
    ['has enums', `${failing}\nenum Word { One }`],
    ['has enums and imports', `${failing}\nimport 'fs'\nenum Word { One }`],
  ])('shows the lines of an error in a program that %s', async (_, source) => {
    const lines = (await run(source))?.split('\n') ?? []
    expect(lines.slice(0, 3)).toEqual(['main.ts:3', 'Error: on purpose', '    at fail (main.ts:3:9)'])
    expect(lines[3]).toContain('main.ts:6:1')
  })

  it.each([
    ['let x: number = 1\nlet y: = 2', 'main.ts:2:8 - Unexpected token `=`.'],
    ['enum A { X }\nlet y: = 2', 'main.ts:2:8 - Unexpected token `=`.'],
    ['let x: number = 1\nlet x = 2', "main.ts:2\nSyntaxError: Identifier 'x' has already been declared"],
  ])('reports the place of a syntax error: %j', async (source, message) => {
    expect(await run(source)).toContain(`compile error: ${message}`)
  })
})
