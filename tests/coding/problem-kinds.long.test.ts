import { describe, expect, it } from 'vitest'
import { checkerTemplates } from '#client/features/coding/model/checker-templates.ts'
import { queueWaiting } from '#server/features/coding/submissions/submissions.ts'
import type { CodingQuestionInput } from '#shared/coding/coding.schema.ts'
import type { Language } from '#shared/coding/languages.rules.ts'
import { createWorld, type World } from '#tests/support/world.ts'

/** Prints whatever it reads, so that a case's input is the program's output. */
const echo = 'import sys\nsys.stdout.write(sys.stdin.read())'

const question = (fields: Partial<CodingQuestionInput>): CodingQuestionInput => ({
  title: 'Near enough',
  description: 'Print a number.',
  supported_languages: ['python'],
  testCases: [{ input: '1.0\n', expected_output: '1', is_sample: true }],
  ...fields,
})

async function solver(world: World, fields: Partial<CodingQuestionInput>) {
  const student = await world.student(await world.college())
  const admin = world.call(world.admin).coding
  const created = await admin.create(question(fields))
  const { id } = created.question
  await expect.poll(async () => (await admin.get({ id })).question.status, { timeout: 20_000 }).not.toBe('checking')
  const coding = world.call(student).coding
  return {
    id,
    created,
    coding,
    submit: (code = echo, language: Language = 'python') => coding.submit({ questionId: id, code, language }),
  }
}

const plain = (score: string) => ({
  language: 'python' as const,
  protocol: 'plain' as const,
  code: `import json, sys\ncase = json.load(sys.stdin)\nprint(json.dumps({'score': ${score}, 'message': 'seen ' + case['output'].strip()}))`,
})

describe('output is compared', () => {
  it.each<[string, Partial<CodingQuestionInput>, string]>([
    ['by lines by default', {}, 'wrong_answer'],
    ['by words', { comparison: 'tokens' }, 'wrong_answer'],
    ['by numbers', { comparison: 'numbers' }, 'accepted'],
    [
      'by numbers with another tolerance',
      {
        comparison: 'numbers',
        tolerance: { absolute: 0.5 },
        testCases: [{ input: '1.4', expected_output: '1' }],
      },
      'accepted',
    ],
    [
      'by words in any case',
      {
        comparison: 'tokens',
        ignore_case: true,
        testCases: [{ input: 'YES  yes', expected_output: 'yes\nYes' }],
      },
      'accepted',
    ],
    [
      'by lines in any order',
      {
        comparison: 'unordered',
        testCases: [{ input: 'b\na\n', expected_output: 'a\nb' }],
      },
      'accepted',
    ],
  ])('%s', async (_name, fields, status) => {
    const { submit } = await solver(await createWorld(), fields)
    expect((await submit()).status).toBe(status)
  })
})

