import { formatDateTime } from '#client/lib/time.ts'
import type { AnalysedNotification } from '../queries.ts'
import classes from './analytics-details.module.css'
import { AnalyticsReaders } from './analytics-readers.tsx'

/** A notification in full: text, sender, and who has seen it. */
export const AnalyticsDetails = ({ notification }: { notification: AnalysedNotification }) => (
  <div className={classes.details}>
    <div>
      <h3 className={classes.heading}>Message</h3>
      <p className={classes.message}>{notification.message}</p>
      <dl className={classes.facts}>
        <div>
          <dt className={classes.heading}>Created by</dt>
          <dd>{notification.createdBy.name}</dd>
          <dd className={classes.email}>{notification.createdBy.email}</dd>
        </div>
        <div>
          <dt className={classes.heading}>Sent</dt>
          <dd>{formatDateTime(notification.sentAt)}</dd>
        </div>
      </dl>
    </div>
    <AnalyticsReaders notification={notification} />
  </div>
)
