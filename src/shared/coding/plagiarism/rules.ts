import type { Language } from '../languages/rules.ts'

interface Candidate {
  submissionId: string
  studentId: string
  language: Language
  score: number
}

/** So many different programs of a student in one language are compared, of those that came to the same. */
const mostDifferent = 3

/**
 * Which programs stand for their students: all that came to a student's best score, since any of them earned the marks, and the
 * last one.
 *
 * @param rows each student's newest first
 * @returns every student's most telling one first (the newest of the best), then everybody's second
 */
export function chooseCompared<Row extends Candidate>(rows: readonly Row[]): Row[] {
  const ranked = [...Map.groupBy(rows, ({ studentId }) => studentId).values()].map((own) => {
    const top = Math.max(...own.map(({ score }) => score))
    const best = own.filter(({ score }) => score === top)
    return [...new Set([...best.slice(0, 1), ...best.slice(-1), ...best, ...own.slice(0, 1)])]
  })
  const most = Math.max(0, ...ranked.map(({ length }) => length))
  return Array.from({ length: most }, (_, rank) => ranked.flatMap((own) => own.slice(rank, rank + 1))).flat()
}

/** Leaves out what a student has handed in twice, and what goes beyond the most of one language. Who comes first stays. */
export function differing<Row extends Candidate & { code: string }>(rows: readonly Row[]): Row[] {
  const seen = new Map<string, Set<string>>()
  return rows.filter(({ studentId, language, code }) => {
    const whose = `${studentId} ${language}`
    const own = seen.get(whose) ?? new Set()
    seen.set(whose, own)
    // The first of the best, the last of all, and the newest of the best.
    if (own.has(code) || own.size >= mostDifferent + 2) return false
    own.add(code)
    return true
  })
}
