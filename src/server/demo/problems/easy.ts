import { pick, randomOf } from '../random.ts'
import { between, inputOf, many, numbersIn, type SeedProblem } from './problem.ts'

const random = randomOf('easy problems')

const lateFees: SeedProblem = {
  title: 'Late Books',
  difficulty: 'easy',
  tags: ['arithmetic', 'loops'],
  description:
    'The college library charges a fee for every day that a book is late: **₹2** for each of the first seven days and **₹5** for each further day, but never more than **₹200** for one book.\n\nA student returns several books. What is the total fee?',
  input_format:
    'The first line holds $n$, the number of books. The second line holds $n$ integers: how many days late each book is, 0 if it is on time.',
  output_format: 'One number: the total in rupees.',
  constraints: '- $1 \\le n \\le 1000$\n- every book is at most 10,000 days late',
  explanation:
    'In the first sample the fees are ₹0, 7 × ₹2 = ₹14 and 7 × ₹2 + 3 × ₹5 = ₹29, ₹43 in total. In the second the first book would cost ₹479, so its fee is ₹200.',
  samples: [
    ['3\n0 7 10\n', '43\n'],
    ['2\n100 1\n', '202\n'],
  ],
  hidden: [
    inputOf(1, 0),
    inputOf(1, 7),
    inputOf(3, [8, 44, 45]),
    inputOf(4, [10_000, 0, 1, 46]),
    inputOf(
      1_000,
      many(1_000, () => between(random, 0, 60)),
    ),
  ],
  solve: (input) => {
    const [, ...late] = numbersIn(input)
    const fees = late.map((days) => Math.min(200, 2 * Math.min(days, 7) + 5 * Math.max(0, days - 7)))
    return inputOf(fees.reduce((sum, fee) => sum + fee, 0))
  },
}

const calmSpell: SeedProblem = {
  title: 'The Longest Calm Spell',
  difficulty: 'easy',
  tags: ['arrays', 'scanning'],
  description:
    'The weather club records one temperature a day. A **calm spell** is a sequence of consecutive days in which no temperature differs from the previous day’s by more than $k$ degrees. A single day is also a calm spell.\n\nHow long was the longest one?',
  input_format: 'The first line holds $n$ and $k$. The second line holds $n$ integers: the temperatures in order.',
  output_format: 'One number: the length of the longest calm spell, in days.',
  constraints: '- $1 \\le n \\le 100\\,000$\n- $0 \\le k \\le 100$\n- temperatures are from −50 to 60',
  explanation:
    'In the first sample the step from 23 to 27 is too large. The three days before it are a calm spell, and so are the three days after it. In the second sample the temperature must not change at all.',
  samples: [
    ['6 2\n20 21 23 27 26 26\n', '3\n'],
    ['5 0\n30 30 30 31 31\n', '3\n'],
  ],
  hidden: [
    inputOf([1, 5], 18),
    inputOf([4, 1], [0, 2, 4, 6]),
    inputOf([6, 3], [-5, -2, 1, 4, 0, 3]),
    inputOf([7, 100], [-50, 60, 0, 60, -50, 20, 20]),
    inputOf(
      [3_000, 8],
      many(3_000, () => between(random, 18, 34)),
    ),
  ],
  solve: (input) => {
    const [, k = 0, ...days] = numbersIn(input)
    let [longest, current] = [1, 1]
    for (let day = 1; day < days.length; day++) {
      current = Math.abs((days[day] ?? 0) - (days[day - 1] ?? 0)) <= k ? current + 1 : 1
      longest = Math.max(longest, current)
    }
    return inputOf(longest)
  },
}

const names = ['Asha', 'Ravi', 'Meera', 'Imran', 'Leela', 'Joseph', 'Kavya', 'Nikhil', 'Farah', 'Tenzin']

const rollCall: SeedProblem = {
  title: 'Answered Twice',
  difficulty: 'easy',
  tags: ['strings', 'hashing'],
  description:
    'During the roll call, friends answer for each other, so some names are heard more than once. Find them.\n\nIgnore upper and lower case: `Asha` and `ASHA` are the same person. Print each name as it was first spelled.',
  input_format: 'The first line holds $n$. Each of the next $n$ lines holds one name in English letters.',
  output_format:
    'One line for each name that was heard more than once: the name and how often it was heard. Print them in the order in which they were first heard. If there are none, print `none`.',
  constraints: '- $1 \\le n \\le 50\\,000$\n- a name has at most 20 letters',
  explanation: 'In the first sample Asha and Ravi are heard twice each, and Asha was heard before Ravi.',
  samples: [
    ['5\nAsha\nRavi\nasha\nMeera\nRAVI\n', 'Asha 2\nRavi 2\n'],
    ['2\nAsha\nRavi\n', 'none\n'],
  ],
  hidden: [
    inputOf(1, 'Leela'),
    inputOf(4, 'b', 'a', 'A', 'B'),
    inputOf(5, 'Zoya', 'zOYA', 'ZOYA', 'zoya', 'Zoy'),
    inputOf(
      40,
      ...many(40, () => {
        const name = pick(random, names)
        return random() < 0.3 ? name.toUpperCase() : name
      }),
    ),
    inputOf(
      1_500,
      ...many(1_500, () => `${pick(random, names)}${pick(random, names)}${pick(random, names)}`.slice(0, 20)),
    ),
  ],
  solve: (input) => {
    const heard = Map.groupBy(input.trim().split('\n').slice(1), (name) => name.toLowerCase())
    const lines = [...heard.values()]
      .filter(({ length }) => length > 1)
      .map(([name = '', ...others]) => [name, others.length + 1])
    return lines.length > 0 ? inputOf(...lines) : 'none\n'
  },
}

export const easyProblems = [lateFees, calmSpell, rollCall]