describe('a question with a checker', () => {
  const testCases = [
    { input: '7', expected_output: '7', is_sample: true, weight: 10 },
    { input: '8', expected_output: '7', weight: 30 },
  ]
  const checker = plain('1 if case["expected"] == case["output"] else 0.5')

  it('gives partial scores, with messages for the samples only', async () => {
    const { submit, coding, id } = await solver(await createWorld(), { comparison: 'checker', checker, testCases })
    const answer = await submit()
    expect(answer).toMatchObject({ status: 'wrong_answer', score: 62.5, testCasesPassed: 1 })
    expect(answer.testResults).toMatchObject([
      { passed: true, remark: 'seen 7' },
      { passed: false, score: 0.5 },
    ])
    expect(JSON.stringify(answer)).not.toContain('seen 8')
    const { submission } = await coding.submission({ id: answer.submissionId })
    expect(submission.testResults).toMatchObject([{ passed: true }, { passed: false, score: 0.5 }])
    expect(await coding.run({ questionId: id, code: echo, language: 'python' })).toMatchObject({
      status: 'accepted',
      testResults: [{ remark: 'seen 7' }],
    })
    // The student's own input has no expected output to check.
    expect(await coding.run({ questionId: id, code: echo, language: 'python', stdin: '9' })).toMatchObject({
      status: 'accepted',
      output: '9',
    })
  })

  it.each(['plain', 'kattis'] as const)('may start from the %s template', async (protocol) => {
    const checker = { protocol, ...checkerTemplates[protocol] }
    const { submit } = await solver(await createWorld(), { comparison: 'checker', checker, testCases })
    const answer = await submit()
    expect(answer).toMatchObject({ status: 'wrong_answer', score: 25, testCasesPassed: 1 })
  })

  it('gives a sample the arguments and the full score of its group when a student runs a program', async () => {
    const kattis = {
      language: 'python' as const,
      protocol: 'kattis' as const,
      code: "import sys\nopen(sys.argv[3] + 'score.txt', 'w').write(sys.argv[4])\nsys.exit(42)",
      arguments: ['20'],
    }
    const cases = [
      { input: '1', expected_output: '1', is_sample: true },
      { input: '2', expected_output: '2', is_sample: true, group: 'large' },
      { input: '3', expected_output: '3', is_sample: true, group: 'small' },
    ]
    const groups = [
      { name: 'large', points: 60, full_score: 30, arguments: ['30'] },
      { name: 'small', points: 40, full_score: 40 },
    ]
    const fields = { comparison: 'checker' as const, checker: kattis, testCases: cases, groups }
    const { coding, id } = await solver(await createWorld(), fields)
    const { testResults } = await coding.run({ questionId: id, code: echo, language: 'python' })
    expect(testResults.map(({ verdict, score }) => [verdict, score])).toEqual([
      ['accepted', undefined],
      ['accepted', undefined],
      ['wrong_answer', 0.5],
    ])
  })

  it('shows the checker only to its author', async () => {
    const world = await createWorld()
    const { coding, id, created } = await solver(world, { comparison: 'checker', checker, testCases })
    expect(created.question).toMatchObject({ comparison: 'checker', checker: { ...checker, files: [] } })
    const { question } = await coding.get({ id })
    expect(question).toMatchObject({ comparison: 'checker' })
    expect(JSON.stringify(question)).not.toContain('json.load')
  })

  it('is never counted as the student’s mistake if the checker fails', async () => {
    const world = await createWorld()
    const broken = plain('1 / 0')
    const { submit, coding, id } = await solver(world, { comparison: 'checker', checker: broken, testCases })
    expect(await submit()).toMatchObject({
      status: 'internal_error',
      score: 0,
      error: expect.stringContaining('not a fault of your program'),
    })
    expect(await coding.run({ questionId: id, code: echo, language: 'python' })).toMatchObject({
      status: 'internal_error',
    })
    // The author sees the reason.
    const solutions = [{ language: 'python' as const, code: echo }]
    const { question: checked } = await world
      .call(world.admin)
      .coding.update({ id, ...question({ comparison: 'checker', checker: broken, testCases, solutions }) })
    await expect
      .poll(async () => (await world.call(world.admin).coding.get({ id: checked.id })).question, { timeout: 20_000 })
      .toMatchObject({
        status: 'draft',
        solutions: [{ verdict: 'internal_error', message: expect.stringContaining('ZeroDivisionError') }],
      })
  })

  it('hides the arguments of groups from students', async () => {
    const world = await createWorld()
    const groups = [{ name: 'All', points: 10, scoring: 'sum' as const, arguments: ['--secret'], full_score: 5 }]
    const cases = testCases.map((one) => ({ ...one, group: 'All' }))
    const kattis = { ...plain('1'), protocol: 'kattis' as const }
    const fields = { comparison: 'checker' as const, checker: kattis, testCases: cases, groups }
    const { coding, id } = await solver(world, fields)
    expect((await coding.get({ id })).question.groups).toEqual([{ name: 'All', points: 10, scoring: 'sum', needs: [] }])
    expect((await world.call(world.admin).coding.get({ id })).question.groups).toMatchObject(groups)
  })

  it.each([
    ['repaired', { comparison: 'checker' as const, checker }, { status: 'wrong_answer', score: 62.5 }],
    ['replaced by a comparison', { comparison: 'lines' as const }, { status: 'wrong_answer' }],
  ])('judges submissions again once its failed checker is %s', async (_how, fields, judged) => {
    const world = await createWorld()
    const { submit, coding, id } = await solver(world, { comparison: 'checker', checker: plain('1 / 0'), testCases })
    const { submissionId, status } = await submit()
    expect(status).toBe('internal_error')
    await world.call(world.admin).coding.update({ id, ...question({ ...fields, testCases }) })
    const submission = async () => (await coding.submission({ id: submissionId })).submission
    await expect.poll(async () => (await submission()).status, { timeout: 20_000 }).toBe('queued')
    await queueWaiting(world.platform)
    await expect.poll(submission, { timeout: 20_000 }).toMatchObject(judged)
  })

  it('stays a draft while its checker does not compile', async () => {
    const world = await createWorld()
    const admin = world.call(world.admin).coding
    const broken = { language: 'c' as const, protocol: 'testlib' as const, code: 'int main(' }
    const { question: created } = await admin.create(question({ comparison: 'checker', checker: broken, testCases }))
    const read = async () => (await admin.get({ id: created.id })).question
    await expect
      .poll(read, { timeout: 20_000 })
      .toMatchObject({ status: 'draft', checker_failure: expect.stringContaining('main.c:1') })
    await admin.update({ id: created.id, ...question({ comparison: 'checker', checker, testCases }) })
    await expect.poll(async () => (await read()).status, { timeout: 20_000 }).toBe('published')
    expect((await read()).checker_failure).toBeUndefined()
  })

  it('is checked again when only its checker changes', async () => {
    const world = await createWorld()
    const solutions = [{ language: 'python' as const, code: echo, expected_verdict: 'wrong_answer' as const }]
    const fields = { comparison: 'checker' as const, checker, testCases, solutions }
    const { id } = await solver(world, fields)
    const admin = world.call(world.admin).coding
    const status = async () => (await admin.get({ id })).question.status
    await expect.poll(status, { timeout: 20_000 }).toBe('published')
    await admin.update({ id, ...question({ ...fields, checker: plain('1') }) })
    await expect.poll(status, { timeout: 20_000 }).toBe('draft')
    await admin.update({ id, ...question({ ...fields, comparison: 'lines' }) })
    await expect.poll(status, { timeout: 20_000 }).toBe('published')
    expect((await admin.get({ id })).question.checker).toBeUndefined()
  })
})

