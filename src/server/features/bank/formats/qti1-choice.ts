import { type Letter, letters, type Scoring as Mode } from '#shared/bank/types/choice.rules.ts'
import { compare, equals, minus, type Ratio, ratio, times, toNumber, zero } from '#shared/ratio.ts'
import { UnreadableItem } from './found.ts'
import type { Label, Response } from './qti1-presentation.ts'
import { checkEffort, type Scoring, scoreOf } from './qti1-scoring.ts'

/** Finds the key of QTI 1.2's choices by scoring every possible answer. */

/** One meaning of an item's answers: the fields of its type. */
export interface Meaning {
  label: string
  fields: Record<string, unknown>
  losses: string[]
  /** The score of the right answer, if it is known. */
  full?: Ratio
}
export interface Meanings {
  meanings: Meaning[]
  reason?: string
}

/** True if two scores differ only by rounding, as 3 × 33.33 and 100 do. */
export const isNear = (a: Ratio, b: Ratio, full: Ratio) => {
  const away = minus(a, b)
  return compare(times(away.n < 0n ? minus(zero, away) : away, ratio(200)), full) <= 0
}

const percent = (part: Ratio, full: Ratio) => `${Number((100 * (toNumber(part) / toNumber(full))).toPrecision(3))}%`

export const shareOf = (part: Ratio, full: Ratio) => ratio(part.n * full.d, part.d * full.n)
const asText = ({ n, d }: Ratio) => (d === 1n ? String(n) : `${n}/${d}`)

/** The penalty of wrong answers, or a loss if it cannot be kept. @param wrong the scores of wrong answers, at least one */
export function penaltyOf(wrong: readonly Ratio[], full: Ratio): { penalty?: string; losses: string[] } {
  const [first = zero] = wrong
  if (wrong.every((score) => compare(score, zero) >= 0)) return { losses: [] }
  const share = shareOf(minus(zero, first), full)
  const penalty = asText(share)
  return wrong.every((score) => equals(score, first)) && compare(share, ratio(1)) <= 0 && penalty.length <= 20
    ? { penalty, losses: [] }
    : { losses: ['Wrong answers cost different marks in the file; these are not kept'] }
}

export const unknownParts = 'Marks for partly right answers are not kept'

/** Losses that concern any way of scoring. @param full the highest score that an answer can reach */
export function scoreLosses({ max, losses, countsOnly }: Scoring, full: Ratio, unanswered: Ratio): string[] {
  if (countsOnly) return [...losses, unknownParts]
  const isPart = max && compare(max, full) > 0 && !isNear(max, full, max)
  return [
    ...losses,
    ...(isPart ? [`The right answer earns ${percent(full, max)} in the file, but full marks here`] : []),
    ...(compare(unanswered, zero) > 0 ? ['An empty answer earns marks in the file, but not here'] : []),
    ...(compare(unanswered, zero) < 0 ? ['An empty answer costs marks in the file, but not here'] : []),
  ]
}

const noKey = 'No option is marked as correct; mark one and export it again'

const best = (scores: readonly Ratio[]) => scores.reduce((top, score) => (compare(score, top) > 0 ? score : top), zero)

const letterOf = (place: number): Letter => letters[place] ?? 'A'
const listed = (places: readonly number[]) => {
  const all = places.map(letterOf)
  return all.length === 1 ? `Option ${all[0]}` : `Options ${all.slice(0, -1).join(', ')} and ${all.at(-1)}`
}

/** The options of a response. @throws UnreadableItem if there are too few or too many, or they cannot be told apart */
export function labelsOf({ labels }: Pick<Response, 'labels'>): readonly Label[] {
  if (labels.length < 2) throw new UnreadableItem('It has fewer than two options')
  if (labels.length > letters.length)
    throw new UnreadableItem(`It has ${labels.length} options, but at most ${letters.length} are allowed`)
  // OLAT’s “Kprim” with a scoring that does not name each statement once.
  if (labels.every(({ ident }) => /:(?:correct|wrong)$/.test(ident)))
    throw new UnreadableItem('It asks whether each statement is right. Make it a matching question and export it again')
  if (new Set(labels.map(({ ident }) => ident)).size < labels.length)
    throw new UnreadableItem('Two of its options have the same identifier')
  return labels
}

