import type { QuestionTypeName } from './question-types.rules.ts'

/** Display names of the question types. */
export const questionTypeLabels: Record<QuestionTypeName, string> = {
  single: 'Single choice',
  multiple: 'Multiple choice',
  boolean: 'True or false',
  numeric: 'Numeric',
  text: 'Short text',
  gaps: 'Fill in the gaps',
  matching: 'Matching',
  ordering: 'Ordering',
  essay: 'Essay',
}
