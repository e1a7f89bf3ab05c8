import type { TestType } from '#shared/tests/tests.schema.ts'

/** Display names of the test types. "Specific" would add nothing to "Company Test". */
export const typeLabels: Record<TestType, string> = {
  Assessment: 'Assessment',
  Practice: 'Practice',
  Assignment: 'Assignment',
  'Mock Test': 'Mock Test',
  'Specific Company Test': 'Company Test',
}
