import type { BankQuestion } from '#shared/bank/bank.schema.ts'
import { penaltyOf } from '#shared/bank/question-types.rules.ts'
import {
  absolute,
  compare,
  equals,
  exactNumber,
  fromNumber,
  minus,
  plus,
  type Ratio,
  ratio,
  times,
  toNumber,
  zero,
} from '#shared/ratio.ts'
import { listed, percentText, shareOf } from './moodle-fractions.ts'

/** State shared by the writers of Moodle's question types. */

/** A question that Moodle XML cannot hold. The message says why. */
export class UnwritableItem extends Error {}

export const cannotWrite = (reason: string): never => {
  throw new UnwritableItem(reason)
}

export type Of<T extends BankQuestion['type']> = Extract<BankQuestion, { type?: T }>

/** Characters that XML cannot contain. */
const notXml = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

const escapedXml: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const xmlText = (text: string) => text.replace(notXml, '').replace(/[&<>]/g, (char) => escapedXml[char] ?? char)

/** A `text` element. HTML is written as CDATA, as Moodle does. */
export const textElement = (text: string) =>
  /[&<>]/.test(text)
    ? `<text><![CDATA[${text.replace(notXml, '').replaceAll(']]>', ']]]]><![CDATA[>')}]]></text>`
    : `<text>${text.replace(notXml, '')}</text>`

/** An element with text, and what follows it inside. */
export const textField = (name: string, text: string, format?: string, more = '') =>
  `    <${name}${format ? ` format="${format}"` : ''}>${textElement(text)}${more}</${name}>\n`

export const setting = (name: string, value: string | number) => `    <${name}>${xmlText(String(value))}</${name}>\n`

/** Writes images, and collects what is lost. */
export class MoodleWriter {
  readonly losses = new Set<string>()
  readonly #images: ReadonlyMap<string, Buffer> | null

  /** @param images by URL; null to find the losses only */
  constructor(images: ReadonlyMap<string, Buffer> | null) {
    this.#images = images
  }

  lose(sentence: string) {
    this.losses.add(sentence)
  }

  /** An image's tag and file. */
  image(url: string | null | undefined): { tag: string; file: string } {
    const bytes = url ? this.#images?.get(url) : undefined
    if (!url || !bytes) return { tag: '', file: '' }
    const name = url.split('/').at(-1) ?? ''
    return {
      tag: `<img src="@@PLUGINFILE@@/${name}" alt="">`,
      file: `<file name="${name}" path="/" encoding="base64">${bytes.toString('base64')}</file>`,
    }
  }
}

/** The penalty of a single choice as a fraction of Moodle's list; null if there is none. */
export function penaltyFraction({ marks, penalty }: BankQuestion): string | null {
  const share = penaltyShare({ marks, penalty })
  return listed.find((one) => equals(one.share, share))?.text ?? null
}

export const penaltyShare = ({ marks, penalty }: Pick<BankQuestion, 'marks' | 'penalty'>): Ratio =>
  penalty ? times(penaltyOf(fromNumber(marks), penalty), ratio(100n, BigInt(Math.round(marks * 100)))) : zero

const decimals = (share: Ratio) => String(Number((toNumber(share) * 100).toFixed(5)))

/** Shares as percentages with five decimals, or the closest of Moodle's list. Answers with more marks come first. */
export function fractionsOf(
  writer: MoodleWriter,
  accepted: readonly { value: string; fraction?: number | undefined }[],
  onlyListed: boolean,
): { value: string; percent: string }[] {
  const answers = accepted.map(({ value, fraction = 1 }) => ({ value, share: fromNumber(fraction) }))
  if (!answers.some(({ share }) => compare(share, ratio(1)) === 0)) cannotWrite('None of its answers earns full marks')
  return answers
    .sort((a, b) => compare(b.share, a.share))
    .map(({ value, share }) => {
      const away = (one: Ratio) => absolute(minus(one, share))
      const [closest] = [...listed].sort((a, b) => compare(away(a.share), away(b.share)))
      const percent = onlyListed ? (closest?.text ?? '100') : decimals(share)
      if (toNumber(shareOf(percent)) !== toNumber(share))
        writer.lose(`“${value}” earns ${percentText(shareOf(percent))} instead of ${percentText(share)} in Moodle`)
      return { value, percent }
    })
}

type Numeric = Pick<Of<'numeric'>, 'correctValue' | 'tolerance' | 'toleranceKind' | 'range' | 'significantDigits'>

const exact = (value: Ratio): number =>
  exactNumber(value) ?? cannotWrite('Its number and tolerance have too many digits to be written exactly')

/** A number and its absolute tolerance. */
export function numberOf(writer: MoodleWriter, key: Numeric): { value: number; tolerance: number } {
  const { correctValue = 0, tolerance = 0, toleranceKind, range, significantDigits } = key
  if (range) {
    const [min, max] = [fromNumber(range.min), fromNumber(range.max)]
    const value = exact(times(plus(min, max), ratio(1, 2)))
    const half = exact(times(minus(max, min), ratio(1, 2)))
    writer.lose(`The range from ${range.min} to ${range.max} is written as ${value} ± ${half}`)
    return { value, tolerance: half }
  }
  if (significantDigits) return cannotWrite('Significant digits cannot be written. Use a tolerance instead')
  if (toleranceKind !== 'relative' || tolerance === 0) return { value: correctValue, tolerance }
  const allowed = exact(times(fromNumber(tolerance), absolute(fromNumber(correctValue))))
  writer.lose(`The tolerance of ${percentText(fromNumber(tolerance))} is written as ${allowed}`)
  return { value: correctValue, tolerance: allowed }
}