describe('an interactive question', () => {
  const interactor = {
    language: 'python' as const,
    protocol: 'kattis' as const,
    code: 'import sys\nsecret = open(sys.argv[1]).read()\nprint(secret, flush=True)\nsys.exit(42 if sys.stdin.readline() == secret + "\\n" else 43)',
  }
  const testCases = [
    { input: '12', expected_output: '-', is_sample: true },
    { input: 'no number', expected_output: '-' },
  ]

  it('is judged by its interactor, with a transcript of the samples only', async () => {
    const world = await createWorld()
    const { submit, coding, id } = await solver(world, { comparison: 'interactive', interactor, testCases })
    const answer = await submit('print(int(input()))')
    expect(answer).toMatchObject({ status: 'runtime_error', score: 50, testCasesPassed: 1 })
    expect(answer.testResults[0]).toMatchObject({ passed: true, actual_output: '> 12\n< 12\n' })
    expect(JSON.stringify(answer)).not.toContain('no number')
    expect(await submit('print(input())')).toMatchObject({ status: 'accepted', score: 100 })
    expect(await coding.run({ questionId: id, code: 'print(input())', language: 'python' })).toMatchObject({
      status: 'accepted',
    })
    expect(JSON.stringify(await coding.get({ id }))).not.toContain('secret')
    expect((await world.call(world.admin).coding.get({ id })).question).toMatchObject({
      comparison: 'interactive',
      interactor: { ...interactor, files: [] },
    })
  })

  it('stays a draft while its interactor does not compile', async () => {
    const world = await createWorld()
    const broken = { ...interactor, code: 'def' }
    const { id } = await solver(world, { comparison: 'interactive', interactor: broken, testCases })
    const { question: found } = await world.call(world.admin).coding.get({ id })
    expect(found).toMatchObject({ status: 'draft', checker_failure: expect.stringContaining('SyntaxError') })
  })
})

