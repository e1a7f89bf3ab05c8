import { describe, expect, it } from 'vitest'
import { createWorld } from '#tests/support/world.ts'
import { archive, read, readFiles, refusalOf } from './archives.ts'

const pair = (name: string, answer = 'ans') => ({
  [`${name}.in`]: `in of ${name}`,
  [`${name}.${answer}`]: `out of ${name}`,
})

describe('test cases in a zip', () => {
  it('are pairs of NAME.in and NAME.ans or NAME.out, in natural order', async () => {
    const { testCases, errors } = await readFiles({
      ...pair('10'),
      ...pair('2', 'out'),
      ...pair('1'),
      ...pair('b/1', 'OUT'),
    })
    expect(errors).toEqual([])
    expect(testCases.map(({ name }) => name)).toEqual(['1', '2', '10', 'b/1'])
    expect(testCases[1]).toEqual({
      name: '2',
      input: 'in of 2',
      expected_output: 'out of 2',
      is_sample: false,
      weight: 10,
    })
  })

  it.each([
    ['data/sample/1', true],
    ['two-sums/data/sample/1', true],
    ['samples/1', true],
    ['Sample-2', true],
    ['my_sample', true],
    ['1', false],
    ['data/secret/1', false],
    // The problem's name does not make its cases samples.
    ['sampling/data/secret/1', false],
    ['data/secret/sample-like', false],
    ['sampling/1', false],
  ])('named %s are samples: %s', async (name, isSample) => {
    expect((await readFiles(pair(name))).testCases).toMatchObject([{ name, is_sample: isSample }])
  })

  it('keep their text unchanged', async () => {
    const input = '  1\t2 \r\n\r\nनमस्ते 🎓\n\n'
    const { testCases } = await readFiles({ '1.in': input, '1.ans': '\n' })
    expect(testCases).toMatchObject([{ input, expected_output: '\n' }])
  })

  it.each<[string, Record<string, string | Buffer>, string, string]>([
    ['no answer', { '7.in': '1' }, '7.in', 'The matching 7.ans or 7.out is missing'],
    ['no input', { 'data/7.out': '1' }, 'data/7.out', 'The matching 7.in is missing'],
    ['two answers', { '7.in': '1', '7.ans': '1', '7.out': '1' }, '7.out', '7.ans exists too; keep only one'],
    ['an empty input', { '7.in': '', '7.ans': '1' }, '7.in', 'This file is empty'],
    ['an empty answer', { '7.in': '1', '7.ans': '' }, '7.ans', 'This file is empty'],
    ['NUL bytes', { '7.in': 'a\0b', '7.ans': '1' }, '7.in', 'This file contains NUL bytes, so it is not text'],
    [
      'Latin-1',
      { '7.in': '1', '7.ans': Buffer.from('café', 'latin1') },
      '7.ans',
      'This file is not UTF-8 text. Save it as UTF-8',
    ],
    [
      'a byte order mark',
      { '7.in': '\ufeff1', '7.ans': '1' },
      '7.in',
      'This file begins with a byte order mark. Save it as UTF-8 without BOM',
    ],
    ['more than 8 MB', { '7.in': 'x'.repeat(8 * 1024 * 1024 + 1), '7.ans': '1' }, '7.in', 'Must be at most 8 MB'],
  ])('are reported if they have %s, and the others are accepted', async (_what, files, name, message) => {
    expect(await readFiles({ ...files, ...pair('8') })).toMatchObject({
      testCases: [{ name: '8' }],
      errors: [{ name, message }],
    })
  })

  it('exclude other files, such as those that file managers add', async () => {
    const files = { '__MACOSX/._1.in': 'x', '.DS_Store': 'x', 'a/._2.in': 'x', 'README.md': 'x', 'Thumbs.db': 'x' }
    expect(await readFiles({ ...files, ...pair('1') })).toMatchObject({ testCases: [{ name: '1' }], errors: [] })
  })

  it('must be between 1 and 500, and fit into a question', async () => {
    expect(await refusalOf(readFiles({ 'README.md': 'x' }))).toMatch(/^VALIDATION There are no test cases in this .zip/)
    const many = Object.assign({}, ...Array.from({ length: 501 }, (_, at) => pair(String(at))))
    expect(await refusalOf(readFiles(many))).toBe(
      'VALIDATION This .zip has 501 test cases; a question may have at most 500',
    )
    const large = Buffer.from('12345678 '.repeat(800_000))
    const heavy = { '1.in': large, '1.ans': large, '2.in': large, '2.ans': large }
    expect(await refusalOf(readFiles(heavy))).toMatch(/^TOO_LARGE The test cases are too large/)
  })
})

describe('POST /coding/test-cases', () => {
  it('reads an upload, stores nothing, and detects non-zips by content', async () => {
    const world = await createWorld()
    const send = (bytes: Buffer) => {
      const raw = new FormData()
      raw.append('file', new Blob([Uint8Array.from(bytes)]), 'cases.zip')
      return world.rest('POST', '/coding/test-cases', { as: world.admin, raw })
    }
    expect(await send(archive(pair('1')))).toMatchObject({
      status: 200,
      body: { testCases: [{ name: '1' }], errors: [] },
    })
    expect(await send(Buffer.from('1.in'))).toMatchObject({
      status: 415,
      body: { message: 'Please upload a .zip file' },
    })
    const empty = await send(Buffer.of())
    expect(empty).toMatchObject({ status: 400, body: { errors: [{ field: 'file', message: 'The file is empty' }] } })
    const large = await send(Buffer.concat([archive(pair('1')), Buffer.alloc(16 * 1024 * 1024)]))
    expect(large).toMatchObject({ status: 413, body: { message: 'The file must be smaller than 16 MB' } })
    expect((await world.call(world.admin).coding.list({})).questions).toEqual([])
  })
})

it('rejects a whole archive if two cases have the same name', async () => {
  const twice = Buffer.from(archive({ '1.in': 'a', '2.in': 'b', '1.ans': 'c' }))
  for (let at = twice.indexOf('2.in'); at >= 0; at = twice.indexOf('2.in', at + 1)) twice.write('1.in', at)
  expect(await refusalOf(read(twice))).toBe('VALIDATION This .zip contains two files named 1.in. Keep one')
})
