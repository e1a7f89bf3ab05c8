import { describe, expect, it } from 'vitest'
import { importRepo } from '#server/features/bank/import/import.repo.ts'
import { importedQuestion, storedImport } from '#tests/support/question-import.ts'
import { createWorld } from '#tests/support/world.ts'

async function aBank() {
  const world = await createWorld()
  const { bank, bankImports: imports } = world.call(world.admin)
  const read = async (text: string) => {
    const form = new FormData()
    form.append('file', new Blob([text]), 'questions')
    const { status, body } = await world.rest('POST', '/bank/import', { as: world.admin, raw: form })
    expect(status, JSON.stringify(body)).toBe(200)
    return body.importId as string
  }
  /** Adds a question to the bank. */
  const create = async (fields: object) =>
    (await bank.create({ subject: 'Reasoning', topic: 'Ratios', questionText: 'Which?', ...fields } as never)).question
  const get = async (id: string) => (await bank.get({ id })).question as Record<string, unknown>
  const setRetired = (id: string, isRetired: boolean) => (isRetired ? bank.retire({ id }) : bank.restore({ id }))
  const items = async (id: string) =>
    (await imports.items({ id })).items.map(({ duplicate, action, reading }) => ({
      ...{ kind: duplicate?.kind, id: duplicate?.id, action, reading },
    }))
  /** Tries to confirm an import. @returns why it is refused */
  const refusals = async (id: string): Promise<string[]> => {
    const { status, body } = await world.rest('POST', `/bank/import/${id}/confirm`, { as: world.admin })
    expect(status).toBe(400)
    return body.errors.map(({ message }: { message: string }) => message)
  }
  return { world, bank, imports, read, create, get, items, setRetired, refusals }
}

const choice = { options: { A: 'x', B: 'y' }, correctAnswer: 'A' }

describe('new versions of questions in the bank', () => {
  const stems = 'Which? {=one ~two}\n\nWhich? {=three ~four}\n\nOther? {=five ~six}\n'

  it('are refused, with their items, if two would change the same question', async () => {
    const { imports, read, create, get, refusals } = await aBank()
    const { id: known } = await create(choice)
    const id = await read(stems)
    for (const [action, also] of [
      ['version', 'version'],
      ['version', 'replace'],
    ] as const) {
      await imports.decide({ id, items: [0], action })
      await imports.decide({ id, items: [1], action: also })
      expect(await refusals(id)).toEqual([
        'Items 1 and 2 would change the same question. Choose New version for one of them, and another action for the rest',
      ])
    }
    expect(await get(known)).toMatchObject({ version: 1 })
    await imports.decide({ id, items: [1], action: 'add' })
    expect(await imports.confirm({ id })).toEqual({ added: 3 })
    expect(await get(known)).toMatchObject({ version: 2, options: { A: 'one', B: 'two' } })
    expect(await imports.undo({ id })).toEqual({ removed: 3, kept: 0 })
    expect(await get(known)).toMatchObject({ version: 1, options: choice.options })
  })

  it('are undone down to the first if an earlier release added several to one question', async () => {
    const { world, imports, create, get } = await aBank()
    const { id: known } = await create(choice)
    const version = (text: string) => ({
      ...{ action: 'version' as const, duplicateKind: 'similar' as const, duplicateId: known },
      readings: [{ label: '', losses: [], question: importedQuestion({ options: { A: text, B: 'y' } }) }],
    })
    const { id } = await storedImport(world, world.admin, 'q.gift', ['one', 'two', 'three'].map(version))
    // Confirmed one by one, which no check prevents.
    for (const place of [0, 1, 2])
      for (const action of ['skip', 'version'] as const) {
        await world.platform.db.write(async (tx) => {
          await importRepo(tx).update(id, { state: 'ready' })
          for (const other of [0, 1, 2]) if (other !== place) await importRepo(tx).updateItem(id, other, { action })
        })
        if (action === 'skip') await imports.confirm({ id })
      }
    await world.platform.db.write((tx) => importRepo(tx).update(id, { state: 'confirmed' }))
    expect(await get(known)).toMatchObject({ version: 4, options: { A: 'three', B: 'y' } })
    expect(await imports.undo({ id })).toEqual({ removed: 3, kept: 0 })
    expect(await get(known)).toMatchObject({ version: 1, options: choice.options })
  })

  it.each(['deleted', 'retired'])('are refused if the question was %s since', async (how) => {
    const { bank, imports, read, create, get, refusals } = await aBank()
    const { id: known } = await create(choice)
    const id = await read(stems)
    await imports.decide({ id, items: [0], action: 'version' })
    await (how === 'deleted' ? bank.delete({ id: known }) : bank.retire({ id: known }))
    expect(await refusals(id)).toEqual([
      expect.stringMatching(/^Item 1: the question in the bank was retired or deleted/),
    ])
    if (how === 'retired') expect(await get(known)).toMatchObject({ version: 1, retired: true })
    await imports.decide({ id, items: [0], action: 'add' })
    expect(await imports.confirm({ id })).toEqual({ added: 3 })
  })

  it('stay retired when they are undone', async () => {
    const { imports, read, create, get, setRetired } = await aBank()
    const { id: known } = await create(choice)
    const id = await read(stems)
    await imports.decide({ id, items: [0], action: 'version' })
    await imports.confirm({ id })
    await setRetired(known, true)
    expect(await imports.undo({ id })).toEqual({ removed: 3, kept: 0 })
    expect(await get(known)).toMatchObject({ version: 1, retired: true, options: choice.options })
  })
})

