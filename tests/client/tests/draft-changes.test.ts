import { describe, expect, it } from 'vitest'
import {
  backToQuestions,
  backToSections,
  backToType,
  lostByType,
  withAdded,
  withDuplicate,
  withNewSection,
  withoutQuestion,
  withoutSection,
  withQuestionIn,
  withQuestionMoved,
  withRewritten,
  withSectionMoved,
  withSubject,
  withType,
} from '#client/features/tests/model/draft-changes.ts'
import { limitOf, roomOf, totalsOf } from '#client/features/tests/model/draft-parts.ts'
import { isSectioned } from '#shared/tests/tests.rules.ts'
import { testTypes } from '#shared/tests/tests.schema.ts'
import { aDraft, aDraftQuestion, aDraftSection, keysOf, someQuestions } from './drafts.ts'

describe('changing the type or subject', () => {
  for (const from of testTypes)
    for (const to of testTypes.filter((type) => type !== from))
      it(`from ${from} to ${to}`, () => {
        const draft = aDraft(from, {
          subject: 'Verbal',
          topics: ['Grammar'],
          bestOf: isSectioned(from) ? '' : 2,
          ...(isSectioned(from) ? { sections: [aDraftSection(someQuestions(3))] } : { questions: someQuestions(3) }),
        })
        const next = withType(draft, to)
        const sameKind = isSectioned(from) === isSectioned(to)
        expect(next.testType).toBe(to)
        expect(next.topics).toEqual([])
        expect(next.subject).toBe(to === 'Practice' ? 'Verbal' : 'Technical')
        expect(lostByType(draft, to)).toBe(sameKind ? 0 : 3)
        if (sameKind) expect([next.sections, next.questions]).toEqual([draft.sections, draft.questions])
        else {
          expect(next.questions).toEqual([])
          expect(next.sections.map(({ sectionName, questions }) => [sectionName, questions])).toEqual(
            isSectioned(to) ? [['Section 1', []]] : [],
          )
        }
        const back = backToType(draft)({ ...next, testName: 'Renamed meanwhile' })
        expect(back).toEqual({ ...draft, testName: 'Renamed meanwhile' })
      })

  it('does nothing if the type does not change', () => {
    const draft = aDraft('Assignment', { topics: ['Algorithms'] })
    expect(withType(draft, 'Assignment')).toBe(draft)
  })

  it('clears the topics of the old subject', () => {
    const draft = aDraft('Practice', { topics: ['Algorithms'] })
    expect(withSubject(draft, 'Verbal')).toMatchObject({ subject: 'Verbal', topics: [] })
    expect(withSubject(draft, 'Technical')).toBe(draft)
  })
})

describe('sections', () => {
  it('start with the form’s defaults and the next number', () => {
    let draft = withNewSection(aDraft('Assessment', { sections: [] }))
    expect(draft.sections[0]).toMatchObject({
      sectionName: 'Section 1',
      sectionDuration: 30,
      numberOfQuestions: 10,
      marksPerQuestion: 1,
      questions: [],
    })
    draft = withNewSection(withNewSection(draft))
    draft = withNewSection(withoutSection(draft, draft.sections[1]?.key ?? ''))
    expect(draft.sections.map(({ sectionName }) => sectionName)).toEqual(['Section 1', 'Section 3', 'Section 4'])
  })

  it('are limited to twenty', () => {
    const draft = aDraft('Assessment', { sections: Array.from({ length: 20 }, () => aDraftSection([])) })
    expect(withNewSection(draft)).toBe(draft)
  })

  it('can be moved, removed and restored with their questions', () => {
    const [a, b, c] = [aDraftSection(someQuestions(1)), aDraftSection(someQuestions(2)), aDraftSection([])]
    const draft = aDraft('Mock Test', { sections: [a, b, c] })
    expect(keysOf(withSectionMoved(draft, b.key, -1).sections)).toEqual(keysOf([b, a, c]))
    expect(keysOf(withSectionMoved(draft, c.key, 1).sections)).toEqual(keysOf([a, b, c]))
    const without = withoutSection(draft, b.key)
    expect(keysOf(without.sections)).toEqual(keysOf([a, c]))
    expect(backToSections(b, 1)(without)).toEqual(draft)
  })
})

