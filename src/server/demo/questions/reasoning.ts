import { question } from './question.ts'

export const weeklyTest = [
  question(
    'Which number comes next?\n\n3, 7, 15, 31, 63, …',
    ['121', '125', '127', '129'],
    'C',
    'Each number is twice the one before plus 1: 2 × 63 + 1 = 127.',
  ),
  question(
    'In a code, LAMP is written as MCPT. How is BOOK written in the same code?',
    ['CQRO', 'CPQL', 'DQRO', 'CQSO'],
    'A',
    'The first letter moves on by 1, the second by 2, the third by 3, the fourth by 4: B→C, O→Q, O→R, K→O.',
  ),
  question(
    'Pointing to a photograph, Neha says: “She is the only daughter of my mother’s father.” Who is in the photograph?',
    ['Neha’s aunt', 'Neha’s mother', 'Neha’s grandmother', 'Neha’s sister'],
    'B',
    'The only daughter of her mother’s father is her mother herself.',
  ),
  question(
    'Ravi walks 6 km north, turns right and walks 8 km. How far is he from where he started, and in which direction?',
    ['14 km, north-east', '10 km, north-west', '10 km, south-east', '10 km, north-east'],
    'D',
    'He is 6 km north and 8 km east of the start: √(36 + 64) = 10 km, towards the north-east.',
  ),
  question(
    [
      'Anu, Bala, Charu, Dev and Esha sit in one row, all facing north.',
      '',
      '1. Charu sits exactly in the middle.',
      '2. Anu sits immediately to the left of Charu.',
      '3. Dev sits at the right end.',
      '4. Esha does not sit next to Charu.',
      '',
      'Who sits between Charu and Dev?',
    ].join('\n'),
    ['Anu', 'Esha', 'Bala', 'It cannot be determined'],
    'C',
    'From the left: seat 2 is Anu, 3 Charu, 5 Dev. Seats 1 and 4 are left; Esha may not take seat 4, so Bala does.',
  ),
  question(
    [
      'Statements:',
      '  All lamps are clocks.',
      '  No clock is a pen.',
      '  Some pens are books.',
      '',
      'Conclusions:',
      '  I.  No lamp is a pen.',
      '  II. Some books are not clocks.',
    ].join('\n'),
    ['Only I follows', 'Only II follows', 'Neither I nor II follows', 'Both I and II follow'],
    'D',
    'Lamps are among the clocks, and no clock is a pen: I follows. The pens that are books are not clocks: II follows.',
  ),
  question(
    'In a leap year, 1 March is a Wednesday. Which day of the week was 1 January of that year?',
    ['Saturday', 'Friday', 'Sunday', 'Thursday'],
    'A',
    'From 1 January to 1 March of a leap year are 31 + 29 = 60 days, 8 weeks and 4 days. Four days before Wednesday is Saturday.',
  ),
]
