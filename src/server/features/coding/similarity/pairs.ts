import { File, FingerprintIndex, Region, TokenizedFile, WinnowFilter } from '@dodona/dolos-core'
import type { Language } from '#shared/coding/languages.rules.ts'
import { type Token, tokensOf } from './tokens.ts'

/** A program to compare; ids are defined by the caller. */
export interface Program {
  id: string
  /** Programs of the same owner are not compared. */
  owner: string
  language: Language
  code: string
}

/** Line ranges common to two programs, one-based and inclusive. */
export interface Fragment {
  left: { from: number; to: number }
  right: { from: number; to: number }
}

/** Two programs and their similarity. */
export interface SimilarPair {
  left: string
  right: string
  /** Share of both programs' fingerprints that they have in common, from 0 to 1. */
  similarity: number
  /** Longest run of common fingerprints. */
  longest: number
}

/** Boilerplate fingerprints per language. */
export type Templates = Partial<Record<Language, number[]>>

/**
 * Winnowing (Schleimer, Wilkerson and Aiken 2003), as in Dolos: fingerprints are hashes of runs of `k` tokens, and at
 * least one of `w` consecutive ones is kept. A match of k + w - 1 tokens is always found, even if the code was moved.
 */
const k = 17
const w = 9

/** Above `templateAbove` owners, a fingerprint of more than `templateShare` of them is a template, not a copy. */
const templateAbove = 12
const templateShare = 0.6

/**
 * Minimum common fingerprints, about 50 tokens. Fewer prove nothing: everybody writes the same code to read two numbers
 * and print one.
 */
const fewestCommon = 8

const filter = new WinnowFilter(k, w)
const kindsOf = (tokens: readonly Token[]) => tokens.map(({ kind }) => kind)
const hashesOf = ({ language, code }: Program) =>
  filter.fingerprints(kindsOf(tokensOf(language, code))).map(({ hash }) => hash)

/** A program's fingerprints in order, without templates. */
interface Print {
  id: string
  owner: string
  hashes: number[]
}

/**
 * Fingerprints shared by too many owners to be copies. Counts owners, because one may have several similar programs.
 */
function templatesOf(prints: readonly Print[]): number[] {
  const owners = new Set(prints.map(({ owner }) => owner)).size
  if (owners <= templateAbove) return []
  const having = new Map<number, Set<string>>()
  for (const { owner, hashes } of prints)
    for (const hash of hashes) having.set(hash, (having.get(hash) ?? new Set()).add(owner))
  const max = Math.ceil(owners * templateShare)
  return [...having].filter(([, { size }]) => size > max).map(([hash]) => hash)
}

function printsOf(programs: readonly Program[]) {
  const prints = programs.map((program) => ({ id: program.id, owner: program.owner, hashes: hashesOf(program) }))
  const templates = templatesOf(prints)
  const isTemplate = new Set(templates)
  const own = prints.map((print) => ({ ...print, hashes: print.hashes.filter((hash) => !isTemplate.has(hash)) }))
  return { prints: own, templates }
}

/** Maps each fingerprint to its frequency in each program. */
function postingsOf(prints: readonly Print[]) {
  const postings = new Map<number, Map<number, number>>()
  for (const [place, { hashes }] of prints.entries())
    for (const hash of hashes) {
      const counts = postings.get(hash) ?? new Map<number, number>()
      postings.set(hash, counts.set(place, (counts.get(place) ?? 0) + 1))
    }
  return postings
}

/** The most similar programs of each pair of owners. Keeps only the top pairs, to bound memory. */
class Best {
  readonly #limit: number
  #pairs = new Map<string, { left: Print; right: Print; similarity: number }>()

  constructor(limit: number) {
    this.#limit = limit
  }

