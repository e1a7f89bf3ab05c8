import { describe, expect, it } from 'vitest'
import { importPackage } from '#server/features/coding/packages/packages.ts'
import { openArchive } from '#server/features/coding/packages/zip.ts'
import { aCodingQuestion } from '#tests/factories/forms.ts'
import { createWorld } from '#tests/support/world.ts'
import { archive } from './archives.ts'
import { checkedPackage, type Files } from './checked-package.ts'

/** A number of cases in a folder, each a number and its double. */
const casesIn = (folder: string, ...numbers: number[]): Files =>
  Object.fromEntries(
    numbers.flatMap((number) => [
      [`${folder}/${number}.in`, `${number}\n`],
      [`${folder}/${number}.ans`, `${2 * number}\n`],
    ]),
  )

const statement = { 'problem_statement/problem.en.md': 'Double the number.' }
const legacy = { ...statement, 'problem.yaml': 'name: Doubling\ntype: scoring\n' }
const current = {
  ...statement,
  'problem.yaml': 'problem_format_version: 2023-07-draft\nname: Doubling\ntype: scoring\n',
}
const subtasks = {
  ...casesIn('data/sample', 1),
  ...casesIn('data/secret/group1', 2, 3),
  ...casesIn('data/secret/group2', 4, 1000000),
}

async function imported(files: Files) {
  const world = await createWorld()
  const bytes = archive(files)
  const { question, notes } = await importPackage(world.platform, world.admin, { name: 'doubling.zip', bytes })
  const groups = question.groups?.map(({ name, points, scoring, needs }) => [name, points, scoring, needs.join()])
  return { world, question, notes, groups }
}

const doubled = (most: number, otherwise: string) =>
  `n = int(input())\nprint(2 * n if n <= ${most} else ${otherwise})\n`

describe('a legacy scoring package', () => {
  it('becomes groups, and its submissions get the verdicts of their folders', async () => {
    const { world, question, notes, groups } = await imported({
      ...legacy,
      ...subtasks,
      'data/testdata.yaml': 'on_reject: continue\nrange: 0 100\ngrader_flags: ignore_sample\n',
      'data/secret/testdata.yaml': 'grader_flags: accept_if_any_accepted\n',
      'data/secret/group1/testdata.yaml': 'on_reject: break\naccept_score: 30\nrange: 0 30\ngrader_flags: min\n',
      'data/secret/group2/testdata.yaml': 'on_reject: break\naccept_score: 70\nrange: 0 70\ngrader_flags: min\n',
      'submissions/accepted/all.py': doubled(1e9, '0'),
      'submissions/partially_accepted/small.py': doubled(1000, '0'),
      'submissions/wrong_answer/none.py': 'print(-1)',
    })
    expect(notes).toEqual([])
    expect(groups).toEqual([
      ['group1', 30, 'all', ''],
      ['group2', 70, 'all', ''],
    ])
    expect(question.testCases.map(({ group }) => group)).toEqual([undefined, 'group1', 'group1', 'group2', 'group2'])
    await expect
      .poll(async () => (await world.call(world.admin).coding.get({ id: question.id })).question, { timeout: 30_000 })
      .toMatchObject({
        status: 'published',
        solutions: [
          { verdict: 'accepted' },
          { verdict: 'partially_accepted', failed_case: 4 },
          { verdict: 'wrong_answer' },
        ],
      })
  })

  it.each<[string, Files, unknown[][], string[]]>([
    [
      'sums of cases without settings, with what differs',
      casesIn('data/secret', 1, 2),
      [['secret', 2, 'sum', '']],
      ['data/secret: cases after a failed one still count, unlike with on_reject: break'],
    ],
    [
      'groups that need the ones before, if a failure breaks',
      {
        ...subtasks,
        'data/testdata.yaml': 'accept_score: 0',
        'data/secret/testdata.yaml': 'accept_score: 10\ngrader_flags: min\n',
        'data/secret/group1/testdata.yaml': '',
      },
      [
        ['sample', 0, 'sum', ''],
        ['secret', 10, 'all', 'sample'],
      ],
      [],
    ],
    [
      'nested groups',
      {
        ...casesIn('data/secret/a/x', 1),
        ...casesIn('data/secret/a/y', 2, 3),
        ...casesIn('data/secret/b', 4),
        'data/testdata.yaml': 'on_reject: continue\naccept_score: 5',
      },
      [
        ['a/x', 5, 'sum', ''],
        ['a/y', 10, 'sum', ''],
        ['b', 5, 'sum', ''],
      ],
      [],
    ],
    [
      'averages',
      { ...casesIn('data/secret', 1, 2, 3, 4), 'data/testdata.yaml': 'grader_flags: avg\naccept_score: 100' },
      [['secret', 100, 'sum', '']],
      [],
    ],
    [
      'the best case as its nearest group',
      {
        ...casesIn('data/secret', 1, 2),
        'data/secret/testdata.yaml': 'grader_flags: max\non_reject: continue\nreject_score: 1',
      },
      [['secret', 1, 'sum', '']],
      [
        'data/secret: a reject_score other than 0 is not supported: failed cases get no points',
        'data/secret: scoring by the best case is not supported: each case counts equally',
      ],
    ],
    [
      'no groups without points',
      { ...casesIn('data/secret', 1), 'data/testdata.yaml': 'accept_score: 0' },
      [],
      ['The test groups have no points: the score is the share of passed cases'],
    ],
  ])('has %s', async (_what, files, expected, expectedNotes) => {
    const { groups, notes, question } = await imported({ ...legacy, ...files })
    expect(groups ?? []).toEqual(expected)
    const others = notes.filter((note) => !note.startsWith('The package has no submissions'))
    expect(others).toEqual(expectedNotes)
    expect(question.status).toBe(expectedNotes.length > 0 ? 'draft' : 'published')
  })
})

