import { Alert, Text } from '@mantine/core'
import { IconAlertTriangle, IconCloudCheck, IconCloudUp } from '@tabler/icons-react'
import { plural } from '#client/lib/plural.ts'
import { formatRemaining } from '../model/countdown.ts'
import type { Leftover } from '../model/leftovers.ts'

interface ResumeStateProps {
  /** null when the end is not known; 0 when the time is over. */
  secondsLeft: number | null
  leftover: Leftover | undefined
}

/** How a running test stands before it is resumed: what remains of its time, and whether its answers have arrived. */
export function ResumeState({ secondsLeft, leftover }: ResumeStateProps) {
  return (
    <>
      {secondsLeft !== null && secondsLeft > 0 && (
        <Text>
          Time left:{' '}
          <strong role="timer" aria-label="Time left" className="tabular">
            {formatRemaining(secondsLeft)}
          </strong>
        </Text>
      )}
      {secondsLeft === 0 && (
        <Alert color="orange" variant="light" icon={<IconAlertTriangle size={18} aria-hidden />} role="alert">
          The time for this test is over. It is being submitted; your results appear here in a moment.
        </Alert>
      )}
      <div role="status">{leftover && <Sent leftover={leftover} />}</div>
    </>
  )
}

const notSent = (count: number) =>
  `${plural(count, 'answer')} on this device ${count === 1 ? 'is' : 'are'} not sent yet.`

function Sent({ leftover: { state, unsent } }: { leftover: Leftover }) {
  if (state === 'sent')
    return (
      <Alert color="green" variant="light" icon={<IconCloudCheck size={18} aria-hidden />}>
        All answers on this device are sent.
      </Alert>
    )
  if (unsent === 0) return null
  if (state === 'late')
    return (
      <Alert color="orange" variant="light" icon={<IconAlertTriangle size={18} aria-hidden />}>
        {plural(unsent, 'answer')} on this device came after the test, or its section, had ended and{' '}
        {unsent === 1 ? 'does' : 'do'} not count. What was saved before does.
      </Alert>
    )
  return (
    <Alert color="orange" variant="light" icon={<IconCloudUp size={18} aria-hidden />}>
      {notSent(unsent)}{' '}
      {state === 'waiting'
        ? 'Keep this page open until the connection is back: sending goes by itself.'
        : 'The server did not take this from here: resume the test to send it.'}
    </Alert>
  )
}
