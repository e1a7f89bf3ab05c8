import * as shoes from '../programs/dry-shoes.ts'
import * as loans from '../programs/projectors-reference.ts'
import * as slips from '../programs/roll-slips.ts'
import { randomOf } from '../random.ts'
import { between, inputOf, many, numbersIn, type SeedProblem } from './problem.ts'

/** Coding questions used in tests, with reference solutions. */

const random = randomOf('asked problems')

const digits = (count: number) => many(count, () => between(random, 0, 9)).join('')

const isRight = (slip: string) => {
  const sum = [...slip.slice(0, -1)].reduce((whole, digit, place) => whole + Number(digit) * (place + 2), 0)
  return sum % 10 === Number(slip.at(-1))
}

/** A roll number with a valid check digit. */
const rightSlip = (length: number) => {
  const front = digits(length - 1)
  return many(10, (last) => `${front}${last}`).find(isRight) ?? front
}

export const rollSlips: SeedProblem = {
  title: 'Roll Numbers on Slips',
  difficulty: 'easy',
  tags: ['strings', 'arithmetic'],
  description:
    'Every roll number ends in a **check digit**. To compute it, multiply the first digit by 2, the second by 3, the third by 4, and so on for all digits but the last. The check digit is the last digit of the sum.\n\nThe examination cell has copied roll numbers from paper slips. Find out which of them contain a mistake.',
  input_format:
    'The first line holds $n$. Each of the next $n$ lines holds one roll number; it may have leading zeros.',
  output_format: 'One line per roll number: `ok` if its check digit is correct, `check` otherwise.',
  constraints: '- $1 \\le n \\le 20\\,000$\n- a roll number has from 2 to 18 digits',
  explanation:
    'In the first sample 1230 gives 1 × 2 + 2 × 3 + 3 × 4 = 20, whose last digit matches its check digit 0. 2026 gives 4 + 0 + 8 = 12, so it should end in 2.',
  samples: [
    ['3\n1230\n2026\n908\n', 'ok\ncheck\nok\n'],
    ['2\n00\n19\n', 'ok\ncheck\n'],
  ],
  hidden: [
    inputOf(1, 12),
    inputOf(4, '0014', '014', '00104', '1004'),
    inputOf(6, ...many(6, (place) => (place % 2 === 0 ? rightSlip(18) : digits(18)))),
    inputOf(40, ...many(40, () => (random() < 0.6 ? rightSlip : digits)(between(random, 2, 9)))),
    inputOf(1_500, ...many(1_500, () => (random() < 0.7 ? rightSlip : digits)(between(random, 2, 18)))),
  ],
  solve: (input) =>
    inputOf(
      ...input
        .trim()
        .split('\n')
        .slice(1)
        .map((slip) => (isRight(slip) ? 'ok' : 'check')),
    ),
  solutions: [slips.referencePython, slips.referenceJavascript, slips.referenceC, slips.zerosLost],
}

const lectures = (count: number, day: number, longest: number) =>
  inputOf(
    count,
    ...many(count, () => {
      const from = between(random, 0, day - 1)
      return [from, Math.min(day, from + between(random, 1, longest))]
    }),
  )

export const projectors: SeedProblem = {
  title: 'Projectors on Loan',
  difficulty: 'medium',
  tags: ['sorting', 'sweep', 'greedy'],
  description:
    'The media room lends projectors to lectures. Each lecture needs one from the minute it begins until the minute it ends. A returned projector can be used by a lecture that begins **in the same minute**.\n\nHow many projectors does the media room need?',
  input_format:
    'The first line holds $n$, the number of lectures. Each of the next $n$ lines holds $a$ and $b$: the minutes in which a lecture begins and ends.',
  output_format: 'One number: the minimum number of projectors.',
  constraints: '- $1 \\le n \\le 100\\,000$\n- $0 \\le a < b \\le 1\\,000\\,000$',
  explanation:
    'In the first sample the second and the third lecture overlap, and the first returns its projector in minute 60. In the second sample all three are in progress in minute 20.',
  samples: [
    ['3\n0 60\n60 120\n90 150\n', '2\n'],
    ['3\n0 30\n10 40\n20 50\n', '3\n'],
  ],
  hidden: [
    inputOf(1, [5, 6]),
    inputOf(5, [0, 10], [10, 20], [20, 30], [30, 40], [40, 50]),
    inputOf(6, [0, 1_000_000], [1, 2], [2, 3], [3, 4], [2, 4], [1, 3]),
    lectures(60, 300, 40),
    lectures(12_000, 1_000_000, 60_000),
  ],
  solve: (input) => {
    const [, ...times] = numbersIn(input)
    const changes = times.map((minute, place) => [minute, place % 2 === 0 ? 1 : -1] as const)
    // Within a minute, process returns before loans.
    changes.sort(([one, lent], [other, given]) => one - other || lent - given)
    let [out, most] = [0, 0]
    for (const [, change] of changes) {
      out += change
      most = Math.max(most, out)
    }
    return inputOf(most)
  },
  solutions: [
    loans.referenceCpp,
    loans.referenceJava,
    loans.referenceGo,
    loans.referencePairwise,
    loans.referenceTouching,
  ],
}

