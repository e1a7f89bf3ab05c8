import { compare, ratio, zero } from '#shared/ratio.ts'
import { UnreadableItem } from './found.ts'
import { type Answers, declaredFor, type Item, identifierOf } from './qti-item.ts'
import { pairOf } from './qti-values.ts'
import { type Assignment, type Slot, solve } from './qti-worth.ts'
import { childrenOf, type XmlElement } from './xml.ts'

/** Reads QTI's interactions that connect items in pairs. */

const maxParts = 50

/** How the pairs of an answer are written, and which of their items come first in ours. */
interface Sides {
  left: readonly XmlElement[]
  right: readonly XmlElement[]
  /** True if the response names the right side first. */
  isSwapped: boolean
  isDirected: boolean
}

/** The pairs that are right, by the correct response or else by what the mapping gives marks for. */
function rightPairs(item: Item, interaction: XmlElement): [string, string][] {
  const { correct, mapping } = declaredFor(item, interaction)
  const mapped = mapping?.entries.filter(({ value }) => compare(value, zero) > 0).map(({ key }) => key)
  const pairs = (correct?.items ?? mapped ?? []).map((pair) => String(pair).split(' '))
  if (pairs.length === 0) throw new UnreadableItem('It has no correct pairs')
  return pairs.map(([one = '', other = '']) => [one, other])
}

const isOnce = (names: readonly string[], all: readonly string[]) =>
  names.length === all.length && all.every((name) => names.includes(name))

/** The sides of a match: each left item has exactly one partner. */
function matchSides(pairs: readonly [string, string][], interaction: XmlElement): Sides {
  const [first, second, ...more] = childrenOf(interaction, 'simpleMatchSet').map((set) =>
    childrenOf(set, 'simpleAssociableChoice'),
  )
  if (!first || !second || more.length > 0) throw new UnreadableItem('It does not have two sets of items to match')
  const isLeft = isOnce(
    pairs.map(([one]) => one),
    first.map(identifierOf),
  )
  if (isLeft) return { left: first, right: second, isSwapped: false, isDirected: true }
  const isRight = isOnce(
    pairs.map(([, other]) => other),
    second.map(identifierOf),
  )
  if (isRight) return { left: second, right: first, isSwapped: true, isDirected: true }
  throw new UnreadableItem('Some of its items have no partner or several, which is not supported')
}

/** The sides of an association, in which any two items can be a pair. */
function associationSides(pairs: readonly [string, string][], interaction: XmlElement): Sides {
  const all = childrenOf(interaction, 'simpleAssociableChoice')
  const used = pairs.flat()
  if (new Set(used).size < used.length) throw new UnreadableItem('Some of its items have several partners')
  const find = (name: string) => all.find((choice) => identifierOf(choice) === name)
  // A pair's items are in the order of the list.
  const place = (name: string) => all.findIndex((choice) => identifierOf(choice) === name)
  const ordered = pairs.map(([one, other]) => (place(one) < place(other) ? [one, other] : [other, one]))
  const left = ordered.flatMap(([one = '']) => find(one) ?? [])
  const right = [
    ...ordered.flatMap(([, other = '']) => find(other) ?? []),
    ...all.filter((choice) => !used.includes(identifierOf(choice))),
  ]
  return { left, right, isSwapped: false, isDirected: false }
}

/** @throws UnreadableItem */
export async function pairKeys(item: Item, interaction: XmlElement): Promise<Answers> {
  const declared = declaredFor(item, interaction)
  const isMatch = interaction.name === 'matchInteraction'
  const pairs = rightPairs(item, interaction)
  const { left, right, isSwapped, isDirected } = isMatch
    ? matchSides(pairs, interaction)
    : associationSides(pairs, interaction)
  if (left.length < 2) throw new UnreadableItem('It has fewer than 2 pairs')
  // Both sides of a match may use the same identifiers. Only a directed pair says which side it means.
  const isShared = isMatch && declared.base === 'directedPair'
  for (const side of isShared ? [left, right] : [[...left, ...right]])
    if (new Set(side.map(identifierOf)).size < side.length)
      throw new UnreadableItem('Two of its items to match have the same identifier')
  // Each pair has a right side, and there may be as many without a pair.
  if (left.length > maxParts || right.length > maxParts * 2)
    throw new UnreadableItem(`It has more than ${left.length > maxParts ? maxParts : maxParts * 2} items to match`)
  const pair = (one: string, other: string) =>
    isSwapped ? pairOf(other, one, isDirected) : pairOf(one, other, isDirected)
  const candidates = right.map(identifierOf)
  const known = new Set(pairs.map(([one, other]) => pairOf(one, other, isDirected)))
  const slots = left.map((element): Slot => {
    const name = identifierOf(element)
    const correct = candidates.find((other) => known.has(pair(name, other)))
    return { name: `Item ${name}`, candidates, correct: correct ?? null }
  })
  const score = (given: Assignment, scale?: number) => {
    const items = given.flatMap((answer, at) =>
      answer === null ? [] : [pair(slots[at]?.name.slice(5) ?? '', String(answer))],
    )
    const value = items.length === 0 ? null : { cardinality: 'multiple' as const, items: [...new Set(items)] }
    return item.processing.score(new Map([[declared.identifier, value]]), scale)
  }
  const solved = solve(slots, score, 'pair')
  const losses = [...solved.losses]
  if (!isMatch) losses.push('The items are shown in two columns')
  const several = slots.find((_, at) => {
    const full = candidates.filter((one) => compare(solved.share(at, one), ratio(1)) === 0)
    return full.length > 1
  })
  if (several) throw new UnreadableItem(`${several.name} has several right partners, which is not supported`)
  const textOf = async (element: XmlElement) => {
    const { text, image } = await item.text.part(element)
    if (image) item.text.losses.add('Images in items to match are not kept')
    if (text === '') throw new UnreadableItem('One of its items to match has no text')
    return text
  }
  const textsOf = async (side: readonly XmlElement[]) => {
    const texts = new Map<string, string>()
    for (const element of side) texts.set(identifierOf(element), await textOf(element))
    if (new Set(texts.values()).size < texts.size)
      throw new UnreadableItem('Two of its items to match have the same text')
    return texts
  }
  const leftTexts = await textsOf(left)
  const rightTexts = await textsOf(right)
  const answers = solved.right.map(String)
  const fields = {
    type: 'matching',
    pairs: left.map((element, at) => ({
      left: leftTexts.get(identifierOf(element)) ?? '',
      right: rightTexts.get(answers[at] ?? '') ?? '',
    })),
    distractors: candidates.filter((name) => !answers.includes(name)).map((name) => rightTexts.get(name) ?? ''),
  }
  return { ...solved, label: '', fields, losses }
}
