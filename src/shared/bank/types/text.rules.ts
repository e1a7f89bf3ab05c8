import { commonMultiple, compare, fromNumber, type Ratio, ratio, zero } from '../../ratio.ts'
import { normalisedPattern, withoutAccents } from './pattern.rules.ts'
import { byShare, type GradingTools, type QuestionType } from './question-type.rules.ts'
import { asTypewritten, isBlank } from './typography.rules.ts'

/** Maximum length of a short answer, in characters. */
export const maxShortText = 1_000

export interface TextKey {
  /** `fraction` is the share of the marks, 1 by default. */
  accepted: readonly { value: string; fraction?: number | undefined }[]
  caseSensitive: boolean
  /** True if é and e are equivalent. */
  ignoreAccents: boolean
  /** True if the accepted values are regular expressions; otherwise `*` matches any text. */
  regex: boolean
}

type Rules = Pick<TextKey, 'caseSensitive' | 'ignoreAccents'>

/** Close to Unicode's full case folding: ß equals SS, and a final ς equals σ. */
const foldCase = (text: string) => text.toUpperCase().toLowerCase().replaceAll('ς', 'σ')

const normalised = (text: string, { caseSensitive, ignoreAccents }: Rules) => {
  const spaced = asTypewritten(text.normalize('NFC')).replace(/\s+/g, ' ').trim()
  const bare = ignoreAccents ? withoutAccents(spaced) : spaced
  return caseSensitive ? bare : foldCase(bare)
}

/** Splits at stars; a backslash makes a star literal. */
const piecesOf = (pattern: string) => pattern.split(/(?<!\\)\*/).map((piece) => piece.replaceAll('\\*', '*'))

/** Matches pieces in order, each at its first possible position. A star matches anything, so this is enough. */
function matchesPieces([first = '', ...rest]: readonly string[], text: string): boolean {
  const last = rest.pop()
  if (last === undefined) return text === first
  if (!text.startsWith(first) || !text.endsWith(last) || text.length < first.length + last.length) return false
  let at = first.length
  const end = text.length - last.length
  for (const piece of rest) {
    const found = text.indexOf(piece, at)
    if (found < 0 || found + piece.length > end) return false
    at = found + piece.length
  }
  return true
}

const isMatch = (key: TextKey, pattern: string, text: string, { matches }: GradingTools) =>
  key.regex
    ? matches(
        normalisedPattern(pattern, key.ignoreAccents),
        normalised(text, { ...key, caseSensitive: true }),
        key.caseSensitive,
      )
    : matchesPieces(
        piecesOf(pattern).map((piece) => pieceText(piece, key)),
        normalised(text, key),
      )

/** Normalises a piece but keeps the spaces next to its stars. */
const pieceText = (piece: string, rules: Rules) => {
  const core = normalised(piece, rules)
  const padded = (edge: RegExp) => (core !== '' && edge.test(piece) ? ' ' : '')
  return `${padded(/^\s/)}${core}${padded(/\s$/)}`
}

/** Largest denominator recognised in a decimal fraction such as 0.3333333333333333. */
const maxDenominator = 1_000

/** The share of the marks as an exact ratio. The form stores 1/3 as a number, which is not exactly a third. */
export function shareOf(fraction: number): Ratio {
  for (let d = 1; d <= maxDenominator; d++) {
    const n = Math.round(fraction * d)
    if (n / d === fraction) return ratio(n, d)
  }
  return fromNumber(fraction)
}

/** The largest share of the marks among the accepted values that match. */
export function textShare(key: TextKey, value: string, tools: GradingTools): Ratio {
  // Normalising alternating accents takes quadratic time.
  if (value.length > maxShortText) return zero
  const shares = key.accepted
    .filter((accepted) => isMatch(key, accepted.value, value, tools))
    .map(({ fraction = 1 }) => shareOf(fraction))
  return shares.reduce((best, share) => (compare(share, best) > 0 ? share : best), zero)
}

const denominatorOf = (fraction: number) => {
  let d = 1
  while (d < maxDenominator && Math.abs(fraction * d - Math.round(fraction * d)) > 1e-9) d++
  return d
}

export const textSteps = ({ accepted }: Pick<TextKey, 'accepted'>) =>
  commonMultiple(accepted.map(({ fraction = 1 }) => denominatorOf(fraction)))

export const textKeyText = ({ accepted }: Pick<TextKey, 'accepted'>) =>
  accepted
    .map(({ value, fraction = 1 }) =>
      fraction === 1 ? value : `${value} (${Number((fraction * 100).toPrecision(4))}%)`,
    )
    .join(' or ')

export const text: QuestionType<unknown, TextKey, string> = {
  expects: `text of at most ${maxShortText} characters`,
  isAnswer: (_, value): value is string => typeof value === 'string' && value.length <= maxShortText,
  isEmpty: isBlank,
  grade: (_, key, value, tools) => byShare(textShare(key, value, tools)),
  steps: (_, key) => textSteps(key),
  show: (_, value) => value.trim(),
  showKey: (_, key) => textKeyText(key),
}
