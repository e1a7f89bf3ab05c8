import { randomOf } from '../random.ts'
import { between, inputOf, many, numbersIn, type SeedProblem } from './problem.ts'

const random = randomOf('medium problems')

const corridorLights: SeedProblem = {
  title: 'Corridor Lights',
  difficulty: 'medium',
  tags: ['prefix sums', 'arrays'],
  description:
    'A long corridor has $n$ lamps in a row, numbered from 1. All of them are off. Each of $q$ students presses a switch that toggles every lamp from number $l$ to number $r$.\n\nWhat does the corridor look like at the end?',
  input_format: 'The first line holds $n$ and $q$. Each of the next $q$ lines holds $l$ and $r$.',
  output_format:
    'Two numbers: how many lamps are on, and the length of the longest run of adjacent lamps that are off (0 if there is none).',
  constraints: '- $1 \\le n \\le 200\\,000$\n- $1 \\le q \\le 200\\,000$\n- $1 \\le l \\le r \\le n$',
  explanation:
    'In the first sample lamps 4 and 5 are toggled twice. Lamps 2, 3, 6 and 7 are on, and the longest dark run is 4–5.',
  samples: [
    ['8 2\n2 5\n4 7\n', '4 2\n'],
    ['3 1\n1 3\n', '3 0\n'],
  ],
  hidden: [
    inputOf([1, 2], [1, 1], [1, 1]),
    inputOf([10, 1], [1, 1]),
    inputOf([10, 2], [5, 5], [5, 6]),
    inputOf([6, 3], [1, 6], [2, 5], [3, 4]),
    ...[
      [500, 40],
      [100_000, 900],
    ].map(([n = 0, q = 0]) =>
      inputOf([n, q], ...many(q, () => [between(random, 1, n), between(random, 1, n)].sort((a, b) => a - b))),
    ),
  ],
  solve: (input) => {
    const [n = 0, , ...ends] = numbersIn(input)
    const changes = new Uint8Array(n + 2)
    for (let at = 0; at < ends.length; at += 2) {
      const [l = 0, r = 0] = [ends[at], ends[at + 1]]
      changes[l] = (changes[l] ?? 0) ^ 1
      changes[r + 1] = (changes[r + 1] ?? 0) ^ 1
    }
    let [isOn, on, dark, longest] = [0, 0, 0, 0]
    for (let lamp = 1; lamp <= n; lamp++) {
      isOn ^= changes[lamp] ?? 0
      on += isOn
      dark = isOn ? 0 : dark + 1
      longest = Math.max(longest, dark)
    }
    return inputOf([on, longest])
  },
}

const chaiQueue: SeedProblem = {
  title: 'The Chai Queue',
  difficulty: 'medium',
  tags: ['simulation', 'priority queue'],
  description:
    'During the break, $n$ students queue in a canteen with $m$ counters, numbered from 1. The first student in the queue goes to the counter that becomes free first; if several are free at the same moment, to the one with the **smallest number**. Serving the $i$-th student takes $t_i$ seconds.\n\nWhen has everyone been served, and which counter serves the last student?',
  input_format:
    'The first line holds $m$ and $n$. The second line holds $t_1, t_2, \\dots, t_n$ in the order of the queue.',
  output_format:
    'Two numbers: the seconds until all counters are finished, and the number of the counter that serves the $n$-th student.',
  constraints: '- $1 \\le m, n \\le 100\\,000$\n- $1 \\le t_i \\le 10^6$; the answer may exceed 32 bits',
  explanation:
    'In the first sample counter 1 serves students 1, 4 and 5, and counter 2 serves 2 and 3. Both are free after 5 seconds, so the fifth student goes to counter 1 and is finished after 10 seconds.',
  samples: [
    ['2 5\n4 2 3 1 5\n', '10 1\n'],
    ['3 2\n7 7\n', '7 2\n'],
  ],
  hidden: [
    inputOf([1, 1], 1_000_000),
    inputOf([1, 4], [3, 1, 4, 1]),
    inputOf([4, 4], [9, 1, 1, 1]),
    inputOf(
      [2, 6],
      many(6, () => 5),
    ),
    inputOf(
      [1, 3_000],
      many(3_000, () => 1_000_000),
    ),
    inputOf(
      [60, 3_000],
      many(3_000, () => between(random, 1, 1_000)),
    ),
  ],
  solve: (input) => {
    const [m = 0, , ...times] = numbersIn(input)
    const freeAt = many(m, () => 0)
    let last = 0
    for (const time of times) {
      last = freeAt.indexOf(freeAt.reduce((earliest, at) => Math.min(earliest, at)))
      freeAt[last] = (freeAt[last] ?? 0) + time
    }
    return inputOf([freeAt.reduce((latest, at) => Math.max(latest, at)), last + 1])
  },
}

const shuttlePasses: SeedProblem = {
  title: 'Shuttle Passes',
  difficulty: 'medium',
  tags: ['dynamic programming', 'greedy is not enough'],
  description:
    'Meera takes the campus shuttle on $n$ days that she knows in advance. A day ticket costs ₹$a$. A pass costs ₹$b$ and is valid for $w$ consecutive days, starting on any day. She can buy at most $k$ passes.\n\nWhat is the least she has to spend?',
  input_format:
    'The first line holds $n$, $a$, $b$, $w$ and $k$. The second line holds the $n$ days in increasing order.',
  output_format: 'One number: the minimum cost in rupees.',
  constraints:
    '- $1 \\le n \\le 2000$, $0 \\le k \\le 50$\n- $1 \\le a, b \\le 10^6$\n- $1 \\le w \\le 10^9$; the days are from 1 to $10^9$',
  explanation:
    'In the first sample a pass for days 1 to 7 covers three of the days and the other two cost ₹20 each, ₹90 in total. Day tickets alone would cost ₹100. In the second sample a pass is not worth buying.',
  samples: [
    ['5 20 50 7 1\n1 2 3 8 20\n', '90\n'],
    ['3 10 100 30 5\n1 2 3\n', '30\n'],
  ],
  hidden: [
    inputOf([1, 9, 9, 1, 1], 1_000_000_000),
    inputOf([4, 100, 1, 2, 0], [1, 2, 3, 4]),
    inputOf([6, 10, 15, 2, 2], [1, 2, 3, 4, 5, 6]),
    // Solutions that first buy the pass that covers the most days fail here.
    inputOf([7, 10, 21, 4, 2], [1, 2, 4, 5, 6, 7, 8]),
    ...[
      [200, 7, 4],
      [1_500, 30, 20],
    ].map(([n = 0, w = 0, k = 0]) => {
      let day = 0
      return inputOf(
        [n, 12, 55, w, k],
        many(n, () => {
          day += between(random, 1, 9)
          return day
        }),
      )
    }),
  ],
  solve: (input) => {
    const [, a = 0, b = 0, w = 0, k = 0, ...days] = numbersIn(input)
    // costs[i]: minimum cost of the first i days with the passes used so far.
    let costs = [0, ...days.map((_, place) => (place + 1) * a)]
    for (let passes = 0; passes < k; passes++) {
      const more = [0]
      let covered = 0
      for (const [place, day] of days.entries()) {
        while ((days[covered] ?? 0) <= day - w) covered++
        more.push(Math.min((more[place] ?? 0) + a, (costs[covered] ?? 0) + b, costs[place + 1] ?? 0))
      }
      costs = more
    }
    return inputOf(costs.at(-1) ?? 0)
  },
}

export const mediumProblems = [corridorLights, chaiQueue, shuttlePasses]