  offer(left: Print, right: Print, similarity: number) {
    const key = left.owner < right.owner ? `${left.owner} ${right.owner}` : `${right.owner} ${left.owner}`
    const known = this.#pairs.get(key)
    if (known && known.similarity >= similarity) return
    this.#pairs.set(key, { left, right, similarity })
    // A pair dropped here ranks below many others; a more similar one by the same owners is still accepted.
    if (this.#pairs.size > this.#limit * 20 + 1_000) this.#pairs = new Map(this.#sorted())
  }

  #sorted = () => [...this.#pairs].sort(([, a], [, b]) => b.similarity - a.similarity).slice(0, this.#limit)

  list = () => this.#sorted().map(([, pair]) => pair)
}

/** Length of the longest run that two lists have in common. */
function longestRun(left: readonly number[], right: readonly number[]): number {
  let longest = 0
  let before = new Map<number, number>()
  for (const hash of left) {
    const runs = new Map<number, number>()
    for (const [place, other] of right.entries()) {
      if (other !== hash) continue
      const run = (before.get(place - 1) ?? 0) + 1
      runs.set(place, run)
      if (run > longest) longest = run
    }
    before = runs
  }
  return longest
}

/** Offers all sufficiently similar pairs of programs to `best`. */
function offerPairs(prints: readonly Print[], atLeast: number, best: Best) {
  const postings = postingsOf(prints)
  const common = new Float64Array(prints.length)
  for (const [place, left] of prints.entries()) {
    common.fill(0)
    for (const counts of new Set(left.hashes.map((hash) => postings.get(hash)))) {
      const own = counts?.get(place) ?? 0
      for (const [other, count] of counts ?? []) if (other > place) common[other] = (common[other] ?? 0) + own + count
    }
    for (let other = place + 1; other < prints.length; other++) {
      const right = prints[other] as Print
      const shared = common[other] ?? 0
      // `shared` counts the fingerprints of both programs.
      if (shared < 2 * fewestCommon || right.owner === left.owner) continue
      const similarity = shared / (left.hashes.length + right.hashes.length)
      if (similarity >= atLeast) best.offer(left, right, similarity)
    }
  }
}

/**
 * Compares programs with each other, per language.
 * @param atLeast minimum similarity to report
 * @returns the most similar programs of each pair of owners, highest similarity first, and the template fingerprints
 */
export function findPairs(
  programs: readonly Program[],
  atLeast: number,
  limit: number,
): { pairs: SimilarPair[]; templates: Templates } {
  const best = new Best(limit)
  const templates: Templates = {}
  for (const [language, group] of Map.groupBy(programs, (program) => program.language)) {
    const found = printsOf(group)
    templates[language] = found.templates
    offerPairs(found.prints, atLeast, best)
  }
  const pairs = best.list().map(({ left, right, similarity }) => ({
    left: left.id,
    right: right.id,
    similarity,
    longest: longestRun(left.hashes, right.hashes),
  }))
  return { pairs: pairs.sort((a, b) => b.similarity - a.similarity || b.longest - a.longest), templates }
}

const fileOf = ({ id, language, code }: Program) => {
  const tokens = tokensOf(language, code)
  return new TokenizedFile(
    new File(id, code),
    kindsOf(tokens),
    tokens.map(({ startRow, startCol, endRow, endCol }) => new Region(startRow, startCol, endRow, endCol)),
  )
}

/** Computes the same similarity as `findPairs`. */
function similarityOf(left: readonly number[], right: readonly number[]): number {
  const [ones, others] = [new Set(left), new Set(right)]
  const common = left.filter((hash) => others.has(hash)).length + right.filter((hash) => ones.has(hash)).length
  return common === 0 ? 0 : common / (left.length + right.length)
}

/** Computes the similarity and common fragments of two programs. @param templates from `findPairs` */
export function compare(
  left: Program,
  right: Program,
  templates: Templates,
): Pick<SimilarPair, 'similarity'> & { fragments: Fragment[] } {
  if (left.language !== right.language) return { similarity: 0, fragments: [] }
  const known = templates[left.language] ?? []
  const isTemplate = new Set(known)
  const ownOf = (program: Program) => hashesOf(program).filter((hash) => !isTemplate.has(hash))
  const index = new FingerprintIndex(k, w)
  const [one, other] = [fileOf(left), fileOf(right)]
  index.addFiles([one, other])
  index.addIgnoredHashes(known)
  const lines = ({ startRow, endRow }: Region) => ({ from: startRow + 1, to: endRow + 1 })
  const fragments = index
    .getPair(one, other)
    .buildFragments()
    .map(({ leftSelection, rightSelection }) => ({ left: lines(leftSelection), right: lines(rightSelection) }))
    .sort((a, b) => a.left.from - b.left.from)
  return { similarity: similarityOf(ownOf(left), ownOf(right)), fragments }
}
