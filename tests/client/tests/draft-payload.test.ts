import { describe, expect, it } from 'vitest'
import { withType } from '#client/features/tests/model/draft-changes.ts'
import { checkDraft } from '#client/features/tests/model/draft-errors.ts'
import { marksIn } from '#client/features/tests/model/draft-parts.ts'
import { keyChanges, passChangeOf, permittedOf } from '#client/features/tests/model/started-test.ts'
import { type DraftSection, draftOf, draftSchema, toInput } from '#client/features/tests/model/test-draft.ts'
import type { TestDetail } from '#client/features/tests/queries.ts'
import { relaxedRules } from '#shared/tests/exam.rules.ts'
import { testForm } from '#shared/tests/form.schema.ts'
import { testSummary } from '#shared/tests/tests.schema.ts'
import { minimal } from '#tests/factories/minimal.ts'
import { aDraft, aDraftQuestion, aDraftSection, type SingleChoice, someQuestions } from './drafts.ts'

const schema = draftSchema(undefined)
const inputOf = (draft: ReturnType<typeof aDraft>) => toInput(schema.parse(draft))

const stored: TestDetail = {
  ...minimal(testSummary),
  id: 'test',
  testName: 'Campus drive',
  testDescription: 'One section.',
  subject: 'Technical',
  testType: 'Specific Company Test',
  companyName: 'Infosys',
  topics: ['Algorithms'],
  difficulty: 'Hard',
  numberOfQuestions: 2,
  duration: 20,
  startDateTime: '2027-01-10T03:15:42.123Z',
  endDateTime: '2027-01-10T12:15:00.000Z',
  hasSections: true,
  rules: relaxedRules,
  attemptCount: 3,
  questions: [],
  codingQuestions: [],
  sections: [
    {
      id: 's1',
      sectionName: 'Aptitude',
      sectionDuration: 20,
      numberOfQuestions: 2,
      marksPerQuestion: 2,
      questions: [
        {
          id: 'q1',
          questionText: 'One?',
          questionImageUrl: '/images/0123456789abcdef0123456789abcdef.png',
          options: { A: '1', B: '2', C: '3', D: '4' },
          optionImages: { B: '/images/0123456789abcdef0123456789abcdee.webp' },
          correctAnswer: 'A',
          marks: 2,
          explanation: 'It is one.',
        },
        {
          id: 'q2',
          questionText: 'Two?',
          questionImageUrl: null,
          options: { A: '1', B: '2', C: '3', D: '4' },
          optionImages: null,
          correctAnswer: 'B',
          marks: 3,
          explanation: null,
        },
      ],
    },
  ],
}

describe('the form sent to the server', () => {
  it('contains only sections if the test has sections', () => {
    const input = inputOf(
      aDraft('Mock Test', { sections: [aDraftSection(someQuestions(2))], questions: someQuestions(1) }),
    )
    expect(input).not.toHaveProperty('questions')
    expect(input).not.toHaveProperty('duration')
    expect('sections' in input && input.sections[0]).not.toHaveProperty('key')
    expect(testForm.safeParse(input).success).toBe(true)
  })

  it('contains no sections if the test has none', () => {
    const input = inputOf(aDraft('Assignment', { questions: someQuestions(2), numberOfQuestions: 2 }))
    expect(input).not.toHaveProperty('sections')
    expect(testForm.safeParse(input).success).toBe(true)
  })

  it('names a company only for a company test', () => {
    const company = aDraft('Specific Company Test', { sections: [aDraftSection(someQuestions(1))] })
    expect(inputOf(company).companyName).toBe('Infosys')
    expect(inputOf(withType(company, 'Mock Test')).companyName).toBeNull()
  })

  it('equals the stored test, including ids, seconds and images', () => {
    const draft = draftOf(stored)
    expect(draft.sections[0]?.questions.map(({ marks }) => marks)).toEqual([undefined, 3])
    const input = toInput(draftSchema(stored).parse(draft))
    const [first] = stored.sections
    if (!first) throw new Error('Expected a section')
    const { questions, ...section } = first
    expect(input).toMatchObject({
      testName: 'Campus drive',
      companyName: 'Infosys',
      startDateTime: stored.startDateTime,
      endDateTime: stored.endDateTime,
      sections: [section],
    })
    const sent = 'sections' in input ? (input.sections[0]?.questions ?? []) : []
    expect(sent.map((question) => ({ ...question, marks: question.marks ?? section.marksPerQuestion }))).toEqual(
      questions,
    )
  })

  it('changes the marks of pools with the marks per question, except of pools with their own marks', () => {
    const from = { topics: ['Trees'] }
    const pools = [
      { pick: 2, from, marks: 2, candidates: 5 },
      { pick: 1, from, marks: 3, candidates: 4 },
    ]
    const [section] = stored.sections
    if (!section) throw new Error('Expected a section')
    const draft = draftOf({ ...stored, sections: [{ ...section, numberOfQuestions: 5, pools }] })
    const marksPerPool = (changes: object) => {
      const input = inputOf({ ...draft, sections: draft.sections.map((part) => ({ ...part, ...changes })) })
      return 'sections' in input ? input.sections[0]?.pools?.map(({ marks }) => marks ?? null) : undefined
    }
    expect(marksPerPool({})).toEqual([null, 3])
    expect(marksPerPool({ marksPerQuestion: 4 })).toEqual([null, 3])
    expect(marksPerPool({ pools: pools.map((pool) => ({ ...pool, marks: null })) })).toEqual([null, null])
    expect(marksIn({ ...draft.sections[0], marksPerQuestion: 4 } as DraftSection)).toBe(4 + 3 + 2 * 4 + 3)
  })

  it('rejects marks of a pool that are not a number', () => {
    const pools = [{ pick: 2, from: { topics: ['Trees'] }, marks: 'two' }]
    const draft = aDraft('Assignment', { questions: [], pools, numberOfQuestions: 2 })
    expect(checkDraft(schema, draft).errors).toMatchObject({ 'pools.0.marks': 'Must be a number' })
  })
})

