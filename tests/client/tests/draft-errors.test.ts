import { describe, expect, it } from 'vitest'
import { withSectionMoved } from '#client/features/tests/model/draft-changes.ts'
import { alertOf, checkDraft, placeOf, withoutErrors } from '#client/features/tests/model/draft-errors.ts'
import { draftSchema, emptyDraft } from '#client/features/tests/model/test-draft.ts'
import { DraftStore } from '#client/features/tests/model/test-draft-store.ts'
import { unreadDateText } from '#client/lib/date-text.ts'
import { aDraft, aDraftQuestion, aDraftSection, someQuestions } from './drafts.ts'

const schema = draftSchema(undefined)
const alertFor = (draft: ReturnType<typeof aDraft>) => alertOf(draft, checkDraft(schema, draft).errors)

describe('form errors', () => {
  it('are listed in form order for an empty form', () => {
    const { errors } = checkDraft(schema, emptyDraft('Specific Company Test'))
    expect(Object.entries(errors)).toEqual([
      ['testName', 'Test name is required'],
      ['testDescription', 'Description is required'],
      ['companyName', 'Company name is required for Specific Company tests'],
      ['startDateTime', 'Start date is required'],
      ['endDateTime', 'End date is required'],
      ['sections.0.questions', 'Section "Section 1" needs exactly 10 questions'],
    ])
  })

  it.each([
    [{ endDateTime: '2027-01-10T09:00' }, 'End date must be after start date'],
    [{ startDateTime: 'soon' }, unreadDateText(true)],
    [{ numberOfQuestions: '' }, 'Must have at least 1 question'],
    [{ marksPerQuestion: 0 }, 'Marks must be at least 1'],
    [{ duration: 4 }, 'Duration must be at least 5 minutes'],
    [{ numberOfQuestions: 3 }, 'You need exactly 3 questions'],
    [{ numberOfQuestions: 1 }, 'Maximum 1 questions allowed'],
  ])('are shown for %o in a test without sections', (fields, sentence) => {
    expect(alertFor(aDraft('Practice', { questions: someQuestions(2), numberOfQuestions: 2, ...fields }))).toBe(
      sentence,
    )
  })

  it('name the section and question', () => {
    const bad = aDraftQuestion({ options: { A: '1', B: ' ', C: '3', D: '4' } })
    const sections = [
      aDraftSection(someQuestions(1), { sectionName: 'Aptitude' }),
      aDraftSection([...someQuestions(2), bad], { sectionName: 'Coding' }),
    ]
    const draft = aDraft('Assessment', { sections })
    expect(alertFor(draft)).toBe('Section "Coding", question 3: Please fill all question fields correctly')
    expect(alertFor(aDraft('Practice', { questions: [bad], numberOfQuestions: 1 }))).toBe(
      'Question 1: Please fill all question fields correctly',
    )
    expect(alertFor({ ...draft, sections: [] })).toBe('At least one section is required')
    const short = {
      ...draft,
      sections: sections.map((section) => ({ ...section, sectionDuration: 4, sectionName: '' })),
    }
    expect(alertFor(short)).toBe('Section 1: Section name is required')
    const many = { ...draft, sections: [aDraftSection(someQuestions(2), { sectionName: 'X', numberOfQuestions: 1 })] }
    expect(alertFor(many)).toBe('Section "X": Maximum 1 questions allowed for this section')
  })

  it('sort indexes as numbers', () => {
    const questions = someQuestions(12).map((question, at) =>
      at === 1 || at === 10 ? { ...question, marks: 11 } : question,
    )
    const draft = aDraft('Practice', { questions, numberOfQuestions: 12 })
    expect(Object.keys(checkDraft(schema, draft).errors)).toEqual(['questions.1.marks', 'questions.10.marks'])
  })
})

describe('the place of an error', () => {
  const section = aDraftSection(someQuestions(2), { sectionName: 'Aptitude' })
  const draft = aDraft('Assessment', { sections: [aDraftSection([]), section] })
  it.each([
    ['sections.1.sectionDuration', { section: section.key, question: undefined, words: 'Section "Aptitude"' }],
    [
      'sections.1.questions.1.options.C',
      { section: section.key, question: section.questions[1]?.key, words: 'Section "Aptitude", question 2' },
    ],
    ['testName', { section: undefined, question: undefined, words: '' }],
    ['sections', { section: undefined, question: undefined, words: '' }],
  ])('is found for %s', (path, place) => {
    expect(placeOf(draft, path)).toEqual(place)
  })
})

describe('errors while the form is being fixed', () => {
  it('are cleared when their field or another field of the rule is edited', () => {
    const errors = {
      startDateTime: 'a',
      endDateTime: 'b',
      'sections.0.numberOfQuestions': 'c',
      'sections.0.questions': 'd',
    }
    expect(withoutErrors(errors, 'startDateTime')).toEqual({
      'sections.0.numberOfQuestions': 'c',
      'sections.0.questions': 'd',
    })
    expect(withoutErrors(errors, 'sections.0.numberOfQuestions')).toEqual({ startDateTime: 'a', endDateTime: 'b' })
    expect(withoutErrors(errors, 'testName')).toBe(errors)
  })

  it('report a duplicate section name until it is changed', () => {
    const sections = ['Logic', ' logic'].map((sectionName) => aDraftSection(someQuestions(1), { sectionName }))
    const store = new DraftStore({ schema, initial: aDraft('Assessment', { sections }) })
    expect(store.check()).toBeNull()
    expect(store.read().errors).toEqual({ 'sections.1.sectionName': 'Another section has this name' })
    store.setSectionField(sections[1]?.key ?? '', 'sectionName', 'Verbal')
    expect(store.read().errors).toEqual({})
    expect(store.check()).not.toBeNull()
  })

  it('open their section, and move with it', () => {
    const good = aDraftSection(someQuestions(1))
    const bad = aDraftSection(someQuestions(1), { sectionName: 'Verbal', numberOfQuestions: 2 })
    const store = new DraftStore({ schema, initial: aDraft('Assessment', { sections: [good, bad] }) })
    expect(store.read().open).toBe(good.key)
    expect(store.check()).toBeNull()
    expect(store.read().open).toBe(bad.key)
    expect(Object.keys(store.read().errors)).toEqual(['sections.1.questions'])
    store.change((draft) => withSectionMoved(draft, bad.key, -1))
    expect(Object.keys(store.read().errors)).toEqual(['sections.0.questions'])
    store.setSectionField(bad.key, 'numberOfQuestions', 1)
    expect(store.read().errors).toEqual({})
    expect(store.check()).not.toBeNull()
  })
})
