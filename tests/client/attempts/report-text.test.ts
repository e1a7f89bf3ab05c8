import { describe, expect, it } from 'vitest'
import {
  incorrectLabel,
  marksText,
  numbered,
  outcomeLabel,
  reportText,
  timeNotes,
} from '#client/features/attempts/components/report-text.ts'
import { plainText } from '#client/ui/rich-text-plain.ts'
import type { Report } from '#shared/attempts/attempts.schema.ts'
import type { ShownFields } from '#shared/bank/questions.schema.ts'

const results = {
  marksObtained: 1,
  totalMarks: 2,
  percentage: 50,
  correctAnswers: 1,
  incorrectAnswers: 0,
  unanswered: 1,
}

const item = (id: string, sectionName: string | null) => ({
  questionId: id,
  questionText: `What is ${id}?`,
  questionImageUrl: null,
  optionImages: null,
  sectionName,
  options: { A: 'a', B: 'b', C: 'c', D: 'd' },
  studentAnswer: 'A',
  correctAnswer: 'A',
  isCorrect: true,
  marks: 1,
  marksObtained: 1,
  explanation: null,
})

const report: Report = {
  id: 'attempt',
  studentId: { id: 's', name: 'Asha', email: 'asha@a.example', batch: '2027', branch: 'CSE' },
  testId: {
    id: 't',
    testName: 'Drive',
    subject: 'Technical',
    testType: 'Assessment',
    companyName: null,
    difficulty: 'Easy',
  },
  ...results,
  passed: true,
  passMark: 40,
  grade: 'C',
  timeSpent: 12,
  submittedBy: 'student',
  createdAt: '2026-01-31T12:00:00.000Z',
  submittedAt: '2026-01-31T13:00:00.000Z',
  receipt: { code: 'ABCD-EFGH-JKMN', submittedAt: '2026-01-31T13:00:00.000Z', answered: 1, questions: 2 },
  sectionTimesEnforced: true,
  timeGiven: 0,
  sections: [],
  codingAnalysis: [],
  pendingCode: 0,
  questionAnalysis: [item('q1', null), item('q2', null)],
}
const sectioned: Report = {
  ...report,
  sections: [
    { sectionName: 'Aptitude', ...results },
    { sectionName: 'Verbal', ...results },
  ],
  questionAnalysis: [item('a1', 'Aptitude'), item('a2', 'Aptitude'), item('v1', 'Verbal')],
}

