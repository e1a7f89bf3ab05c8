import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { builtParts, openServices } from '#server/app.ts'
import { bankRepo } from '#server/features/bank/bank.repo.ts'
import { findQuestions, getQuestion, updateQuestion } from '#server/features/bank/bank.ts'
import { addSearchTexts } from '#server/features/bank/search-texts.ts'
import { openDatabase, openReadOnly } from '#server/platform/db.ts'
import type { AuthorScope } from '#server/platform/scope.ts'
import { questionOf, samples } from '#tests/factories/question-types.ts'
import { afterThisTest } from '#tests/support/cleanup.ts'
import { testConfig } from '#tests/support/config.ts'
import { createWorld } from '#tests/support/world.ts'

async function aBank() {
  const world = await createWorld()
  const { bank } = world.call(world.admin)
  const add = async (fields: object = {}) => {
    const { question } = await bank.create({
      subject: 'Technical',
      topic: '',
      questionText: 'Pick one',
      options: { A: 'Stack', B: 'Queue' },
      correctAnswer: 'A',
      ...fields,
    } as Parameters<typeof bank.create>[0])
    return question.id
  }
  const find = async (search: string, filters: object = {}) => {
    const { questions, pagination } = await bank.list({ search, ...filters })
    return { ids: questions.map(({ id }) => id), total: pagination.total }
  }
  const count = async (search: string) => (await find(search)).total
  return { world, bank, add, find, count }
}

const aRubric = [{ criterion: 'Zygote', levels: [{ label: 'Clear', marks: 2 }] }]

