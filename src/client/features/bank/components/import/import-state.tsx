import { Button, Group, Paper, Progress, Stack, Text } from '@mantine/core'
import { IconFileAlert } from '@tabler/icons-react'
import { plural } from '#client/lib/format.ts'
import { reportOutcome } from '#client/lib/report-outcome.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import { type Import, useCancelImport } from '../../import-queries.ts'
import { itemCount } from './import-text.ts'
import { useDiscard } from './use-discard.ts'

/** Progress of reading the file or adding its questions. */
export function ImportWorking({ one }: { one: Import }) {
  const cancel = useCancelImport()
  const isReading = one.state === 'reading'
  const percent = Math.round(one.progress * 100)
  const label = isReading ? 'Reading the file' : 'Adding the questions'
  return (
    <Paper withBorder p="lg">
      <Stack gap="sm">
        <Group justify="space-between" gap="xs">
          <Text fw={550} role="status">
            {label}…
          </Text>
          <Text size="sm" c="dimmed" className="tabular">
            {percent}%
          </Text>
        </Group>
        <Progress value={Math.max(percent, 2)} animated size="md" aria-label={label} />
        <Group justify="space-between" gap="xs">
          <Text size="sm" c="dimmed" className="tabular">
            {isReading
              ? `${plural(itemCount(one), 'question')} found so far. You can leave this page; reading continues.`
              : `${plural(one.added, 'question')} added so far. You can leave this page; the import continues.`}
          </Text>
          {isReading && (
            <Button
              variant="default"
              loading={cancel.isPending}
              onClick={() =>
                void reportOutcome(cancel.mutateAsync({ id: one.importId }), undefined, 'Failed to cancel')
              }
            >
              Cancel
            </Button>
          )}
        </Group>
      </Stack>
    </Paper>
  )
}

export function ImportFailed({ one }: { one: Import }) {
  const discard = useDiscard(one)
  return (
    <EmptyState
      page
      framed
      icon={IconFileAlert}
      title="The file was not read"
      text={one.error ?? ''}
      action={
        <Group gap="xs" justify="center">
          <Button variant="default" onClick={() => void discard()}>
            Remove from the list
          </Button>
          <LinkButton to="/bank/import">Upload another file</LinkButton>
        </Group>
      }
    />
  )
}
