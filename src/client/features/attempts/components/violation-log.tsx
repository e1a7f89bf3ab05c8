import { Text } from '@mantine/core'
import { locale } from '#client/lib/format.ts'
import { lastedText } from '#client/lib/time.ts'
import classes from './violation-log.module.css'

const words: Record<string, string> = {
  tab_switch: 'Left the test tab',
  fullscreen_exit: 'Left full screen',
  copy: 'Copied from the test',
  paste: 'Pasted into the test',
  second_tab: 'Opened the test in another tab or device',
  reconnect: 'Lost connection (not counted)',
}

const toTheSecond = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' })

interface ViolationLogProps {
  violations: readonly { kind: string; at: string; durationMs: number | null }[]
}

/** A student's recorded exam room events with time and duration. */
export const ViolationLog = ({ violations }: ViolationLogProps) => (
  <>
    <ol className={classes.log}>
      {violations.map(({ kind, at, durationMs }) => (
        <li key={`${kind} ${at}`}>
          <time dateTime={at} className={classes.quiet}>
            {toTheSecond.format(new Date(at))}
          </time>
          <span>{words[kind] ?? kind}</span>
          <span className={classes.quiet}>{durationMs === null ? '' : lastedText(durationMs)}</span>
        </li>
      ))}
    </ol>
    <Text size="xs" c="dimmed" mt="sm">
      Times come from the student’s device.
    </Text>
  </>
)
