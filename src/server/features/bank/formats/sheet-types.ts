import type { QuestionTypeName } from '#shared/bank/question-types.rules.ts'
import { type Columns, has, isIndexed, plainName } from './sheet-columns.ts'

/** Programs whose sheets we know, and what they call the types of questions. */

export type Program = 'kahoot' | 'quizizz' | 'other'

/** The program that a sheet comes from. */
export function programOf(columns: Columns): Program {
  // Those programs count from 1 and write no index.
  if (isIndexed(columns)) return 'other'
  const names = columns.all.map(({ heading }) => plainName(heading))
  if (names.some((name) => /^(?:question|answer1)[-–—]?max\d+char/.test(name))) return 'kahoot'
  if (!has(columns, 'question', 'option0', 'option1')) return 'other'
  if (has(columns, 'correct', 'time') && names.some((name) => name.startsWith('answer1'))) return 'kahoot'
  return names.includes('questiontype') &&
    ['timeinseconds', 'imagelink', 'answerexplanation'].some((name) => names.includes(name))
    ? 'quizizz'
    : 'other'
}

const otherTypes = new Map<string, QuestionTypeName>([
  ...['mc', 'choice', 'radio', 'dropdown', 'singleselect', 'singlecorrect', 'objective', 'quiz', 'mcqsingle'].map(
    (name) => [name, 'single'] as const,
  ),
  ...['checkbox', 'checkboxes', 'multiselect', 'multipleselect', 'multipleresponse', 'multipleanswer', 'ma'].map(
    (name) => [name, 'multiple'] as const,
  ),
  ...['multiplecorrectanswers', 'multicorrect', 'mcqmultiple'].map((name) => [name, 'multiple'] as const),
  ...['tf', 'truefalsequestion', 'true&false'].map((name) => [name, 'boolean'] as const),
  ...['fib', 'fillintheblank', 'fillinblank', 'fillinblanks', 'fillintheblanks', 'fillup', 'fillups'].map(
    (name) => [name, 'text'] as const,
  ),
  ...['shortanswer', 'oneword', 'typeanswer', 'typetheanswer'].map((name) => [name, 'text'] as const),
  ...['integer', 'numericanswer', 'numericalanswer'].map((name) => [name, 'numeric'] as const),
  ...[
    'openended',
    'paragraph',
    'paragraphtext',
    'longanswer',
    'longtext',
    'descriptive',
    'subjective',
    'freeresponse',
  ].map((name) => [name, 'essay'] as const),
  ...['reorder', 'sequence', 'rearrange', 'puzzle', 'jumble'].map((name) => [name, 'ordering'] as const),
  ...['matchthefollowing', 'matchthecolumns', 'matchthepairs'].map((name) => [name, 'matching'] as const),
])

/** Types that other programs have, and we do not. */
const noTypes = new Set(
  'poll survey slide draw wordcloud linearscale scale rating fileupload video audio videoresponse audioresponse hotspot labeling labelling draganddrop dropin multiplechoicegrid checkboxgrid brainstorm content'.split(
    ' ',
  ),
)

/** The type that other programs call this; null if none does. */
export const foreignType = (text: string): QuestionTypeName | 'none' | null => {
  const name = plainName(text)
  return otherTypes.get(name) ?? (noTypes.has(name) ? 'none' : null)
}