describe('groups of cases', () => {
  const groups = [
    { name: 'Small', points: 30 },
    { name: 'Large', points: 70, needs: ['Small'] },
  ]
  const testCases = ['Small', 'Small', 'Large', 'Large'].map((group, place) => ({
    input: String(place),
    expected_output: String(place),
    group,
  }))
  const failOn = (...places: number[]) => `n = int(input())\nprint(-1 if n in ${JSON.stringify(places)} else n)`

  it.each([
    ['all points for all groups', failOn(), [30, 70], [true, true, true, true]],
    ['the points of the groups that passed', failOn(2), [30, 0], [true, true, 'wrong_answer', 'skipped']],
    [
      'nothing for a group whose needed group failed',
      failOn(0),
      [0, 0],
      ['wrong_answer', 'skipped', 'skipped', 'skipped'],
    ],
  ])('give %s', async (_name, code, [small = 0, large = 0], results) => {
    const { submit, coding, id } = await solver(await createWorld(), { groups, testCases })
    expect((await coding.get({ id })).question.groups).toEqual([
      { ...groups[0], scoring: 'all', needs: [] },
      { ...groups[1], scoring: 'all' },
    ])
    const answer = await submit(code)
    expect(answer).toMatchObject({ score: small + large, groupPoints: [small, large] })
    expect(answer.testResults.map(({ passed, error }) => passed || error)).toEqual(results)
    // The stored submission has the same groups.
    const { submission } = await coding.submission({ id: answer.submissionId })
    expect(submission).toMatchObject({ groups: [{ name: groups[0]?.name }, {}], groupPoints: [small, large] })
  })
})

describe('the groups of an old submission', () => {
  const testCases = ['A', 'B'].map((group) => ({ input: group, expected_output: group, group }))
  const groupsOf = (a: number, b: number) => [
    { name: 'A', points: a },
    { name: 'B', points: b },
  ]

  it('are shown only while they agree with its score', async () => {
    const world = await createWorld()
    const { submit, coding, id } = await solver(world, { groups: groupsOf(30, 70), testCases })
    const { submissionId } = await submit('print("A")')
    const submission = async () => (await coding.submission({ id: submissionId })).submission
    expect(await submission()).toMatchObject({ score: 30, groupPoints: [30, 0] })
    const groups = groupsOf(80, 20)
    await world.call(world.admin).coding.update({ id, ...question({ groups, testCases }) })
    const { score, groupPoints, groupsChanged } = await submission()
    expect({ score, groupPoints, groupsChanged }).toEqual({ score: 30, groupPoints: undefined, groupsChanged: true })
  })
})

