import type { SeedCriterion } from './essay.ts'

/** Answers to a question about programs that pass their tests and are still wrong. */
export const passingTests: readonly SeedCriterion[] = [
  {
    criterion: 'Explains why tests can miss a fault',
    advice: 'Explain what a test says about the inputs that it does not try.',
    levels: [
      {
        label: 'No explanation',
        marks: 0,
        passages: [
          'If a program passes all its tests it should be correct. When users have problems they are mostly using it in a wrong way.',
          'This happens when the programmer is in a hurry before the deadline and does not test properly.',
        ],
      },
      {
        label: 'Partly',
        marks: 1,
        passages: [
          'The tests can only check what the programmer thought of. Users do other things too.',
          'It is not possible to test everything, because there are too many inputs.',
          'Tests are written by the same person who wrote the program, so both can contain the same misunderstanding.',
        ],
      },
      {
        label: 'Clearly',
        marks: 2,
        passages: [
          'A test tries one input and compares one output. It says nothing about the inputs that nobody tried, and there are always far more of these. Authors also test what they had in mind while programming, so the case that they forgot in the program is missing in the tests as well.',
          'Tests show that faults are present, never that they are absent. They are a sample of all possible inputs, and the sample is chosen by somebody who believes that the program is right. The remaining inputs are met for the first time by the users.',
          'Passing means: for these inputs, on this machine, at this time, the output was as expected. Users bring other inputs, other machines and other dates. If the author’s picture of the task is wrong, the tests repeat the mistake instead of finding it.',
        ],
      },
    ],
  },
  {
    criterion: 'Gives a fitting example',
    advice: 'Name a concrete input for which the program of your example fails.',
    levels: [
      {
        label: 'None',
        marks: 0,
        passages: [
          'There are many examples of this in real life, for instance in big companies.',
          'My own programs had this problem as well many times.',
        ],
      },
      {
        label: 'An example without details',
        marks: 1,
        passages: [
          'For example a website works on the laptop of the programmer, but on old phones it does not.',
          'An example is a calculator app which was never tested with very big numbers.',
          'For example a program for dates can have problems in leap years.',
        ],
      },
      {
        label: 'A concrete example',
        marks: 2,
        passages: [
          'Example: a function for the average of a list is tested with [2, 4] and [5]. Both are right. The first teacher who opens a class without students calls it with an empty list, and it divides by zero.',
          'Example: a program that decides whether a year is a leap year only checks whether it can be divided by 4. Tests with 2020, 2023 and 2024 pass. In the year 2100 it is wrong, because full centuries must be divisible by 400.',
          'Example: a login form was tested with names such as “Meera” and “Rohan”. A student called D’Souza cannot register, since the apostrophe ends the text inside the SQL statement. No test had such a name.',
        ],
      },
    ],
  },
]
