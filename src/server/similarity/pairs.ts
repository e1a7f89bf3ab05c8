import { File, FingerprintIndex, Region, TokenizedFile } from '@dodona/dolos-core'
import type { Language } from '#shared/coding/languages/rules.ts'
import { tokensOf } from './tokens.ts'

/** A program to compare; its id is the caller's. */
export interface Program {
  id: string
  language: Language
  code: string
}

/** Lines that two programs share, from 1, both ends included. */
export interface Fragment {
  left: { from: number; to: number }
  right: { from: number; to: number }
}

/** Two programs and how alike they are. */
export interface Likeness {
  left: string
  right: string
  /** Share of the fingerprints of both that they have in common, 0 to 1. */
  similarity: number
  /** Longest run of common fingerprints. */
  longest: number
}

/**
 * Winnowing (Schleimer, Wilkerson and Aiken 2003), as Dolos does it: fingerprints are hashes of runs of `k` tokens, of every `w`
 * neighbouring ones one is kept. A match of k + w - 1 tokens is always found, wherever it was moved.
 */
const k = 17
const w = 9

/** Above so many programs what more than this share of them have is a template, not a copy. */
const templateAbove = 12
const templateShare = 0.6

const fileOf = ({ id, language, code }: Program) => {
  const tokens = tokensOf(language, code)
  return new TokenizedFile(
    new File(id, code),
    tokens.map(({ kind }) => kind),
    tokens.map(({ startRow, startCol, endRow, endCol }) => new Region(startRow, startCol, endRow, endCol)),
  )
}

function indexOf(programs: readonly Program[]) {
  const most = programs.length > templateAbove ? Math.ceil(programs.length * templateShare) : undefined
  const index = new FingerprintIndex(k, w, false, most)
  const files = programs.map(fileOf)
  index.addFiles(files)
  return { index, files }
}

/**
 * Compares programs with each other, each language by itself.
 *
 * @param atLeast similarity from which a pair is told
 * @returns the most alike first
 */
export function findPairs(programs: readonly Program[], atLeast: number, limit: number): Likeness[] {
  const found: Likeness[] = []
  for (const language of new Set(programs.map((program) => program.language))) {
    const { index } = indexOf(programs.filter((program) => program.language === language))
    for (const { leftFile, rightFile, similarity, longest } of index.allPairs())
      if (similarity >= atLeast) found.push({ left: leftFile.path, right: rightFile.path, similarity, longest })
  }
  return found.sort((a, b) => b.similarity - a.similarity || b.longest - a.longest).slice(0, limit)
}

/** What two programs share. @param all all the programs that were compared, so that the same template counts as one */
export function compare(
  all: readonly Program[],
  leftId: string,
  rightId: string,
): Likeness & { fragments: Fragment[] } {
  const language = all.find(({ id }) => id === leftId)?.language
  const { index, files } = indexOf(all.filter((program) => program.language === language))
  const [left, right] = [leftId, rightId].map((id) => files.find(({ path }) => path === id))
  if (!left || !right) return { left: leftId, right: rightId, similarity: 0, longest: 0, fragments: [] }
  const pair = index.getPair(left, right)
  const lines = ({ startRow, endRow }: Region) => ({ from: startRow + 1, to: endRow + 1 })
  return {
    left: leftId,
    right: rightId,
    similarity: pair.similarity,
    longest: pair.longest,
    fragments: pair
      .buildFragments()
      .map(({ leftSelection, rightSelection }) => ({ left: lines(leftSelection), right: lines(rightSelection) }))
      .sort((a, b) => a.left.from - b.left.from),
  }
}
