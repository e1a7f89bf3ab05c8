import { Button, Group, Text } from '@mantine/core'
import type { CollegeTest } from '../queries.ts'

export interface Deeds {
  /** The assignment whose decision is on its way. */
  deciding: string | undefined
  onPreview: (test: CollegeTest) => void
  onAccept: (test: CollegeTest) => void
  onReject: (test: CollegeTest) => void
  onAssign: (test: CollegeTest) => void
}

/** What is to be done with a test next; nothing for one that is rejected or was never offered. */
export function NextStep({ test, deciding, onAccept, onReject, onAssign }: Deeds & { test: CollegeTest }) {
  const busy = deciding !== undefined && deciding === test.assignmentId
  if (test.assignmentStatus === 'pending')
    return (
      <Group gap={6} wrap="nowrap">
        <Button size="compact-sm" loading={busy} onClick={() => onAccept(test)}>
          Accept
        </Button>
        <Button size="compact-sm" variant="default" disabled={busy} onClick={() => onReject(test)}>
          Reject
        </Button>
      </Group>
    )
  if (test.assignmentStatus === 'accepted')
    return (
      <Button size="compact-sm" variant="default" onClick={() => onAssign(test)}>
        Assign to students
      </Button>
    )
  return (
    <Text span c="dimmed">
      –
    </Text>
  )
}
