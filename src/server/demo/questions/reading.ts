import { question } from './question.ts'

const code = (...lines: string[]) => lines.join('\n')

export const readingPrograms = [
  question(
    code('How often does this loop print?', '', 'for (int i = 1; i < 100; i *= 3)', '    puts("again");'),
    ['4 times', '5 times', '33 times', '99 times'],
    'B',
    'i is 1, 3, 9, 27 and 81 when the line is printed; the next value, 243, ends the loop. That is five times.',
  ),
  question(
    'A list of n numbers is sorted, and then every number is looked up in it by binary search. How does the time grow with n?',
    ['As n', 'As n log n', 'As n²', 'As log n'],
    'B',
    'Sorting takes n log n steps, and n searches of log n steps each take as many again; a constant factor changes nothing.',
  ),
  question(
    code('What does this Python program print?', '', "word = 'level'", 'print(word[1:-1][::-1])'),
    ['eve', 'lev', 'vel', 'level'],
    'A',
    'The slice takes the first and the last letter away, which leaves “eve”; read backwards it is the same.',
  ),
  question(
    'Which structure gives back first what was put in last?',
    ['A queue', 'A heap', 'A hash table', 'A stack'],
    'D',
    'A stack hands out its newest entry first; a queue its oldest, a heap its smallest or largest, a hash table whatever is asked for.',
  ),
  question(
    'A 32-bit signed integer holds 2,000,000,000 and is doubled in Java. What is the result?',
    ['4,000,000,000', 'A negative number', 'An exception', 'The largest int'],
    'B',
    'Java keeps the lower 32 bits: 4,000,000,000 − 2³² = −294,967,296. No exception is thrown, and nothing is clamped.',
  ),
]
