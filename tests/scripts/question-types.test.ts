import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { questionTypeNames } from '#shared/bank/question-types.rules.ts'

const root = join(import.meta.dirname, '../..')
const [fields = '', tests = ''] = readFileSync(join(root, 'docs/question-types.md'), 'utf8').split('## Tests')

const rowsIn = (text: string) =>
  text
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
/** The tests listed below the table, by number. */
const listed = new Map(
  [...tests.matchAll(/^(\d+)\. `([^`]+)`: "(.+)"$/gm)].map(([, number = '', file = '', title = '']) => [
    number,
    { file, title },
  ]),
)

it.each([...listed.values()])('names an existing test: $file, $title', ({ file, title }) => {
  expect(existsSync(join(root, file))).toBe(true)
  const source = readFileSync(join(root, file), 'utf8')
  expect(['it', 'test'].some((call) => source.includes(`${call}('${title}'`))).toBe(true)
})

it('names tests for every type in every column', () => {
  const [header = [], , ...rows] = rowsIn(tests)
  expect(header).toHaveLength(11)
  expect(rows).toHaveLength(questionTypeNames.length)
  const described = rowsIn(fields).map(([type = '']) => type)
  for (const [type, ...cells] of rows) {
    expect(described.some((name) => name.startsWith(`${type} (`))).toBe(true)
    expect(cells).toHaveLength(10)
    for (const cell of cells)
      for (const number of cell.split(', ')) expect([...listed.keys()], `${type}: ${cell}`).toContain(number)
  }
})