describe('a test that students have started', () => {
  it('lists the questions whose key has changed', () => {
    const before = draftOf(stored)
    const [first, second] = before.sections[0]?.questions ?? []
    if (!first || !second) throw new Error('Expected two questions')
    const now = {
      ...before,
      sections: before.sections.map((section) => ({
        ...section,
        questions: [{ ...(first as SingleChoice), correctAnswer: 'D' as const }, second, aDraftQuestion()],
      })),
    }
    expect(keyChanges(before, before)).toEqual([])
    expect(keyChanges(before, now)).toEqual([{ questionId: 'q1', correctAnswer: 'D' }])
  })

  it('detects a changed pass mark and changed cut-offs', () => {
    const before = draftOf(stored)
    const [section] = before.sections
    if (!section) throw new Error('Expected a section')
    const withCutoff = (cutoff: number | '') => ({ ...before, sections: [{ ...section, cutoff }] })
    expect(passChangeOf(before, before)).toBeNull()
    expect(passChangeOf(before, { ...before, passMark: 55 })).toEqual({ passMark: 55 })
    expect(passChangeOf({ ...before, passMark: 55 }, { ...before, passMark: '' })).toEqual({ passMark: 40 })
    expect(passChangeOf(before, withCutoff(30))).toEqual({ cutoffs: { [section.id ?? '']: 30 } })
    expect(passChangeOf(withCutoff(30), withCutoff(''))).toEqual({ cutoffs: { [section.id ?? '']: null } })
  })

  it('applies only the permitted changes of a draft', () => {
    const before = draftOf(stored)
    const [section] = before.sections
    const [first, second] = section?.questions ?? []
    if (!section || !first || !second) throw new Error('Expected two questions')
    const kept = {
      ...before,
      testName: 'Renamed',
      endDateTime: '2027-01-11T18:00',
      sections: [
        aDraftSection(someQuestions(1)),
        {
          ...section,
          sectionName: 'Reasoning',
          sectionDuration: 90,
          questions: [
            {
              ...(second as SingleChoice),
              questionText: 'Other?',
              correctAnswer: 'C' as const,
              explanation: 'So.',
              marks: 9,
            },
          ],
        },
      ],
    }
    expect(permittedOf(before, kept)).toEqual({
      ...before,
      testName: 'Renamed',
      endDateTime: '2027-01-11T18:00',
      sections: [
        {
          ...section,
          sectionName: 'Reasoning',
          questions: [first, { ...second, correctAnswer: 'C', explanation: 'So.' }],
        },
      ],
    })
    expect(permittedOf(before, withType(kept, 'Practice'))).toMatchObject({
      testType: 'Specific Company Test',
      subject: 'Technical',
      topics: ['Algorithms'],
    })
  })
})
