import { plural } from '#client/lib/format.ts'
import { durationText } from '#client/lib/time.ts'
import { round2 } from '#shared/numbers.ts'
import { codingTotals, isCodingOnly } from '../model/draft-coding.ts'
import { totalsOf } from '../model/draft-parts.ts'
import type { TestDraft } from '../model/test-draft.ts'

/** `2 sections · 7 of 20 questions · 12 marks · 1 h`. */
export function TotalsLine({ draft }: { draft: TestDraft }) {
  const { sections, questions, planned, marks, minutes } = totalsOf(draft)
  const coding = codingTotals(draft)
  const only = isCodingOnly(draft)
  const figures = [
    sections !== null && plural(sections, 'section'),
    !only && (questions === planned ? '' : `${questions} of `) + plural(planned, 'question'),
    coding.questions > 0 && plural(coding.questions, 'coding question'),
    plural(round2((only ? 0 : marks) + coding.points), 'mark'),
    durationText(round2((only ? 0 : minutes) + coding.minutes)),
  ]
  return <span style={{ whiteSpace: 'normal' }}>{figures.filter(Boolean).join(' · ')}</span>
}
