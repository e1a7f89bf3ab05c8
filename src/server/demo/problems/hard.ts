import { randomOf } from '../random.ts'
import { between, inputOf, many, numbersIn, type SeedProblem } from './problem.ts'

const random = randomOf('hard problems')

/** Finds the shortest path over states: a place, and true once the cycle was used. Slow but obviously correct. */
function shortestTime(n: number, paths: readonly (readonly [number, number, number])[]): number {
  const times = many(2 * (n + 1), () => Number.POSITIVE_INFINITY)
  times[2] = 0
  for (let changed = true; changed; ) {
    changed = false
    const reach = (state: number, time: number) => {
      if (time >= (times[state] ?? 0)) return
      times[state] = time
      changed = true
    }
    for (const [u, v, t] of paths)
      for (const [from, to] of [
        [u, v],
        [v, u],
      ] as const) {
        const [onFoot = 0, cycled = 0] = [times[2 * from], times[2 * from + 1]]
        reach(2 * to, onFoot + t)
        reach(2 * to + 1, Math.min(cycled + t, onFoot + Math.floor(t / 2)))
      }
  }
  const time = Math.min(times[2 * n] ?? 0, times[2 * n + 1] ?? 0)
  return Number.isFinite(time) ? time : -1
}

const randomCampus = (n: number, m: number, max: number) =>
  inputOf(
    [n, m],
    ...many(m, (place) => {
      // The first paths connect all places.
      const to = place + 2 <= n ? place + 2 : between(random, 2, n)
      return [between(random, Math.max(1, to - 12), to - 1), to, between(random, 1, max)]
    }),
  )

const relay: SeedProblem = {
  title: 'Relay with One Cycle',
  difficulty: 'hard',
  time_limit: 3_000,
  tags: ['graphs', 'shortest paths', 'states'],
  description:
    'A baton has to be carried from the gate (place 1) to the stadium (place $n$) along the paths of the campus. Running along a path takes $t$ seconds in either direction.\n\nOn **one** path the team may use a cycle. That path then takes half the time, rounded down to whole seconds.\n\nWhat is the shortest possible time?',
  input_format:
    'The first line holds $n$ and $m$. Each of the next $m$ lines holds $u$, $v$ and $t$: a path between places $u$ and $v$. Several paths may connect the same two places.',
  output_format: 'One number: the shortest time in seconds, or `-1` if the stadium cannot be reached.',
  constraints: '- $2 \\le n \\le 50\\,000$\n- $0 \\le m \\le 100\\,000$\n- $1 \\le t \\le 10^6$, $u \\ne v$',
  explanation:
    'In the first sample the route through place 3 takes 3 + 11 seconds on foot, longer than the 13 seconds through place 2. With the cycle on its longer path it takes 3 + 5 = 8 seconds; the best time through place 2 is 9.',
  samples: [
    ['4 4\n1 2 6\n2 4 7\n1 3 3\n3 4 11\n', '8\n'],
    ['3 1\n1 2 5\n', '-1\n'],
  ],
  hidden: [
    inputOf([2, 0]),
    inputOf([2, 2], [1, 2, 1], [2, 1, 9]),
    inputOf([5, 5], [1, 2, 10], [2, 3, 10], [3, 5, 10], [1, 4, 21], [4, 5, 6]),
    // Solutions that use the cycle twice fail here.
    inputOf([3, 3], [1, 2, 100], [2, 3, 100], [1, 3, 160]),
    randomCampus(60, 150, 40),
    randomCampus(700, 2_000, 1_000_000),
    inputOf([900, 899], ...many(899, (place) => [place + 1, place + 2, 1_000_000])),
  ],
  solve: (input) => {
    const [n = 0, m = 0, ...rest] = numbersIn(input)
    const paths = many(m, (at) => [rest[3 * at] ?? 0, rest[3 * at + 1] ?? 0, rest[3 * at + 2] ?? 0] as const)
    return inputOf(shortestTime(n, paths))
  },
}

const randomHall = (rows: number, columns: number) =>
  inputOf([rows, columns], ...many(rows, () => many(columns, () => (random() < 0.15 ? 0 : between(random, 1, 1_000)))))

const examHall: SeedProblem = {
  title: 'Seats for an Examination',
  difficulty: 'hard',
  time_limit: 3_000,
  memory_limit: 128,
  tags: ['bitmasks', 'dynamic programming', 'grids'],
  description:
    'An examination hall has $r$ rows of $c$ seats. Each seat has a comfort rating; 0 means that the seat is broken and stays empty.\n\nTo prevent copying, no two students may sit **side by side** in a row or **directly behind** each other. Diagonal neighbours are allowed.\n\nChoose seats with the greatest possible total comfort.',
  input_format:
    'The first line holds $r$ and $c$. Each of the next $r$ lines holds the $c$ ratings of one row, from front to back.',
  output_format: 'One number: the greatest total comfort.',
  constraints: '- $1 \\le r \\le 100$\n- $1 \\le c \\le 12$\n- ratings are integers from 0 to 1000',
  explanation:
    'In the first sample the best choice is 9 in front, with 6 and 7 behind it on either side: 22. In the second the two seats rated 3 are adjacent, so only one of them can be used.',
  samples: [
    ['2 3\n5 9 4\n6 1 7\n', '22\n'],
    ['1 4\n3 3 0 8\n', '11\n'],
  ],
  hidden: [
    inputOf([1, 1], 0),
    inputOf([3, 1], 5, 9, 5),
    inputOf([2, 2], [10, 1], [1, 10]),
    inputOf([3, 3], [0, 0, 0], [0, 7, 0], [0, 0, 0]),
    randomHall(6, 6),
    randomHall(40, 9),
    randomHall(100, 10),
  ],
  solve: (input) => {
    const [rows = 0, columns = 0, ...comforts] = numbersIn(input)
    const masks = many(1 << columns, (mask) => mask).filter((mask) => (mask & (mask << 1)) === 0)
    let best = new Map([[0, 0]])
    for (let row = 0; row < rows; row++) {
      const next = new Map<number, number>()
      for (const mask of masks) {
        let comfort = 0
        for (let seat = 0; seat < columns; seat++)
          if (mask & (1 << seat)) comfort += comforts[row * columns + seat] ?? 0
        let before = 0
        for (const [taken, sum] of best) if ((taken & mask) === 0) before = Math.max(before, sum)
        next.set(mask, before + comfort)
      }
      best = next
    }
    return inputOf(Math.max(...best.values()))
  },
}

export const hardProblems = [relay, examHall]
