import type { TestType } from '#shared/tests/tests.schema.ts'

/** Display name of a test type. For a company test, "specific" adds nothing. */
export const typeLabels: Record<TestType, string> = {
  Assessment: 'Assessment',
  Practice: 'Practice',
  Assignment: 'Assignment',
  'Mock Test': 'Mock Test',
  'Specific Company Test': 'Company Test',
}
