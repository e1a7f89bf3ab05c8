import { describe, expect, it } from 'vitest'
import { exportFormats } from '#shared/bank/import.rules.ts'
import { everyType, fourOptions } from '#tests/factories/question-types.ts'
import { png } from '#tests/support/images.ts'
import { createWorld, type World } from '#tests/support/world.ts'

/** Uploads a question file. */
async function upload(world: World, content: string | Uint8Array) {
  const form = new FormData()
  form.append('file', new Blob([content as BlobPart]), 'questions')
  const { status, body } = await world.rest('POST', '/bank/import', { as: world.admin, raw: form })
  expect(status, JSON.stringify(body)).toBe(200)
  return body as { importId: string; items: { title: string; duplicate?: { kind: string }; action: string }[] }
}

async function download(world: World, format: string) {
  const response = await fetch(`${world.url}/api/bank/export?format=${format}`, {
    headers: { authorization: `Bearer ${await world.tokenOf(world.admin)}` },
  })
  return new Uint8Array(await response.arrayBuffer())
}

/** Texts that formats write differently: signs around formulas, escapes, emphasis, code, lists and tables. */
const written = [
  'Solve $x^2 = 4$ and $$y = \\frac{1}{2}$$ for *x* > 0.',
  'Is a \\| b the same as a | b, 2 * 3 # 4 = 5 {or} [not] <b>?',
  'What does this print?\n\n```python\nfor i in range(3):\n    print("a  b", i)\n```\n\nChoose **one**.',
  'Read the list:\n\n- first\n- `second  one`\n- __init__ and $5 or $6\n\n1. one\n2. two',
  'Read the table:\n\n| a | b |\n| --- | --- |\n| 1 | $x$ |',
  '1. This is not a list\\\nbut # this ~ is = a line: 50% of it',
].map((questionText) => ({
  questionText,
  options: { A: '$x$', B: 'a \\| b', C: '- 5', D: '`a  b`' },
  correctAnswer: 'A',
  explanation: 'Because \\(x\\) **is** right.',
}))

describe('a question that is exported and imported again', () => {
  it.each(exportFormats)('is recognised as the same in %s', async (format) => {
    const world = await createWorld()
    const bank = world.call(world.admin).bank
    for (const question of [...everyType, ...written])
      await bank.create({ subject: 'Reasoning', topic: '', ...question } as never)
    const { body: check } = await world.rest('GET', `/bank/export/check?format=${format}`, { as: world.admin })
    const { items } = await upload(world, await download(world, format))
    expect(items).toHaveLength(check.written)
    const lossy = check.losses.flatMap(({ examples }: { examples: string[] }) => examples)
    const others = items.filter(({ duplicate }) => duplicate?.kind !== 'same').map(({ title }) => title)
    expect(others.filter((title) => !lossy.some((text: string) => text.startsWith(title.slice(0, 20))))).toEqual([])
  })

  it('is recognised by the content of its images', async () => {
    const world = await createWorld()
    const { bank } = world.call(world.admin)
    const raw = new FormData()
    raw.append('file', new Blob([png(40, 30) as BlobPart], { type: 'image/png' }), 'image.png')
    const { status, body: image } = await world.rest('POST', '/tests/upload-image', { as: world.admin, raw })
    expect(status, JSON.stringify(image)).toBe(201)
    const question = { subject: 'Technical', options: fourOptions, correctAnswer: 'B', topic: '' }
    await bank.create({ ...question, questionText: 'What is shown?', questionImageUrl: image.imageUrl } as never)
    const file = await download(world, 'qti3')
    const { items } = await upload(world, file)
    expect(items).toMatchObject([{ duplicate: { kind: 'same' }, action: 'skip' }])
  })
})

describe('questions with the same text', () => {
  it('are all compared, however many there are', async () => {
    const world = await createWorld()
    const questions = Array.from({ length: 60 }, (_, place) => ({
      ...{ subject: 'Technical', topic: '', questionText: 'Choose the answer.' },
      ...{ options: { A: `${place}`, B: 'no' }, correctAnswer: 'A' },
    }))
    await world.call(world.admin).bank.createMany({ questions } as never)
    const { items } = await upload(world, await download(world, 'json'))
    expect(items.map(({ duplicate }) => duplicate?.kind)).toEqual(questions.map(() => 'same'))
  })

  it('but other signs or another case are only similar, or not found', async () => {
    const world = await createWorld()
    const { importId } = await upload(world, 'What is 1 + 2? {=A ~B}\n')
    await world.call(world.admin).bankImports.confirm({ id: importId })
    const { items } = await upload(
      world,
      'What is 1 - 2? {=A ~B}\n\nWHAT IS 1 + 2? {=A ~B}\n\nWhat  is 1 + 2? {=A ~B}\n',
    )
    expect(items.map(({ duplicate }) => duplicate?.kind)).toEqual([undefined, 'similar', 'same'])
  })
})