describe('the report as a file', () => {
  it('contains the receipt if there is one', () => {
    expect(reportText(report, 'today', plainText)).toContain('Receipt: ABCD-EFGH-JKMN (1 of 2 questions answered)')
    expect(reportText({ ...report, receipt: null }, 'today', plainText)).not.toContain('Receipt')
  })

  it('lists the sections, and names the section next to each question', () => {
    const text = reportText(sectioned, 'today', plainText)
    expect(text).toContain('  Verbal: 1 / 2 (50.0%), correct: 1, incorrect: 0, unanswered: 1')
    expect(text).toContain('Verbal, Question 1 - Correct - 1 of 1 mark')
    expect(reportText(report, 'today', plainText)).not.toContain('Sections')
  })

  it('includes program verdicts', () => {
    const program = {
      questionId: 'c1',
      title: 'Sum of two',
      points: 50,
      marksObtained: 10,
      status: 'wrong_answer' as const,
      score: 20,
      testCasesPassed: 1,
      totalTestCases: 2,
      submissions: 1,
      pending: true,
      language: 'python' as const,
      code: 'print(3)',
    }
    const text = reportText({ ...report, codingAnalysis: [program], pendingCode: 1 }, 'today', plainText)
    expect(text).toContain('  Sum of two: 10 of 50 marks, Wrong answer, 1 of 2 test cases, Python')
    expect(text).toContain('1 submission is still being judged')
    expect(reportText(report, 'today', plainText)).not.toContain('Coding')
  })

  it('writes formulas, emphasis and code as readable text', () => {
    const asked = {
      ...item('q1', null),
      questionText: 'If $x^2 = \\frac{9}{4}$, **which** is `x`?',
      options: { A: '$\\frac{3}{2}$', B: '$\\sqrt{9}$', C: '- 3', D: 'None' },
      explanation: '$$x = \\pm\\frac{3}{2}$$',
    }
    const text = reportText({ ...report, questionAnalysis: [asked] }, 'today', plainText)
    expect(text).toContain('If x² = 9/4, which is x?\n  A. 3/2\n  B. √9\n  C. - 3\n  D. None\n')
    expect(text).toContain('Explanation: x = ±3/2\n')
    expect(text).not.toMatch(/[$\\*`]/)
  })

  it('uses the singular for one mark', () => {
    expect([marksText(0, 1), marksText(2.5, 4)]).toEqual(['0 of 1 mark', '2.5 of 4 marks'])
  })

  it('writes marks lost to a penalty with a minus sign', () => {
    expect(marksText(-0.5, 2)).toBe('−0.5 of 2 marks')
  })

  it('numbers questions within their section, as in the exam', () => {
    expect(numbered(sectioned.questionAnalysis).map(({ number }) => number)).toEqual([1, 2, 1])
    expect(numbered(report.questionAnalysis).map(({ number }) => number)).toEqual([1, 2])
  })

  it('mentions extra time, and section times that were not enforced', () => {
    expect(timeNotes(report)).toEqual([])
    expect(timeNotes({ ...report, timeGiven: 10, sectionTimesEnforced: false })).toEqual([
      'You had 10 min of extra time.',
    ])
    expect(timeNotes({ ...sectioned, sectionTimesEnforced: false })).toEqual([
      'This attempt was submitted in one go, so its section times were not enforced.',
    ])
  })
})

/** A question of another type, with all fields that a report adds. */
const answered = (fields: ShownFields, studentAnswer: string | null, correctAnswer: string | null) => ({
  questionId: 'q',
  questionText: 'A {{1}} is {{2}}.',
  questionImageUrl: null,
  sectionName: null,
  isCorrect: false,
  marks: 2,
  marksObtained: 0,
  explanation: null,
  ...fields,
  studentAnswer,
  correctAnswer,
})
const textOf = (...questionAnalysis: Report['questionAnalysis']) =>
  reportText({ ...report, questionAnalysis }, 'today', plainText)

describe('a question of another type in the file', () => {
  it('lists only existing options, and all chosen letters', () => {
    const options = { A: 'a', B: 'b', C: 'c', D: 'd', E: 'e' }
    const text = textOf(answered({ type: 'multiple', options, optionImages: { E: '/e.png' } }, 'A, C', 'A, E'))
    expect(text).toContain('  D. d\n  E. e [Image]\nYour answer: A, C\nCorrect answer: A, E\n')
    const two = textOf(answered({ options: { A: 'yes', B: 'no' }, optionImages: null }, 'A', 'B'))
    expect(two).toContain('  A. yes\n  B. no\nYour answer: A\n')
  })

  it('offers True and False', () => {
    expect(textOf(answered({ type: 'boolean' }, 'True', 'False'))).toContain(
      '  True\n  False\nYour answer: True\nCorrect answer: False\n',
    )
  })

  it('numbers gaps in the text and in the answers', () => {
    const gaps: ShownFields = {
      type: 'gaps',
      gaps: [{ kind: 'text' }, { kind: 'choice', options: { A: 'LIFO', B: 'FIFO' } }],
    }
    const text = textOf(answered(gaps, 'queue; –', 'stack; LIFO'))
    expect(text).toContain('A [1] is [2].\n  [2] LIFO / FIFO\n')
    expect(text).toContain('Your answer:\n  [1] queue\n  [2] –\nCorrect answer:\n  [1] stack\n  [2] LIFO\n')
  })

  it('lists pairs and items, with formulas as text', () => {
    const matching: ShownFields = {
      type: 'matching',
      left: [
        { id: '1', text: '$x^2$' },
        { id: '2', text: 'TCP; IP' },
      ],
      right: [
        { id: '1', text: 'square' },
        { id: '2', text: 'network' },
      ],
    }
    expect(textOf(answered(matching, '$x^2$ → square; TCP; IP → –', null))).toContain(
      'Your answer: x² → square; TCP; IP → –',
    )
    const ordering: ShownFields = {
      type: 'ordering',
      items: [
        { id: '1', text: 'Parse' },
        { id: '2', text: 'Lex' },
      ],
    }
    const text = textOf(answered(ordering, 'Parse → Lex', 'Lex → Parse'))
    expect(text).toContain('  Put in order: Parse; Lex\nYour answer:\n  1. Parse\n  2. Lex\n')
  })

  it('keeps an essay’s line breaks, and shows no correct answer for it', () => {
    const essay: ShownFields = { type: 'essay', minWords: null, maxWords: null }
    const text = textOf(answered(essay, 'One *star*.\n\nTwo.', ''))
    expect(text).toContain('Question 1 - Answered - 0 of 2 marks')
    expect(text).toContain('Your answer:\n  One *star*.\n  \n  Two.\n')
    expect(text).not.toContain('Correct answer')
  })
})

describe('outcomeLabel', () => {
  const given = { studentAnswer: 'A', isCorrect: false, marksObtained: 0 }

  it.each([
    ['Not answered', { ...given, studentAnswer: null }],
    ['Answered', { ...given, isCorrect: null, marksObtained: null }],
    ['Correct', { ...given, isCorrect: true, marksObtained: 2 }],
    ['Partly correct', { ...given, marksObtained: 0.67 }],
    ['Incorrect', given],
    ['Incorrect', { ...given, marksObtained: -0.5 }],
    ['Incorrect', { studentAnswer: 'A', isCorrect: false }],
    ['Answered', { ...given, type: 'essay' as const }],
    ['Partly correct', { ...given, type: 'essay' as const, marksObtained: 1 }],
    ['Dropped', { ...given, isCorrect: null, ruling: 'dropped' as const }],
    ['Dropped', { ...given, studentAnswer: null, isCorrect: null, ruling: 'dropped' as const }],
  ])('is %s for %j', (label, item) => {
    expect(outcomeLabel({ type: 'multiple', ...item })).toBe(label)
  })

  it('says that incorrect answers include partly correct ones', () => {
    expect(incorrectLabel(report.questionAnalysis)).toBe('Incorrect')
    expect(incorrectLabel([{ ...item('q1', null), isCorrect: false, marksObtained: 0.5 }])).toBe(
      'Incorrect or partly correct',
    )
  })
})
