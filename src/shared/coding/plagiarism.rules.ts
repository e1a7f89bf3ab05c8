import type { Language } from './languages.rules.ts'

interface Candidate {
  submissionId: string
  studentId: string
  language: Language
  score: number
}

/** Maximum distinct best-scoring programs compared per student and language. */
const maxDifferent = 3

/**
 * Chooses the programs to compare: the last one, and all with the best score, because each of them earns the marks.
 *
 * @param rows newest first for each student
 * @returns every student's first choice (the newest of the best), then every student's second, and so on
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

/** Drops a student's duplicate programs and any beyond the maximum per language, keeping earlier rows. */
export function differing<Row extends Candidate & { code: string }>(rows: readonly Row[]): Row[] {
  const seen = new Map<string, Set<string>>()
  return rows.filter(({ studentId, language, code }) => {
    const whose = `${studentId} ${language}`
    const own = seen.get(whose) ?? new Set()
    seen.set(whose, own)
    // The maximum, plus the earliest best program and the last program.
    if (own.has(code) || own.size >= maxDifferent + 2) return false
    own.add(code)
    return true
  })
}
