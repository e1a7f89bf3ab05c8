import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { resumeAdding } from '#server/features/bank/import/confirm.ts'
import { importRepo } from '#server/features/bank/import/import.repo.ts'
import { deleteIncoming, failInterrupted } from '#server/features/bank/import/import.ts'
import { deleteOldImports } from '#server/features/bank/import/undo.ts'
import { imageFolder, incomingFolder } from '#server/platform/files.ts'
import type { Actor } from '#server/platform/platform.ts'
import type { importDiagnosis } from '#shared/bank/import.schema.ts'
import { aTest } from '#tests/factories/forms.ts'
import { importedQuestion, storedImport } from '#tests/support/question-import.ts'
import { createWorld, type World } from '#tests/support/world.ts'

/** Depends on the GIFT reader: two complete items, one with two right answers, and one that is refused. */
const gift = `$CATEGORY: Structures/Linear

::Stack::Which structure is last in, first out? {=Stack ~Queue ~Tree}

::Queue::Which structure is first in, first out? {=Queue ~Stack ~Tree}

$CATEGORY: Numbers

::Primes::Which number is prime? {=2 =3 ~4}

::Broken::Which one? {~wrong ~also wrong
`

/** Depends on the Moodle XML reader, which does not support feedback on an answer. */
const moodle = `<?xml version="1.0" encoding="UTF-8"?>
<quiz>
  <question type="multichoice">
    <name><text>Capital</text></name>
    <questiontext format="html"><text>What is the capital of Nepal?</text></questiontext>
    <defaultgrade>1</defaultgrade>
    <penalty>0</penalty>
    <single>true</single>
    <shuffleanswers>0</shuffleanswers>
    <answernumbering>ABCD</answernumbering>
    <answer fraction="100" format="html"><text>Kathmandu</text><feedback format="html"><text>Yes, it is.</text></feedback></answer>
    <answer fraction="0" format="html"><text>Pokhara</text></answer>
  </question>
</quiz>
`

async function upload(world: World, as: Actor, name: string, text: string, fields: Record<string, string> = {}) {
  const form = new FormData()
  for (const [key, value] of Object.entries(fields)) form.append(key, value)
  form.append('file', new Blob([text]), name)
  return world.rest('POST', '/bank/import', { as, raw: form })
}

async function aBank() {
  const world = await createWorld()
  const as = world.admin
  const imports = world.call(as).bankImports
  const read = async (text = gift, name = 'questions.gift') => {
    const { status, body } = await upload(world, as, name, text)
    expect(status, JSON.stringify(body)).toBeLessThan(300)
    return body as z.output<typeof importDiagnosis>
  }
  const bank = async () => (await world.call(as).bank.list({ limit: 200 })).questions
  const items = (id: string) => imports.items({ id, limit: 200 }).then((page) => page.items)
  return { world, as, imports, read, bank, items }
}

/** This process's children that read question files. */
const readers = () =>
  execFileSync('ps', ['--ppid', String(process.pid), '-o', 'pid=,args='], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes('import/child'))
    .map((line) => Number.parseInt(line, 10))

/** Long enough to be stopped while it is read. */
const longFile = Array.from({ length: 15_000 }, (_, n) => `::Q${n}::Is ${n} even? {=Yes${n} ~No${n}}\n`).join('\n')