describe('replaced questions', () => {
  it.each([
    ['come back', 'never', false],
    ['stay retired if they were retired before the import was confirmed', 'before', true],
    ['stay retired if they were restored and retired again', 'again', true],
  ])('%s when the import is undone', async (_, when, isRetired) => {
    const { world, imports, read, create, get, setRetired } = await aBank()
    const { id: known } = await create(choice)
    const id = await read('Which? {=one ~two}\n')
    await imports.decide({ id, items: [0], action: 'replace' })
    if (when === 'before') await setRetired(known, true)
    world.clock.advance(60_000)
    await imports.confirm({ id })
    expect(await get(known)).toMatchObject({ retired: true })
    if (when === 'again') {
      await setRetired(known, false)
      world.clock.advance(60_000)
      await setRetired(known, true)
    }
    expect(await imports.undo({ id })).toEqual({ removed: 1, kept: 0 })
    expect(await get(known)).toMatchObject({ retired: isRetired })
  })
})

describe('a new version keeps what a GIFT file cannot state', () => {
  it.each([
    ['the subject', choice, '{=one ~two}', {}],
    [
      'case and accents',
      { type: 'text', accepted: [{ value: 'x' }] },
      '{=café =thé}',
      { caseSensitive: true, ignoreAccents: true },
    ],
    ['the limits of an essay', { type: 'essay' }, '{}', { minWords: 50, maxWords: 100, allowFiles: true }],
    ['a unit', { type: 'numeric', correctValue: 5 }, '{#6}', { unit: 'm' }],
  ])('%s', async (_, fields, answers, kept) => {
    const { imports, read, create, get } = await aBank()
    const { id: known } = await create({ ...fields, ...kept })
    const id = await read(`Which? ${answers}\n\nOther? {=a ~b}\n`)
    await imports.decide({ id, items: [0], action: 'version' })
    expect(await imports.confirm({ id })).toEqual({ added: 2 })
    expect(await get(known)).toMatchObject({ version: 2, subject: 'Reasoning', topic: 'Ratios', ...kept })
  })

  it('the settings of its gap', async () => {
    const { imports, read, create, get } = await aBank()
    const text = { accepted: [{ value: 'x' }], caseSensitive: true, ignoreAccents: true, regex: false }
    const { id: known } = await create({
      ...{ type: 'gaps', questionText: 'The capital is {{1}} today', gaps: [{ kind: 'text', ...text }] },
    })
    const id = await read('The capital is {=Kathmandu =Patan} today\n')
    await imports.decide({ id, items: [0], action: 'version' })
    await imports.confirm({ id })
    const accepted = [{ value: 'Kathmandu' }, { value: 'Patan' }]
    expect(await get(known)).toMatchObject({ version: 2, gaps: [{ ...text, accepted }] })
  })

  it('but not a subject that the file or the author names', async () => {
    const { imports, read, create, get } = await aBank()
    const known = [await create({ ...choice, questionText: 'One?' }), await create({ ...choice, questionText: 'Two?' })]
    const id = await read('$CATEGORY: Verbal/Words\n\nOne? {=one ~two}\n\n$CATEGORY: Numbers\n\nTwo? {=three ~four}\n')
    await imports.mapCategories({ id, categories: [{ category: 'Numbers', subject: 'Arithmetic', topic: 'Numbers' }] })
    await imports.decide({ id, filter: {}, action: 'version' })
    await imports.confirm({ id })
    expect(await Promise.all(known.map(async (one) => (await get(one.id)).subject))).toEqual(['Verbal', 'Arithmetic'])
  })

  it('but not a word limit that contradicts the file', async () => {
    const { imports, read, create, get } = await aBank()
    const { id: known } = await create({ type: 'essay', minWords: 50, maxWords: 100 })
    const id = await read('type,questionText,minWords\nessay,Which?,200\n')
    await imports.decide({ id, items: [0], action: 'version' })
    await imports.confirm({ id })
    const { minWords, maxWords = null } = await get(known)
    expect([minWords, maxWords]).toEqual([200, null])
  })
})

