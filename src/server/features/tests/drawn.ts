import type { AuthorScope } from '#server/platform/scope.ts'
import type { Services } from '#server/services.ts'
import { folded } from '#shared/bank/bank.rules.ts'
import { joinFields } from '#shared/bank/question-parts.rules.ts'
import { searchTextOf } from '#shared/bank/search-text.rules.ts'
import { paginate } from '#shared/schema.ts'
import { wordsOf } from '#shared/search/search.rules.ts'
import { authorQuestionOf } from '#shared/tests/tests.rules.ts'
import type { DrawnQuery } from '#shared/tests/tests.schema.ts'
import type { QuestionRow } from '../attempts/paper.ts'
import { findTopicsOf } from '../bank/bank.ts'
import { testsRepo } from './tests.repo.ts'

/** Returns a function that checks whether a question contains every word of a search, or has it as its id. */
function matcherOf(search: string) {
  const words = wordsOf(folded(search))
  return (question: QuestionRow, topic: string) => {
    const { questionText, passage, explanation } = question
    const others = { passage, explanation, topic, tags: [], source: null, notes: null }
    const text = Object.values(searchTextOf({ ...joinFields(question), ...others, questionText })).join('\n')
    return question.id === search || words.every((word) => text.includes(word))
  }
}

/** A page of the questions that a test's pools draw from, in the order of the pools. */
export async function findDrawn(
  app: Services,
  author: AuthorScope,
  { id: testId, search = '', page, limit }: DrawnQuery & { id: string },
) {
  const { read } = app.db
  const repo = testsRepo(read)
  const questions = await repo.questionsOf(testId)
  const drawn = questions.filter(({ poolId }) => poolId !== null)
  const topics = await findTopicsOf(
    read,
    author,
    drawn.flatMap(({ bankQuestionId }) => bankQuestionId ?? []),
  )
  const topicOf = ({ bankQuestionId }: QuestionRow) => topics.get(bankQuestionId ?? '') ?? ''
  const isFound = matcherOf(search)
  const found = drawn.filter((question) => isFound(question, topicOf(question)))
  const pools = await repo.poolsOf(testId)
  const papers = await app.paperCounts.of(testId, { pools, questions }, await repo.seedsOf(testId))
  const sections = new Map((await repo.sectionsOf(testId)).map((section) => [section.id, section.sectionName]))
  return {
    questions: found.slice((page - 1) * limit, page * limit).map((question) => ({
      question: authorQuestionOf(question),
      sectionName: sections.get(question.sectionId ?? '') ?? null,
      topic: topicOf(question) || null,
      papers: papers.get(question.id) ?? 0,
    })),
    pagination: paginate({ page, limit }, found.length),
  }
}
