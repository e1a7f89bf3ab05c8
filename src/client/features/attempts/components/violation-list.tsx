import { Box, Text, UnstyledButton } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { useState } from 'react'
import { locale, plural } from '#client/lib/format.ts'
import { lastedText } from '#client/lib/time.ts'
import type { Violation } from '../model/outbox.ts'
import { countsAgainst, type Noticed } from '../model/room-state.ts'
import chips from './exam-header.module.css'
import { ExamPopover } from './exam-popover.tsx'
import classes from './violations.module.css'

const words: Record<Violation['kind'], string> = {
  tab_switch: 'Left this tab',
  fullscreen_exit: 'Left full screen',
  copy: 'Copied from the test',
  paste: 'Pasted into the test',
  second_tab: 'Opened in another tab or device',
  reconnect: 'No connection',
}

const timeOf = new Intl.DateTimeFormat(locale, { timeStyle: 'medium' })

/** The number of violations. Pressing it lists them with time and duration. */
export function ViolationList({ noticed: { count, events } }: { noticed: Noticed }) {
  const [opened, setOpened] = useState(false)
  const label = `${plural(count, 'violation')} recorded`
  const elsewhere = count - events.filter(countsAgainst).length
  return (
    <ExamPopover
      opened={opened}
      onChange={setOpened}
      width={330}
      label={label}
      chip={
        <UnstyledButton
          className={`tabular ${chips.chip}`}
          data-state={count > 0 ? 'warned' : 'quiet'}
          title={label}
          onClick={() => setOpened(!opened)}
        >
          <IconEye size={18} aria-hidden />
          <span aria-hidden>{count}</span>
          <span className="visually-hidden">{label}</span>
        </UnstyledButton>
      }
    >
      {events.length === 0 && elsewhere <= 0 && <Text size="sm">Nothing recorded.</Text>}
      {events.length > 0 && (
        <Box component="ol" mah={240} fz="sm" className={`rows ${classes.list}`} tabIndex={0} aria-label="Recorded">
          {events.map((event) => (
            <li key={`${event.kind} ${event.at}`} data-counted={countsAgainst(event) || undefined}>
              <time className={classes.time} dateTime={event.at}>
                {timeOf.format(new Date(event.at))}
              </time>
              <span>
                {words[event.kind]}
                {!countsAgainst(event) && (
                  <Text span inherit c="dimmed">
                    {' '}
                    · not counted
                  </Text>
                )}
              </span>
              <span className={classes.lasted}>
                {event.durationMs === undefined ? '' : lastedText(event.durationMs)}
              </span>
            </li>
          ))}
        </Box>
      )}
      {elsewhere > 0 && (
        <Text size="sm" mt="xs">
          {elsewhere} more {elsewhere === 1 ? 'was' : 'were'} recorded earlier or on another device.
        </Text>
      )}
      <Text size="xs" c="dimmed" mt="xs">
        Your college can see this list. It does not end your test.
      </Text>
    </ExamPopover>
  )
}
