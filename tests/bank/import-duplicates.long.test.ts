import { describe, expect, it } from 'vitest'
import { bankRepo } from '#server/features/bank/bank.repo.ts'
import { resumeAdding } from '#server/features/bank/import/confirm.ts'
import { importRepo } from '#server/features/bank/import/import.repo.ts'
import { exportFormats } from '#shared/bank/import.rules.ts'
import { everyType, fourOptions } from '#tests/factories/question-types.ts'
import { png } from '#tests/support/images.ts'
import { importedQuestion, storedImport } from '#tests/support/question-import.ts'
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

/** Texts that formats write differently: delimiters of formulas, escapes, emphasis, code, lists and tables. */
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

/** Keys whose parts formats write in another order, or leave out because they change nothing. */
const keys = [
  { type: 'text', accepted: [{ value: 'color', fraction: 0.5 }, { value: 'colour' }] },
  { type: 'single', options: { A: 'one', B: 'two', C: 'three' }, correctAnswer: 'C', alternatives: ['A'] },
  { type: 'numeric', range: { min: 3, max: 3 } },
  { type: 'numeric', correctValue: 4, toleranceKind: 'relative' },
  { type: 'gaps', gaps: [{ kind: 'text', accepted: [{ value: '*' }] }] },
].map((fields, place) => ({ ...fields, questionText: `Key ${place}: fill {{1}} in` }))

describe('a question that is exported and imported again', () => {
  it.each(exportFormats)('is recognised as the same in %s', async (format) => {
    const world = await createWorld()
    const bank = world.call(world.admin).bank
    for (const question of [...everyType, ...written, ...keys])
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

  it('are only similar, or not found, if symbols or case differ', async () => {
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

describe('questions that are repeated in a file', () => {
  const undecided = 'Which are prime? {=Two =Five ~Six}'
  const sheet = { question: 'Which are prime?', options: ['Two', 'Five', 'Six'], answer: ['Two', 'Five'] }
  const typed = {
    ...{ questionText: 'Which are prime?', type: 'multiple', scoring: 'all' },
    ...{ options: { A: 'Two', B: 'Five', C: 'Six' }, correctAnswers: ['A', 'B'] },
  }

  it('are not skipped because of an earlier question that may mean the same, but is not decided', async () => {
    const world = await createWorld()
    const imports = world.call(world.admin).bankImports
    const { importId, items } = await upload(world, JSON.stringify([sheet, typed]))
    expect(items).toMatchObject([
      { status: 'decide', action: 'add' },
      { status: 'taken', action: 'add' },
    ])
    expect(items[1]?.duplicate).toBeUndefined()
    expect(await imports.confirm({ id: importId })).toEqual({ added: 1 })
  })

  it('must be decided even if one of their meanings is that of an earlier one', async () => {
    const world = await createWorld()
    const imports = world.call(world.admin).bankImports
    const { importId, items } = await upload(world, JSON.stringify([typed, sheet]))
    expect(items[1]).toMatchObject({ status: 'decide', action: 'add' })
    expect((await imports.get({ id: importId })).import.undecided).toBe(1)
  })

  it('are added once if all their meanings are the same', async () => {
    const world = await createWorld()
    const imports = world.call(world.admin).bankImports
    const { importId, items } = await upload(world, `${undecided}\n\n${undecided}`)
    expect(items.map(({ action }) => action)).toEqual(['add', 'skip'])
    await imports.decide({ id: importId, label: 'One of A and B is enough' })
    expect(await imports.confirm({ id: importId })).toEqual({ added: 1 })
  })
})

describe('questions that were added since the file was read', () => {
  const file = '::A::Is *one* $x$ odd? {=Yes ~No}\n\n::B::Is two odd? {=No ~Yes}\n\n::C::Is three odd? {=Yes ~No}\n'

  it('are skipped and reported when the import is confirmed', async () => {
    const world = await createWorld()
    const { bank, bankImports } = world.call(world.admin)
    const [first, second] = [await upload(world, file), await upload(world, file)]
    await bankImports.decide({ id: first.importId, items: [1], action: 'skip' })
    expect(await bankImports.confirm({ id: first.importId })).toEqual({ added: 2 })
    expect(await bankImports.confirm({ id: second.importId })).toEqual({ added: 1, skipped: 2 })
    expect((await bank.list({})).pagination.total).toBe(3)
    const { items } = await bankImports.items({ id: second.importId })
    expect(items.map(({ action, duplicate }) => [action, duplicate?.kind])).toEqual([
      ['skip', 'same'],
      ['add', undefined],
      ['skip', 'same'],
    ])
    expect(await bankImports.undo({ id: second.importId })).toEqual({ removed: 1, kept: 0 })
    expect((await bank.list({})).pagination.total).toBe(2)
  })

  it('are skipped even if both imports are confirmed at the same time', async () => {
    const world = await createWorld()
    const { bank, bankImports } = world.call(world.admin)
    const many = Array.from({ length: 120 }, (_, place) => `Is ${place} odd? {=Yes ~No}\n`).join('\n')
    const uploads = [await upload(world, many), await upload(world, many)]
    const answers = await Promise.all(uploads.map(({ importId }) => bankImports.confirm({ id: importId })))
    expect(answers).toEqual([{ added: 120 }, { added: 0, skipped: 120 }])
    expect((await bank.list({})).pagination.total).toBe(120)
  })

  it('are added if the author has seen the duplicate and wants both', async () => {
    const world = await createWorld()
    const { bank, bankImports } = world.call(world.admin)
    await bankImports.confirm({ id: (await upload(world, file)).importId })
    const { importId } = await upload(world, file)
    expect(await bankImports.confirm({ id: importId, accept: [0, 1] })).toEqual({ added: 2 })
    expect((await bank.list({})).pagination.total).toBe(5)
  })

  it('do not include those that the import itself added before a restart', async () => {
    const world = await createWorld()
    const { bankImports } = world.call(world.admin)
    const readings = [{ label: '', losses: [], question: importedQuestion() }]
    const { id } = await storedImport(world, world.admin, 'q.gift', [{ readings }, { readings }])
    const { importId } = await upload(world, 'Another? {=Yes ~No}\n')
    await bankImports.confirm({ id: importId })
    const [added] = (await world.call(world.admin).bank.list({})).questions
    await world.platform.db.write(async (tx) => {
      await importRepo(tx).update(id, { state: 'adding' })
      await importRepo(tx).updateItem(id, 0, { questionId: added?.id ?? '', version: 1 })
      await bankRepo(tx).update(added?.id ?? '', { updatedAt: world.clock.now() + 1 })
    })
    await resumeAdding(world.platform)
    expect((await bankImports.get({ id })).import).toMatchObject({ state: 'confirmed', added: 2 })
  })
})
