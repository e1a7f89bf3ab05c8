import { type Icon, IconAlarm, IconAlertTriangle, IconInfoCircle, IconSpeakerphone } from '@tabler/icons-react'
import type { NotificationType } from '#shared/notifications/schema.ts'

/** The sign of each type, beside its word. */
export const typeIcons: Record<NotificationType, Icon> = {
  general: IconInfoCircle,
  urgent: IconAlertTriangle,
  announcement: IconSpeakerphone,
  reminder: IconAlarm,
}
