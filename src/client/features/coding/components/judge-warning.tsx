import { Alert } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useJudgeWarning } from '../queries.ts'

/** Warns staff on coding pages if this server does not enforce program limits exactly. */
export function JudgeWarning() {
  const warning = useJudgeWarning()
  if (!warning) return null
  return (
    <Alert color="red" icon={<IconAlertTriangle size={18} aria-hidden />} title="Program limits are not exact" mb="md">
      {warning}
    </Alert>
  )
}
