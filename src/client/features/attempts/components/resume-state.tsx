import { Alert, Text } from '@mantine/core'
import { IconAlertTriangle, IconCloudCheck, IconCloudUp } from '@tabler/icons-react'
import { plural } from '#client/lib/format.ts'
import { Warning } from '#client/ui/warning.tsx'
import { formatRemaining } from '../model/clock.ts'
import type { Leftover } from '../model/leftovers.ts'

interface ResumeStateProps {
  /** null if the deadline is unknown; 0 once time is up. */
  secondsLeft: number | null
  leftover: Leftover | undefined
}

/** Time left in a running test, and the state of its unsent answers. */
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
        <Warning color="orange" role="alert">
          Time’s up. Your test is being submitted, and your results will appear here in a moment.
        </Warning>
      )}
      <div role="status">{leftover && <Sent leftover={leftover} />}</div>
    </>
  )
}

/** Says that answers arrived after the end of a test, and what the student can do. */
export const LateAnswers = ({ count }: { count: number }) => (
  <Warning color="orange" role="alert">
    {lateText(count)}
  </Warning>
)

const lateText = (count: number) =>
  `${plural(count, 'answer')} on this device did not reach the server before the test or section ended and ${count === 1 ? 'does' : 'do'} not count. ${count === 1 ? 'It stays' : 'They stay'} on this device for 7 days. If your college reopens your attempt, open the test here again.`

const notSent = (count: number) =>
  `${plural(count, 'answer')} on this device ${count === 1 ? 'has' : 'have'} not been sent.`

function Sent({ leftover: { state, unsent } }: { leftover: Leftover }) {
  if (state !== 'sent' && unsent === 0) return null
  const Shape = { sent: IconCloudCheck, late: IconAlertTriangle, waiting: IconCloudUp, refused: IconCloudUp }[state]
  const words = {
    sent: 'All answers on this device have been sent.',
    late: lateText(unsent),
    waiting: `${notSent(unsent)} Keep this page open: they are sent when the connection is back.`,
    refused: `${notSent(unsent)} The server rejected them. Resume the test to send them.`,
  }
  return (
    <Alert color={state === 'sent' ? 'green' : 'orange'} icon={<Shape size={18} aria-hidden />}>
      {words[state]}
    </Alert>
  )
}
