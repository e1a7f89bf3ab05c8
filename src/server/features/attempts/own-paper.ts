import { assembleJson } from '#server/platform/prepared-json.ts'
import { totalOf } from '#shared/attempts/results.rules.ts'
import type { AnswerValue, KeyedBody } from '#shared/bank/question-types.rules.ts'
import { type Letter, letters, lettersOf } from '#shared/bank/types/choice.rules.ts'
import { round2 } from '#shared/numbers.ts'
import { sumOf, toNumber } from '#shared/ratio.ts'
import {
  drawFrom,
  firstSeed,
  gapOrderCount,
  optionOrder,
  orderCount,
  orderNumber,
  partOrderCount,
  randomOf,
  shuffledGroups,
  sortedByDifficulty,
} from '#shared/tests/draw.rules.ts'
import type { PoolRow, QuestionRow } from './paper.repo.ts'
import type { Grading, Paper, PenalisedQuestion } from './paper-model.ts'
import { reordered, withParts } from './question-views.ts'

/** True if students get different papers. */
export const hasOwnPapers = ({ shuffle, pools }: Pick<Paper, 'shuffle' | 'pools'>) =>
  shuffle.questions || shuffle.options || pools.length > 0

export interface PoolsOfTest {
  pools: readonly PoolRow[]
  /** All questions of the test. */
  questions: readonly Pick<QuestionRow, 'id' | 'poolId' | 'facility'>[]
}

/** Pools with their candidates from hard to easy. */
function sortedPools({ pools, questions }: PoolsOfTest) {
  const candidates = Map.groupBy(questions, ({ poolId }) => poolId)
  return pools.map(({ id, pick }) => {
    const rows = (candidates.get(id) ?? []).map((row) => ({ id: row.id, facility: row.facility ?? 0 }))
    return { id, pick, sorted: sortedByDifficulty(rows) }
  })
}

/** Ids of the questions that a seed draws. */
const drawnIds = (pools: ReturnType<typeof sortedPools>, seed: number) =>
  pools.flatMap(({ id, pick, sorted }) => drawFrom(sorted, pick, randomOf(seed, `pool ${id}`)).map((row) => row.id))

/** Papers per turn of the event loop (about 10 ms for a thousand candidates). */
const papersPerTurn = 200

/** Counts the papers with each drawn question. Questions in no paper are omitted. @param seeds one per paper */
export async function countPapers(test: PoolsOfTest, seeds: readonly number[]): Promise<Map<string, number>> {
  const pools = sortedPools(test)
  const papers = new Map<string, number>()
  for (const [place, seed] of seeds.entries()) {
    if (place % papersPerTurn === 0) await new Promise(setImmediate)
    for (const id of drawnIds(pools, seed)) papers.set(id, (papers.get(id) ?? 0) + 1)
  }
  return papers
}

/**
 * Returns a function that limits grading to the questions a seed draws; null keeps all candidates. The candidates are
 * sorted once, because a regrade goes through every attempt.
 */
export function ownGradings(grading: Grading): (seed: number | null) => Grading {
  const { parts } = grading
  if (grading.pools.length === 0) return () => grading
  const pools = sortedPools({ pools: grading.pools, questions: parts.flatMap((part) => part.questions) })
  return (seed) => {
    if (seed === null) return grading
    const drawn = new Set(drawnIds(pools, seed))
    const isOwn = ({ id, poolId }: PenalisedQuestion) => poolId === null || drawn.has(id)
    const own = parts.map((part) => ({ ...part, questions: part.questions.filter(isOwn), total: undefined }))
    return { ...grading, parts: own }
  }
}

/**
 * The maximum marks of a student's paper; those of the test unless a drawn question was dropped.
 * @param all maximum marks of the test
 */
function ownTotalOf({ pools, parts, points }: Grading, all: number): number {
  const isDropped = ({ poolId, ruling }: PenalisedQuestion) => poolId !== null && ruling === 'dropped'
  if (pools.length === 0 || !parts.some(({ questions }) => questions.some(isDropped))) return all
  return round2(toNumber(sumOf(parts.map(({ questions, bestOf }) => totalOf(questions, bestOf)))) + points)
}

/** The number of orders in which students see a question's options or parts. @param seed the attempt's seed */
function ordersOf(question: KeyedBody, seed: number): number {
  if (question.type === 'single' || question.type === 'multiple') return orderCount(lettersOf(question.body).length)
  if (question.type === 'gaps' && seed >= firstSeed)
    return gapOrderCount(question.body.gaps.flatMap((gap) => (gap.kind === 'choice' ? lettersOf(gap).length : [])))
  return question.type === 'matching' || question.type === 'ordering' ? partOrderCount : 1
}

