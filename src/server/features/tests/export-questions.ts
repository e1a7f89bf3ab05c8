import type { Platform } from '#server/platform/platform.ts'
import type { AuthorScope } from '#server/platform/scope.ts'
import type { BankQuestion } from '#shared/bank/bank.schema.ts'
import type { ExportFormat } from '#shared/bank/import.rules.ts'
import { joinFields } from '#shared/bank/question-parts.rules.ts'
import { checkExport, exportQuestions } from '../bank/export-questions.ts'
import { requireOwnTest } from './authors.ts'
import { testsRepo } from './tests.repo.ts'

type TestRow = Awaited<ReturnType<typeof requireOwnTest>>

/** A test's questions as the bank would have them; sections are topics. Includes those that pools draw from. */
async function* questionsOfTest({ db }: Platform, test: TestRow): AsyncGenerator<BankQuestion> {
  const repo = testsRepo(db.read)
  const sections = new Map((await repo.sectionsOf(test.id)).map((section) => [section.id, section]))
  for (const question of await repo.questionsOf(test.id)) {
    const section = sections.get(question.sectionId ?? '')
    const { id, questionText, questionImageUrl, explanation, passage, marks, penalty } = question
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

/** Lists what a format cannot hold of a test's questions. @throws NOT_FOUND */
export async function checkTestExport(app: Platform, author: AuthorScope, id: string, format: ExportFormat) {
  return checkExport(format, questionsOfTest(app, await requireOwnTest(app.db.read, author, id)))
}
