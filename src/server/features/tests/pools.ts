import type { z } from 'zod'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/id.ts'
import type { AuthorScope } from '#server/platform/scope.ts'
import type { Services } from '#server/services.ts'
import { usualFacility } from '#shared/bank/bank.rules.ts'
import { round2 } from '#shared/numbers.ts'
import { drawFrom, materialOf, randomOf, sortedByDifficulty } from '#shared/tests/draw.rules.ts'
import type { TestForm } from '#shared/tests/form.schema.ts'
import type { blueprint, blueprintForm, PoolForm } from '#shared/tests/pools.schema.ts'
import { hasSections } from '#shared/tests/tests.rules.ts'
import type { PoolRow, QuestionRow } from '../attempts/paper.ts'
import { type BankContent, type CandidateFacts, findCandidateFacts, findCandidates } from '../bank/candidates.ts'
import { poolTooSmall } from './tests.errors.ts'
import type { QuestionInsert } from './tests.repo.ts'

const facilityOf = ({ facility, difficulty }: CandidateFacts) => facility ?? usualFacility[difficulty]

/** The part of a test that pools belong to. */
interface Place {
  testId: string
  sectionId: string | null
  marksPerQuestion: number
  /** Path of the part in the form, for errors. */
  field: string
}

/** Rows of a test's pools and their candidates. A bank question is a candidate of the first pool that matches it. */
export class PoolRows {
  readonly pools: PoolRow[] = []
  readonly candidates: QuestionInsert[] = []
  readonly #tx: Db
  readonly #author: AuthorScope
  readonly #taken: Set<string>

  /** Keeps stored pools of a section and their candidates, for a test that students have started. */
  keep(stored: StoredPools, section: string | null, first: number) {
    const isKept = ({ sectionId }: { sectionId: string | null }) => sectionId === section
    this.pools.push(...stored.pools.filter(isKept))
    const candidates = stored.questions.filter((question) => question.poolId !== null && isKept(question))
    this.candidates.push(...candidates.map((question, place) => ({ ...question, position: first + place })))
  }

  /** @param fixed ids of bank questions that every student gets */
  constructor(tx: Db, author: AuthorScope, fixed: Iterable<string>) {
    this.#tx = tx
    this.#author = author
    this.#taken = new Set(fixed)
  }

  /**
   * Adds the pools of a part.
   * @param first the first candidate's position
   * @throws VALIDATION if a pool has fewer candidates than it draws
   */
  async add(forms: readonly PoolForm[], { testId, sectionId, marksPerQuestion, field }: Place, first: number) {
    let position = first
    for (const [place, { pick, from, marks }] of forms.entries()) {
      const found = (await findCandidates(this.#tx, this.#author, from)).filter(
        ({ question }) => !this.#taken.has(question.id),
      )
      if (found.length < pick) throw poolTooSmall(`${field}pools.${place}.pick`, found.length)
      const pool = {
        id: newId(),
        testId,
        sectionId,
        position: this.pools.length,
        pick,
        marks: marks ?? marksPerQuestion,
        from,
      }
      this.pools.push(pool)
      const together = Map.groupBy(found, ({ question, content }) => materialOf(content) ?? question.id)
      for (const candidate of [...together.values()].flat()) {
        this.#taken.add(candidate.question.id)
        this.candidates.push({
          ...candidateRow(candidate),
          id: newId(),
          testId,
          sectionId,
          poolId: pool.id,
          position,
          marks: pool.marks,
        })
        position++
      }
    }
    return position
  }
}

function candidateRow(candidate: BankContent) {
  const { content, question } = candidate
  const { questionText, questionImageUrl, passage, penalty, explanation, type, body, key } = content
  const shared = { questionText, questionImageUrl, passage, penalty, explanation }
  const origin = { bankQuestionId: question.id, bankVersion: content.version, facility: facilityOf(question) }
  return { ...shared, ...origin, ...({ type, body, key } as typeof content) }
}

export interface StoredPools {
  pools: readonly PoolRow[]
  questions: readonly QuestionRow[]
}

/** Returns the reason to reject changed pools once students have started the test; null if they are unchanged. */
export function poolRefusal({ pools }: StoredPools, form: TestForm): string | null {
  const parts = hasSections(form)
    ? form.sections.map((section) => ({ ...section, sectionId: section.id ?? null }))
    : [{ ...form, sectionId: null }]
  const wanted = parts.flatMap(({ sectionId, marksPerQuestion, pools }) =>
    pools.map(({ pick, from, marks }) => [sectionId, pick, marks ?? marksPerQuestion, from]),
  )
  const stored = pools.map(({ sectionId, pick, marks, from }) => [sectionId, pick, marks, from])
  const isSame = JSON.stringify(wanted) === JSON.stringify(stored)
  return isSame ? null : 'Pools cannot be changed once students have started the test'
}

/** Maximum simulated papers per blueprint. */
const maxDraws = 10_000
/** Maximum candidates shuffled over all papers (about 50 ms). */
const maxShuffled = 1_000_000

/** Simulates pools: counts their candidates and computes the spread of expected marks across papers. */
export async function tryPools(
  app: Services,
  author: AuthorScope,
  { pools, marksPerQuestion }: z.output<typeof blueprintForm>,
): Promise<z.input<typeof blueprint>> {
  await app.facilities.refresh()
  const taken = new Set<string>()
  const tried = []
  for (const { pick, from, marks } of pools) {
    const found = (await findCandidateFacts(app.db.read, author, from)).filter(({ id }) => !taken.has(id))
    for (const { id } of found) taken.add(id)
    const items = sortedByDifficulty(found.map((candidate) => ({ id: candidate.id, facility: facilityOf(candidate) })))
    tried.push({ items, pick, marks: marks ?? marksPerQuestion })
  }
  return {
    pools: tried.map(({ items, pick }) => ({
      candidates: items.length,
      pick,
      overlap: items.length >= pick ? round2((pick * 100) / items.length) : null,
      isEnough: items.length >= pick,
    })),
    spread: tried.every(({ items, pick }) => items.length >= pick) ? spreadOf(tried) : null,
  }
}

type Tried = { items: { id: string; facility: number }[]; pick: number; marks: number }[]

/** @param tried its items are sorted from hard to easy */
function spreadOf(tried: Tried) {
  const candidates = tried.reduce((sum, { items }) => sum + items.length, 0)
  const draws = Math.min(maxDraws, Math.ceil(maxShuffled / candidates))
  const sums = Array.from({ length: draws }, (_, seed) =>
    tried.reduce(
      (sum, { items, pick, marks }, place) =>
        drawFrom(items, pick, randomOf(seed, `pool ${place}`)).reduce(
          (part, { facility }) => part + facility * marks,
          sum,
        ),
      0,
    ),
  ).sort((a, b) => a - b)
  const at = (share: number) => round2(sums[Math.min(draws - 1, Math.floor(share * draws))] ?? 0)
  const mean = round2(sums.reduce((sum, value) => sum + value, 0) / draws)
  return { draws, least: at(0), low: at(0.05), mean, high: at(0.95), most: at(1) }
}
