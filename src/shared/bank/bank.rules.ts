import type { Difficulty } from '../tests/kinds.rules.ts'

/** Rules of the question bank. */

export const maxTopicLevels = 5

/** Normalises a topic's path: drops empty levels and outer spaces. ` Trees / Binary ` becomes `Trees/Binary`. */
export const topicPath = (text: string) =>
  text
    .split('/')
    .map((level) => level.trim().replace(/\s+/g, ' '))
    .filter((level) => level !== '')
    .join('/')

/** All topics and the topics above them, in order: `Trees/Binary` gives `Trees` and `Trees/Binary`. */
export const withParents = (topics: readonly string[]): string[] => {
  const paths = topics.flatMap((topic) => {
    const levels = topic.split('/')
    return levels.map((_, at) => levels.slice(0, at + 1).join('/'))
  })
  return [...new Set(paths)].sort((a, b) => a.localeCompare(b))
}

/** Expected share of the marks for a question that no student has seen yet. */
export const usualFacility: Record<Difficulty, number> = { Easy: 0.75, Medium: 0.55, Hard: 0.35 }

/**
 * Normalises text for search: lower case, no accents, plain quotes, single spaces. Compatibility forms become plain
 * characters (`H₂O` becomes `h2o`). The vowel signs of Indian scripts are kept, because they distinguish words.
 */
export const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f\p{Cf}]/gu, '')
    .toLowerCase()
    .normalize('NFC')
    .replace(/[‘’]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()

/** Splits text into lower-case words without accents or punctuation. */
export const wordsOf = (text: string): string[] => folded(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? []

/** Single words and pairs of neighbouring words, so that word order counts. */
function shinglesOf(text: string): Set<string> {
  const words = wordsOf(text)
  return new Set([...words, ...words.slice(1).map((word, place) => `${words[place]} ${word}`)])
}

/** Jaccard similarity of two texts as a percentage, computed over their words and word pairs. */
export function similarityOf(a: string, b: string): number {
  const [first, second] = [shinglesOf(a), shinglesOf(b)]
  const shared = [...first].filter((shingle) => second.has(shingle)).length
  const all = first.size + second.size - shared
  return all === 0 ? 0 : Math.round((shared * 100) / all)
}