describe('bank search', () => {
  it.each<[part: string, fields: object]>([
    ['text', { questionText: 'What is a zygote?' }],
    ['option', { options: { A: 'Zygote', B: 'Gamete' } }],
    ['accepted answer', { type: 'text', accepted: [{ value: 'zygote' }] }],
    ['unit', { type: 'numeric', correctValue: 4, unit: 'zygotes' }],
    ['gap answer', { type: 'gaps', questionText: '{{1}}', gaps: [{ kind: 'text', accepted: [{ value: 'zygote' }] }] }],
    [
      'gap option',
      {
        type: 'gaps',
        questionText: '{{1}}',
        gaps: [{ kind: 'choice', options: { A: 'zygote', B: 'x' }, correctAnswer: 'A' }],
      },
    ],
    [
      'left side',
      {
        type: 'matching',
        pairs: [
          { left: 'zygote', right: 'a' },
          { left: 'x', right: 'b' },
        ],
      },
    ],
    [
      'distractor',
      {
        type: 'matching',
        pairs: [
          { left: 'x', right: 'a' },
          { left: 'y', right: 'b' },
        ],
        distractors: ['zygote'],
      },
    ],
    ['item', { type: 'ordering', items: ['Zygote', 'Embryo'] }],
    ['rubric', { type: 'essay', rubric: aRubric }],
    ['passage', { passage: 'A zygote divides.' }],
    ['explanation', { explanation: 'A zygote divides.' }],
    ['topic', { topic: 'Biology/Zygotes' }],
    ['tag', { tags: ['zygote'] }],
    ['source', { source: 'Zygote quarterly' }],
    ['notes', { notes: 'Ask about the zygote' }],
  ])('finds a question by its %s', async (_, fields) => {
    const { add, find } = await aBank()
    const id = await add(fields)
    await add()
    expect(await find('zygote')).toEqual({ ids: [id], total: 1 })
  })

  it('finds a numeric question by its answer', async () => {
    const { add, count } = await aBank()
    await add({ type: 'numeric', correctValue: 9.81 })
    expect(await count('9.81')).toBe(1)
  })

  it('ignores field names, settings and image addresses', async () => {
    const { add, count } = await aBank()
    for (const fields of samples)
      await add({ questionText: fields.type === 'gaps' ? '{{1}} {{2}} {{3}}' : 'Pick one', ...fields })
    await add({ optionImages: { A: '/images/0123456789abcdef0123456789abcdef.png' } })
    const stored = [
      'options',
      'correct',
      'accepted',
      'kind',
      'numeric',
      'tolerance',
      'caseSensitive',
      'rubric',
      'levels',
    ]
    for (const search of [...stored, 'pairs', 'items', 'partial', 'null', 'true', 'png', 'images', '":'])
      expect([search, await count(search)]).toEqual([search, 0])
  })

  it('ignores case and accents, but keeps the vowel signs of Indian scripts', async () => {
    const { add, count } = await aBank()
    await add({ questionText: 'La RÉSISTANCE de l’eau (H₂O), Ångström' })
    await add({ questionText: 'काल क्या है?' })
    for (const search of [
      'résistance',
      'resistance',
      're\u0301sistance',
      "l'eau",
      'h2o',
      'H₂O',
      'angstrom',
      'काल',
      'का',
    ])
      expect([search, await count(search)]).toEqual([search, 1])
    expect(await count('कल')).toBe(0)
  })

  it('finds every word, in any order and in different fields', async () => {
    const { add, count } = await aBank()
    await add({ questionText: 'What is\n a heap?', tags: ['sorting'], topic: 'Trees' })
    expect(await count('sorting heap')).toBe(1)
    expect(await count('  is   a  ')).toBe(1)
    expect(await count('heap queue tree')).toBe(1)
    expect(await count('heap graph')).toBe(0)
  })

  it('finds parts of words, even a single character', async () => {
    const { add, count } = await aBank()
    await add({ questionText: 'What is C++?' })
    for (const search of ['+', 'C+', 'C++', 'hat', '?']) expect([search, await count(search)]).toEqual([search, 1])
  })

  it.each(['%', '_', '"', "'", '*', '\\', 'NEAR(', '" OR "'])('treats %j literally', async (search) => {
    const { add, count } = await aBank()
    await add()
    expect(await count(search)).toBe(0)
    await add({ questionText: `Pick ${search} now` })
    expect(await count(search)).toBe(1)
  })

  it('exports everything for a search without letters, like the list', async () => {
    const { world, add } = await aBank()
    await add()
    const exported = (search: string) =>
      world.rest('GET', `/bank/export?format=json&search=${encodeURIComponent(search)}`, { as: world.admin })
    for (const search of ['', ' ', '\0']) expect(JSON.stringify((await exported(search)).body)).toContain('Pick one')
    expect(JSON.stringify((await exported('other')).body)).not.toContain('Pick one')
  })

  it('lists everything for a search without letters', async () => {
    const { add, count } = await aBank()
    await add()
    for (const search of ['', '   ', '\0', '\u0301']) expect(await count(search)).toBe(1)
    expect(await count('\ud800')).toBe(0)
  })

  it('combines with filters, sorting and pages', async () => {
    const { bank, add, find } = await aBank()
    const easy = await add({ questionText: 'Zebra heap', difficulty: 'Easy', topic: 'Trees/Heaps', tags: ['exam'] })
    const hard = await add({
      questionText: 'âpple heap',
      difficulty: 'Hard',
      topic: 'Trees',
      type: 'boolean',
      correctAnswer: true,
    })
    const retired = await add({ questionText: 'Old heap' })
    await bank.retire({ id: retired })
    await add({ questionText: 'A queue', difficulty: 'Easy', topic: 'Trees', tags: ['exam'] })
    const found = async (filters: object) => (await find('heap', filters)).ids
    expect(await found({ sort: 'text' })).toEqual([hard, easy])
    expect(await found({ difficulty: 'Easy' })).toEqual([easy])
    expect(await found({ type: 'boolean' })).toEqual([hard])
    expect(await found({ subject: 'Verbal' })).toEqual([])
    expect(await found({ topic: 'Trees/Heaps' })).toEqual([easy])
    expect(await found({ tag: 'exam' })).toEqual([easy])
    expect(await found({ retired: true })).toEqual([retired])
    expect(await find('heap', { sort: 'oldest', limit: 1, page: 2 })).toEqual({ ids: [hard], total: 2 })
    expect(await find('heap', { limit: 1, page: 3 })).toEqual({ ids: [], total: 2 })
  })

  it('uses the latest version, and ignores deleted questions', async () => {
    const { world, bank, add, count } = await aBank()
    const id = await add({ questionText: 'The old wording of it', tags: ['first'] })
    const { question } = await bank.get({ id })
    await bank.update({ ...question, questionText: 'A new one for everybody', tags: ['second'], baseVersion: 1 })
    expect([await count('wording'), await count('first'), await count('everybody second')]).toEqual([0, 0, 1])
    const similar = async (questionText: string) => (await bank.similar({ questionText })).questions.length
    expect([await similar('The old wording of it'), await similar('a new one for everybody')]).toEqual([0, 1])
    await bank.delete({ id })
    expect([await count('everybody'), await similar('a new one for everybody')]).toEqual([0, 0])
    expect(world.platform.db.read.all('select * from bank_texts')).toEqual([])
  })

  it('finds similar questions in Indian scripts', async () => {
    const { bank, add } = await aBank()
    const id = await add({ questionText: 'नेपाल की राजधानी क्या है?' })
    const { questions } = await bank.similar({ questionText: 'नेपाल की राजधानी कौन सी है?' })
    expect(questions).toMatchObject([{ id }])
  })
})

