import { type Letter, letters } from '../bank/types/choice.rules.ts'
import { commonMultiple } from '../ratio.ts'

/**
 * Builds each student's paper: the candidates drawn from pools, and the order of questions and options. Everything is
 * derived from the attempt's seed, so a paper can be reproduced.
 */

/** The number of different seeds. Draws use only the lower 32 bits. */
export const seeds = 2 ** 32

/**
 * New attempts get seeds from here on. Lower ones belong to attempts that an earlier version started, which did not
 * shuffle the options inside gaps.
 */
export const firstSeed = seeds

/** Returns a number from 0 to 1, excluding 1. */
export type Random = () => number

/** FNV-1a, 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}

/**
 * Returns a random number generator for a seed and a purpose (splitmix32, Steele et al. 2014). The purpose makes the
 * draw from one pool independent of the rest of the paper.
 */
export function randomOf(seed: number, purpose: string): Random {
  let state = (seed ^ hashOf(purpose)) >>> 0
  return () => {
    state = (state + 0x9e3779b9) >>> 0
    let mixed = state
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad)
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
    return ((mixed ^ (mixed >>> 15)) >>> 0) / seeds
  }
}

/** Shuffles all items (Fisher and Yates); every order is equally likely. */
export function shuffled<Item>(items: readonly Item[], random: Random): Item[] {
  const order = [...items]
  for (let last = order.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1))
    const kept = order[last] as Item
    order[last] = order[other] as Item
    order[other] = kept
  }
  return order
}

/** A question that a pool can draw. */
export interface Candidate {
  id: string
  /** Expected share of the marks, from 0 to 1. */
  facility: number
}

/** Sorts candidates from hard to easy. */
export const sortedByDifficulty = <Item extends Candidate>(candidates: readonly Item[]): Item[] =>
  [...candidates].sort((a, b) => a.facility - b.facility || (a.id < b.id ? -1 : 1))

/**
 * Draws from a pool so that all papers are about equally hard. Shuffles neighbours, and picks at equal distances from a
 * random start (systematic sampling). Every candidate is equally likely.
 * @param sorted the candidates, from hard to easy
 * @param pick at most the number of candidates
 */
export function drawFrom<Item>(sorted: readonly Item[], pick: number, random: Random): Item[] {
  const neighbours = Math.ceil(sorted.length / pick)
  const line: Item[] = []
  for (let at = 0; at < sorted.length; at += neighbours)
    line.push(...shuffled(sorted.slice(at, at + neighbours), random))
  const start = random()
  return Array.from({ length: pick }, (_, place) => line[Math.floor(((start + place) * line.length) / pick)] as Item)
}

/**
 * The number of orders in use for a question's options: all orders of up to four options, otherwise at most 24, in
 * which every option appears equally often in every position. Few enough to prepare each order once.
 */
export const orderCount = (options: number) =>
  options > 4 ? options * Math.max(1, Math.floor(24 / options)) : ([1, 1, 2, 6, 24][options] ?? 1)

/**
 * Returns one of the orders of a question's options, as letters in the test. The first is shown as A.
 * @param number index of the order, below `orderCount(options)`
 */
export function optionOrder(questionId: string, options: number, number: number): Letter[] {
  const all = letters.slice(0, options)
  if (options > 4) {
    const rotation = number % options
    const base = shuffled(all, randomOf(Math.floor(number / options), questionId))
    return [...base.slice(rotation), ...base.slice(0, rotation)]
  }
  const left = [...all]
  let rest = number
  return all.map((_, place) => {
    const [letter] = left.splice(rest % (options - place), 1)
    rest = Math.floor(rest / (options - place))
    return letter as Letter
  })
}

/**
 * The number of orders in use for the options in a question's gaps.
 * @param options number of options in each gap with options
 */
export const gapOrderCount = (options: readonly number[]) => commonMultiple(options.map(orderCount))

/**
 * Returns one of the orders of the options in a gap, as the author's letters. Neighbouring gaps get different orders.
 * @param number index of the order, less than the question's `gapOrderCount`; the same for all its gaps
 */
export const gapOrder = (questionId: string, gap: number, options: number, number: number): Letter[] =>
  optionOrder(questionId, options, (number + gap) % orderCount(options))

/** The number of orders in use for the parts of a matching or ordering question. */
export const partOrderCount = 24

/**
 * Returns the parts of one side of a question in one of their orders.
 * @param number index of the order, below `partOrderCount`
 */
export const partOrder = <Part>(questionId: string, side: string, parts: readonly Part[], number: number): Part[] =>
  shuffled(parts, randomOf(number, `${side} ${questionId}`))

/**
 * The index of the order in which a question's options or parts are shown to a student. @param orders how many orders
 * there are
 */
export const orderNumber = (seed: number, questionId: string, orders: number) =>
  Math.floor(randomOf(seed, `options ${questionId}`)() * orders)

/** Material that neighbouring questions can share. */
interface Material {
  passage: string | null
  questionImageUrl: string | null
}

/** The passage that keeps a question together with others, otherwise its picture; null if it has neither. */
export const materialOf = ({ passage, questionImageUrl }: Material) => passage ?? questionImageUrl

/** Shuffles groups of neighbours that share a passage or picture. Each group is kept together and in order. */
export function shuffledGroups<Item extends Material>(items: readonly Item[], random: Random): Item[] {
  if (items.every((item) => materialOf(item) === null)) return shuffled(items, random)
  const groups: Item[][] = []
  for (const item of items) {
    const last = groups.at(-1)
    const material = materialOf(item)
    if (material !== null && last?.[0] && materialOf(last[0]) === material) last.push(item)
    else groups.push([item])
  }
  return shuffled(groups, random).flat()
}
