import type { SectionedForm } from '#shared/tests/form.schema.ts'
import { shownSchemeOf } from '#shared/tests/tests.rules.ts'
import type { SectionRow, TestRow } from '../attempts/paper.ts'
import type { SectionInsert } from './tests.repo.ts'

/** The cut-off of a section: from the form or, if the form has none at all, as stored. */
export function cutoffOf({ sectionCutoffs }: SectionedForm, name: string, stored: SectionInsert | undefined) {
  if (sectionCutoffs === undefined) return stored?.cutoff ?? null
  return sectionCutoffs?.[name] ?? null
}

type SchemeRow = Pick<TestRow, 'penalty' | 'floor' | 'passMark' | 'bestOf' | 'shuffleQuestions' | 'shuffleOptions'>
interface Scheme {
  test: SchemeRow
  sections: readonly (SectionInsert | SectionRow)[]
}

/** Changes of a marking scheme: those that students must not meet after they started, and those that regrade. */
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
        : 'Penalties, the floor, the number of answers that count and the shuffling cannot change once students have begun the test',
    detail: isSame ? null : { from, to },
  }
}
