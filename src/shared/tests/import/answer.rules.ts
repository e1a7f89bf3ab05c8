import { type OptionLetter, optionLetters } from '../tests.schema.ts'

export type Options = Record<OptionLetter, string>

export type AnswerReading =
  | { letter: OptionLetter; byNumber: boolean }
  /** `countsFromZero`: the answer is 0, so the whole file may count from 0. */
  | { reason: string; countsFromZero: boolean }

const namedOption = /^option[\s_-]*\(?([a-z0-9])[).:]?$/i
const bareOption = /^\(?([a-z0-9])[).:]?$/i
const howToBeClear = 'write "Option" and the letter, such as "Option B"'

const letterFrom = (sign: string): OptionLetter | undefined =>
  optionLetters.find((letter, index) => letter === sign.toUpperCase() || String(index + 1) === sign)

const loosely = (text: string) => text.normalize('NFC').replace(/\s+/g, ' ').trim().toLowerCase()

/** The options with this text: exact matches if there are any, otherwise ignoring case and spacing. */
function optionsWithText(text: string, options: Options): OptionLetter[] {
  const exact = optionLetters.filter((letter) => options[letter] === text)
  if (exact.length > 0) return exact
  return optionLetters.filter((letter) => loosely(options[letter]) === loosely(text))
}

const shown = (text: string) => (text.length > 40 ? `${text.slice(0, 40)}…` : text)
const refuse = (reason: string, countsFromZero = false): AnswerReading => ({ reason, countsFromZero })

/**
 * Parses the correct answer: a letter (`b`, `B)`, `Option B`), a number from 1 to 4, or an option's text. Rejects it if
 * these disagree, because a wrong key is worse than a rejected row. `Option B` always means the letter, so authors have
 * an unambiguous form.
 *
 * @param written trimmed, like the options
 */
export function readAnswer(written: string, options: Options): AnswerReading {
  if (written === '') return refuse('The correct answer is missing')
  const named = namedOption.exec(written)?.[1]
  const bare = bareOption.exec(written)?.[1]
  const sign = named ?? bare
  const bySign = sign === undefined ? undefined : letterFrom(sign)
  const byNumber = sign !== undefined && /\d/.test(sign)
  if (bySign && named && !byNumber) return { letter: bySign, byNumber: false }

  const texts = bare === undefined ? [written] : [written, bare]
  const byText = [...new Set(texts.flatMap((text) => optionsWithText(text, options)))]
  const [first, ...others] = byText
  if (bySign && byText.some((letter) => letter !== bySign))
    return refuse(
      `The correct answer "${written}" can mean option ${bySign} by its ${byNumber ? 'number' : 'letter'} or option ${byText.join(' and ')} by its text; ${howToBeClear}`,
    )
  if (bySign) return { letter: bySign, byNumber: byNumber && first === undefined }
  if (first && others.length === 0) return { letter: first, byNumber: false }
  if (first)
    return refuse(
      `The correct answer "${shown(written)}" is the text of options ${byText.join(' and ')}; ${howToBeClear}`,
    )
  if (sign === '0') return refuse('The correct answer is 0, but options are counted from 1; use a letter', true)
  return refuse(
    `The correct answer "${shown(written)}" is not one of A, B, C, D. Enter one of these letters, a number from 1 to 4, or the text of an option`,
  )
}