/** Reads a choice of one option. */
export function singleKey(scoring: Scoring, response: Response): Meanings {
  const labels = labelsOf(response)
  checkEffort(scoring, labels.length)
  const scores = labels.map(({ ident }) => scoreOf(scoring, { [response.ident]: [ident] }))
  const full = best(scores)
  if (compare(full, zero) <= 0) throw new UnreadableItem(noKey)
  const right = [...scores.keys()].filter((place) => isNear(scores[place] ?? zero, full, full))
  const others = scores.filter((_, place) => !right.includes(place))
  const part = [...scores.keys()].filter((place) => !right.includes(place) && compare(scores[place] ?? zero, zero) > 0)
  const { penalty, losses } = penaltyOf(others, full)
  const all = [
    ...scoreLosses(scoring, full, scoreOf(scoring, {})),
    ...losses,
    ...part.map(
      (place) => `Part marks for option ${letterOf(place)} (${percent(scores[place] ?? zero, full)}) are not kept`,
    ),
  ]
  const [first = 0, ...alternatives] = right
  const shared = penalty === undefined ? {} : { penalty }
  const only = (place: number, label: string): Meaning => ({
    label,
    fields: { type: 'single', correctAnswer: letterOf(place), ...shared },
    losses: all,
    full,
  })
  if (alternatives.length === 0) return { meanings: [only(first, '')] }
  return {
    reason: `${right.length} options are marked as correct, but only one can be chosen`,
    meanings: [
      ...right.map((place) => only(place, `Option ${letterOf(place)} is correct`)),
      {
        label: `${listed(right)} are each accepted`,
        fields: {
          type: 'single',
          correctAnswer: letterOf(first),
          alternatives: alternatives.map(letterOf),
          ...shared,
        },
        losses: all,
        full,
      },
      {
        label: `${listed(right)} must all be chosen`,
        fields: { type: 'multiple', correctAnswers: right.map(letterOf), scoring: 'all', ...shared },
        losses: all,
        full,
      },
    ],
  }
}

/** The places of the options whose bits are set. */
const placesIn = (set: number) => [...letters.keys()].filter((place) => set & (1 << place))
const countIn = (set: number) => placesIn(set).length

/** The share that an answer earns here; `null` if it costs the penalty. */
function expectedShare(mode: Mode, chosen: number, key: number, options: number): Ratio | null {
  const right = countIn(chosen & key)
  const wrong = countIn(chosen & ~key)
  if (mode === 'all') return chosen === key ? ratio(1) : null
  if (mode === 'partial') return wrong > 0 ? null : ratio(right, countIn(key))
  const lost = wrong > 0 ? ratio(wrong, options - countIn(key)) : zero
  const share = minus(ratio(right, countIn(key)), lost)
  return compare(share, zero) < 0 ? zero : share
}

