import { Alert } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useJudgeWarning } from '../queries.ts'

/** Tells staff, on the pages where limits are set and programs judged, that limits do not hold exactly on this server. */
export function JudgeWarning() {
  const warning = useJudgeWarning()
  if (!warning) return null
  return (
    <Alert
      color="red"
      icon={<IconAlertTriangle size={18} aria-hidden />}
      title="Limits of programs are not exact"
      mb="md"
    >
      {warning}
    </Alert>
  )
}
