/** Limits the cost of a query; real searches have fewer words. */
const maxWords = 8

/** The words of a query; a result must contain all of them. */
export const wordsOf = (query: string): string[] => query.trim().split(/\s+/).filter(Boolean).slice(0, maxWords)

/** A result and its rank: 0 is best. */
export interface Ranked<Hit> {
  hit: Hit
  rank: number
}

/**
 * The best results of several kinds. Alternates between kinds within a rank, so that a hundred students called Asha do
 * not hide the test "Asha's mock".
 *
 * @param kinds the results of each kind, best first
 */
export const bestOf = <Hit>(kinds: readonly (readonly Ranked<Hit>[])[], limit: number): Hit[] =>
  kinds
    .flatMap((ranked) => ranked.map(({ hit, rank }, place) => ({ hit, rank, place })))
    .sort((one, other) => one.rank - other.rank || one.place - other.place)
    .slice(0, limit)
    .map(({ hit }) => hit)
