import { childOf, childrenOf, type XmlElement } from './xml.ts'

/** The labels of lists that Word numbers automatically. */

interface Level {
  start: number
  format: string
  /** Such as `%1.` or `(%2)`. */
  text: string
  /** The level after which numbering restarts, from 1; 0 for never. */
  restart: number | undefined
}

interface Numbering {
  abstractId: string
  levels: ReadonlyMap<number, Level>
  /** First numbers that this list has instead of those of its definition. */
  starts: ReadonlyMap<number, number>
}

/** The label of a paragraph in a list. */
export interface ListLabel {
  /** As shown, such as `1.` or `(b)`; '' for none. */
  text: string
  isBullet: boolean
  level: number
  /** Identifies the list, also if another one looks the same. */
  list: string
  /** False if the numbers are in a format that cannot be written. */
  isKnown: boolean
}

const maxNumber = 100_000

const lettersFor = (value: number) =>
  String.fromCharCode(65 + ((value - 1) % 26)).repeat(Math.min(10, Math.ceil(value / 26)))

const romans: [number, string][] = [
  ...([
    [1000, 'M'],
    [900, 'CM'],
    [500, 'D'],
    [400, 'CD'],
    [100, 'C'],
    [90, 'XC'],
    [50, 'L'],
    [40, 'XL'],
    [10, 'X'],
    [9, 'IX'],
    [5, 'V'],
    [4, 'IV'],
    [1, 'I'],
  ] as [number, string][]),
]

function romanFor(value: number): string {
  let left = value
  let written = ''
  for (const [size, sign] of romans)
    while (left >= size && written.length < 40) {
      written += sign
      left -= size
    }
  return written
}

/** A number in one of Word's formats; null if it is unknown. */
function numberText(value: number, format: string): string | null {
  if (value < 1) return format === 'none' ? '' : String(value)
  switch (format) {
    case 'decimal':
    case 'decimalHalfWidth':
      return String(value)
    case 'decimalZero':
      return String(value).padStart(2, '0')
    case 'upperLetter':
      return lettersFor(value)
    case 'lowerLetter':
      return lettersFor(value).toLowerCase()
    case 'upperRoman':
      return romanFor(value)
    case 'lowerRoman':
      return romanFor(value).toLowerCase()
    case 'decimalEnclosedParen':
      return `(${value})`
    case 'ordinal':
      return `${value}.`
    case 'none':
      return ''
    case 'hindiNumbers':
      return String(value).replace(/\d/g, (digit) => String.fromCharCode(0x966 + Number(digit)))
    // Word shows consonants for vowels, and the other way round.
    case 'hindiVowels':
      return 'कखगघङचछजझञ'[value - 1] ?? null
    case 'hindiConsonants':
      return 'अआइईउऊ'[value - 1] ?? null
    default:
      return null
  }
}

const settingOf = (element: XmlElement, name: string): string | undefined => childOf(element, name)?.attributes.val
const wholeOf = (text: string | undefined, fallback: number) => {
  const value = Number(text ?? fallback)
  return Number.isInteger(value) && Math.abs(value) <= maxNumber ? value : fallback
}

const levelOf = (element: XmlElement): [number, Level] => {
  const restart = settingOf(element, 'lvlRestart')
  return [
    wholeOf(element.attributes.ilvl, 0),
    {
      start: wholeOf(settingOf(element, 'start'), 0),
      format: settingOf(element, 'numFmt') ?? 'decimal',
      text: settingOf(element, 'lvlText') ?? '',
      restart: restart === undefined ? undefined : wholeOf(restart, 0),
    },
  ]
}

export class Lists {
  readonly #numberings = new Map<string, Numbering>()
  /** The last number of each level, by definition: lists of one definition continue each other. */
  readonly #counts = new Map<string, (number | undefined)[]>()
  readonly #started = new Set<string>()

  /**
   * @param root of numbering.xml; undefined if there is none
   * @param numberingOf the list that a style refers to
   */
  constructor(root: XmlElement | undefined, numberingOf: (style: string) => string | undefined) {
    const definitions = new Map<string, XmlElement>()
    for (const one of root ? childrenOf(root, 'abstractNum') : [])
      definitions.set(one.attributes.abstractNumId ?? '', one)
    const lists = new Map((root ? childrenOf(root, 'num') : []).map((list) => [list.attributes.numId ?? '', list]))
    for (const [id, list] of lists) {
      let abstractId = settingOf(list, 'abstractNumId') ?? ''
      const link = definitions.get(abstractId) && settingOf(definitions.get(abstractId) as XmlElement, 'numStyleLink')
      const linked = link === undefined ? undefined : lists.get(numberingOf(link) ?? '')
      if (linked) abstractId = settingOf(linked, 'abstractNumId') ?? ''
      const definition = definitions.get(abstractId)
      const levels = new Map(definition ? childrenOf(definition, 'lvl').map(levelOf) : [])
      const starts = new Map<number, number>()
      for (const override of childrenOf(list, 'lvlOverride')) {
        const level = wholeOf(override.attributes.ilvl, 0)
        const own = childOf(override, 'lvl')
        if (own) levels.set(level, levelOf(own)[1])
        const start = settingOf(override, 'startOverride')
        if (start !== undefined) starts.set(level, wholeOf(start, 1))
      }
      this.#numberings.set(id, { abstractId, levels, starts })
    }
  }

  /** The label of the next paragraph of a list; undefined if there is no such list. */
  next(numId: string, level: number): ListLabel | undefined {
    const numbering = this.#numberings.get(numId)
    const definition = numbering?.levels.get(level)
    if (!numbering || !definition) return undefined
    const { abstractId, levels, starts } = numbering
    const counts = this.#counts.get(abstractId) ?? []
    this.#counts.set(abstractId, counts)
    if (!this.#started.has(numId)) {
      this.#started.add(numId)
      for (const [at, start] of starts) counts[at] = start - 1
    }
    // Levels above that were not used yet show their first number.
    for (let above = 0; above < level; above++) counts[above] ??= levels.get(above)?.start ?? 1
    counts[level] = (counts[level] ?? definition.start - 1) + 1
    for (let below = level + 1; below < 9; below++) {
      const restart = levels.get(below)?.restart
      if (restart === undefined || level < restart) counts[below] = undefined
    }
    // Pandoc continues items with bullets that show nothing; LibreOffice writes them in the font Symbol.
    if (definition.format === 'bullet' && /^[ \uf020]$/.test(definition.text)) return undefined
    if (definition.format === 'bullet') return { text: '•', isBullet: true, level, list: numId, isKnown: true }
    let isKnown = true
    const text = definition.text.replace(/%([1-9])/g, (_, sign: string) => {
      const at = Number(sign) - 1
      const written = numberText(counts[at] ?? 1, levels.get(at)?.format ?? 'decimal')
      if (written === null) isKnown = false
      return written ?? String(counts[at] ?? 1)
    })
    return { text: text.trim(), isBullet: false, level, list: numId, isKnown }
  }
}