describe('the diagnosis of a question file', () => {
  it('lists complete, undecided and refused questions, and adds nothing', async () => {
    const { read, bank } = await aBank()
    const { format, totals, items, state } = await read()
    expect([format, state]).toEqual(['gift', 'ready'])
    expect(totals).toEqual({ taken: 2, loss: 0, decide: 1, refused: 1 })
    expect(items.map(({ index, status, title }) => [index, status, title])).toEqual([
      [0, 'taken', 'Stack'],
      [1, 'taken', 'Queue'],
      [2, 'decide', 'Primes'],
      [3, 'refused', expect.any(String)],
    ])
    expect(items[0]).toMatchObject({
      line: 3,
      losses: [],
      question: {
        questionText: 'Which structure is last in, first out?',
        options: { A: 'Stack', B: 'Queue', C: 'Tree' },
        correctAnswer: 'A',
        topic: 'Structures/Linear',
      },
    })
    expect(items[2]?.question).toBeUndefined()
    expect(items[2]?.reason).toBeTruthy()
    expect(items[2]?.readings?.length).toBeGreaterThan(1)
    expect(items[3]?.reason).toBeTruthy()
    expect(await bank()).toEqual([])
  })

  it('reports what is lost', async () => {
    const { read } = await aBank()
    const { totals, items } = await read(moodle, 'questions.xml')
    expect(totals).toEqual({ taken: 0, loss: 1, decide: 0, refused: 0 })
    expect(items[0]?.losses.join(' ')).toMatch(/feedback/i)
  })

  it('refuses another kind of file with a message, and keeps it in the list', async () => {
    const { world, as, imports } = await aBank()
    const { status, body } = await upload(world, as, 'holiday.bin', '\u0000\u0001\u0002')
    expect(status).toBe(400)
    expect(body.errors[0]).toMatchObject({ field: 'file' })
    const { imports: list } = await imports.list({})
    expect(list).toMatchObject([{ fileName: 'holiday.bin', state: 'failed', error: body.errors[0].message }])
    expect(readdirSync(incomingFolder(world.platform.config.dataDir))).toEqual([])
  })

  it('filters by status, duplicates, undecided items and text', async () => {
    const { imports, read, items } = await aBank()
    const first = await read()
    await imports.confirm({ id: first.importId })
    const { importId: id } = await read()
    const found = async (filter: object) =>
      (await imports.items({ id, ...filter })).items.map(({ index }: { index: number }) => index)
    expect(await found({ status: 'refused' })).toEqual([3])
    expect(await found({ duplicates: true })).toEqual([0, 1])
    expect(await found({ undecided: true })).toEqual([2])
    expect(await found({ search: 'stAck' })).toEqual([0])
    expect(await found({ search: 'numbers', status: 'decide' })).toEqual([2])
    expect((await imports.items({ id, page: 2, limit: 2 })).pagination).toMatchObject({ page: 2, total: 4 })
    await imports.decide({ id, items: [2], reading: 0 })
    expect(await found({ undecided: true })).toEqual([])
    expect((await items(id))[2]).toMatchObject({ status: 'decide', reading: 0, question: {} })
  })

  it('exports a report of every item', async () => {
    const { world, as, read } = await aBank()
    const { importId } = await read()
    const { status, headers } = await world.rest('GET', `/bank/import/${importId}/report`, { as })
    expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
    const { body } = await world.rest('GET', `/bank/import/${importId}/report?format=json`, { as })
    expect(body.items).toHaveLength(4)
    expect(body.items[0]).toMatchObject({
      number: 1,
      status: 'Complete',
      title: 'Stack',
      category: 'Structures/Linear',
      line: 3,
      action: 'Add',
    })
    expect(body.items[3]).toMatchObject({ status: 'Refused', action: null })
  })

  it('exports which reading was chosen, and no action while a question is undecided', async () => {
    const { world, as, imports, read, items } = await aBank()
    const { importId: id } = await read()
    const reported = async () =>
      (await world.rest('GET', `/bank/import/${id}/report?format=json`, { as })).body.items[2]
    expect(await reported()).toMatchObject({ status: 'To decide', reading: null, action: null })
    await imports.decide({ id, items: [2], reading: 1 })
    const label = (await items(id))[2]?.readings?.[1]?.label
    expect(label).toBeTruthy()
    expect(await reported()).toMatchObject({ status: 'To decide', reading: label, action: 'Add' })
    await imports.decide({ id, items: [2], reading: null, action: 'skip' })
    expect(await reported()).toMatchObject({ reading: null, action: 'Skip' })
  })
})

