import { question } from './question.ts'

/** Questions for tests with sections. */

export const quantitative = [
  question(
    'What is the value of $\\displaystyle\\sum_{k=1}^{20} k$?',
    ['190', '200', '210', '220'],
    'C',
    'The sum of the first $n$ whole numbers is $\\frac{n(n+1)}{2}$, here $\\frac{20 \\cdot 21}{2} = 210$.',
  ),
  question(
    'The roots of $x^2 - 7x + 12 = 0$ are the sides of a rectangle. What is its diagonal?',
    ['$5$', '$\\sqrt{7}$', '$7$', '$12$'],
    'A',
    'The roots are 3 and 4, so the diagonal is $\\sqrt{3^2 + 4^2} = 5$.',
  ),
  question(
    'A trader marks an article 40% above its cost and gives a discount of 25%. What is the profit?',
    ['15%', '5%', '10%', '4%'],
    'B',
    'The price is $1.40 \\times 0.75 = 1.05$ times the cost, a profit of 5%.',
  ),
  question(
    'Two dice are thrown. What is the probability that their sum is 9?',
    ['$\\frac{1}{6}$', '$\\frac{5}{36}$', '$\\frac{1}{12}$', '$\\frac{1}{9}$'],
    'D',
    'Four of the 36 throws have this sum (3+6, 4+5, 5+4, 6+3): $\\frac{4}{36} = \\frac{1}{9}$.',
  ),
]

export const logical = [
  question(
    'If all roses are flowers and some flowers fade quickly, which of these must be true?',
    ['Some roses fade quickly', 'No rose fades quickly', 'All flowers are roses', 'None of the others follows'],
    'D',
    'The flowers that fade quickly need not be roses, so nothing about roses fading follows.',
  ),
  question(
    'Which letter comes next? A, C, F, J, O, …',
    ['S', 'U', 'T', 'V'],
    'B',
    'The steps grow by one: +2, +3, +4, +5, +6. O and six letters on is U.',
  ),
  question(
    'In a row of 40 students Asha is 11th from the left. What is her place from the right?',
    ['30th', '29th', '31st', '28th'],
    'A',
    'From the right her place is 40 − 11 + 1 = 30.',
  ),
  question(
    'A clock shows 3:40. What is the smaller angle between its hands?',
    ['120°', '140°', '130°', '110°'],
    'C',
    'The hour hand stands at $3 \\times 30 + 20 = 110$ degrees, the minute hand at 240: the difference is 130.',
  ),
]

export const computing = [
  question(
    [
      'What does this program print?',
      '',
      '```python',
      'total = 0',
      'for i in range(1, 10, 3):',
      '    total += i',
      'print(total)',
      '```',
    ].join('\n'),
    ['12', '18', '22', '9'],
    'A',
    '`i` takes the values 1, 4 and 7; 10 is excluded. Their sum is 12.',
  ),
  question(
    'How many comparisons does a binary search need at most to find a value among 1,000 sorted ones?',
    ['5', '100', '10', '500'],
    'C',
    'Each comparison halves what is left, and $2^{10} = 1024$ is the first power of two above 1,000.',
  ),
  question(
    'Which SQL clause keeps only some of the groups that `GROUP BY` has made?',
    ['`WHERE`', '`HAVING`', '`ORDER BY`', '`DISTINCT`'],
    'B',
    '`WHERE` looks at rows before they are grouped, `HAVING` at the groups afterwards.',
  ),
  question(
    'Which layer of the OSI model is responsible for routing packets between networks?',
    ['Data link', 'Transport', 'Session', 'Network'],
    'D',
    'The network layer chooses the path; IP is its best known protocol.',
  ),
]

export const mockQuantitative = [
  question(
    'The average of five numbers is 24. When one of them is removed, the average becomes 22. Which number was removed?',
    ['32', '30', '28', '26'],
    'A',
    'The sum was 120 and is now 88, so 32 was removed.',
  ),
  question(
    'A sum doubles in 8 years at simple interest. What is the yearly rate?',
    ['8%', '10%', '12.5%', '16%'],
    'C',
    'The interest equals the sum in 8 years: $100 \\div 8 = 12.5$ percent a year.',
  ),
  question(
    'If $\\log_{10} 2 = 0.301$, how many digits does $2^{50}$ have?',
    ['14', '15', '17', '16'],
    'D',
    '$50 \\times 0.301 = 15.05$, so the number lies between $10^{15}$ and $10^{16}$ and has 16 digits.',
  ),
]

export const mockVerbal = [
  question(
    'Choose the word closest in meaning to “candid”.',
    ['secretive', 'frank', 'careful', 'clever'],
    'B',
    'A candid person says openly what they think.',
  ),
  question(
    'Which sentence is correct?',
    [
      'Neither of the answers are right.',
      'Neither of the answers were right.',
      'Neither of the answers is right.',
      'Neither of the answers be right.',
    ],
    'C',
    '“Neither” is singular and takes a singular verb.',
  ),
  question(
    'Fill in: She has been working here ___ 2019.',
    ['since', 'for', 'from', 'during'],
    'A',
    '“Since” goes with the moment at which something began.',
  ),
]

export const hiringAptitude = [
  question(
    'A pipe fills a tank in 6 hours and another empties it in 9 hours. Both are open. When is the empty tank full?',
    ['After 15 hours', 'After 12 hours', 'After 3 hours', 'After 18 hours'],
    'D',
    'In an hour $\\frac{1}{6} - \\frac{1}{9} = \\frac{1}{18}$ of the tank is filled.',
  ),
  question(
    'How many ways are there to arrange the letters of LEVEL?',
    ['120', '60', '30', '20'],
    'C',
    'Five letters, of which L and E each occur twice: $\\frac{5!}{2! \\cdot 2!} = 30$.',
  ),
  question(
    'A man sells 10 pens for what he paid for 12. What is his profit?',
    ['16.67%', '20%', '12%', '25%'],
    'B',
    'He gets for 10 what he paid for 12, so on each pen $\\frac{12}{10} - 1 = 20$ percent.',
  ),
]

export const hiringTechnical = [
  question(
    'In which data structure is the first element added the last to be removed?',
    ['Stack', 'Queue', 'Priority queue', 'Array'],
    'A',
    'A stack is last in, first out; so the first that went in comes out last.',
  ),
  question(
    [
      'What is the value of `f(5)`?',
      '',
      '```c',
      'int f(int n) {',
      '  return n < 2 ? n : f(n - 1) + f(n - 2);',
      '}',
      '```',
    ].join('\n'),
    ['3', '8', '13', '5'],
    'D',
    'These are the Fibonacci numbers: f(0) to f(5) are 0, 1, 1, 2, 3 and 5.',
  ),
  question(
    'Transactions are said to be ACID. Which letter is not one of the four properties?',
    ['A, for atomicity', 'S, for speed', 'I, for isolation', 'D, for durability'],
    'B',
    'The four are atomicity, consistency, isolation and durability; S is not among them.',
  ),
]