/** Returns one student's paper, or the shared paper if all students get the same one. */
export function ownPaper(paper: Paper, seed: number): Paper {
  if (!hasOwnPapers(paper)) return paper
  const { shuffle, views, sections } = paper
  const grading = ownGradings(paper.grading)(seed)
  const questions = grading === paper.grading ? paper.questions : grading.parts.flatMap((part) => part.questions)
  const ordered = () =>
    grading.parts.map((part, place) =>
      shuffle.questions ? shuffledGroups(part.questions, randomOf(seed, `section ${place}`)) : part.questions,
    )
  const numberOf = (question: PenalisedQuestion) => {
    const orders = ordersOf(question, seed)
    return shuffle.options && orders > 1 ? orderNumber(seed, question.id, orders) : null
  }
  const lettersOfStudent = (question: PenalisedQuestion) => {
    const number = numberOf(question)
    if (number === null || (question.type !== 'single' && question.type !== 'multiple')) return null
    return optionOrder(question.id, lettersOf(question.body).length, number)
  }
  const view = (question: PenalisedQuestion) => views.view(question.id, numberOf(question))
  const totalMarks = ownTotalOf(grading, paper.shown.totalMarks)
  const frame = { ...views.frame, totalMarks }
  const codingPart = frame.codingQuestions.length > 0 ? paper.plan.length - 1 : -1
  return {
    ...paper,
    ...(totalMarks !== paper.shown.totalMarks && { shown: { ...paper.shown, totalMarks } }),
    questions,
    grading,
    placeOf:
      questions === paper.questions
        ? paper.placeOf
        : new Map(questions.map(({ id }, place) => [id, { place, part: paper.placeOf.get(id)?.part ?? 0 }])),
    own: {
      get order() {
        return ordered().flat()
      },
      letters: lettersOfStudent,
      seen: (question) => asSeen(question, lettersOfStudent(question), numberOf(question)),
      shown: (open) => {
        const parts = ordered().map((part, place) => (open === null || open === place ? part.flatMap(view) : []))
        return assembleJson({
          ...frame,
          sections: frame.sections.map((section, place) => ({ ...section, questions: parts[place] ?? [] })),
          questions: sections.length === 0 ? (parts[0] ?? []) : [],
          codingQuestions: open === null || open === codingPart ? frame.codingQuestions : [],
        })
      },
    },
  }
}

/** Replaces the option letters in an answer. */
const relettered = (value: AnswerValue | null, replace: (letter: Letter) => Letter | undefined): AnswerValue | null => {
  const one = (letter: unknown) => replace(letter as Letter) ?? (letter as Letter)
  return Array.isArray(value) ? value.map(one).sort() : typeof value === 'string' ? one(value) : value
}

/** Converts an answer from the student's option letters to the test's. @param order see `OwnView.letters` */
export const toTestLetters = (value: AnswerValue | null, order: readonly Letter[] | null) =>
  order ? relettered(value, (letter) => order[letters.indexOf(letter)]) : value

/** Converts an answer from the test's option letters to the student's. */
export const toSeenLetters = (value: AnswerValue | null, order: readonly Letter[] | null) =>
  order ? relettered(value, (letter) => letters[order.indexOf(letter)]) : value

/**
 * Converts the body and key of a question to the order that the student saw.
 * @param order see `OwnView.letters`
 * @param number which order its parts have; null for the test's order
 */
function asSeen(
  question: PenalisedQuestion,
  order: readonly Letter[] | null,
  number: number | null,
): PenalisedQuestion {
  if (question.type !== 'single' && question.type !== 'multiple')
    return number === null
      ? question
      : ({ ...question, body: withParts(question.id, question.body as object, number) } as PenalisedQuestion)
  if (!order) return question
  const { options, optionImages } = question.body
  const body = { options: reordered(options, order), optionImages: optionImages && reordered(optionImages, order) }
  const key =
    question.type === 'single'
      ? {
          correctAnswer: toSeenLetters(question.key.correctAnswer, order),
          ...(question.key.alternatives && { alternatives: toSeenLetters([...question.key.alternatives], order) }),
        }
      : { ...question.key, correctAnswers: toSeenLetters([...question.key.correctAnswers], order) }
  return { ...question, body, key } as PenalisedQuestion
}