describe('decisions', () => {
  it('apply to the listed items, or to all that match a filter', async () => {
    const { world, as, imports, items } = await aBank()
    const readings = ['A', 'B'].map((label) => ({ label, losses: [], question: importedQuestion() }))
    const open = { status: 'decide', reading: null, readings } as const
    const { id } = await storedImport(world, as, 'q.gift', [{}, open, open, { status: 'refused', reading: null }])
    expect(await imports.decide({ id, filter: { status: 'decide' }, reading: 1 })).toEqual({ changed: 2 })
    expect(await imports.decide({ id, items: [0, 3], action: 'skip' })).toEqual({ changed: 1 })
    expect((await items(id)).map(({ reading, action }) => [reading, action])).toEqual([
      [undefined, 'skip'],
      [1, 'add'],
      [1, 'add'],
      [undefined, 'add'],
    ])
    expect((await imports.get({ id })).import).toMatchObject({ toAdd: 2, undecided: 0 })
    // Clearing the choice does not affect items with one reading.
    expect(await imports.decide({ id, filter: {}, reading: null })).toEqual({ changed: 2 })
    await imports.decide({ id, items: [0], action: 'add' })
    expect((await imports.get({ id })).import).toMatchObject({ toAdd: 1, undecided: 2 })
  })

  it('choose readings by their labels', async () => {
    const { world, as, imports, items } = await aBank()
    const readings = (...labels: string[]) => ({
      status: 'decide' as const,
      reading: null,
      readings: labels.map((label) => ({ label, losses: [], question: importedQuestion() })),
    })
    const { id } = await storedImport(world, as, 'q.gift', [
      readings('Option A is correct', 'Option B is correct'),
      readings('Option B is correct', 'Both are correct'),
      readings('A number', 'A text'),
      {},
    ])
    expect(await imports.decide({ id, filter: {}, label: 'Option B is correct' })).toEqual({ changed: 2 })
    expect((await items(id)).map(({ reading }) => reading)).toEqual([1, 0, undefined, undefined])
    expect(await imports.decide({ id, items: [0], label: 'A number' })).toEqual({ changed: 0 })
    await expect(imports.decide({ id, items: [0], label: 'A number', reading: 0 })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    })
  })

  it('cannot choose a reading that does not exist, or replace a question that is not in the bank', async () => {
    const { world, as, imports } = await aBank()
    const { id } = await storedImport(world, as, 'q.gift')
    expect(await imports.decide({ id, items: [0], reading: 5 })).toEqual({ changed: 0 })
    expect(await imports.decide({ id, items: [0], action: 'replace' })).toEqual({ changed: 0 })
    for (const body of [{}, { items: [0] }])
      expect((await world.rest('POST', `/bank/import/${id}/decisions`, { as, body })).status).toBe(400)
  })

  it.each([
    ['decisions', 'POST', { items: [0], reding: 0, action: 'add' }, 'reding'],
    ['decisions', 'POST', { item: [0], action: 'skip' }, 'item'],
    ['decisions', 'POST', { filter: { stauts: 'decide' }, action: 'skip' }, 'filter.stauts'],
    ['confirm', 'POST', { acept: [0] }, 'acept'],
    ['categories', 'PUT', { categories: [{ category: '', subject: 'Verbal', topics: 'A' }] }, 'categories.0.topics'],
  ])('refuse unknown fields of %s by name', async (call, method, body, field) => {
    const { world, as, imports, read } = await aBank()
    const { importId } = await read()
    const answer = await world.rest(method, `/bank/import/${importId}/${call}`, { as, body })
    expect([answer.status, answer.body.errors]).toEqual([400, [{ field, message: 'Unknown field' }]])
    expect((await imports.get({ id: importId })).import).toMatchObject({ state: 'ready', toAdd: 2, undecided: 1 })
  })

  it('map categories to subjects and topics', async () => {
    const { imports, read, bank } = await aBank()
    const { importId: id } = await read()
    const category = 'Structures/Linear'
    const { categories } = await imports.mapCategories({
      id,
      categories: [{ category, subject: 'Reasoning', topic: 'Sequences / Order' }],
    })
    expect(categories).toContainEqual({ category, questions: 2, subject: 'Reasoning', topic: 'Sequences/Order' })
    await imports.confirm({ id })
    expect((await bank()).map(({ subject, topic }) => [subject, topic])).toEqual([
      ['Reasoning', 'Sequences/Order'],
      ['Reasoning', 'Sequences/Order'],
    ])
  })
})

