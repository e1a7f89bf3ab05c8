import type { Platform } from '#server/platform/platform.ts'
import type { AuthorScope } from '#server/platform/scope.ts'
import type { BankQuestion } from '#shared/bank/bank.schema.ts'
import type { ExportFormat } from '#shared/bank/import.rules.ts'
import { joinFields } from '#shared/bank/question-parts.rules.ts'
import { checkExport, exportQuestions, maxExamples } from '../bank/export-questions.ts'
import { titleOf } from '../bank/formats/found.ts'
import { requireOwnTest } from './authors.ts'
import { testsRepo } from './tests.repo.ts'

type TestRow = Awaited<ReturnType<typeof requireOwnTest>>

/** A test's questions in the bank's form, with sections as topics. Includes the candidates of pools. */
async function* questionsOfTest({ db }: Platform, test: TestRow): AsyncGenerator<BankQuestion> {
  const repo = testsRepo(db.read)
  const sections = new Map((await repo.sectionsOf(test.id)).map((section) => [section.id, section]))
  for (const question of await repo.questionsOf(test.id)) {
    const section = sections.get(question.sectionId ?? '')
    const { id, questionText, questionImageUrl, explanation, passage, marks } = question
    // Essays have no penalty.
    const penalty = question.type === 'essay' ? null : (question.penalty ?? test.penalty)
    yield {
      ...{ id, questionText, questionImageUrl, explanation, passage: passage ?? null },
      ...joinFields(question),
      marks: marks ?? section?.marksPerQuestion ?? test.marksPerQuestion ?? 1,
      ...(penalty !== null && { penalty }),
      ...{ subject: test.subject, topic: section?.sectionName.replaceAll('/', '-') ?? '', difficulty: test.difficulty },
      ...{
        tags: [],
        language: 'en',
        source: null,
        notes: null,
        author: null,
        version: 1,
        retired: false,
        facility: null,
      },
      ...{ createdAt: new Date(test.createdAt).toISOString(), updatedAt: new Date(test.createdAt).toISOString() },
    } as BankQuestion
  }
}

/** @throws NOT_FOUND */
export async function exportTest(app: Platform, author: AuthorScope, id: string, format: ExportFormat) {
  const test = await requireOwnTest(app.db.read, author, id)
  return exportQuestions(app, format, test.testName, questionsOfTest(app, test))
}

/** Lists what the export of a test's questions would lose in this format, or in any. @throws NOT_FOUND */
export async function checkTestExport(app: Platform, author: AuthorScope, id: string, format: ExportFormat) {
  const test = await requireOwnTest(app.db.read, author, id)
  const found = await checkExport(format, questionsOfTest(app, test))
  const repo = testsRepo(app.db.read)
  const questions = await repo.questionsOf(id)
  const coding = await repo.codingOf(id)
  const hasBestOf = [test, ...(await repo.sectionsOf(id))].some(({ bestOf }) => bestOf !== null)
  const tell = (sentence: string, titles: readonly string[], isLeftOut = false) => ({
    ...{ sentence, isLeftOut, questions: titles.length },
    examples: titles.slice(0, maxExamples),
  })
  const titlesOf = (some: typeof questions) => some.map(({ questionText }) => titleOf(questionText))
  const losses = [
    tell(
      'Coding questions are left out. Export them one by one as problem packages',
      coding.map(({ title }) => title),
      true,
    ),
    tell(
      'All questions of a pool are exported, without the number that each student gets',
      titlesOf(questions.filter(({ poolId }) => poolId !== null)),
    ),
    tell(
      'Rulings that dropped a question or gave everyone its marks are not exported',
      titlesOf(questions.filter(({ ruling }) => ruling !== null)),
    ),
    tell('The rule that only the best answers count is not exported', hasBestOf ? titlesOf(questions) : []),
  ]
  return {
    ...found,
    questions: found.questions + coding.length,
    losses: [...losses.filter((loss) => loss.questions > 0), ...found.losses].sort(
      (a, b) => Number(b.isLeftOut) - Number(a.isLeftOut),
    ),
  }
}
