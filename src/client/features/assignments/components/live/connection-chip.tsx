import { Text } from '@mantine/core'
import type { Connection } from '../../model/live-feed.ts'
import classes from './live.module.css'

const words: Record<Connection, { label: string; text: string }> = {
  connecting: { label: 'Connecting', text: 'Loading the board.' },
  live: { label: 'Live', text: 'Changes appear as they happen.' },
  reconnecting: { label: 'Reconnecting', text: 'Connection lost. The board may be out of date.' },
  polling: { label: 'Updating every 5 s', text: 'Checking for changes every five seconds.' },
}

/** How the board receives updates. */
export const ConnectionChip = ({ connection }: { connection: Connection }) => (
  <Text
    span
    inherit
    px={12}
    fz="sm"
    fw={550}
    flex="none"
    role="status"
    className={`nowrap ${classes.connection}`}
    data-state={connection}
    title={words[connection].text}
  >
    {words[connection].label}
  </Text>
)
