import { plural } from '#client/lib/plural.ts'
import { durationText } from '#client/lib/time.ts'
import type { TestDraft } from '../model/draft.ts'
import { totalsOf } from '../model/draft-parts.ts'

/** `2 sections · 7 of 20 questions · 12 marks · 1 h`. */
export function TotalsLine({ draft }: { draft: TestDraft }) {
  const { sections, questions, planned, marks, minutes } = totalsOf(draft)
  const figures = [
    ...(sections === null ? [] : [plural(sections, 'section')]),
    questions === planned ? plural(questions, 'question') : `${questions} of ${plural(planned, 'question')}`,
    plural(marks, 'mark'),
    durationText(minutes),
  ]
  return <span style={{ whiteSpace: 'normal' }}>{figures.join(' · ')}</span>
}
