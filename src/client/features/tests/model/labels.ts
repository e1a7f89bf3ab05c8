import type { TestType } from '#shared/tests/schema.ts'

/** What a test type is called on screens; in a company test's name the word "specific" tells nobody anything. */
export const typeLabels: Record<TestType, string> = {
  Assessment: 'Assessment',
  Practice: 'Practice',
  Assignment: 'Assignment',
  'Mock Test': 'Mock Test',
  'Specific Company Test': 'Company Test',
}