describe('the stored search text', () => {
  const owner = { collegeId: null } as AuthorScope
  const query = { page: 1, limit: 20, retired: false, sort: 'recent' } as const

  it('is included in a copy of the database, and is still correct after the file is rewritten', async () => {
    const { world, bank, add, find } = await aBank()
    const ids = [await add({ questionText: 'The first question' }), await add({ questionText: 'A second question' })]
    await bank.delete({ id: ids[0] ?? '' })
    await world.platform.db.rewrite()
    expect((await find('second')).ids).toEqual([ids[1]])
    const copy = join(world.platform.config.dataDir, 'copy.db')
    world.platform.db.read.run(`vacuum into '${copy}'`)
    const { read, close } = openReadOnly(copy)
    expect((await bankRepo(read).page(owner, { ...query, search: 'second' })).ids).toEqual([ids[1]])
    expect(await bankRepo(read).withWords(owner, ['second'], 5)).toEqual([{ id: ids[1] }])
    close()
  })

  it('is added after the start to questions created by an older version, and lists say that it is missing', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'examhall-search-'))
    afterThisTest(async () => rmSync(dataDir, { recursive: true }))
    const early = join(dataDir, 'migrations')
    cpSync(builtParts.migrations, early, { recursive: true })
    const journal = join(early, 'meta/_journal.json')
    const { entries, ...rest } = JSON.parse(readFileSync(journal, 'utf8'))
    writeFileSync(journal, JSON.stringify({ ...rest, entries: entries.slice(0, 33) }))
    const file = join(dataDir, 'examhall.db')
    await openDatabase(file, early).close()
    const old = new SqliteDatabase(file)
    for (const [n, fields] of samples.entries()) {
      const { type, body, key } = questionOf(fields)
      old
        .prepare(
          `insert into bank_questions (id, version, type, subject, topic, difficulty, tags, language, created_at, updated_at)
           values (?, 2, ?, 'Technical', 'Trees', 'Easy', '["Été"]', 'en', 1, ?)`,
        )
        .run(`q${n}`, type, n)
      for (const version of [1, 2])
        old
          .prepare(
            `insert into bank_versions (question_id, version, question_text, type, body, key, marks, created_at)
             values (?, ?, ?, ?, ?, ?, 1, 1)`,
          )
          .run(`q${n}`, version, `Wording ${version} of question ${n}`, type, JSON.stringify(body), JSON.stringify(key))
      old.prepare('insert into bank_texts (question_id, text) values (?, ?)').run(`q${n}`, 'x')
    }
    old.close()

    const services = await openServices(testConfig(dataDir))
    const { db, mail } = services
    const searched = (search: string) => findQuestions(services, owner, { ...query, search })
    expect(await searched('ete')).toMatchObject({ questions: [], indexing: true })
    expect((await findQuestions(services, owner, { ...query, sort: 'text' })).questions).toHaveLength(samples.length)
    // Questions added and changed in the meantime are found at once.
    const actor = { id: null, role: 'master_admin', name: 'Owner' } as never
    const { question } = await getQuestion(services, owner, 'q0')
    await updateQuestion(services, owner, actor, 'q0', {
      ...question,
      questionText: 'Rewritten',
      penalty: null,
    } as never)
    expect((await searched('rewritten')).questions).toHaveLength(1)

    expect(await addSearchTexts(services)).toBe(false)
    expect(await searched('ete')).not.toHaveProperty('indexing')
    const found = async (search: string) => (await searched(search)).questions.map(({ id }) => id)
    expect(await found('rewritten')).toEqual(['q0'])
    expect(await found('ete trees wording 2')).toHaveLength(samples.length - 1)
    expect(await found('kathmandu')).toEqual(['q4'])
    expect(await found('decode')).toEqual(['q7'])
    expect(await found('kind')).toEqual([])
    expect(await bankRepo(db.read).withWords(owner, ['8'], 5)).toEqual([{ id: 'q8' }])
    // A large bank is not counted again for every search.
    await db.write(async (tx) => tx.run(`delete from bank_texts where question_id = 'q0'`))
    expect(await searched('ete')).not.toHaveProperty('indexing')
    mail.close()
    await db.close()
  })
})
