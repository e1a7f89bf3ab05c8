import type { SectionedForm, TestForm } from '#shared/tests/form.schema.ts'
import { passMark } from '#shared/tests/scheme.rules.ts'
import { type CountedPart, questionsOfPart } from '#shared/tests/size.rules.ts'
import { figuresOf, hasSections, shownSchemeOf } from '#shared/tests/tests.rules.ts'
import type { SectionRow, TestRow } from '../attempts/paper.ts'
import { tooManyCount } from './tests.errors.ts'
import type { SectionInsert } from './tests.repo.ts'

/**
 * Columns set from the form. Drizzle ignores its sections and questions, which are stored in other tables. Omitted
 * rules and scheme fields keep their value; null resets a scheme field to its default.
 */
export function columnsOf(form: TestForm) {
  const { rules, penalty, floor, passMark: needed, shuffleQuestions, shuffleOptions, ...columns } = form
  return {
    ...columns,
    companyName: form.testType === 'Specific Company Test' ? form.companyName : null,
    ...(rules && { rules }),
    ...(penalty !== undefined && { penalty }),
    ...(floor !== undefined && { floor: floor ?? 'test' }),
    ...(needed !== undefined && { passMark: needed ?? passMark }),
    ...(shuffleQuestions !== undefined && { shuffleQuestions: shuffleQuestions ?? false }),
    ...(shuffleOptions !== undefined && { shuffleOptions: shuffleOptions ?? false }),
    bestOf: hasSections(form) ? null : (form.bestOf ?? null),
    ...figuresOf(form),
  }
}

/**
 * Returns the form with the stored number of answers that count wherever the form omits it; null counts all.
 * @throws VALIDATION if the form has fewer questions
 */
export function withStoredBestOf(form: TestForm, test: TestRow, sections: readonly SectionRow[]): TestForm {
  const kept = <Part extends CountedPart & { bestOf?: number | null | undefined }>(
    part: Part,
    stored: { bestOf: number | null } | undefined,
    field: string,
  ): Part => {
    if (part.bestOf !== undefined) return part
    const bestOf = stored?.bestOf ?? null
    if (bestOf !== null && bestOf > questionsOfPart(part)) throw tooManyCount(`${field}bestOf`)
    return { ...part, bestOf }
  }
  if (!hasSections(form)) return kept(form, test, '')
  const storedOf = (id: string | undefined) => sections.find((section) => section.id === id)
  return {
    ...form,
    sections: form.sections.map((section, place) => kept(section, storedOf(section.id), `sections.${place}.`)),
  }
}

/** A section's cut-off from the form or, if the form has no cut-offs, the stored one. */
export function cutoffOf({ sectionCutoffs }: SectionedForm, name: string, stored: SectionInsert | undefined) {
  if (sectionCutoffs === undefined) return stored?.cutoff ?? null
  // The name may be a key of Object.prototype, such as `constructor`.
  return new Map(Object.entries(sectionCutoffs ?? {})).get(name) ?? null
}

type SchemeRow = Pick<TestRow, 'penalty' | 'floor' | 'passMark' | 'bestOf' | 'shuffleQuestions' | 'shuffleOptions'>
interface Scheme {
  test: SchemeRow
  sections: readonly (SectionInsert | SectionRow)[]
}

/**
 * Compares marking schemes. `refused` is the reason to reject the change once students have started. A change in
 * `detail` requires regrading.
 */
export function schemeChanges(before: Scheme, after: Scheme) {
  const shown = ({ test, sections }: Scheme) => shownSchemeOf(test, sections)
  const fixed = ({ test: { penalty, floor, bestOf, shuffleQuestions, shuffleOptions }, sections }: Scheme) =>
    JSON.stringify([
      penalty,
      floor,
      bestOf,
      shuffleQuestions,
      shuffleOptions,
      sections.map((section) => section.bestOf ?? null),
    ])
  const [from, to] = [shown(before), shown(after)]
  const isSame = JSON.stringify(from) === JSON.stringify(to)
  return {
    refused:
      fixed(before) === fixed(after)
        ? null
        : 'Penalties, the floor, the number of answers that count and shuffling cannot be changed once students have started the test',
    detail: isSame ? null : { from, to },
  }
}