describe('confirming and undoing an import', () => {
  it('adds complete and decided questions once, and removes them again', async () => {
    const { world, as, imports, read, bank } = await aBank()
    const { importId: id } = await read()
    await imports.decide({ id, items: [2], reading: 0 })
    const confirmed = await world.rest('POST', `/bank/import/${id}/confirm`, { as })
    expect([confirmed.status, confirmed.body]).toEqual([200, { added: 3 }])
    expect((await bank()).map(({ questionText }) => questionText).sort()).toEqual([
      'Which number is prime?',
      'Which structure is first in, first out?',
      'Which structure is last in, first out?',
    ])
    expect((await world.rest('POST', `/bank/import/${id}/confirm`, { as })).status).toBe(409)
    const undone = await world.rest('DELETE', `/bank/import/${id}`, { as })
    expect([undone.status, undone.body]).toEqual([200, { removed: 3, kept: 0 }])
    expect(await bank()).toEqual([])
    expect((await imports.get({ id })).import).toMatchObject({ state: 'undone', added: 0 })
    const actions = (await world.call(as).audit.list({})).entries.map(({ action }) => action)
    expect(actions.slice(0, 2)).toEqual(['bank_import.undo', 'bank_import.confirm'])
  })

  it('adds only accepted items, and rejects refused and undecided ones', async () => {
    const { world, as, read, bank } = await aBank()
    const { importId } = await read()
    const confirm = (accept: number[]) =>
      world.rest('POST', `/bank/import/${importId}/confirm`, { as, body: { accept } })
    for (const index of [2, 3, 99]) expect((await confirm([0, index])).status, String(index)).toBe(400)
    expect((await confirm([])).status).toBe(400)
    expect((await confirm([1])).body).toEqual({ added: 1 })
    expect((await bank()).map(({ questionText }) => questionText)).toEqual(['Which structure is first in, first out?'])
  })

  it('skips questions that are already in the bank, unless the author decides otherwise', async () => {
    const { imports, read, bank, items } = await aBank()
    await imports.confirm({ id: (await read()).importId })
    const { importId: id } = await read()
    const [stack, queue] = await items(id)
    expect([stack?.action, stack?.duplicate?.kind, queue?.action]).toEqual(['skip', 'same', 'skip'])
    await expect(imports.confirm({ id })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    await imports.decide({ id, items: [0], action: 'add' })
    expect(await imports.confirm({ id })).toEqual({ added: 1 })
    expect(await bank()).toHaveLength(3)
  })

  it('finds questions that are repeated in the file, and similar ones in the bank', async () => {
    const { imports, read, items } = await aBank()
    const question = 'Which structure is last in, first out?'
    await imports.confirm({ id: (await read()).importId })
    const { importId } = await read(`${question} {=Pile ~Row}\n\n${question} {=Pile ~Row}\n`)
    const found = (await items(importId)).map(({ duplicate, action }) => [
      duplicate?.kind,
      duplicate?.id === null,
      action,
    ])
    expect(found).toEqual([
      ['similar', false, 'add'],
      ['same', true, 'skip'],
    ])
  })

  it('replaces questions and adds versions, and undoes both', async () => {
    const { world, as, imports, read, bank, items } = await aBank()
    await imports.confirm({ id: (await read()).importId })
    const before = await bank()
    const { importId: id } = await read(
      'Which structure is last in, first out? {=Pile ~Row}\n\nWhich structure is first in, first out? {=Row ~Pile}\n',
    )
    await imports.decide({ id, items: [0], action: 'replace' })
    await imports.decide({ id, items: [1], action: 'version' })
    const [replaced, versioned] = await items(id)
    expect(await imports.confirm({ id })).toEqual({ added: 2 })
    const { get } = world.call(as).bank
    expect((await get({ id: replaced?.duplicate?.id ?? '' })).question).toMatchObject({ retired: true })
    expect((await get({ id: versioned?.duplicate?.id ?? '' })).question).toMatchObject({
      version: 2,
      // The second file has no categories.
      topic: 'Structures/Linear',
      options: { A: 'Row', B: 'Pile' },
    })
    expect(await imports.undo({ id })).toEqual({ removed: 2, kept: 0 })
    const options = (list: typeof before) =>
      list.map((one) => [one.id, one.version, 'options' in one ? one.options : null]).sort()
    expect(options(await bank())).toEqual(options(before))
  })

  it.each([
    ['q.gift', 'Which is last? {=Stack ~Queue ~Heap}\n'],
    ['q.txt', 'Which is last?\nA. Stack\nB. Queue\nC. Heap\nANSWER: A\n'],
    ['q.csv', 'questionText,A,B,C,answer\nWhich is last?,Stack,Queue,Heap,A\n'],
    ['q.json', '[{"question":"Which is last?","options":["Stack","Queue","Heap"],"answer":"A"}]'],
  ])('keeps what %s does not state in a new version', async (name, file) => {
    const { world, as, imports, read, items } = await aBank()
    const { create, get } = world.call(as).bank
    const kept = {
      difficulty: 'Hard',
      language: 'hi',
      marks: 4,
      penalty: 1,
      explanation: 'By definition',
      passage: 'Read this',
      questionImageUrl: `/images/${'a'.repeat(32)}.png`,
    } as const
    const optionImages = { A: `/images/${'b'.repeat(32)}.png`, B: `/images/${'c'.repeat(32)}.png` }
    const { question } = await create({
      ...kept,
      ...{ subject: 'Technical', type: 'single', questionText: 'Which is last?' },
      ...{ options: { A: 'Stack', B: 'Tree' }, optionImages, correctAnswer: 'A' },
    })
    const { importId: id } = await read(file, name)
    await imports.decide({ id, items: [0], action: 'version' })
    expect((await items(id))[0]?.duplicate).toEqual({ kind: 'similar', id: question.id })
    await imports.confirm({ id })
    const { question: changed } = await get({ id: question.id })
    expect(changed).toMatchObject({ ...kept, version: 2, options: { A: 'Stack', B: 'Queue', C: 'Heap' } })
    // The second option is another one.
    expect(changed).toMatchObject({ optionImages: { A: optionImages.A } })
  })

  it('takes what a file states in a new version, and keeps a rubric', async () => {
    const { world, as, imports, read } = await aBank()
    const { create, get } = world.call(as).bank
    const rubric = [{ criterion: 'Depth', levels: [{ label: 'Deep', marks: 3 }] }]
    const { question } = await create({
      ...{
        subject: 'Technical',
        type: 'essay',
        questionText: 'Why?',
        marks: 3,
        difficulty: 'Hard',
        language: 'hi',
        rubric,
      },
    })
    const { importId: id } = await read(
      'type,questionText,marks,difficulty,minWords\nessay,Why?,1,Medium,20\n',
      'q.csv',
    )
    await imports.decide({ id, items: [0], action: 'version' })
    await imports.confirm({ id })
    expect((await get({ id: question.id })).question).toMatchObject({
      ...{ version: 2, marks: 1, difficulty: 'Medium', language: 'hi', minWords: 20, rubric },
    })
  })

  it('keeps questions that a test uses or that were changed since', async () => {
    const { world, as, imports, bank } = await aBank()
    const { id } = await storedImport(world, as, 'q.gift', [{}, {}, {}])
    await imports.confirm({ id })
    const [first, second] = await bank()
    if (!first || !second) throw new Error('Questions are missing')
    const { tests, bank: calls } = world.call(as)
    await calls.update({ ...first, questionText: 'Changed since?', baseVersion: 1 })
    const { questionText, options, correctAnswer } = second as typeof second & {
      options: { A: string; B: string }
      correctAnswer: 'A'
    }
    const used = { questionText, options, correctAnswer, bankQuestionId: second.id, bankVersion: 1 }
    await tests.create(aTest(world.clock.now(), { numberOfQuestions: 1, questions: [used] }))
    expect(await imports.undo({ id })).toEqual({ removed: 1, kept: 2 })
    expect((await bank()).map((one) => one.id).sort()).toEqual([first.id, second.id].sort())
    expect((await imports.get({ id })).import).toMatchObject({ state: 'undone', added: 2 })
  })

  it('deletes its images, except those that questions still use', async () => {
    const { world, as, imports, bank } = await aBank()
    const folder = imageFolder(world.platform.config.dataDir)
    mkdirSync(folder, { recursive: true })
    const images = ['a', 'b', 'c'].map((digit) => `${digit.repeat(32)}.png`)
    const [a = '', b = '', c = ''] = images
    for (const name of images) writeFileSync(join(folder, name), 'pixels')
    const showing = (name: string, markdown = false) => {
      const image = markdown ? { questionText: `![](/images/${name}) Which?` } : { questionImageUrl: `/images/${name}` }
      return { readings: [{ label: '', losses: [], question: importedQuestion(image) }] }
    }
    const { id } = await storedImport(world, as, 'q.gift', [showing(a), showing(b, true), showing(c)])
    await world.platform.db.write((tx) => importRepo(tx).update(id, { images }))
    await imports.confirm({ id })
    const shown = (await bank()).find(({ questionText }) => questionText.includes(b))
    // A copy that was changed in the test no longer belongs to the bank's question.
    const copy = {
      questionText: `${shown?.questionText} Say why.`,
      options: { A: '1', B: '2' },
      correctAnswer: 'A' as const,
    }
    await world.call(as).tests.create(aTest(world.clock.now(), { numberOfQuestions: 1, questions: [copy] }))
    expect(await imports.undo({ id })).toEqual({ removed: 3, kept: 0 })
    expect(readdirSync(folder)).toEqual([b])
    // Removing the undone import from the list keeps it too.
    await imports.undo({ id })
    expect(readdirSync(folder)).toEqual([b])
  })

  it('can be used to filter the bank', async () => {
    const { world, as, imports, read } = await aBank()
    const first = await read()
    await imports.confirm({ id: first.importId })
    const { importId } = await read('Which number is odd? {=3 ~4}\n')
    await imports.confirm({ id: importId })
    const listed = await world.rest('GET', `/bank/questions?importId=${importId}`, { as })
    expect((listed.body as { questions: unknown[] }).questions).toMatchObject([
      { questionText: 'Which number is odd?' },
    ])
    expect((await world.call(as).bank.list({ importId: first.importId })).pagination.total).toBe(2)
  })

  it('is deleted after 90 days, with the images that no question uses', async () => {
    const { world, as, imports, bank } = await aBank()
    const folder = imageFolder(world.platform.config.dataDir)
    mkdirSync(folder, { recursive: true })
    const images = ['a', 'b'].map((digit) => `${digit.repeat(32)}.png`)
    for (const name of images) writeFileSync(join(folder, name), 'pixels')
    const items = images.map((name, place) => ({
      readings: [{ label: '', losses: [], question: importedQuestion({ questionImageUrl: `/images/${name}` }) }],
      action: place === 0 ? ('add' as const) : ('skip' as const),
    }))
    const { id } = await storedImport(world, as, 'q.gift', items)
    await world.platform.db.write((tx) => importRepo(tx).update(id, { images }))
    await imports.confirm({ id })
    world.clock.advance(89 * 86_400_000)
    const recent = await storedImport(world, as, 'recent.gift', [{}])
    await deleteOldImports(world.platform)
    expect((await imports.list({})).imports).toHaveLength(2)
    world.clock.advance(2 * 86_400_000)
    await deleteOldImports(world.platform)
    expect((await imports.list({})).imports.map(({ importId }) => importId)).toEqual([recent.id])
    expect(await bank()).toHaveLength(1)
    expect(readdirSync(folder)).toEqual(images.slice(0, 1))
  })

  it('discards an import that is not confirmed', async () => {
    const { world, as, imports, read, bank } = await aBank()
    const { importId: id } = await read()
    expect(await imports.undo({ id })).toEqual({ removed: 0, kept: 0 })
    await expect(imports.get({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await bank()).toEqual([])
    expect((await world.call(as).audit.list({})).entries[0]).toMatchObject({ action: 'bank_import.discard' })
  })
})

describe("a college's imports", () => {
  it('go to its own bank, where nobody else finds them', async () => {
    const world = await createWorld()
    const [mine, other] = [await world.college(), await world.college()]
    for (const { id } of [mine, other]) await world.call(world.admin).colleges.setOwnTests({ id, allowed: true })
    const { status, body } = await upload(world, mine.admin, 'questions.gift', gift)
    expect(status).toBeLessThan(300)
    const path = `/bank/import/${body.importId}`
    for (const as of [other.admin, world.admin]) {
      expect((await world.rest('GET', path, { as })).status).toBe(404)
      expect((await world.rest('POST', `${path}/confirm`, { as })).status).toBe(404)
      expect((await world.rest('GET', `${path}/report`, { as })).status).toBe(404)
      expect((await world.call(as).bankImports.list({})).imports).toEqual([])
    }
    const faculty = await world.faculty(mine)
    expect((await world.rest('GET', path, { as: faculty })).status).toBe(403)
    expect((await upload(world, faculty, 'questions.gift', gift)).status).toBe(403)
    expect((await world.rest('POST', `${path}/confirm`, { as: mine.admin })).body).toEqual({ added: 2 })
    expect((await world.call(mine.admin).bank.list({})).pagination.total).toBe(2)
    expect((await world.call(world.admin).bank.list({})).pagination.total).toBe(0)
  })

  it('are not compared with anybody else’s bank', async () => {
    const world = await createWorld()
    const mine = await world.college()
    await world.call(world.admin).colleges.setOwnTests({ id: mine.id, allowed: true })
    const first = (await upload(world, world.admin, 'questions.gift', gift)).body
    await world.call(world.admin).bankImports.confirm({ id: first.importId })
    const { body } = await upload(world, mine.admin, 'questions.gift', gift)
    expect(body.items.filter((item: { duplicate?: object }) => item.duplicate)).toEqual([])
  })
})

describe('reading in the background', () => {
  it('can be cancelled', async () => {
    const { world, as, imports } = await aBank()
    const { body } = await upload(world, as, 'long.gift', longFile, { wait: 'false' })
    expect(body).toMatchObject({ state: 'reading', items: [] })
    const { importId: id } = body
    await expect(imports.confirm({ id })).rejects.toMatchObject({ code: 'CONFLICT' })
    await imports.cancel({ id })
    await expect.poll(async () => (await imports.get({ id })).import.state).toBe('failed')
    expect((await imports.get({ id })).import).toMatchObject({ error: 'The import was cancelled', toAdd: 0 })
    expect(readers()).toEqual([])
  })

  it('survives a crash of the process that reads the file', async () => {
    const { world, as, imports, read } = await aBank()
    const { importId: id } = (await upload(world, as, 'long.gift', longFile, { wait: 'false' })).body
    await expect.poll(readers).toHaveLength(1)
    for (const pid of readers()) process.kill(pid, 'SIGKILL')
    await expect.poll(async () => (await imports.get({ id })).import.state).toBe('failed')
    expect((await imports.get({ id })).import.error).toMatch(/Split it into smaller files/)
    expect((await imports.items({ id })).items).toEqual([])
    expect((await read()).totals).toMatchObject({ taken: 2 })
  })
})

describe('after a restart', () => {
  it('continues adding', async () => {
    const { world, as, imports, bank } = await aBank()
    const { id } = await storedImport(
      world,
      as,
      'q.gift',
      Array.from({ length: 120 }, () => ({})),
    )
    await world.platform.db.write((tx) => importRepo(tx).update(id, { state: 'adding' }))
    await Promise.all([resumeAdding(world.platform), resumeAdding(world.platform)])
    expect((await imports.get({ id })).import).toMatchObject({ state: 'confirmed', added: 120 })
    expect(await bank()).toHaveLength(120)
  })

  it('fails imports whose file was being read, and deletes what is left of it', async () => {
    const { world, as, imports } = await aBank()
    const { id } = await storedImport(world, as, 'q.gift')
    await world.platform.db.write((tx) => importRepo(tx).update(id, { state: 'reading' }))
    await failInterrupted(world.platform)
    expect((await imports.get({ id })).import).toMatchObject({
      state: 'failed',
      error: 'The server stopped while the file was being read. Upload it again',
    })
    const folder = incomingFolder(world.platform.config.dataDir)
    mkdirSync(folder, { recursive: true })
    const left = join(folder, 'left-behind')
    writeFileSync(left, 'text')
    const old = (world.clock.now() - 7 * 86_400_000) / 1_000
    utimesSync(left, old, old)
    await deleteIncoming(world.platform)
    expect(existsSync(left)).toBe(false)
  })
})
