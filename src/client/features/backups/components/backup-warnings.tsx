import { Alert, Group, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { LinkButton } from '#client/ui/link-button.tsx'
import { warningText } from '../model/words.ts'
import { useBackups } from '../queries.ts'

/** Shows backup problems on the owner's dashboard. Hidden while there are none. */
export function BackupWarnings() {
  const { data } = useBackups({ page: 1, limit: 5 })
  if (!data || data.warnings.length === 0) return null
  return (
    <Alert data-print="hide" mb="lg" color="red" variant="light" icon={<IconAlertTriangle size={18} aria-hidden />}>
      <Group justify="space-between" gap="sm">
        <Text size="sm" flex="1 1 16rem">
          {data.warnings.map((warning) => warningText[warning]).join(' ')}
        </Text>
        <LinkButton to="/stats" variant="default" size="xs">
          Backups
        </LinkButton>
      </Group>
    </Alert>
  )
}
