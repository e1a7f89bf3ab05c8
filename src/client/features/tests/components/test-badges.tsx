import { Text } from '@mantine/core'
import { useUser } from '#client/lib/session.ts'
import type { Column } from '#client/ui/data-list-props.ts'
import { StatusBadge, type Tone } from '#client/ui/status-badge.tsx'
import { timingOf } from '#shared/attempts/attempts.rules.ts'
import type { TestSummary } from '#shared/tests/tests.schema.ts'
import { windowOf, windowText } from '../model/test-window.ts'

const difficultyTones: Record<TestSummary['difficulty'], Tone> = { Easy: 'success', Medium: 'warning', Hard: 'danger' }

export const DifficultyBadge = ({ difficulty }: { difficulty: TestSummary['difficulty'] }) => (
  <StatusBadge tone={difficultyTones[difficulty]} label={difficulty} />
)

/** Marks a test that a college wrote, with the college's name for the owner. Renders nothing for students. */
export function OwnBadge({ test: { collegeId, collegeName } }: { test: { collegeId?: string; collegeName?: string } }) {
  const { role } = useUser()
  if (!collegeId || role === 'student') return null
  return <StatusBadge tone="info" label={collegeName ?? 'Own'} />
}

/** The state of a test's window. */
export type Timing = ReturnType<typeof timingOf>
const timingTones: Record<Timing, Tone> = { Upcoming: 'info', Active: 'success', Ended: 'neutral' }

export const TimingBadge = ({ timing }: { timing: Timing }) => <StatusBadge tone={timingTones[timing]} label={timing} />

export const difficultyColumn = {
  id: 'difficulty',
  header: 'Difficulty',
  width: 108,
  cell: ({ difficulty }: TestSummary) => <DifficultyBadge difficulty={difficulty} />,
} satisfies Column<TestSummary>

/** The column for the window in which a test can be taken. @param now ms UTC */
export const windowColumn = (header: string, now: number): Column<TestSummary> => ({
  id: 'window',
  header,
  card: 'wide',
  width: 246,
  cell: (test) => (
    <>
      <TimingBadge timing={timingOf(windowOf(test), now)} />
      <Text size="xs" c="dimmed" mt={3} className="tabular">
        {windowText(test, now)}
      </Text>
    </>
  ),
})