/** Reads a choice of several options. */
export function multipleKey(scoring: Scoring, response: Response): Meanings {
  const labels = labelsOf(response)
  const count = labels.length
  checkEffort(scoring, 1 << count)
  const scores = Array.from({ length: 1 << count }, (_, set) =>
    scoreOf(scoring, { [response.ident]: placesIn(set).map((place) => labels[place]?.ident ?? '') }),
  )
  const full = best(scores.slice(1))
  const unanswered = scores[0] ?? zero
  if (compare(full, zero) <= 0) throw new UnreadableItem(noKey)
  if (compare(unanswered, full) >= 0)
    throw new UnreadableItem('Choosing no option earns full marks, which is not supported')
  const right = [...scores.keys()].filter((set) => set > 0 && isNear(scores[set] ?? zero, full, full))
  const losses = scoreLosses(scoring, full, unanswered)
  const meaning = (key: number, label: string): Meaning => {
    const {
      mode,
      penalty,
      losses: more,
    } = scoring.countsOnly
      ? { mode: 'all' as const, penalty: undefined, losses: [] }
      : modeOf(scores, full, key, new Set(right), count)
    return {
      label,
      fields: {
        type: 'multiple',
        correctAnswers: placesIn(key).map(letterOf),
        scoring: mode,
        ...(penalty === undefined ? {} : { penalty }),
      },
      losses: [...losses, ...more],
      full,
    }
  }
  const common = right.reduce((all, set) => all & set)
  if (right.includes(common)) return { meanings: [meaning(common, '')] }
  const least = right.filter((set) => !right.some((other) => other !== set && (other & set) === other))
  if (least.length > 6) throw new UnreadableItem('Too many different combinations of its options earn full marks')
  const union = least.reduce((all, set) => all | set)
  return {
    reason: 'Several combinations of its options earn full marks, but only one can be the key',
    meanings: [...new Set([union, ...least])].map((set) =>
      meaning(set, `${listed(placesIn(set))} ${countIn(set) === 1 ? 'is' : 'are'} correct`),
    ),
  }
}

/** The way of scoring that gives the same marks as the file, or the closest one and what differs. */
function modeOf(scores: readonly Ratio[], full: Ratio, key: number, right: ReadonlySet<number>, count: number) {
  const answers = [...scores.keys()].filter((set) => set > 0 && (set === key || !right.has(set)))
  const extra = right.size > 1 ? ['Some other combinations of options earn full marks in the file, but not here'] : []
  for (const mode of ['all', 'partial', 'each'] as const) {
    const wrong: Ratio[] = []
    const isSame = answers.every((set) => {
      const score = scores[set] ?? zero
      const share = expectedShare(mode, set, key, count)
      if (share === null) wrong.push(score)
      const isLower = mode === 'each' && compare(score, zero) < 0
      return share === null ? compare(score, zero) <= 0 : isNear(isLower ? zero : score, times(share, full), full)
    })
    if (!isSame) continue
    const { penalty, losses } = penaltyOf(wrong, full)
    const isBelow = mode === 'each' && answers.some((set) => compare(scores[set] ?? zero, zero) < 0)
    const below = isBelow ? ['Marks below 0 are not kept'] : []
    return { mode, penalty, losses: [...extra, ...losses, ...below] }
  }
  const hasPartWithWrong = answers.some((set) => (set & ~key) !== 0 && compare(scores[set] ?? zero, zero) > 0)
  return {
    mode: (hasPartWithWrong ? 'each' : 'partial') satisfies Mode as Mode,
    penalty: undefined,
    losses: [...extra, 'Part marks are counted differently in the file'],
  }
}

const words: Readonly<Record<string, boolean>> = { true: true, false: false }

/** A choice between True and False as such; null if its options say something else. */
export function asBoolean(meanings: Meanings, texts: readonly string[]): Meanings | null {
  const values = texts.map((text) => words[text.trim().toLowerCase()])
  if (values.length !== 2 || values.includes(undefined) || values[0] === values[1]) return null
  return {
    ...meanings,
    meanings: meanings.meanings
      .filter(({ fields }) => fields.type === 'single' && !fields.alternatives)
      .map(({ label, losses, full, fields: { type: _, correctAnswer, ...fields } }) => {
        const value = values[letters.indexOf(correctAnswer as Letter)] ?? false
        return {
          label: label === '' ? '' : `${value ? 'True' : 'False'} is correct`,
          fields: { type: 'boolean', correctAnswer: value, ...fields },
          losses,
          ...(full && { full }),
        }
      }),
  }
}
