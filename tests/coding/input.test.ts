import { describe, expect, it } from 'vitest'
import { aCodingQuestion } from '#tests/factories/forms.ts'
import { createWorld, type World } from '#tests/support/world.ts'

const half = 'a\ud83db'
const nul = 'a\0b'
const unreadable = 'Contains characters that cannot be shown'
const noNul = 'Must not contain NUL bytes'
const noHalf = 'Must not contain incomplete characters (lone surrogates)'

/** Invalid question fields, with the expected error's field and message. */
const refusedQuestions: [fields: Record<string, unknown>, field: string, message: string][] = [
  ...['title', 'description', 'constraints', 'input_format', 'output_format', 'explanation'].flatMap((field) =>
    [nul, half].map((text): [Record<string, unknown>, string, string] => [{ [field]: text }, field, unreadable]),
  ),
  ...['sample_input', 'sample_output'].flatMap((field): [Record<string, unknown>, string, string][] => [
    [{ [field]: nul }, field, noNul],
    [{ [field]: half }, field, noHalf],
  ]),
  [{ tags: ['fine', nul] }, 'tags.1', unreadable],
  [{ tags: [half] }, 'tags.0', unreadable],
  [{ testCases: [{ input: half, expected_output: '1' }] }, 'testCases.0.input', noHalf],
  [{ testCases: [{ input: '1', expected_output: half }] }, 'testCases.0.expected_output', noHalf],
  [{ testCases: [{ input: '1', expected_output: nul }] }, 'testCases.0.expected_output', noNul],
  [
    { solutions: [{ language: 'c', code: half }] },
    'solutions.0.code',
    'The code must not contain incomplete characters (lone surrogates)',
  ],
  [{ solutions: [{ language: 'c', code: nul }] }, 'solutions.0.code', 'The code must not contain NUL bytes'],
  [{ solutions: [{ language: 'c', code: ' \n' }] }, 'solutions.0.code', 'Please write some code first'],
  // Wrong types and numbers out of range.
  [{ title: 7 }, 'title', 'Title is required'],
  [{ tags: 'one' }, 'tags', 'Must be a list'],
  [{ tags: [7] }, 'tags.0', 'Must be a string'],
  [{ constraints: {} }, 'constraints', 'Must be a string'],
  [{ time_limit: '2000' }, 'time_limit', 'Must be a number'],
  [{ time_limit: 2_000.5 }, 'time_limit', 'Must be a whole number'],
  [{ time_limit: 1e300 }, 'time_limit', 'Time limit must be at most 30000 ms'],
  [{ memory_limit: Number.MAX_SAFE_INTEGER }, 'memory_limit', 'Memory limit must be at most 2048 MB'],
  [{ memory_limit: -1e9 }, 'memory_limit', 'Memory limit must be at least 64 MB'],
  [{ testCases: 'none' }, 'testCases', 'Please add at least one test case'],
  [{ testCases: [7] }, 'testCases.0', 'Must be an object'],
  [
    { testCases: Array.from({ length: 501 }, () => ({ input: '1', expected_output: '1' })) },
    'testCases',
    'Must be at most 500 test cases',
  ],
  [
    { testCases: [{ input: '1', expected_output: '1', weight: 1e9 }] },
    'testCases.0.weight',
    'Weight must be at most 1000',
  ],
  [
    { testCases: [{ input: '1', expected_output: '1', is_sample: 'yes' }] },
    'testCases.0.is_sample',
    'Must be true or false',
  ],
  [
    { solutions: Array.from({ length: 61 }, () => ({ language: 'c', code: 'x' })) },
    'solutions',
    'Must be at most 60 entries',
  ],
]

/** Shortens the fields to fit in a test name. */
const brief = (fields: Record<string, unknown>) => JSON.stringify(fields).slice(0, 80)

