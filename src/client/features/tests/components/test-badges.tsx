import { StatusBadge, type Tone } from '#client/ui/status-badge.tsx'
import type { timingOf } from '#shared/attempts/attempts.rules.ts'
import type { TestSummary } from '#shared/tests/tests.schema.ts'

const difficultyTones: Record<TestSummary['difficulty'], Tone> = { Easy: 'success', Medium: 'warning', Hard: 'danger' }

export const DifficultyBadge = ({ difficulty }: { difficulty: TestSummary['difficulty'] }) => (
  <StatusBadge tone={difficultyTones[difficulty]} label={difficulty} />
)

/** State of the test window. */
export type Timing = ReturnType<typeof timingOf>
const timingTones: Record<Timing, Tone> = { Upcoming: 'info', Active: 'success', Ended: 'neutral' }

export const TimingBadge = ({ timing }: { timing: Timing }) => <StatusBadge tone={timingTones[timing]} label={timing} />
