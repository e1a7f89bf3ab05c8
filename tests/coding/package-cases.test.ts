import { describe, expect, it } from 'vitest'
import { writePackage } from '#server/features/coding/packages/packages.exports.ts'
import { readPackage } from '#server/features/coding/packages/problem.ts'
import { codingQuestionForm } from '#shared/coding/coding.schema.ts'

const base = { 'problem.yaml': 'name: D\n', 'problem_statement/problem.en.md': 'Text' }
const casesIn = (folder: string, ...names: string[]) =>
  Object.fromEntries(names.flatMap((name) => ['in', 'ans'].map((kind) => [`data/${folder}/${name}.${kind}`, name])))
const read = (files: Record<string, string>, common: Record<string, string> = base) =>
  readPackage(
    new Map(Object.entries({ ...common, ...files }).map(([path, text]) => [path, Buffer.from(text)])),
    'a.zip',
  )

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

describe('a question after export and import', () => {
  const again = (fields: object) => {
    const form = codingQuestionForm.parse({
      title: 'T',
      description: 'd',
      testCases: [{ input: '1', expected_output: '1' }],
      ...fields,
    })
    return { form, read: read(Object.fromEntries(writePackage(form)), {}) }
  }

  it('has the same solutions with their files', () => {
    const { form, read } = again({
      solutions: [
        { language: 'python', code: 'open("words.txt")', files: [{ name: 'words.txt', content: 'a' }] },
        { language: 'python', code: 'import main', files: [{ name: 'main.py', content: 'x = 1' }] },
        { language: 'cpp', code: '#include "h.cc"\nint main() {}', files: [{ name: 'h.cc', content: 'int x;' }] },
        {
          language: 'java',
          code: 'public class Foo { public static void main(String[] a) { Main.x(); } }',
          files: [{ name: 'Main.java', content: 'class Main { public static void main(String[] a) {} }' }],
        },
      ],
    })
    expect(read.notes).toEqual([])
    expect(read.form.solutions).toEqual(form.solutions)
  })

  it('keeps byte order marks in its cases', () => {
    const { form, read } = again({ testCases: [{ input: '\ufeff1', expected_output: '\ufeff' }] })
    expect(read.form.testCases.map(({ input, expected_output }) => [input, expected_output])).toEqual(
      form.testCases.map(({ input, expected_output }) => [input, expected_output]),
    )
  })
})