describe('a scoring package of 2023-07', () => {
  it('divides the points, and requires groups to pass', async () => {
    const { groups, notes } = await imported({
      ...current,
      ...subtasks,
      ...casesIn('data/secret/group3', 7),
      'data/secret/test_group.yaml': 'max_score: 100\nscore_aggregation: sum\n',
      'data/secret/group1/test_group.yaml': 'max_score: 40\nrequire_pass: sample\n',
      'data/secret/group2/test_group.yaml': 'score_aggregation: sum\nrequire_pass: [sample, secret/group1]\n',
      'data/secret/group3/test_group.yaml': 'scoring: {score: 20, aggregation: min}\n',
    })
    expect(notes).toEqual([])
    expect(groups).toEqual([
      ['sample', 0, 'all', ''],
      ['group1', 40, 'all', 'sample'],
      ['group2', 40, 'sum', 'sample,group1'],
      ['group3', 20, 'min', ''],
    ])
  })

  it('has one group if all groups must pass', async () => {
    const { groups } = await imported({
      ...current,
      ...subtasks,
      'data/secret/test_group.yaml': 'score_aggregation: pass-fail\n',
    })
    expect(groups).toEqual([['secret', 100, 'all', '']])
  })
})

/** A validator that accepts any number close to the answer, with points for a close one. */
const validator = (points: string) => `
import sys
answer = float(open(sys.argv[2]).read())
wanted = float(dict(zip(sys.argv[4::2], sys.argv[5::2])).get('--within', 0))
off = abs(float(sys.stdin.read()) - answer)
${points}
sys.exit(42 if off <= wanted else 43)
`

describe('flags of an output validator', () => {
  it('are passed to it after the arguments of the protocol', async () => {
    const { question, verdicts, notes } = await checkedPackage({
      ...statement,
      ...casesIn('data/secret', 1, 2),
      'problem.yaml': 'name: Doubling\nvalidation: custom\nvalidator_flags: --within 0.5\n',
      'output_validators/close.py': validator(''),
      'submissions/accepted/close.py': 'print(2 * int(input()) + 0.4)',
      'submissions/wrong_answer/far.py': 'print(2 * int(input()) + 0.6)',
    })
    expect(notes).toEqual([])
    expect(question.checker?.arguments).toEqual(['--within', '0.5'])
    expect(question.status).toBe('published')
    expect(verdicts).toEqual(['accepted', 'wrong_answer'])
  })

  it('can differ between folders, even if the problem has no points', async () => {
    const { question, verdicts } = await checkedPackage({
      ...statement,
      ...casesIn('data/secret/exact', 1, 2),
      ...casesIn('data/secret/loose', 3),
      'problem.yaml': 'problem_format_version: 2023-07-draft\nname: Doubling\n',
      'data/secret/loose/test_group.yaml': 'output_validator_args: [--within, "0.5"]\n',
      'output_validator/close.py': validator(''),
      'submissions/accepted/close.py': 'n = int(input())\nprint(2 * n + (0.4 if n > 2 else 0))',
      'submissions/wrong_answer/far.py': 'print(2 * int(input()) + 0.4)',
    })
    expect(question.groups).toEqual([
      { name: 'exact', points: 2, scoring: 'sum', needs: [] },
      { name: 'loose', points: 1, scoring: 'sum', needs: [], arguments: ['--within', '0.5'] },
    ])
    expect(verdicts).toEqual(['accepted', 'wrong_answer'])
  })

  it('set the tolerance of the default validator', async () => {
    const { question, notes } = await imported({
      ...legacy,
      ...casesIn('data/secret', 1),
      'data/testdata.yaml': 'output_validator_flags: float_tolerance 1e-3\n',
    })
    expect(notes).toEqual([])
    expect(question).toMatchObject({ comparison: 'numbers', tolerance: { absolute: 1e-3, relative: 1e-3 } })
  })
})