const yard = (rows: number, columns: number, wet: number, walls: number) => {
  const lines = many(rows, (row) =>
    many(columns, (column) => {
      const isEnd = row + column === 0 || row + column === rows + columns - 2
      const place = random()
      if (isEnd) return '.'
      return place < walls ? '#' : place < walls + wet ? '~' : '.'
    }).join(''),
  )
  return (most: number) => inputOf([rows, columns, most], ...lines)
}

export const dryShoes: SeedProblem = {
  title: 'With Dry Shoes',
  difficulty: 'hard',
  tags: ['grids', 'breadth-first search', 'states'],
  description:
    'It has rained. On the map of the college yard, `.` is dry ground, `~` a puddle and `#` a wall. You start in the upper left corner and want to reach the lower right one. Each step goes up, down, left or right, never into a wall.\n\nYour shoes stay dry for at most $k$ puddles. Every step **onto** a puddle counts, even if you have crossed that puddle before. What is the minimum number of steps?',
  input_format:
    'The first line holds the number of rows $r$, the number of columns $c$, and $k$. Each of the next $r$ lines holds one row of the map. Both corners are dry.',
  output_format: 'One number: the minimum number of steps, or `-1` if you cannot get there with dry shoes.',
  constraints: '- $1 \\le r, c \\le 200$\n- $0 \\le k \\le 10$',
  explanation:
    'In the first sample the direct route along the top has two puddles. Walking around the first one takes four more steps, so with one puddle allowed you need 10 steps.',
  samples: [
    ['3 5 1\n.~.~.\n.#.#.\n...#.\n', '10\n'],
    ['2 2 0\n.~\n#.\n', '-1\n'],
  ],
  hidden: [
    inputOf([1, 1, 0], '.'),
    inputOf([3, 5, 2], '.~.~.', '.#.#.', '...#.'),
    inputOf([3, 5, 0], '.~.~.', '.#.#.', '...#.'),
    yard(12, 9, 0.3, 0.2)(2),
    yard(60, 60, 0.25, 0.2)(10),
    yard(60, 60, 0.45, 0.15)(4),
  ],
  solve: (input) => {
    const [head = '', ...lines] = input.trim().split('\n')
    const [rows = 0, columns = 0, most = 0] = numbersIn(head)
    const seen = new Set(['0 0 0'])
    let front: (readonly [number, number, number])[] = [[0, 0, 0]]
    for (let steps = 0; front.length > 0; steps++) {
      const next: typeof front = []
      for (const [row, column, wet] of front) {
        if (row === rows - 1 && column === columns - 1) return inputOf(steps)
        for (const [down, right] of [
          [0, 1],
          [1, 0],
          [0, -1],
          [-1, 0],
        ] as const) {
          const ground = lines[row + down]?.[column + right]
          const now = wet + (ground === '~' ? 1 : 0)
          const place = `${row + down} ${column + right} ${now}`
          if (ground === undefined || ground === '#' || now > most || seen.has(place)) continue
          seen.add(place)
          next.push([row + down, column + right, now])
        }
      }
      front = next
    }
    return inputOf(-1)
  },
  solutions: [shoes.referenceRust, shoes.referenceCsharp, shoes.referenceOneState],
}

export const askedProblems = [rollSlips, projectors, dryShoes]
