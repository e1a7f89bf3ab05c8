import { Group } from '@mantine/core'
import { IconRepeat } from '@tabler/icons-react'
import { canTakeAgain } from '#client/features/attempts/model/result-text.ts'
import { LinkButton } from '#client/ui/link-button.tsx'
import type { MyTest } from '../queries.ts'

interface CompletedActionsProps {
  assignment: MyTest
  /** Server time, ms UTC. */
  now: number
}

/** Actions for a submitted test: its result and, for a Practice test whose window is open, another attempt. */
export function CompletedActions({ assignment, now }: CompletedActionsProps) {
  const link = { params: { testId: assignment.testId.id }, search: true, flex: 1 } as const
  return (
    <Group gap="xs">
      <LinkButton to="/my-tests/$testId/report" variant="default" {...link}>
        View Results
      </LinkButton>
      {canTakeAgain(assignment, now) && (
        <LinkButton
          to="/my-tests/$testId/take"
          variant="light"
          leftSection={<IconRepeat size={16} aria-hidden />}
          {...link}
        >
          Practise again
        </LinkButton>
      )}
    </Group>
  )
}
