import { describe, expect, it } from 'vitest'
import {
  alertOf,
  checkDraft,
  cleanTags,
  emptyDraft,
  newCase,
  newSolution,
} from '#client/features/coding/model/question-draft.ts'
import { QuestionStore } from '#client/features/coding/model/question-draft-store.ts'

const aCase = newCase({ input: '1 2', expected_output: '3' })
const written = () => ({ ...emptyDraft(), title: 'Sum', description: 'Add them.', testCases: [aCase] })

describe('a coding question in the editor', () => {
  it('starts with the documented defaults', () => {
    expect(emptyDraft()).toMatchObject({
      difficulty: 'medium',
      time_limit: 2_000,
      memory_limit: 256,
      supported_languages: ['javascript', 'python', 'java', 'cpp'],
      testCases: [{ weight: 10, is_sample: true }],
    })
  })

  it.each([
    ['empty fields', emptyDraft(), 'Title is required'],
    ['no language', { ...written(), supported_languages: [] }, 'Please select at least one programming language'],
    ['no case', { ...written(), testCases: [] }, 'Please add at least one test case'],
    ['an empty case', { ...written(), testCases: [aCase, newCase()] }, 'Test case 2: Input is required'],
    ['a short time limit', { ...written(), time_limit: 50 }, 'Time limit must be at least 100 ms'],
    ['no time limit', { ...written(), time_limit: '' }, 'Time limit must be a whole number'],
    ['a small memory limit', { ...written(), memory_limit: 32 }, 'Memory limit must be at least 64 MB'],
    [
      'a test case with weight 0',
      { ...written(), testCases: [{ ...aCase, weight: 0 }] },
      'Test case 1: Weight must be at least 1',
    ],
    [
      'an empty solution',
      { ...written(), solutions: [{ ...newSolution(emptyDraft(), 'python'), code: ' ' }] },
      'Solution 1: Please write some code first',
    ],
  ])('is refused with %s', (_name, draft, alert) => {
    const { form, errors } = checkDraft(draft, emptyDraft())
    expect(form).toBeNull()
    expect(alertOf(errors)).toBe(alert)
  })

  it('allows empty texts only if the stored question has some', () => {
    const silent = newCase({ input: '1', expected_output: '' })
    const stored = { ...written(), testCases: [aCase, silent] }
    expect(checkDraft({ ...stored, title: 'Other' }, stored).form).toMatchObject({ title: 'Other' })
    const { errors } = checkDraft({ ...stored, testCases: [...stored.testCases, newCase()] }, stored)
    expect(errors).toEqual({ 'testCases.2.input': 'Input is required' })
    expect(alertOf(checkDraft(stored, written()).errors)).toBe('Test case 2: Expected output is required')
  })

  it.each([
    ['time_limit', 150, 'Time limit must be a multiple of 100 ms'],
    ['memory_limit', 70, 'Memory limit must be a multiple of 32 MB'],
  ])('enforces the step of %s unless the stored value already violates it', (field, value, alert) => {
    const draft = { ...written(), [field]: value }
    const { form, errors } = checkDraft(draft, emptyDraft())
    expect([form, alertOf(errors)]).toEqual([null, alert])
    const { form: kept } = checkDraft({ ...draft, title: 'Other' }, { ...written(), [field]: value })
    expect(kept).toMatchObject({ title: 'Other', [field]: value })
    const store = new QuestionStore({ initial: draft })
    expect(store.check()).not.toBeNull()
    store.setField(field as 'time_limit', value + 1)
    expect(store.check()).toBeNull()
    expect(Object.keys(store.read().errors)).toEqual([field])
  })

  it('checks bounds before steps', () => {
    const { errors } = checkDraft({ ...written(), time_limit: 50, memory_limit: 1.5 }, emptyDraft())
    expect(errors).toEqual({
      time_limit: 'Time limit must be at least 100 ms',
      memory_limit: 'Memory limit must be a whole number',
    })
  })

  it('is submitted as written, without row keys', () => {
    const { form } = checkDraft({ ...written(), solutions: [newSolution(emptyDraft(), 'go')] }, emptyDraft())
    expect(form?.testCases).toEqual([{ input: '1 2', expected_output: '3', is_sample: false, weight: 10 }])
    expect(form?.solutions).toMatchObject([{ language: 'go', expected_verdict: 'accepted' }])
    expect(form?.solutions[0]).not.toHaveProperty('key')
  })

  it('keeps each tag once, trimmed', () => {
    expect(cleanTags([' arrays', 'Arrays ', '', 'math'])).toEqual(['arrays', 'math'])
  })
})

describe('test cases in the editor', () => {
  const opened = () =>
    new QuestionStore({
      initial: { ...written(), testCases: [aCase, newCase({ input: 'b' }), newCase({ input: 'c' })] },
    })
  const inputs = (store: QuestionStore) => store.read().draft.testCases.map(({ input }) => input)
  const keyAt = (store: QuestionStore, at: number) => store.read().draft.testCases[at]?.key ?? ''

  it('can be moved, removed and restored', () => {
    const store = opened()
    store.move('testCases', keyAt(store, 2), -1)
    expect(inputs(store)).toEqual(['1 2', 'c', 'b'])
    store.move('testCases', keyAt(store, 0), -1)
    expect(inputs(store)).toEqual(['1 2', 'c', 'b'])
    store.remove('testCases', keyAt(store, 1))
    expect(inputs(store)).toEqual(['1 2', 'b'])
    expect(store.read().undo?.text).toBe('Test case 2 removed')
    store.undo()
    expect(inputs(store)).toEqual(['1 2', 'c', 'b'])
    expect(store.hasChanges()).toBe(true)
  })

  it('cannot all be removed', () => {
    const store = new QuestionStore({ initial: written() })
    expect(store.remove('testCases', keyAt(store, 0))).toBe(false)
    expect(inputs(store)).toEqual(['1 2'])
  })

  it('imported from a file replace empty cases', () => {
    const store = new QuestionStore({ initial: emptyDraft() })
    store.addCases([newCase({ input: 'x' }), newCase({ input: 'y' })], false)
    expect(inputs(store)).toEqual(['x', 'y'])
    store.addCases([newCase()])
    expect(inputs(store)).toEqual(['x', 'y', ''])
  })

  it('lose their errors once fixed, and the first invalid case is expanded', () => {
    const { draft } = opened().read()
    const store = new QuestionStore({ initial: emptyDraft(), restored: draft })
    expect(store.check()).toBeNull()
    expect(Object.keys(store.read().errors)).toEqual(['testCases.1.expected_output', 'testCases.2.expected_output'])
    expect(store.read().open.has(keyAt(store, 1))).toBe(true)
    store.setRow('testCases', keyAt(store, 1), { expected_output: '1' })
    expect(Object.keys(store.read().errors)).toEqual(['testCases.2.expected_output'])
    // Errors move with their rows.
    store.move('testCases', keyAt(store, 2), -1)
    expect(Object.keys(store.read().errors)).toEqual(['testCases.1.expected_output'])
  })

  it('count as unchanged once an edit is reverted, like other fields', () => {
    const store = new QuestionStore({ initial: written() })
    store.setField('title', 'Other')
    expect(store.hasChanges()).toBe(true)
    store.setField('title', 'Sum')
    expect(store.hasChanges()).toBe(false)
  })
})
