import { Alert, type AlertProps } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'

/** An alert about a risk, or in another colour about a failure. */
export const Warning = (props: AlertProps) => (
  <Alert color="yellow" icon={<IconAlertTriangle size={18} aria-hidden />} {...props} />
)
