import { moment } from './calendar.ts'
import { codingRound } from './coding-hall.ts'
import { timeAndWork, unitTest } from './questions/arithmetic.ts'
import {
  computing,
  hiringAptitude,
  hiringTechnical,
  logical,
  mockQuantitative,
  mockVerbal,
  quantitative,
} from './questions/campus.ts'
import { emailEtiquette, workplace } from './questions/communication.ts'
import { weeklyTest } from './questions/reasoning.ts'
import { dataStructures, programming, readingPrograms } from './questions/technical.ts'
import { readingAndGrammar, vocabularySprint } from './questions/verbal.ts'
import type { Offer, SeedTest } from './seed-test.ts'
import { typedTestsAt } from './typed-tests.ts'

const nobody = { submitted: 0, abandoned: 0, running: 0 }

const accepted = (batches: string[], submitted: number, running = 0): Offer => ({
  status: 'accepted',
  to: { batches, branches: [] },
  shares: { submitted, abandoned: submitted / 8, running },
})

/** Creates all demo tests, with windows relative to `now`. */
export function testsAt(now: number, [elder, younger]: readonly [string, string]): SeedTest[] {
  const at = (days: number, hour: number) => new Date(moment(now, days, hour)).toISOString()
  const window = (from: number, to: number) => ({ startDateTime: at(from, 9), endDateTime: at(to, 18) })
  const all = [elder, younger]
  const everybody = { batches: all, branches: [] }

  return [
    {
      form: {
        testName: 'Quantitative Aptitude: Unit Test 1',
        testDescription: 'Percentages, ratios, averages, interest and counting. Rough work on paper is welcome.',
        subject: 'Arithmetic',
        testType: 'Assignment',
        difficulty: 'Medium',
        topics: ['Percentages', 'Ratios', 'Averages', 'Probability'],
        marksPerQuestion: 2,
        duration: 30,
        ...window(-21, -19),
      },
      questions: unitTest,
      offer: {
        status: 'accepted',
        to: everybody,
        shares: { submitted: 0.82, abandoned: 0.09, running: 0 },
        own: 'submitted',
      },
    },
    {
      form: {
        testName: 'Reading and Grammar Drill',
        testDescription: 'One passage and six short questions. You see the right answers when you submit.',
        subject: 'Verbal',
        testType: 'Practice',
        difficulty: 'Easy',
        topics: ['Reading', 'Grammar', 'Vocabulary'],
        marksPerQuestion: 1,
        duration: 20,
        ...window(-13, -10),
      },
      questions: readingAndGrammar,
      offer: {
        status: 'accepted',
        to: { batches: [elder, younger], branches: ['CSE'] },
        shares: { submitted: 0.72, abandoned: 0.1, running: 0 },
        own: 'submitted',
      },
      elsewhere: { ARANYA: accepted(all, 0.4) },
    },
    {
      form: {
        testName: 'Logical Reasoning: Weekly Test',
        testDescription: 'Series, codes, relations, seating and syllogisms.',
        subject: 'Reasoning',
        testType: 'Assignment',
        difficulty: 'Hard',
        topics: ['Series', 'Seating', 'Syllogisms'],
        marksPerQuestion: 1,
        duration: 20,
        ...window(-6, -4),
      },
      questions: weeklyTest,
      offer: {
        status: 'accepted',
        to: { batches: [elder], branches: [] },
        shares: { submitted: 0.78, abandoned: 0.1, running: 0 },
        own: 'absent',
      },
      elsewhere: { ARANYA: accepted([elder], 0.7), SAGAR: accepted([elder], 0.65) },
    },
    {
      form: {
        testName: 'Programming Fundamentals',
        testDescription:
          'Ten questions on C, Java, Python, SQL, data structures and networks. Read each program; you don’t have to run anything.',
        subject: 'Technical',
        testType: 'Assignment',
        difficulty: 'Medium',
        topics: ['Programming', 'Data structures', 'SQL', 'Networks'],
        marksPerQuestion: 1,
        duration: 60,
        ...window(-1, 14),
      },
      questions: programming,
      offer: {
        status: 'accepted',
        to: { batches: [elder], branches: [] },
        shares: { submitted: 0.25, abandoned: 0.05, running: 0.08 },
        own: 'absent',
      },
      elsewhere: { SAGAR: accepted([elder], 0.2, 0.05), DEODAR: accepted([elder], 0.1) },
    },
    {
      form: {
        testName: 'Workplace Communication',
        testDescription: 'Six everyday situations at work: email, meetings, interviews. Practise as you like.',
        subject: 'Communication',
        testType: 'Practice',
        difficulty: 'Easy',
        topics: ['Email', 'Listening', 'Interviews'],
        marksPerQuestion: 1,
        duration: 15,
        ...window(-1, 21),
      },
      questions: workplace,
      offer: {
        status: 'accepted',
        to: everybody,
        shares: { submitted: 0.2, abandoned: 0, running: 0 },
        own: 'absent',
      },
      elsewhere: { ARANYA: { status: 'rejected' }, DEODAR: accepted(all, 0.15) },
    },
    {
      form: {
        testName: 'Mock Placement Test 1',
        testDescription: 'A rehearsal in two sections, each with its own clock, as on the day itself.',
        subject: 'Arithmetic',
        testType: 'Mock Test',
        difficulty: 'Medium',
        topics: ['Averages', 'Simple and Compound Interest', 'Grammar'],
        ...window(-9, -7),
      },
      sections: [
        { sectionName: 'Quantitative', sectionDuration: 10, marksPerQuestion: 2, questions: mockQuantitative },
        { sectionName: 'Verbal', sectionDuration: 5, marksPerQuestion: 1, questions: mockVerbal },
      ],
      offer: {
        status: 'accepted',
        to: everybody,
        shares: { submitted: 0.75, abandoned: 0.08, running: 0 },
        own: 'submitted',
      },
      elsewhere: { ARANYA: accepted(all, 0.6) },
    },
    {
      form: {
        testName: 'Campus Readiness Assessment',
        testDescription: 'Three sections, each with its own clock. You can’t return to a section.',
        subject: 'Reasoning',
        testType: 'Assessment',
        difficulty: 'Medium',
        topics: ['Number Series', 'Syllogisms', 'Probability', 'Programming'],
        ...window(-1, 12),
      },
      sections: [
        { sectionName: 'Quantitative Aptitude', sectionDuration: 30, marksPerQuestion: 2, questions: quantitative },
        { sectionName: 'Logical Reasoning', sectionDuration: 25, marksPerQuestion: 2, questions: logical },
        { sectionName: 'Computing', sectionDuration: 25, marksPerQuestion: 1, questions: computing },
      ],
      offer: {
        status: 'accepted',
        to: everybody,
        shares: { submitted: 0.2, abandoned: 0.05, running: 0.09 },
        own: 'absent',
      },
      elsewhere: { ARANYA: accepted(all, 0.15, 0.06), SAGAR: accepted(all, 0.1, 0.05), DEODAR: { status: 'pending' } },
    },
    {
      form: {
        testName: 'Placement Coding Round',
        testDescription: 'Ten minutes of multiple choice, then two programs in the language of your choice.',
        subject: 'Technical',
        testType: 'Assessment',
        difficulty: 'Medium',
        topics: ['Programming', 'Algorithms'],
        ...window(-5, -3),
      },
      sections: [
        { sectionName: 'Reading Programs', sectionDuration: 10, marksPerQuestion: 2, questions: readingPrograms },
      ],
      coding: {
        asked: [
          { question: 'Projectors on Loan', points: 30, minutes: 25 },
          { question: 'Roll Numbers on Slips', points: 20, minutes: 20 },
        ],
        works: codingRound,
      },
      offer: {
        status: 'accepted',
        to: { batches: [elder], branches: ['CSE'] },
        shares: { submitted: 0.25, abandoned: 0, running: 0 },
        own: 'submitted',
      },
    },
    {
      form: {
        testName: 'Coding Practice: Grids and Names',
        testDescription: 'Two problems to try in your own time.',
        subject: 'Technical',
        testType: 'Practice',
        hasCodingSection: true,
        difficulty: 'Medium',
        topics: ['Programming'],
        ...window(-1, 9),
      },
      coding: {
        asked: [
          { question: 'Answered Twice', points: 40, minutes: 30 },
          { question: 'With Dry Shoes', points: 60, minutes: 60 },
        ],
        works: [],
      },
      offer: { status: 'accepted', to: everybody, shares: nobody, own: 'absent' },
    },
    {
      form: {
        testName: 'Meridian Systems Hiring Test',
        testDescription: 'Aptitude and programming, as in the company’s first round.',
        subject: 'Technical',
        testType: 'Specific Company Test',
        companyName: 'Meridian Systems',
        difficulty: 'Hard',
        topics: ['Programming', 'Data Structures'],
        ...window(6, 8),
      },
      sections: [
        { sectionName: 'Aptitude', sectionDuration: 15, marksPerQuestion: 2, questions: hiringAptitude },
        { sectionName: 'Technical', sectionDuration: 15, marksPerQuestion: 3, questions: hiringTechnical },
      ],
      offer: { status: 'accepted', to: { batches: [elder], branches: [] }, shares: nobody, own: 'absent' },
      elsewhere: { ARANYA: accepted([elder], 0), SAGAR: { status: 'pending' }, DEODAR: { status: 'pending' } },
    },
    {
      form: {
        testName: 'Data Structures and Databases',
        testDescription: 'Trees, queues, hashing, joins and normal forms.',
        subject: 'Technical',
        testType: 'Assignment',
        difficulty: 'Hard',
        topics: ['Trees', 'Hashing', 'Normal forms'],
        marksPerQuestion: 2,
        duration: 40,
        ...window(5, 7),
      },
      questions: dataStructures,
      offer: { status: 'accepted', to: { batches: [elder], branches: ['CSE'] }, shares: nobody, own: 'absent' },
      elsewhere: { ARANYA: { status: 'pending' } },
    },
    {
      form: {
        testName: 'Time, Speed and Work',
        testDescription: 'Trains, boats and workers: five classics with worked solutions.',
        subject: 'Arithmetic',
        testType: 'Practice',
        difficulty: 'Medium',
        topics: ['Speed', 'Work'],
        marksPerQuestion: 1,
        duration: 15,
        ...window(3, 17),
      },
      questions: timeAndWork,
      offer: { status: 'pending' },
    },
    {
      form: {
        testName: 'Vocabulary Sprint',
        testDescription: 'Five words in ten minutes.',
        subject: 'Verbal',
        testType: 'Assignment',
        difficulty: 'Easy',
        topics: ['Vocabulary', 'Spelling'],
        marksPerQuestion: 1,
        duration: 10,
        ...window(2, 4),
      },
      questions: vocabularySprint,
      offer: { status: 'rejected' },
    },
    {
      form: {
        testName: 'Email Etiquette',
        testDescription: 'Who goes in Bcc, when to reply to all, and how to sign off.',
        subject: 'Communication',
        testType: 'Assignment',
        difficulty: 'Easy',
        topics: ['Email'],
        marksPerQuestion: 1,
        duration: 10,
        ...window(10, 12),
      },
      questions: emailEtiquette,
    },
    ...typedTestsAt(window, [elder, younger]),
  ]
}
