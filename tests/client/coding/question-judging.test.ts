import { describe, expect, it } from 'vitest'
import { comparisonText } from '#client/features/coding/model/judging-text.ts'
import {
  alertOf,
  checkDraft,
  type DraftGroup,
  draftOf,
  emptyDraft,
  newCase,
  type QuestionDraft,
} from '#client/features/coding/model/question-draft.ts'
import { QuestionStore } from '#client/features/coding/model/question-draft-store.ts'
import { placesIn, rangesOf } from '#client/features/coding/model/question-groups.ts'
import { savedQuestionDrafts } from '#client/features/coding/model/saved-question-draft.ts'
import type { QuestionDetail } from '#client/features/coding/queries.ts'

const aGroup = (key: string, fields: Partial<DraftGroup> = {}): DraftGroup => ({
  ...{ key, name: `Part ${key}`, points: 10, scoring: 'all', needs: [], ...fields },
})
const aCase = (group = '') => newCase({ input: '1', expected_output: '2', group })
const written = (fields: Partial<QuestionDraft> = {}): QuestionDraft => ({
  ...emptyDraft(),
  title: 'Roots',
  description: 'Find them.',
  testCases: [aCase()],
  ...fields,
})
const grouped = () =>
  written({
    groups: [aGroup('1'), aGroup('2', { needs: ['1'], scoring: 'sum' })],
    testCases: [aCase('1'), aCase('2'), aCase('2'), aCase()],
  })

describe('how a question in the editor is judged', () => {
  it('is sent with the fields that its comparison uses', () => {
    const checker = { language: 'python', code: 'print(1)', protocol: 'plain', files: [] } as const
    const tolerance = { absolute: '1e-3', relative: ' ' }
    const all = written({ checker: { ...checker, files: [] }, tolerance, ignore_case: true })
    const sent = (comparison: QuestionDraft['comparison']) => checkDraft({ ...all, comparison }, emptyDraft()).form
    expect(sent('numbers')).toMatchObject({ tolerance: { absolute: 0.001 }, ignore_case: true, checker: undefined })
    expect(sent('numbers')?.tolerance?.relative).toBeUndefined()
    expect(sent('checker')).toMatchObject({ checker, ignore_case: false, tolerance: undefined })
  })

  it('refers to groups by name when it is sent', () => {
    const { form } = checkDraft(grouped(), emptyDraft())
    expect(form?.groups).toEqual([
      { name: 'Part 1', points: 10, scoring: 'all', needs: [] },
      { name: 'Part 2', points: 10, scoring: 'sum', needs: ['Part 1'] },
    ])
    expect(form?.testCases.map(({ group }) => group)).toEqual(['Part 1', 'Part 2', 'Part 2', undefined])
  })

  it('is the same when a stored question is opened', () => {
    const { form } = checkDraft({ ...grouped(), comparison: 'numbers' }, emptyDraft())
    const draft = draftOf({ ...form, practice: false } as QuestionDetail)
    expect(checkDraft(draft, draft).form).toEqual(form)
  })

  it.each<[string, Partial<QuestionDraft>, string]>([
    [
      'a tolerance that is not a number',
      { comparison: 'numbers', tolerance: { absolute: '', relative: '0,1' } },
      'A tolerance must be a number, such as 0.001',
    ],
    [
      'a negative tolerance',
      { comparison: 'numbers', tolerance: { absolute: '-1', relative: '' } },
      'A tolerance must be 0 or more',
    ],
    ['an empty checker', { comparison: 'checker' }, 'Checker: Please write the checker first'],
    [
      'an unnamed group',
      { groups: [aGroup('1', { name: ' ' })], testCases: [aCase('1')] },
      'Group 1: Please name the group',
    ],
    ['a group without cases', { groups: [aGroup('1')] }, 'Group 1: The group “Part 1” has no test cases'],
    [
      'a group without points',
      { groups: [aGroup('1', { points: '' })], testCases: [aCase('1')] },
      'Group 1: Points must be a number',
    ],
    [
      'groups that need each other',
      {
        groups: [aGroup('1', { needs: ['2'] }), aGroup('2', { needs: ['1'] })],
        testCases: [aCase('1'), aCase('2')],
      },
      'Group 1: The group “Part 1” needs itself',
    ],
  ])('is refused with %s', (_name, fields, alert) => {
    const { form, errors } = checkDraft(written(fields), emptyDraft())
    expect([form, alertOf(errors)]).toEqual([null, alert])
  })

  it('is restored from a saved draft, even one that predates these fields', () => {
    const kept = (draft: object) => {
      const text = JSON.stringify({ savedAt: 1, base: null, draft })
      return savedQuestionDrafts.read({ read: () => text, write: () => true, remove: () => {}, keys: () => [] }, 'x')
    }
    expect(kept(grouped())?.draft).toMatchObject({
      groups: grouped().groups,
      testCases: [{ group: '1' }, { group: '2' }, { group: '2' }, { group: '' }],
    })
    const { comparison, tolerance, ignore_case, checker, groups, ...older } = written()
    const rows = older.testCases.map(({ group: _group, ...one }) => one)
    expect(kept({ ...older, testCases: rows })?.draft).toMatchObject({
      ...{ comparison, tolerance, ignore_case, checker, groups },
      testCases: [{ group: '' }],
    })
  })
})

