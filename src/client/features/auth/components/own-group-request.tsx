import { Alert, Button, Group, Text } from '@mantine/core'
import { IconHourglass } from '@tabler/icons-react'
import { messageOf } from '#client/lib/errors.ts'
import { notify } from '#client/lib/notify.ts'
import { useOwnGroupRequest, useWithdrawGroupRequest } from '../queries.ts'

/** The student's pending request to change groups. Hidden without one. */
export function OwnGroupRequest() {
  const request = useOwnGroupRequest()
  const withdraw = useWithdrawGroupRequest()
  if (!request) return null
  const { batch, branch, section } = request.to
  return (
    <Alert mb="md" color="blue" variant="light" icon={<IconHourglass size={18} aria-hidden />}>
      <Group justify="space-between" gap="sm">
        <Text size="sm" flex="1 1 16rem">
          You asked to be in {[batch, branch, section].filter(Boolean).join(' · ')}. Your college has not decided yet.
        </Text>
        <Button
          variant="default"
          size="compact-sm"
          loading={withdraw.isPending}
          onClick={() =>
            withdraw.mutate(undefined, {
              onSuccess: ({ message }) => notify.success(message),
              onError: (error) => notify.error(messageOf(error)),
            })
          }
        >
          Withdraw
        </Button>
      </Group>
    </Alert>
  )
}