describe('questions', () => {
  it('fill only the remaining slots of their part', () => {
    const section = aDraftSection(someQuestions(7), { numberOfQuestions: 10 })
    const full = aDraftSection(someQuestions(2))
    const draft = aDraft('Assessment', { sections: [section, full] })
    const more = someQuestions(5)
    expect(roomOf(section)).toBe(3)
    expect(keysOf(withAdded(draft, section.key, more).sections[0]?.questions ?? [])).toEqual(
      keysOf([...section.questions, ...more.slice(0, 3)]),
    )
    expect(withAdded(draft, full.key, more)).toBe(draft)
    const flat = aDraft('Practice', { numberOfQuestions: 2 })
    expect(withAdded(flat, null, more).questions).toHaveLength(2)
  })

  it('have no slots while the number of questions is invalid', () => {
    for (const numberOfQuestions of ['', '-', 2.5, -1]) expect(limitOf({ numberOfQuestions })).toBe(0)
    expect(limitOf({ numberOfQuestions: 500 })).toBe(100)
  })

  it('are duplicated right after the original, without its stored id', () => {
    const [a, b] = [aDraftQuestion({ id: 'stored', marks: 3 }), aDraftQuestion()]
    const draft = aDraft('Assignment', { questions: [a, b], numberOfQuestions: 3 })
    const { questions } = withDuplicate(draft, a.key)
    expect(questions.map(({ questionText }) => questionText)).toEqual([a.questionText, a.questionText, b.questionText])
    expect(questions[1]).toMatchObject({ marks: 3, correctAnswer: 'B' })
    expect(questions[1]?.id).toBeUndefined()
    expect(new Set(keysOf(questions)).size).toBe(3)
    const full = { ...draft, numberOfQuestions: 2 }
    expect(withDuplicate(full, a.key)).toBe(full)
  })

  it('can be moved to another section if it has room', () => {
    const from = aDraftSection(someQuestions(2))
    const roomy = aDraftSection(someQuestions(1), { numberOfQuestions: 2 })
    const full = aDraftSection(someQuestions(1))
    const draft = aDraft('Assessment', { sections: [from, roomy, full] })
    const [moved, stays] = from.questions
    const next = withQuestionIn(draft, moved?.key ?? '', roomy.key)
    expect(next.sections.map(({ questions }) => keysOf(questions))).toEqual([
      [stays?.key],
      [roomy.questions[0]?.key, moved?.key],
      keysOf(full.questions),
    ])
    expect(withQuestionIn(draft, moved?.key ?? '', full.key)).toBe(draft)
  })

  it('can be moved, edited, removed and restored', () => {
    const section = aDraftSection(someQuestions(3))
    const draft = aDraft('Assessment', { sections: [section] })
    const [a, b, c] = section.questions
    if (!a || !b || !c) throw new Error('Expected three questions')
    const questionsOf = (next: typeof draft) => next.sections[0]?.questions ?? []
    expect(keysOf(questionsOf(withQuestionMoved(draft, b.key, 1)))).toEqual([a.key, c.key, b.key])
    expect(keysOf(questionsOf(withQuestionMoved(draft, a.key, -1)))).toEqual([a.key, b.key, c.key])
    const rewritten = withRewritten(draft, { ...b, questionText: 'Anew' })
    expect(questionsOf(rewritten)[1]?.questionText).toBe('Anew')
    // Other questions keep their identity, so their rows do not rerender.
    expect(questionsOf(rewritten)[0]).toBe(a)
    const without = withoutQuestion(draft, b.key)
    expect(keysOf(questionsOf(without))).toEqual([a.key, c.key])
    expect(backToQuestions(b, section.key, 1)(without)).toEqual(draft)
    const gone = withoutSection(without, section.key)
    expect(backToQuestions(b, section.key, 1)(gone)).toBe(gone)
  })
})

describe('the totals of a draft', () => {
  it('are summed over the sections', () => {
    const draft = aDraft('Assessment', {
      sections: [
        aDraftSection([aDraftQuestion({ marks: 2.5 }), aDraftQuestion()], {
          numberOfQuestions: 5,
          sectionDuration: 20,
        }),
        aDraftSection(someQuestions(3), { marksPerQuestion: 2, sectionDuration: '' }),
      ],
    })
    expect(totalsOf(draft)).toEqual({ sections: 2, questions: 5, planned: 8, marks: 9.5, minutes: 20 })
  })

  it('are taken from the test itself if it has no sections', () => {
    const draft = aDraft('Practice', { questions: someQuestions(2), numberOfQuestions: 3, duration: 45 })
    expect(totalsOf(draft)).toEqual({ sections: null, questions: 2, planned: 3, marks: 2, minutes: 45 })
  })
})
