import { Group } from '@mantine/core'
import { IconClock } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Countdown } from '#client/ui/countdown.tsx'
import { RelativeTime } from '#client/ui/relative-time.tsx'
import type { MyTestStatus } from '../model/my-test-order.ts'
import type { MyTest } from '../queries.ts'
import classes from './my-tests.module.css'

/** How long before its end an open test shows a countdown, in ms. */
const closesSoonMs = 86_400_000

interface MyTestTimeProps {
  assignment: MyTest
  status: MyTestStatus
  /** Server time, ms UTC. */
  now: number
  /** Server clock minus device clock, in ms. */
  offset: number
}

/** Countdown until a test opens, closes or ends. Empty if that is far away. */
export function MyTestTime({ assignment: { testId: test, deadline }, status, now, offset }: MyTestTimeProps) {
  if (status === 'Upcoming')
    return (
      <Line>
        Opens in <Countdown until={test.startDateTime} offset={offset} over="a moment" />
      </Line>
    )
  if (status === 'In progress' && deadline !== null)
    return (
      <Line pressing>
        Time left: <Countdown until={deadline} offset={offset} over="none, submitting…" />
      </Line>
    )
  if (status === 'Available' && Date.parse(test.endDateTime) - now <= closesSoonMs)
    return (
      <Line pressing>
        Closes in <Countdown until={test.endDateTime} offset={offset} over="a moment" />
      </Line>
    )
  if (status === 'Expired')
    return (
      <Line>
        Not taken. Closed <RelativeTime value={test.endDateTime} />
      </Line>
    )
  return null
}

const Line = ({ pressing, children }: { pressing?: boolean; children: ReactNode }) => (
  <Group component="p" gap={6} wrap="nowrap" fz="sm" className={classes.time} data-pressing={pressing || undefined}>
    <IconClock size={15} stroke={1.8} aria-hidden />
    <span>{children}</span>
  </Group>
)
