import type { Letter } from '../../bank/types/choice.rules.ts'
import type { ItemChoice } from './items.schema.ts'

/**
 * Explains a question's statistics to readers without a background in statistics. The sentences are displayed
 * unchanged.
 */

/** With fewer attempts, the upper group has fewer than eight and chance dominates. */
export const fewestAttempts = 30
/** Share of the marks. Outside these bounds a question can hardly discriminate. */
const easyFrom = 0.9
const hardBelow = 0.2
/** Discrimination below this is poor: Ebel & Frisbie, Essentials of Educational Measurement, 5th ed. (1991). */
const poorBelow = 0.2
/** Minimum distance from chance for a hint, in standard errors. */
const beyondChance = 2

const listed = (letters: readonly Letter[]) =>
  letters.length === 1 ? `option ${letters[0]}` : `options ${letters.slice(0, -1).join(', ')} or ${letters.at(-1)}`

export const hintSentences = {
  tooFew: 'Too few attempts to judge',
  unanswered: 'Nobody answered it',
  key: (letter: Letter) => `The key may be wrong: more top scorers chose ${letter}`,
  reversed: 'Low scorers do better than high scorers',
  easy: 'Too easy',
  hard: 'Too hard',
  flat: 'Low discrimination',
  leftOut: 'More than half did not answer it',
  unchosen: (letters: readonly Letter[]) => `Nobody chose ${listed(letters)}`,
} as const

/** A question's statistics, unrounded. */
export interface HintedItem {
  attempts: number
  answered: number
  /** Mean share of the marks, 0 to 1. */
  facility: number
  discrimination: number | null
  itemRest: number | null
  correctAnswer: Letter | null
  /** Null unless single choice. */
  choices: readonly ItemChoice[] | null
}

/**
 * A wrong option that top scorers prefer to the key by a significant margin. An option that also attracts weak students
 * is a distractor: it only shows that the question is hard.
 */
function likelierKey({ correctAnswer, choices }: HintedItem): Letter | null {
  const key = choices?.find(({ option }) => option === correctAnswer)?.upper ?? 0
  const preferred = (choices ?? []).filter(
    ({ option, upper, lower }) =>
      option !== null && upper > key && upper >= lower && upper - key >= beyondChance * Math.sqrt(upper + key),
  )
  return preferred.sort((a, b) => b.upper - a.upper)[0]?.option ?? null
}

/** Hints about discrimination. Low discrimination is only a flaw if the question is neither too easy nor too hard. */
function powerOf({ attempts, discrimination, itemRest }: HintedItem, isExtreme: boolean): string[] {
  if (discrimination === null || itemRest === null) return []
  if (discrimination < 0 && itemRest * Math.sqrt(attempts) < -beyondChance) return [hintSentences.reversed]
  // The two statistics err in different ways, so both must be low.
  return !isExtreme && discrimination < poorBelow && itemRest < poorBelow ? [hintSentences.flat] : []
}

/** Hints about a question, most important first; none for a good one. */
export function hintsOf(item: HintedItem): string[] {
  const { attempts, answered, facility, correctAnswer, choices } = item
  if (attempts < fewestAttempts) return [hintSentences.tooFew]
  if (answered === 0) return [hintSentences.unanswered]
  const key = likelierKey(item)
  const isEasy = facility >= easyFrom
  const isHard = facility < hardBelow
  const unchosen = (choices ?? []).flatMap(({ option, all }) =>
    option === null || option === correctAnswer || all > 0 ? [] : [option],
  )
  return [
    // With a wrong key, the other statistics are wrong too.
    ...(key ? [hintSentences.key(key)] : powerOf(item, isEasy || isHard)),
    ...(isEasy ? [hintSentences.easy] : []),
    ...(isHard && !key ? [hintSentences.hard] : []),
    ...(answered * 2 < attempts ? [hintSentences.leftOut] : []),
    ...(!isEasy && unchosen.length > 0 ? [hintSentences.unchosen(unchosen)] : []),
  ]
}
