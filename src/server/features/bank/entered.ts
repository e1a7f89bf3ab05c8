import type { QuestionBody } from '#shared/bank/question-types.rules.ts'
import type { TypedFields } from '#shared/bank/questions.schema.ts'
import { markerFlaw } from '#shared/bank/types/gaps.rules.ts'
import { invalid } from '#shared/errors.ts'

type Stored = { questionText: string } & QuestionBody

/**
 * Checks that the text marks each gap of an entered question. A question stored by an earlier version is accepted until
 * its text or number of gaps changes.
 * @param field prefix of the question's fields in the form
 * @throws VALIDATION
 */
export function requireMarkers(form: TypedFields & { questionText: string }, stored: Stored | undefined, field = '') {
  const flaw = markerFlaw(form)
  const isKept =
    form.type === 'gaps' &&
    stored?.type === 'gaps' &&
    stored.questionText === form.questionText &&
    stored.body.gaps.length === form.gaps.length
  if (flaw && !isKept) throw invalid([{ field: `${field}questionText`, message: flaw }])
}