it('counts the points of an output validator against the range of its group', async () => {
  const points = "open(sys.argv[3] + 'score.txt', 'w').write(str(30 - 10 * off))"
  const { question, verdicts, notes } = await checkedPackage({
    ...legacy,
    ...casesIn('data/secret/only', 1, 2),
    'problem.yaml': 'name: Doubling\ntype: scoring\nvalidation: custom score\nvalidator_flags: --within 3',
    'data/secret/only/testdata.yaml': 'range: 0 30\ngrader_flags: min\non_reject: break\n',
    'output_validators/close.py': validator(points),
    'submissions/accepted/exact.py': 'print(2 * int(input()))',
    'submissions/partially_accepted/close.py': 'print(2 * int(input()) + 1)',
  })
  expect(notes).toEqual([])
  expect(question.groups).toEqual([{ name: 'only', points: 30, scoring: 'min', needs: [], full_score: 30 }])
  expect(verdicts).toEqual(['accepted', 'partially_accepted'])
})

describe('on samples, which have no points', () => {
  const scores = (range: string) => ({
    ...legacy,
    ...casesIn('data/sample', 1, 5),
    ...casesIn('data/secret', 2),
    'problem.yaml': 'name: Doubling\ntype: scoring\nvalidation: custom score\nvalidator_flags: --within 3',
    'data/testdata.yaml': range,
    'output_validators/close.py': validator("open(sys.argv[3] + 'score.txt', 'w').write(str(100 - 20 * off))"),
    'submissions/accepted/exact.py': 'print(2 * int(input()))',
    'submissions/partially_accepted/close.py': 'print(2 * int(input()) + 1)',
    'submissions/wrong_answer/far.py': 'print(2 * int(input()) + 9)',
  })

  it.each([
    ['without a group', 'range: 0 100\ngrader_flags: ignore_sample\non_reject: continue', []],
    ['in a group that others need', 'range: 0 100\ngrader_flags: ignore_sample\non_reject: break', ['sample']],
  ])('%s, the score of an output validator is ignored', async (_what, range, needs) => {
    const { question, verdicts } = await checkedPackage(scores(range))
    expect(question.groups?.at(-1)).toMatchObject({ name: 'secret', points: 100, needs })
    expect(verdicts).toEqual(['accepted', 'partially_accepted', 'wrong_answer'])
  })

  it('passes their own arguments to the output validator', async () => {
    const { question, verdicts } = await checkedPackage({
      ...current,
      ...casesIn('data/sample', 1),
      ...casesIn('data/secret', 2, 3),
      'data/sample/test_group.yaml': 'output_validator_args: [--within, "0.5"]\n',
      'output_validator/close.py': validator(''),
      'submissions/accepted/close.py': 'n = int(input())\nprint(2 * n + (0.4 if n == 1 else 0))',
      'submissions/wrong_answer/far.py': 'print(2 * int(input()) + 0.4)',
    })
    expect(question.groups?.map(({ name, points }) => [name, points])).toEqual([
      ['sample', 0],
      ['secret', 100],
    ])
    expect(verdicts).toEqual(['accepted', 'wrong_answer'])
  })
})