describe('the duplicate of an undecided item', () => {
  const file = 'Which number is prime? {=2 =3 ~4}\n'

  it('is that of any reading until one is chosen, then that of the chosen one', async () => {
    const { imports, read, bank, items, refusals } = await aBank()
    const first = await read(file)
    await imports.decide({ id: first, items: [0], reading: 1 })
    await imports.confirm({ id: first })
    const [known] = (await bank.list({})).questions
    const id = await read(file)
    const same = { kind: 'same', id: known?.id, action: 'skip' }
    expect(await items(id)).toEqual([{ ...same, reading: undefined }])
    await imports.decide({ id, items: [0], reading: 1 })
    expect(await items(id)).toEqual([{ ...same, reading: 1 }])
    await imports.decide({ id, items: [0], reading: 0 })
    expect(await items(id)).toEqual([{ kind: undefined, id: undefined, action: 'add', reading: 0 }])
    await imports.decide({ id, items: [0], label: 'A and B must all be chosen' })
    expect(await items(id)).toEqual([{ ...same, reading: 1 }])
    expect(await refusals(id)).toEqual(['There are no questions to add'])
    // The author wants it twice, and may choose the reading afterwards.
    await imports.decide({ id, items: [0], action: 'add' })
    await imports.decide({ id, items: [0], reading: 1 })
    expect(await imports.confirm({ id })).toEqual({ added: 1 })
  })

  it('is that of the reading which a decision chooses together with an action', async () => {
    const { world, imports, create, items } = await aBank()
    const { id: known } = await create(choice)
    const reading = (label: string, id?: string) => ({
      ...{ label, losses: [], question: importedQuestion({ questionText: `Which ${label}?` }) },
      duplicate: id === undefined ? null : { kind: 'similar' as const, id },
    })
    const { id } = await storedImport(world, world.admin, 'q.gift', [
      { status: 'decide', readings: [reading('similar', known), reading('new')], reading: 1 },
    ])
    const [similar, without] = [
      { kind: 'similar', id: known, action: 'replace', reading: 0 },
      { kind: undefined, id: undefined, action: 'add', reading: 1 },
    ]
    expect(await imports.decide({ id, items: [0], reading: 0, action: 'replace' })).toEqual({ changed: 1 })
    expect(await items(id)).toEqual([similar])
    // The other reading has no question to replace.
    expect(await imports.decide({ id, items: [0], reading: 1, action: 'version' })).toEqual({ changed: 0 })
    expect(await imports.decide({ id, items: [0], label: 'new', action: 'replace' })).toEqual({ changed: 0 })
    expect(await items(id)).toEqual([similar])
    await imports.decide({ id, items: [0], reading: 1, action: 'add' })
    expect(await items(id)).toEqual([without])
    expect(await imports.decide({ id, items: [0], label: 'similar', action: 'version' })).toEqual({ changed: 1 })
    expect(await items(id)).toEqual([{ ...similar, action: 'version' }])
    await imports.decide({ id, items: [0], label: 'new', action: 'skip' })
    expect(await items(id)).toEqual([{ ...without, action: 'skip' }])
  })

  it('is not one that was deleted in the meantime', async () => {
    const { imports, read, bank, items } = await aBank()
    const first = await read(file)
    await imports.decide({ id: first, items: [0], reading: 1 })
    await imports.confirm({ id: first })
    const id = await read(file)
    const [known] = (await bank.list({})).questions
    await bank.delete({ id: known?.id ?? '' })
    await imports.decide({ id, items: [0], reading: 1 })
    expect(await items(id)).toEqual([{ kind: undefined, id: undefined, action: 'add', reading: 1 }])
  })

  it('is an earlier item of the file that is read in the same way', async () => {
    const { imports, read, items } = await aBank()
    const id = await read(`${file}\n${file}`)
    await imports.decide({ id, filter: {}, reading: 1 })
    expect((await items(id)).map(({ kind, action }) => [kind, action])).toEqual([
      [undefined, 'add'],
      ['same', 'skip'],
    ])
    expect(await imports.confirm({ id })).toEqual({ added: 1 })
  })
})
