import { equals, fromDecimal, type Ratio, zero } from '#shared/ratio.ts'
import { UnreadableItem } from './found.ts'
import { childOf, childrenOf, isElement, textOf, type XmlElement } from './xml.ts'

/** The values and declarations of QTI items. */

/** A string that is known only by the patterns that it matches. */
export interface Matching {
  matches: ReadonlySet<string>
}
/** Numbers are exact. Pairs are two identifiers with a space between them. */
export type Scalar = string | boolean | Ratio | Matching
export type Cardinality = 'single' | 'multiple' | 'ordered'

/** A value that is not NULL. A single value has one item. */
export interface Value {
  cardinality: Cardinality
  items: readonly Scalar[]
}

interface MapEntry {
  key: Scalar
  value: Ratio
  isCaseSensitive: boolean
}

export interface Mapping {
  entries: readonly MapEntry[]
  /** The places of texts among the entries. Ignores case for entries that do. */
  exact: ReadonlyMap<string, number>
  folded: ReadonlyMap<string, number>
  fallback: Ratio
  lower: Ratio | null
  upper: Ratio | null
}

/** A response or outcome variable. */
export interface Declared {
  identifier: string
  cardinality: Cardinality | 'record'
  base: string
  correct: Value | null
  initial: Value | null
  mapping: Mapping | null
  attributes: Readonly<Record<string, string>>
}

/** An item that cannot be read because of one of its elements. */
export class UnreadableElement extends UnreadableItem {
  readonly line: number | undefined

  constructor(message: string, line?: number) {
    super(message)
    this.line = line || undefined
  }
}

/** Response processing that cannot be followed exactly. */
export class UnreadableProcessing extends UnreadableElement {}

export const isRatio = (scalar: Scalar): scalar is Ratio => typeof scalar === 'object' && 'n' in scalar
const isMatching = (scalar: Scalar): scalar is Matching => typeof scalar === 'object' && 'matches' in scalar

export function isSame(one: Scalar, other: Scalar): boolean {
  if (isMatching(one) || isMatching(other))
    throw new UnreadableProcessing('Its response processing compares an answer with both a pattern and a text')
  return isRatio(one) && isRatio(other) ? equals(one, other) : one === other
}

export const single = (item: Scalar): Value => ({ cardinality: 'single', items: [item] })

const maxDigits = 100
/** Values of one response, and entries of a mapping: each item of 50 with each of 50. */
export const maxValues = 2_500

/** An exact decimal number. @throws UnreadableItem */
export function numberOf(text: string): Ratio {
  const value = text.length <= maxDigits ? fromDecimal(text.trim()) : null
  if (!value) throw new UnreadableItem(`“${text.trim().slice(0, 40)}” is not a number`)
  return value
}

const isNumeric = (base: string) => base === 'integer' || base === 'float'

/** Two identifiers. The order of an undirected pair does not matter. */
export function pairOf(one: string, other: string, isDirected: boolean): string {
  return isDirected || one < other ? `${one} ${other}` : `${other} ${one}`
}

/** Reads a value. @throws UnreadableItem */
export function scalarOf(text: string, base: string): Scalar {
  const trimmed = text.trim()
  if (isNumeric(base)) return numberOf(trimmed)
  if (base === 'boolean') return trimmed === 'true' || trimmed === '1'
  if (base !== 'pair' && base !== 'directedPair') return trimmed
  const [one = '', other = '', ...rest] = trimmed.split(/\s+/)
  if (other === '' || rest.length > 0) throw new UnreadableItem(`“${trimmed.slice(0, 40)}” is not a pair`)
  return pairOf(one, other, base === 'directedPair')
}

function valueIn(element: XmlElement | undefined, cardinality: Declared['cardinality'], base: string): Value | null {
  // A number that is left empty has no value.
  const isGiven = (value: XmlElement) => !isNumeric(base) || textOf(value).trim() !== ''
  const values = element ? childrenOf(element, 'value').filter(isGiven) : []
  if (values.length === 0) return null
  if (values.length > maxValues) throw new UnreadableItem(`It has more than ${maxValues} correct values`)
  if (cardinality === 'record') throw new UnreadableItem('Values of several fields (records) cannot be imported')
  return { cardinality, items: values.map((value) => scalarOf(textOf(value), value.attributes.baseType ?? base)) }
}

function mappingIn(element: XmlElement | undefined, base: string): Mapping | null {
  if (!element) return null
  const { attributes } = element
  const bound = (text: string | undefined) => (text === undefined ? null : numberOf(text))
  const given = childrenOf(element, 'mapEntry')
  if (given.length > maxValues) throw new UnreadableItem(`Its mapping has more than ${maxValues} entries`)
  const exact = new Map<string, number>()
  const folded = new Map<string, number>()
  const entries = given.map(
    ({ attributes: entry }): MapEntry => ({
      key: scalarOf(entry.mapKey ?? '', base),
      value: numberOf(entry.mappedValue ?? ''),
      isCaseSensitive: (entry.caseSensitive ?? attributes.caseSensitive) !== 'false',
    }),
  )
  for (const [place, { key, value, isCaseSensitive }] of entries.entries()) {
    if (typeof key !== 'string') continue
    const [places, name] = isCaseSensitive ? [exact, key] : [folded, key.toLowerCase()]
    const earlier = entries[places.get(name) ?? place]
    if (earlier && !equals(earlier.value, value)) throw new UnreadableItem(`“${key}” has two values in its mapping`)
    if (!places.has(name)) places.set(name, place)
  }
  return {
    entries,
    exact,
    folded,
    fallback: bound(attributes.defaultValue) ?? zero,
    lower: bound(attributes.lowerBound),
    upper: bound(attributes.upperBound),
  }
}

const cardinalities = ['single', 'multiple', 'ordered', 'record'] as const

/** Reads a declaration of a response or an outcome. @throws UnreadableItem */
export function declaredIn(element: XmlElement): Declared {
  const { attributes } = element
  const { identifier = '', baseType: base = '' } = attributes
  const cardinality = cardinalities.find((one) => one === attributes.cardinality)
  if (!cardinality) throw new UnreadableItem(`The cardinality of ${identifier || 'a variable'} is missing or unknown`)
  return {
    identifier,
    cardinality,
    base,
    correct: valueIn(childOf(element, 'correctResponse'), cardinality, base),
    initial: valueIn(childOf(element, 'defaultValue'), cardinality, base),
    mapping: mappingIn(childOf(element, 'mapping'), base),
    attributes,
  }
}

const camel = (name: string) => name.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())

/** Writes the names of QTI 3.0 as those of QTI 2: `qti-simple-choice` becomes `simpleChoice`. */
export function normalised(element: XmlElement): XmlElement {
  const isQti = element.name.startsWith('qti-')
  const attributes: Record<string, string> = Object.create(null)
  for (const [name, value] of Object.entries(element.attributes))
    attributes[isQti && !/^(?:data|aria)-/.test(name) ? camel(name) : name] = value
  return {
    ...element,
    name: isQti ? camel(element.name.slice(4)) : element.name,
    attributes,
    children: element.children.map((child) => (isElement(child) ? normalised(child) : child)),
  }
}
