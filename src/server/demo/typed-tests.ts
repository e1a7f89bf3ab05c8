import { everyType, systems, writing } from './questions/typed.ts'
import type { SeedTest } from './seed-test.ts'

type WindowOf = (from: number, to: number) => { startDateTime: string; endDateTime: string }

/** Creates demo tests with questions of every type, questions drawn from the bank, and essays to mark. */
export const typedTestsAt = (window: WindowOf, [elder, younger]: readonly [string, string]): SeedTest[] => [
  {
    form: {
      testName: 'Computer Systems: Term Test',
      testDescription: 'Caches, processes, scheduling and networks. The last question is an essay.',
      subject: 'Technical',
      testType: 'Assignment',
      difficulty: 'Medium',
      topics: ['Memory', 'Processes', 'Scheduling', 'Networks'],
      marksPerQuestion: 2,
      duration: 45,
      ...window(-17, -15),
    },
    questions: systems,
    offer: {
      status: 'accepted',
      to: { batches: [elder], branches: ['CSE'] },
      shares: { submitted: 0.85, abandoned: 0, running: 0 },
      own: 'submitted',
    },
    marked: 1,
  },
  {
    form: {
      testName: 'Aptitude Screening',
      testDescription: 'Fourteen questions drawn from the question bank. Your neighbour has others.',
      subject: 'Arithmetic',
      testType: 'Assignment',
      difficulty: 'Medium',
      topics: ['Percentages', 'Work', 'Speed', 'Series'],
      marksPerQuestion: 1,
      duration: 30,
      shuffleQuestions: true,
      shuffleOptions: true,
      pools: [
        {
          pick: 4,
          from: {
            difficulty: 'Easy',
            topics: ['Percentages', 'Interest', 'Ratio', 'Numbers', 'Mensuration'],
          },
        },
        {
          pick: 5,
          from: {
            difficulty: 'Medium',
            topics: ['Interest', 'Time and work', 'Time and distance', 'Numbers', 'Probability and counting'],
          },
        },
        {
          pick: 3,
          from: {
            difficulty: 'Medium',
            topics: ['Series', 'Directions', 'Clocks and calendars'],
          },
        },
        {
          pick: 2,
          marks: 2,
          from: {
            difficulty: 'Hard',
            topics: ['Percentages', 'Probability and counting', 'Clocks and calendars'],
          },
        },
      ],
      ...window(-12, -11),
    },
    offer: {
      status: 'accepted',
      to: { batches: [younger], branches: [] },
      shares: { submitted: 0.45, abandoned: 0, running: 0 },
    },
  },
  {
    form: {
      testName: 'Technical Writing',
      testDescription: 'An email and a short explanation. Plan for a few minutes before you write.',
      subject: 'Communication',
      testType: 'Assignment',
      difficulty: 'Medium',
      topics: ['Email', 'Explaining'],
      marksPerQuestion: 5,
      duration: 40,
      ...window(-8, -7),
    },
    questions: writing,
    offer: {
      status: 'accepted',
      to: { batches: [younger], branches: ['CSE'] },
      shares: { submitted: 0.6, abandoned: 0, running: 0 },
    },
    marked: 0.5,
  },
  {
    form: {
      testName: 'Every Type of Question',
      testDescription: 'One question of each type, to get to know them. Practise as often as you like.',
      subject: 'Technical',
      testType: 'Practice',
      difficulty: 'Easy',
      topics: ['Warm-up'],
      marksPerQuestion: 2,
      duration: 20,
      ...window(-3, 18),
    },
    questions: everyType,
    offer: {
      status: 'accepted',
      to: { batches: [elder, younger], branches: [] },
      shares: { submitted: 0, abandoned: 0, running: 0 },
      own: 'absent',
    },
  },
]
