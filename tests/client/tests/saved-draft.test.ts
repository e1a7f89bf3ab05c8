import { beforeEach, describe, expect, it } from 'vitest'
import { withoutQuestion } from '#client/features/tests/model/draft-changes.ts'
import { savedTestDrafts, withKnownIds } from '#client/features/tests/model/saved-test-draft.ts'
import { draftSchema, type TestDraft } from '#client/features/tests/model/test-draft.ts'
import { DraftStore, same } from '#client/features/tests/model/test-draft-store.ts'
import { type AutosaveState, DraftAutosave } from '#client/lib/draft-autosave.ts'
import { ManualTime, MemoryStorage } from '#tests/client/attempts/world.ts'
import { aDraft, aDraftQuestion, aDraftSection, someQuestions } from './drafts.ts'

const key = savedTestDrafts.keyOf('user', 'test')
let time: ManualTime
let storage: MemoryStorage
let store: DraftStore
let said: AutosaveState[]
let keeper: DraftAutosave<TestDraft>

beforeEach(() => {
  time = new ManualTime()
  storage = new MemoryStorage()
  said = []
  store = new DraftStore({
    schema: draftSchema(undefined),
    initial: aDraft('Assessment', { sections: [aDraftSection(someQuestions(2))] }),
  })
  keeper = new DraftAutosave({
    storage,
    timers: time.timers,
    now: () => time.now,
    key,
    base: 'base',
    read: () => (store.hasChanges() ? store.read().draft : null),
    onChange: (keeping) => said.push(keeping),
  })
  store.subscribe(() => keeper.changed())
})

describe('the draft in the browser', () => {
  it('is written after a pause in typing, and read back', async () => {
    store.setField('testName', 'C')
    await time.pass(300)
    store.setField('testName', 'Ca')
    await time.pass(300)
    expect(storage.entries.size).toBe(0)
    await time.pass(400)
    expect(said).toEqual([{ state: 'kept', at: time.now - 100 }])
    const kept = savedTestDrafts.read(storage, key)
    expect(kept).toMatchObject({ base: 'base', savedAt: time.now - 100, draft: { testName: 'Ca' } })
    expect(kept?.draft.sections[0]?.questions.map(({ questionText }) => questionText)).toEqual(
      store.read().draft.sections[0]?.questions.map(({ questionText }) => questionText),
    )
  })

  it('is written at once when the page is closed', () => {
    store.setField('testName', 'Gone')
    keeper.flush()
    expect(savedTestDrafts.read(storage, key)?.draft.testName).toBe('Gone')
  })

  it('is deleted on saving, or when no changes are left', async () => {
    const { testName } = store.initial
    store.setField('testName', 'Other')
    await time.pass(1_000)
    store.setField('testName', testName)
    await time.pass(1_000)
    expect(savedTestDrafts.read(storage, key)).toBeNull()
    expect(said.at(-1)).toEqual({ state: 'nothing' })
    store.setField('testName', 'Other')
    keeper.drop()
    await time.pass(1_000)
    keeper.flush()
    expect(storage.entries.size).toBe(0)
  })

  it('reports that the browser refused to store it, and leaves no older version behind', async () => {
    store.setField('testName', 'First')
    await time.pass(1_000)
    storage.refuses = true
    store.setField('testName', 'Second')
    await time.pass(1_000)
    expect(said.at(-1)).toEqual({ state: 'refused' })
    expect(savedTestDrafts.read(storage, key)).toBeNull()
  })

  it('is separate for each person and test, and is deleted after a month', async () => {
    expect(
      new Set([
        savedTestDrafts.keyOf('a', 't'),
        savedTestDrafts.keyOf('b', 't'),
        savedTestDrafts.keyOf('a', 'u'),
        savedTestDrafts.keyOf('a', undefined),
      ]).size,
    ).toBe(4)
    store.setField('testName', 'Old')
    await time.pass(1_000)
    storage.write('token', 'stays')
    savedTestDrafts.forgetOld(storage, time.now + 29 * 86_400_000)
    expect(savedTestDrafts.read(storage, key)).not.toBeNull()
    savedTestDrafts.forgetOld(storage, time.now + 31 * 86_400_000)
    expect([...storage.entries.keys()]).toEqual(['token'])
  })

  it('is ignored when malformed', () => {
    for (const text of ['', '{', 'null', '{"savedAt":1}', JSON.stringify({ savedAt: 1, base: null, draft: {} })]) {
      storage.write(key, text)
      expect(savedTestDrafts.read(storage, key)).toBeNull()
    }
  })
})

describe('a restored draft', () => {
  it('keeps the ids of stored rows and creates new ones for the others', () => {
    const [old, made] = [aDraftQuestion({ id: 'q1', key: 'q1' }), aDraftQuestion({ key: 'new-1' })]
    storage.write(
      key,
      JSON.stringify({ savedAt: 1, base: null, draft: aDraft('Practice', { questions: [old, made] }) }),
    )
    const keys = savedTestDrafts.read(storage, key)?.draft.questions.map((question) => question.key)
    expect(keys?.[0]).toBe('q1')
    expect(keys?.[1]).toMatch(/^new-/)
    expect(keys?.[1]).not.toBe('new-1')
  })

  it('drops ids that the stored test no longer has', () => {
    const stored = aDraft('Practice', { questions: [aDraftQuestion({ id: 'q1', key: 'q1' })] })
    const draft = aDraft('Practice', { questions: [aDraftQuestion({ id: 'q1' }), aDraftQuestion({ id: 'gone' })] })
    expect(withKnownIds(draft, stored).questions.map(({ id }) => id)).toEqual(['q1', undefined])
    expect(withKnownIds(draft, undefined).questions.map(({ id }) => id)).toEqual([undefined, undefined])
  })
})

describe('the store', () => {
  it('undoes a removal', () => {
    const question = store.read().draft.sections[0]?.questions[0]
    const before = store.read().draft
    if (!question) throw new Error('Expected a question')
    store.change((draft) => withoutQuestion(draft, question.key), { text: 'Removed', back: () => before })
    expect(store.read().undo?.text).toBe('Removed')
    store.undo()
    expect(store.read().undo).toBeNull()
    expect(same(store.read().draft, before)).toBe(true)
    expect(store.isDirty()).toBe(false)
  })
})