describe('a question that asks for a function', () => {
  const driver = 'from solution import double\nprint(double(int(input())))'
  const fields: Partial<CodingQuestionInput> = {
    testCases: [
      { input: '4', expected_output: '8', is_sample: true },
      { input: '-1', expected_output: '-2' },
    ],
    templates: [
      {
        language: 'python',
        starter_code: 'def double(n):\n  return 0\n',
        driver,
        files: [{ name: 'units.py', content: 'half = 0.5' }],
      },
    ],
    solutions: [{ language: 'python', code: 'from units import half\ndef double(n): return int(n / half)' }],
  }

  it('judges the function in runs, submissions and solutions', async () => {
    const world = await createWorld()
    const { submit, coding, id } = await solver(world, fields)
    const { question } = await world.call(world.admin).coding.get({ id })
    expect(question).toMatchObject({ status: 'published', solutions: [{ verdict: 'accepted' }] })
    const code = 'def double(n): return n + n'
    expect(await submit(code)).toMatchObject({ status: 'accepted', score: 100 })
    expect(await coding.run({ questionId: id, code, language: 'python' })).toMatchObject({ status: 'accepted' })
    expect(await coding.run({ questionId: id, code, language: 'python', stdin: '21' })).toMatchObject({
      output: '42\n',
    })
    expect(await submit('double = None')).toMatchObject({ status: 'runtime_error' })
  })

  it('shows students the starter code only, and the author everything', async () => {
    const world = await createWorld()
    const { coding, id } = await solver(world, fields)
    const shown = { language: 'python', starter_code: 'def double(n):\n  return 0\n', has_driver: true }
    expect((await coding.get({ id })).question.templates).toEqual([shown])
    const { question } = await world.call(world.admin).coding.get({ id })
    expect(question.templates).toEqual([{ ...shown, driver, files: [{ name: 'units.py', content: 'half = 0.5' }] }])
  })

  it('rechecks its solutions when the driver changes', async () => {
    const world = await createWorld()
    const { id } = await solver(world, fields)
    const admin = world.call(world.admin).coding
    await admin.update({
      id,
      ...question({
        ...fields,
        templates: [{ language: 'python', driver: 'from solution import double\nprint(double(0))' }],
      }),
    })
    await expect.poll(async () => (await admin.get({ id })).question.status, { timeout: 20_000 }).toBe('draft')
    expect((await admin.get({ id })).question.solutions).toMatchObject([{ verdict: 'runtime_error' }])
  })

  it.each<[string, CodingQuestionInput['templates'], string]>([
    [
      'two templates for one language',
      [
        { language: 'go', driver: 'x' },
        { language: 'go', driver: 'y' },
      ],
      'There are two templates for Go',
    ],
    [
      'files beside JavaScript',
      [{ language: 'javascript', files: [{ name: 'a.js', content: 'x' }] }],
      'JavaScript programs cannot have other files',
    ],
    [
      'two files with one name',
      [
        {
          language: 'c',
          files: [
            { name: 'a.h', content: 'x' },
            { name: 'a.h', content: 'y' },
          ],
        },
      ],
      'Two files have the same name',
    ],
    ['a path as a file name', [{ language: 'c', files: [{ name: '../a.h', content: 'x' }] }], 'File names may contain'],
    [
      'a file with the name of the program',
      [{ language: 'java', files: [{ name: 'Main.java', content: 'x' }] }],
      'The name Main.java is taken by the program itself',
    ],
    ['a driver that is too long', [{ language: 'c', driver: 'x'.repeat(65_537) }], 'Must be at most 64 kB'],
  ])('cannot have %s', async (_name, templates, message) => {
    const world = await createWorld()
    await expect(world.call(world.admin).coding.create(question({ templates }))).rejects.toThrow(message)
  })

  it('ignores templates without content', async () => {
    const world = await createWorld()
    const { question: created } = await world
      .call(world.admin)
      .coding.create(question({ templates: [{ language: 'c', starter_code: ' ' }] }))
    expect(created.templates).toBeUndefined()
  })
})

describe('an SQL question', () => {
  it('judges queries on the rows of each case', async () => {
    const world = await createWorld()
    const table = (...marks: number[]) =>
      `CREATE TABLE marks (mark INTEGER);\nINSERT INTO marks VALUES ${marks.map((mark) => `(${mark})`).join(', ')};`
    const { submit, coding, id } = await solver(world, {
      supported_languages: ['sql'],
      testCases: [
        { input: table(5, 9), expected_output: '9', is_sample: true },
        { input: table(-4, -7), expected_output: '-4' },
      ],
      solutions: [
        { language: 'sql', code: 'SELECT max(mark) FROM marks' },
        { language: 'sql', code: 'SELECT 9', expected_verdict: 'wrong_answer' },
      ],
    })
    expect((await world.call(world.admin).coding.get({ id })).question.status).toBe('published')
    expect(await submit('SELECT mark FROM marks ORDER BY mark DESC LIMIT 1', 'sql')).toMatchObject({ score: 100 })
    expect(await submit('DELETE FROM marks', 'sql')).toMatchObject({ status: 'runtime_error', score: 0 })
    const own = {
      questionId: id,
      language: 'sql',
      code: 'SELECT * FROM t',
      stdin: 'CREATE TABLE t AS SELECT 1.5',
    } as const
    expect(await coding.run(own)).toMatchObject({ output: '1.5\n' })
  })

  it('cannot have a checker in SQL', async () => {
    const world = await createWorld()
    const checker = { ...plain('1'), language: 'sql' as never }
    const form = question({ comparison: 'checker', checker })
    await expect(world.call(world.admin).coding.create(form)).rejects.toThrow()
  })
})
