import type { Connection } from '../../model/live-feed.ts'
import classes from './live.module.css'

const words: Record<Connection, { label: string; text: string }> = {
  connecting: { label: 'Connecting', text: 'The board is on its way.' },
  live: { label: 'Live', text: 'Changes appear as they happen.' },
  reconnecting: { label: 'Reconnecting', text: 'The connection is lost. What is shown may be old.' },
  polling: { label: 'Updating every 5 s', text: 'Changes are asked for every five seconds.' },
}

/** How the board receives updates. */
export const ConnectionChip = ({ connection }: { connection: Connection }) => (
  <span role="status" className={classes.connection} data-state={connection} title={words[connection].text}>
    {words[connection].label}
  </span>
)
