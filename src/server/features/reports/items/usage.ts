import type { z } from 'zod'
import type { Platform } from '#server/platform/platform.ts'
import type { AuthorScope } from '#server/platform/scope.ts'
import type { Services } from '#server/services.ts'
import type { bankUsage } from '#shared/bank/bank.schema.ts'
import { round2 } from '#shared/numbers.ts'
import { seenIn } from '#shared/reports/items/items.rules.ts'
import { Papers } from '../../attempts/paper.ts'
import { requireQuestion, testsContaining } from '../../bank/bank.ts'
import type { QuestionResult } from '../../bank/facilities.ts'
import { getItems } from './items.ts'

/** Results of a test's questions, by id, for their facility in the bank. Omits questions that nobody got. */
export async function findResults(platform: Platform, testId: string): Promise<Map<string, QuestionResult>> {
  // A test that is not running must not push papers of running tests out of the cache.
  const { analysis } = await getItems({ ...platform, papers: new Papers() }, { kind: 'platform' }, testId)
  return new Map(
    analysis.items.flatMap((item) =>
      item.facility === null ? [] : [[item.questionId, { seen: seenIn(item), facility: item.facility }]],
    ),
  )
}

/** Maximum tests listed for one question. */
const maxTests = 100

type Usage = z.input<typeof bankUsage>

/** Mean of a statistic, weighted by the number of students who saw the question; null if nobody did. */
function meanOf(tests: Usage['tests'], figure: 'facility' | 'discrimination'): number | null {
  const known = tests.flatMap(({ seen, ...test }) => (test[figure] === null ? [] : [{ seen, value: test[figure] }]))
  const seen = known.reduce((sum, test) => sum + test.seen, 0)
  return seen === 0 ? null : round2(known.reduce((sum, test) => sum + test.seen * test.value, 0) / seen)
}

/**
 * Returns the tests that contain a question, with its statistics per test and overall.
 * @throws NOT_FOUND
 */
export async function getUsage(app: Services, author: AuthorScope, id: string): Promise<Usage> {
  await requireQuestion(app.db.read, author, id)
  const tests: Usage['tests'] = []
  for (const { questionId, ...test } of await testsContaining(app.db.read, author, id, maxTests)) {
    const { analysis } = await getItems(app, { kind: 'platform' }, test.testId)
    const item = analysis.items.find((one) => one.questionId === questionId)
    const seen = item ? seenIn(item) : 0
    tests.push({ ...test, seen, facility: item?.facility ?? null, discrimination: item?.discrimination ?? null })
  }
  const total = {
    seen: tests.reduce((sum, { seen }) => sum + seen, 0),
    facility: meanOf(tests, 'facility'),
    discrimination: meanOf(tests, 'discrimination'),
  }
  return { tests, total }
}
