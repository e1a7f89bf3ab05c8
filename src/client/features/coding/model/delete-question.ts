import { plural } from '#client/lib/format.ts'
import type { ConfirmQuestion } from '#client/ui/confirm-host.tsx'
import type { QuestionUsage } from '#shared/coding/coding.schema.ts'

/** Maximum number of tests to name. */
const named = 3

/** `a, b and c`. */
const listed = (names: readonly string[]) =>
  [names.slice(0, -1).join(', '), ...names.slice(-1)].filter(Boolean).join(' and ')

/** `3 tests (“Drive”, “Mock 1” and 1 more)`. */
function testsText({ testCount, tests }: QuestionUsage): string {
  const names = tests.slice(0, named).map(({ testName }) => `“${testName}”`)
  const more = testCount - names.length
  return `${plural(testCount, 'test')} (${listed(more > 0 ? [...names, `${more.toLocaleString()} more`] : names)})`
}

/** A sentence that lists every use of a question; null if it is unused. */
export function usageText(usage: QuestionUsage): string | null {
  const { testCount, attempts, practiceSubmissions } = usage
  const parts = [
    ...(testCount > 0 ? [testsText(usage)] : []),
    ...(attempts > 0 ? [plural(attempts, 'attempt')] : []),
    ...(practiceSubmissions > 0 ? [plural(practiceSubmissions, 'practice submission')] : []),
  ]
  return parts.length === 0 ? null : `It is used by ${listed(parts)}.`
}

/** Confirmation for deleting a question. A question in use is only archived. */
export function removalQuestion(
  question: { title: string; test_cases_count: number },
  usage: QuestionUsage,
): ConfirmQuestion {
  const { title, test_cases_count } = question
  const use = usageText(usage)
  return use === null
    ? {
        title: 'Delete this coding question?',
        message: `Are you sure you want to delete “${title}”? This action cannot be undone.`,
        consequences: `You lose its statement, ${plural(test_cases_count, 'test case')} and reference solutions. No test, attempt or practice uses it.`,
        confirmLabel: 'Delete',
        destructive: true,
      }
    : {
        title: 'Archive this coding question?',
        message: `“${title}” cannot be deleted. ${use}`,
        consequences:
          'Archiving removes it from the bank, the picker and practice. Its tests and reports keep working, and you can restore it.',
        confirmLabel: 'Archive',
        destructive: false,
      }
}