describe('groups in the editor', () => {
  const groupsOf = (store: QuestionStore) => store.read().draft.testCases.map(({ group }) => group)

  it('are removed from their cases and from other groups, with undo', () => {
    const store = new QuestionStore({ initial: grouped() })
    store.removeGroup('1')
    expect(store.read().draft.groups).toMatchObject([{ key: '2', needs: [] }])
    expect(groupsOf(store)).toEqual(['', '2', '2', ''])
    expect(store.read().undo?.text).toBe('Group “Part 1” removed')
    store.undo()
    expect(store.read().draft.groups).toEqual(grouped().groups)
    expect(groupsOf(store)).toEqual(['1', '2', '2', ''])
  })

  it('can be assigned many cases at once, with undo', () => {
    const store = new QuestionStore({ initial: grouped() })
    const keys = store.read().draft.testCases.map(({ key }) => key)
    store.assignCases(new Set(keys.slice(2)), '1')
    expect(groupsOf(store)).toEqual(['1', '2', '1', '1'])
    expect(store.read().undo?.text).toBe('2 test cases assigned to “Part 1”')
    store.undo()
    expect(groupsOf(store)).toEqual(['1', '2', '2', ''])
  })

  it('lose their error once a case is in them', () => {
    const store = new QuestionStore({ initial: written({ groups: [aGroup('1')] }) })
    expect(store.check()).toBeNull()
    expect(Object.keys(store.read().errors)).toEqual(['groups.0.name'])
    store.setRow('testCases', store.read().draft.testCases[0]?.key ?? '', { group: '1' })
    expect(store.read().errors).toEqual({})
  })

  it('get unique keys', () => {
    const store = new QuestionStore({ initial: written() })
    const first = store.addGroup()
    const second = store.addGroup()
    store.removeGroup(first)
    expect(new Set([first, second, store.addGroup()]).size).toBe(3)
  })

  it.each([
    ['2', [1]],
    ['1-3, 7', [0, 1, 2, 6]],
    [' 4 – 5 ,2', [1, 3, 4]],
    ['', null],
    ['3-1', null],
    ['0', null],
    ['8', null],
    ['1,', null],
    ['one', null],
  ])('read the case numbers “%s”', (text, places) => {
    expect(placesIn(text, 7)).toEqual(places)
    if (places) expect(placesIn(rangesOf(places), 7)).toEqual(places)
  })
})

describe('the statement says how output is compared', () => {
  const numbers = 'Your numbers may differ from the expected ones by'
  it.each<[Parameters<typeof comparisonText>[0], string | null]>([
    [{}, null],
    [{ comparison: 'unordered' }, 'The order of lines does not matter.'],
    [{ comparison: 'checker' }, 'Several answers may be right: a checker judges your output.'],
    [{ comparison: 'numbers' }, `${numbers} 0.000001 (absolute or relative).`],
    [{ comparison: 'numbers', tolerance: { absolute: 1e-9 } }, `${numbers} 0.000000001.`],
    [{ comparison: 'numbers', tolerance: { relative: 0.01 } }, `${numbers} 0.01 times the expected number.`],
    [
      { comparison: 'numbers', tolerance: { absolute: 1, relative: 0.01 } },
      `${numbers} 1, or by 0.01 times the expected number.`,
    ],
    [{ comparison: 'numbers', tolerance: { absolute: 0 } }, 'Numbers are compared by value, so 1.0 and 1 are equal.'],
  ])('%j', (question, text) => {
    expect(comparisonText(question)).toBe(text)
  })
})
