import { describe, expect, it } from 'vitest'
import { marksText, numbered, reportText, timeNotes } from '#client/features/attempts/components/report-text.ts'
import { plainText } from '#client/ui/rich-text-plain.ts'
import type { Report } from '#shared/attempts/attempts.schema.ts'

const results = {
  marksObtained: 1,
  totalMarks: 2,
  percentage: 50,
  correctAnswers: 1,
  incorrectAnswers: 0,
  unanswered: 1,
}

const item = (id: string, sectionName: string | null): Report['questionAnalysis'][number] => ({
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

  it('lists each section, and names it next to its questions', () => {
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
    expect(text).toContain('1 program is still being judged')
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

  it('numbers questions within their section, as the exam did', () => {
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
