/** Computes marks and statistics by the contract's rules with exact fractions, sharing no code with the server. */

export type Q = readonly [n: bigint, d: bigint]

const gcd = (a: bigint, b: bigint): bigint => (b === 0n ? (a < 0n ? -a : a) : gcd(b, a % b))
export const q = (n: bigint | number, d: bigint | number = 1): Q => {
  const [top, bottom] = [BigInt(n), BigInt(d)]
  const by = gcd(top, bottom) * (bottom < 0n ? -1n : 1n)
  return [top / by, bottom / by]
}
export const add = (...values: readonly Q[]) => values.reduce(([a, b], [c, d]) => q(a * d + c * b, b * d), q(0))
export const times = (...values: readonly Q[]) => values.reduce(([a, b], [c, d]) => q(a * c, b * d), q(1))
export const negative = ([n, d]: Q): Q => [-n, d]
export const over = (a: Q, [n, d]: Q) => times(a, q(d, n))
export const order = (a: Q, b: Q) => Number(a[0] * b[1] - b[0] * a[1])
export const most = (a: Q, b: Q) => (order(a, b) < 0 ? b : a)
export const number = ([n, d]: Q) => Number(n) / Number(d)
export const mean = (values: readonly Q[]) => over(add(...values), q(values.length))
/** A number with up to two decimals. */
export const decimal = (value: number) => q(Math.round(value * 100), 100)

/** Rounds half up to two decimals, exactly. */
export function two([n, d]: Q): number {
  const [top, bottom] = [n * 200n + d, d * 2n]
  const floor = top / bottom - (top % bottom < 0n ? 1n : 0n)
  return Number(floor) / 100
}
export const share = (part: number, whole: number) => (whole === 0 ? 0 : two(q(part * 100, whole)))

/** The share of a question's marks that an answer earns; `staff` if it is marked by hand. */
export type Worth = Q | 'penalty' | 'unanswered' | 'staff'

export interface Marked {
  worth: Worth
  /** The question's marks, and the cost of a wrong answer. */
  marks: Q
  penalty: Q
  /** Marks given by hand. */
  given?: number | undefined
}

export const isAnswered = ({ worth }: Marked) => worth !== 'unanswered'
export const isPending = ({ worth, given }: Marked) => worth === 'staff' && given === undefined

/** An answer's marks; 0 if unanswered or pending. */
export function earned({ worth, marks, penalty, given }: Marked): Q {
  if (worth === 'unanswered') return q(0)
  if (given !== undefined) return decimal(given)
  if (worth === 'staff') return q(0)
  return worth === 'penalty' ? negative(penalty) : times(marks, worth)
}
export const isFull = (answer: Marked) => isAnswered(answer) && order(earned(answer), answer.marks) >= 0

const best = (values: readonly Q[], count = values.length) => values.toSorted((a, b) => order(b, a)).slice(0, count)

export interface Part {
  answers: readonly Marked[]
  bestOf?: number | undefined
  cutoff?: number | undefined
}
export interface Scheme {
  floor: 'none' | 'section' | 'test'
  passMark: number
}

const percentOf = (part: Q, whole: Q) => times(over(part, whole), q(100))

const countsOf = (answers: readonly Marked[]) => ({
  correctAnswers: answers.filter((one) => !isPending(one) && isFull(one)).length,
  incorrectAnswers: answers.filter((one) => isAnswered(one) && !isPending(one) && !isFull(one)).length,
  unanswered: answers.filter((one) => !isAnswered(one)).length,
})

/** The results of an attempt and its parts. */
export function resultOf(parts: readonly Part[], { floor, passMark }: Scheme) {
  const sections = parts.map(({ answers, bestOf, cutoff }) => {
    const raw = add(...best(answers.map(earned), bestOf))
    const marks = floor === 'section' ? most(raw, q(0)) : raw
    const total = add(
      ...best(
        answers.map((one) => one.marks),
        bestOf,
      ),
    )
    return { raw, marks, total, cutoff, percentage: percentOf(marks, total), ...countsOf(answers) }
  })
  const answers = parts.flatMap((part) => part.answers)
  const sum = add(...sections.map(({ marks }) => marks))
  const marks = floor === 'none' ? sum : most(sum, q(0))
  const total = add(...sections.map((section) => section.total))
  const percentage = percentOf(marks, total)
  const reached = sections.every((one) => one.cutoff === undefined || order(one.percentage, decimal(one.cutoff)) >= 0)
  return {
    sections,
    marks,
    total,
    percentage,
    passed: reached && order(percentage, decimal(passMark)) >= 0,
    pending: answers.filter(isPending).length,
    /** The marks before any floor, rounded to two decimals as for the ranking in the item analysis. */
    score: two(add(...sections.map(({ raw }) => raw))),
    ...countsOf(answers),
  }
}
export type Result = ReturnType<typeof resultOf>

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)
const average = (values: readonly number[]) => sumOf(values) / values.length
export const covariance = (a: readonly number[], b: readonly number[]) =>
  average(a.map((value, at) => (value - average(a)) * ((b[at] ?? 0) - average(b))))

/** The weight of each attempt in the top and bottom 27%. Attempts tied at a group's edge share its last places. */
export function groupsOf(scores: readonly number[]) {
  const size = new Set(scores).size < 2 ? 0 : Math.max(1, Math.round(scores.length * 0.27))
  const weights = (better: (a: number, b: number) => boolean) =>
    scores.map((score) => {
      const ahead = scores.filter((other) => better(other, score)).length
      const tied = scores.filter((other) => other === score).length
      return q(Math.max(0, Math.min(tied, size - ahead)), tied)
    })
  return { size, upper: weights((a, b) => a > b), lower: weights((a, b) => a < b) }
}

const weighed = (values: readonly Q[], weights: readonly Q[]) =>
  add(...values.map((value, at) => times(value, weights[at] ?? q(0))))

/**
 * Computes one question's statistics.
 * @param answers the answers of the students who got it, in the order of `scores`
 */
export function itemOf(answers: readonly Marked[], scores: readonly number[], isOptional: boolean) {
  const marks = answers.map(earned)
  const worth = answers[0]?.marks ?? q(1)
  const { size, upper, lower } = groupsOf(scores)
  const counts = countsOf(answers)
  const own = marks.map(number)
  const rest = scores.map((score, at) => score - (own[at] ?? 0))
  const spread = covariance(own, own) * covariance(rest, rest)
  const apart = add(weighed(marks, upper), negative(weighed(marks, lower)))
  return {
    counts: { correct: counts.correctAnswers, incorrect: counts.incorrectAnswers, unanswered: counts.unanswered },
    correctPercentage: share(counts.correctAnswers, counts.correctAnswers + counts.incorrectAnswers),
    facility: two(percentOf(mean(marks), worth)),
    discrimination: size === 0 ? null : two(over(apart, times(worth, q(size)))),
    itemRest: isOptional || spread < 1e-9 ? null : covariance(own, rest) / Math.sqrt(spread),
    upper,
    lower,
  }
}
