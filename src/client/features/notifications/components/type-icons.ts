import { type Icon, IconAlarm, IconAlertTriangle, IconInfoCircle, IconSpeakerphone } from '@tabler/icons-react'
import type { NotificationType } from '#shared/notifications/notifications.schema.ts'

/** The icon shown beside each type's label. */
export const typeIcons: Record<NotificationType, Icon> = {
  general: IconInfoCircle,
  urgent: IconAlertTriangle,
  announcement: IconSpeakerphone,
  reminder: IconAlarm,
}
