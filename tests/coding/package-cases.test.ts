import { describe, expect, it } from 'vitest'
import { readPackage } from '#server/features/coding/packages/problem.ts'

const base = { 'problem.yaml': 'name: D\n', 'problem_statement/problem.en.md': 'Text' }
const casesIn = (folder: string, ...names: string[]) =>
  Object.fromEntries(names.flatMap((name) => ['in', 'ans'].map((kind) => [`data/${folder}/${name}.${kind}`, name])))
const read = (files: Record<string, string>) =>
  readPackage(new Map(Object.entries({ ...base, ...files }).map(([path, text]) => [path, Buffer.from(text)])), 'a.zip')

describe('the cases of a package', () => {
  it('run in byte order, as in other judges', () => {
    const { form } = read({
      ...casesIn('secret', '1', '2', '10', '10-a', 'A', 'b', 'C'),
      ...casesIn('secret/1-group', 'x'),
      ...casesIn('sample', 'z'),
    })
    expect(form.testCases.map(({ input }) => input)).toEqual(['z', '1', 'x', '10', '10-a', '2', 'A', 'C', 'b'])
  })

  it('are skipped after a failed group in the same order', () => {
    const { form } = read({
      'problem.yaml': 'name: D\ntype: scoring\n',
      'data/secret/testdata.yaml': 'on_reject: break\n',
      ...casesIn('secret/2', 'a'),
      ...casesIn('secret/10', 'b'),
    })
    expect(form.groups).toMatchObject([{ name: '10' }, { name: '2', needs: ['10'] }])
  })
})

describe('a legacy package whose validator gives points', () => {
  const scoring = {
    'problem.yaml': 'name: D\ntype: scoring\nvalidation: custom score\n',
    'output_validators/v/validate.py': 'import sys\nsys.exit(42)\n',
    ...casesIn('secret/g1', '2', '3'),
  }

  it('may have samples without points', () => {
    const { form } = read({
      ...scoring,
      ...casesIn('sample', '1'),
      'data/testdata.yaml': 'range: 0 100\ngrader_flags: ignore_sample\n',
      'data/sample/testdata.yaml': 'range: 0 0\naccept_score: 0\n',
      'data/secret/g1/testdata.yaml': 'range: 0 100\naccept_score: 100\ngrader_flags: min\n',
    })
    expect(form.groups.find(({ name }) => name === 'g1')).toMatchObject({ points: 100, full_score: 100 })
    expect(form.groups.find(({ name }) => name === 'sample')?.full_score).toBeUndefined()
  })

  it('is told which score counts as full for each case', () => {
    const settings = (yaml: string) => ({ ...scoring, 'data/secret/g1/testdata.yaml': yaml })
    const note = 'data/secret/g1: the full score of each case is taken to be 50, an equal share of the range'
    expect(read(settings('range: 0 100\n')).notes).toContain(note)
    expect(read(settings('range: 0 100\naccept_score: 50\n')).notes).not.toContain(note)
  })
})
