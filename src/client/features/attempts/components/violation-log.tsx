import { Text } from '@mantine/core'
import { locale } from '#client/lib/format.ts'
import { lastedText } from '#client/lib/time.ts'
import classes from './violations.module.css'

export const violationWords: Record<string, string> = {
  tab_switch: 'Left the test tab',
  fullscreen_exit: 'Exited fullscreen',
  copy: 'Copied from the test',
  paste: 'Pasted into the test',
  second_tab: 'Opened the test in another tab or device',
  reconnect: 'Lost connection (not counted)',
}

const toTheSecond = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' })

interface ViolationLogProps {
  violations: readonly { kind: string; at: string; durationMs: number | null }[]
}

/** A student's recorded exam room events with times and durations. */
export const ViolationLog = ({ violations }: ViolationLogProps) => (
  <>
    <ol className={`rows ${classes.log}`}>
      {violations.map(({ kind, at, durationMs }) => (
        <li key={`${kind} ${at}`}>
          <Text component="time" inherit c="dimmed" dateTime={at} className="tabular nowrap">
            {toTheSecond.format(new Date(at))}
          </Text>
          <span>{violationWords[kind] ?? kind}</span>
          <Text span inherit c="dimmed" className="tabular nowrap">
            {durationMs === null ? '' : lastedText(durationMs)}
          </Text>
        </li>
      ))}
    </ol>
    <Text size="xs" c="dimmed" mt="sm">
      Times come from the student’s device.
    </Text>
  </>
)
