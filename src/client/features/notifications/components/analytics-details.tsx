import { Group, Text } from '@mantine/core'
import { formatDateTime } from '#client/lib/time.ts'
import type { AnalysedNotification } from '../queries.ts'
import classes from './analytics.module.css'
import { AnalyticsReaders } from './analytics-readers.tsx'

/** A notification in full: text, sender, and who has seen it. */
export const AnalyticsDetails = ({ notification }: { notification: AnalysedNotification }) => (
  <div className={classes.details}>
    <div>
      <Text component="h3" mb={4} c="dimmed" fz="xs" fw={600}>
        Message
      </Text>
      <Text fz="sm" lh={1.55} className={`anywhere ${classes.message}`}>
        {notification.message}
      </Text>
      <Group component="dl" gap="10px 32px" align="stretch" mt="md" fz="sm" className={classes.facts}>
        <div>
          <Text component="dt" mb={4} c="dimmed" fz="xs" fw={600}>
            Created by
          </Text>
          <dd>{notification.createdBy.name}</dd>
          <dd className={`anywhere ${classes.email}`}>{notification.createdBy.email}</dd>
        </div>
        <div>
          <Text component="dt" mb={4} c="dimmed" fz="xs" fw={600}>
            Sent
          </Text>
          <dd>{formatDateTime(notification.sentAt)}</dd>
        </div>
      </Group>
    </div>
    <AnalyticsReaders notification={notification} />
  </div>
)