describe('refuses a question over REST and tRPC with', () => {
  it.each(refusedQuestions.map((row) => [brief(row[0]), ...row] as const))(
    '%s',
    async (_what, fields, field, message) => {
      const world = await createWorld()
      const body = { ...aCodingQuestion(), ...fields }
      const answer = await world.rest('POST', '/coding/questions', { as: world.admin, body })
      expect(answer).toMatchObject({ status: 400, body: { message: 'Validation failed', error: 'Validation failed' } })
      expect(answer.body.errors).toContainEqual({ field, message })
      const { coding } = world.call(world.admin)
      await expect(coding.create(body)).rejects.toThrow()
      expect((await coding.list({})).questions).toEqual([])
    },
  )

  it.each([['cobol'], ['PYTHON'], [7]])('the language %s', async (language) => {
    const world = await createWorld()
    const body = {
      ...aCodingQuestion(),
      supported_languages: ['python', language],
      solutions: [{ language, code: 'x' }],
    }
    const { status, body: answer } = await world.rest('POST', '/coding/questions', { as: world.admin, body })
    expect(status).toBe(400)
    const fields = answer.errors.map(({ field }: { field: string }) => field)
    expect(fields).toEqual(['supported_languages.1', 'solutions.0.language'])
    expect(answer.errors[0].message).toMatch(/^Must be one of: javascript, typescript, python,/)
  })
})

it('keeps characters of all Unicode planes in a question', async () => {
  const world = await createWorld()
  const text = 'नमस्ते 🎓 \u{10ffff}'
  const form = aCodingQuestion({
    explanation: text,
    sample_input: `${text}\u001b[0m`,
    tags: ['🎓'],
    testCases: [{ input: text, expected_output: `${text}\u0007` }],
  })
  const { body } = await world.rest('POST', '/coding/questions', { as: world.admin, body: form })
  expect(body.question).toMatchObject({
    explanation: text,
    sample_input: form.sample_input,
    tags: ['🎓'],
    testCases: [{ input: text, expected_output: `${text}\u0007` }],
  })
})

describe('refuses a program', () => {
  const program = async (world: World) => {
    const student = await world.student(await world.college())
    const { question } = await world.call(world.admin).coding.create(aCodingQuestion())
    const whole = { questionId: question.id, code: 'print(1)', language: 'python' }
    return (path: string, fields: object) => world.rest('POST', path, { as: student, body: { ...whole, ...fields } })
  }

  it.each<[fields: object, field: string, message: string]>([
    [{ code: half }, 'code', 'The code must not contain incomplete characters (lone surrogates)'],
    [{ code: nul }, 'code', 'The code must not contain NUL bytes'],
    [{ code: ' \n\t ' }, 'code', 'Please write some code first'],
    [{ code: undefined }, 'code', 'Please write some code first'],
    [{ code: ['print(1)'] }, 'code', 'Please write some code first'],
    [{ questionId: 7 }, 'questionId', 'Must be a string'],
    [{ questionId: '' }, 'questionId', 'Must be at least 1 characters'],
    [{ language: 'rust' }, 'language', 'This question does not accept Rust'],
    [{ testAttemptId: 7 }, 'testAttemptId', 'Must be a string'],
  ])('%j', async (fields, field, message) => {
    const post = await program(await createWorld())
    for (const path of ['/coding/run', '/coding/submit']) {
      const answer = await post(path, fields)
      expect(answer).toMatchObject({ status: 400, body: { message: 'Validation failed' } })
      expect(answer.body.errors).toEqual([{ field, message }])
    }
  })

  it('with custom input that is not text or is over 64 kB', async () => {
    const post = await program(await createWorld())
    for (const [stdin, message] of [
      [nul, 'Your own input must not contain NUL bytes'],
      [half, 'Your own input must not contain incomplete characters (lone surrogates)'],
      ['न'.repeat(21_846), 'Your own input must be at most 64 kB'],
      [7, 'Must be a string'],
    ])
      expect(await post('/coding/run', { stdin })).toMatchObject({
        status: 400,
        body: { errors: [{ field: 'stdin', message }] },
      })
  })

  it('over 64 kB, counted in bytes: 21,846 three-byte characters', async () => {
    const post = await program(await createWorld())
    for (const path of ['/coding/run', '/coding/submit']) {
      const body = { message: 'The code must be at most 64 kB' }
      expect(await post(path, { code: 'न'.repeat(21_846) })).toMatchObject({ status: 413, body })
    }
  })

  it('for a missing question or attempt', async () => {
    const post = await program(await createWorld())
    for (const path of ['/coding/run', '/coding/submit']) {
      const question = { message: 'Coding question not found' }
      expect(await post(path, { questionId: 'nothing' })).toMatchObject({ status: 404, body: question })
      const attempt = { message: 'Attempt not found' }
      expect(await post(path, { testAttemptId: 'nothing' })).toMatchObject({ status: 404, body: attempt })
    }
  })
})