it('gives the share in score_multiplier.txt', async () => {
  const { notes, verdicts } = await checkedPackage({
    ...current,
    ...subtasks,
    'data/secret/group1/test_group.yaml': 'max_score: 40\nscore_aggregation: min\n',
    'data/secret/group2/test_group.yaml': 'max_score: 60\nscore_aggregation: sum\n',
    'output_validator/close.py': validator(
      "open(sys.argv[3] + 'score_multiplier.txt', 'w').write(str(1 - off / 2))\nwanted = 1",
    ),
    'submissions/accepted/exact.py': 'print(2 * int(input()))',
    'submissions/partially_accepted/close.py': 'print(2 * int(input()) + 1)',
  })
  expect(notes).toEqual([])
  expect(verdicts).toEqual(['accepted', 'partially_accepted'])
})

it('gets the same score from other judges after an export', async () => {
  const world = await createWorld()
  const { question } = await world.call(world.admin).coding.create({
    ...aCodingQuestion(),
    testCases: [
      { input: '1', expected_output: '2', is_sample: true },
      { input: '2', expected_output: '4', group: 'small' },
      { input: '3', expected_output: '6', group: 'large' },
      { input: '4', expected_output: '8', group: 'large' },
    ],
    groups: [
      { name: 'small', points: 30, scoring: 'all' },
      { name: 'large', points: 70, scoring: 'sum' },
    ],
    solutions: [],
  })
  const exported = await world.call(world.admin).coding.exportPackage({ id: question.id })
  const files = await openArchive(Buffer.from(await exported.arrayBuffer()))
  files.delete('examhall.json')
  const { question: again, notes } = await importPackage(world.platform, world.admin, {
    name: 'again.zip',
    bytes: archive(Object.fromEntries(files)),
  })
  expect(notes).toEqual([])
  expect(again.groups).toEqual([
    { name: 'group01', points: 30, scoring: 'all', needs: [] },
    { name: 'group02', points: 70, scoring: 'sum', needs: [] },
  ])
  expect(again.testCases.map(({ group }) => group)).toEqual([undefined, 'group01', 'group02', 'group02'])
})

describe('a package with a grader', () => {
  const graded = {
    ...legacy,
    ...casesIn('data/secret/small', 1, 2),
    ...casesIn('data/secret/large', 2000),
    'data/testdata.yaml': 'on_reject: continue\n',
    'graders/grader.py': 'print("AC 100")',
  }

  it('keeps the groups', async () => {
    const { notes, question, verdicts } = await checkedPackage({
      ...graded,
      'data/secret/small/testdata.yaml': 'on_reject: break\naccept_score: 30\ngrader_flags: min\n',
      'data/secret/large/testdata.yaml': 'on_reject: break\naccept_score: 70\ngrader_flags: min\n',
      'submissions/accepted/all.py': doubled(1e9, '0'),
      'submissions/partially_accepted/small.py': doubled(1000, '0'),
    })
    expect(notes).toEqual([
      'The graders of the package are not run: groups are scored as testdata.yaml says',
      'Not used: graders/ (1 file)',
    ])
    expect(question.groups).toMatchObject([
      { name: 'large', points: 70, scoring: 'all' },
      { name: 'small', points: 30, scoring: 'all' },
    ])
    expect(verdicts).toEqual(['accepted', 'partially_accepted'])
  })

  it('multiplies the points of a group by the score of the validator if subtask_score says so', async () => {
    const settings = (points: number) =>
      `on_reject: break\naccept_score: ${points}\nrange: 0 ${points}\ngrader_flags: min subtask_score=${points}\n`
    const { question, verdicts } = await checkedPackage({
      ...graded,
      'problem.yaml': 'name: Doubling\ntype: scoring\nvalidation: custom score\n',
      'data/secret/small/testdata.yaml': settings(30),
      'data/secret/large/testdata.yaml': settings(70),
      'output_validators/half.py': `
import sys
answer = int(open(sys.argv[2]).read())
given = int(sys.stdin.read())
open(sys.argv[3] + 'score.txt', 'w').write('1' if given == answer else '0.5')
sys.exit(42 if given in (answer, answer + 1) else 43)
`,
      'submissions/accepted/all.py': doubled(1e9, '0'),
      'submissions/partially_accepted/half.py': 'print(2 * int(input()) + 1)',
      'submissions/wrong_answer/none.py': 'print(-1)',
    })
    expect(question.groups).toEqual([
      { name: 'large', points: 70, scoring: 'min', needs: [] },
      { name: 'small', points: 30, scoring: 'min', needs: [] },
    ])
    expect(verdicts).toEqual(['accepted', 'partially_accepted', 'wrong_answer'])
  })
})
