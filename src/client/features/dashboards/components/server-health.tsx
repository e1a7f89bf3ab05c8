import { Alert, Stack } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { formatDateTime } from '#client/lib/time.ts'
import { useServerHealth } from '../queries.ts'

/** Server health problems, for the owner. Empty if there are none. */
export function ServerHealth() {
  const { data } = useServerHealth()
  if (!data || data.status === 'ok') return null
  const stopped = data.status === 'degraded'
  return (
    <Alert
      data-print="hide"
      mb="lg"
      color={stopped ? 'red' : 'yellow'}
      icon={<IconAlertTriangle aria-hidden />}
      title={stopped ? 'Answers cannot be saved at the moment' : 'The server needs attention'}
    >
      <Stack gap={6}>
        {data.reasons.map(({ reason, text, since }) => (
          <div key={reason}>
            {text} Since {formatDateTime(since)}.
          </div>
        ))}
      </Stack>
    </Alert>
  )
}
