import { Button, Group, Stack } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconAlertTriangle, IconUsers } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { codeOf, messageOf } from '#client/lib/errors.ts'
import { allGone, type FormValues, targetsOf } from '../model/notification-form.ts'
import { noMatches, peopleText } from '../model/notification-text.ts'
import { type TargetsInput, useAudience } from '../queries.ts'
import classes from './form.module.css'

/** Debounce delay before the server counts the recipients, in ms. */
const timeoutMs = 250

/** Shows how many recipients the current form has. */
export function FormAudience({ values }: { values: FormValues }) {
  const needsColleges = values.targetType === 'colleges' && values.targetColleges.length === 0
  const needsPeople = allGone(values)
  const ready = !needsColleges && !needsPeople
  // Compare by content, because the form creates new values on each keystroke.
  const key = JSON.stringify(targetsOf(values))
  const [asked] = useDebouncedValue(key, timeoutMs)
  const targets: TargetsInput = JSON.parse(asked)
  const { data, error, isFetching, isPlaceholderData, refetch } = useAudience(targets, ready)
  const counting = ready && (asked !== key || isPlaceholderData || (isFetching && !data))
  return (
    <Stack
      gap={0}
      mih={24}
      className={classes.audience}
      aria-live="polite"
      aria-busy={counting}
      data-stale={counting || undefined}
    >
      {needsColleges ? (
        <Line quiet>Choose colleges to count the recipients</Line>
      ) : needsPeople ? (
        <Line warning>The chosen people no longer exist</Line>
      ) : error && !counting ? (
        <Line warning>
          {codeOf(error) === 'NOT_FOUND' ? messageOf(error) : 'The recipients could not be counted.'}{' '}
          <Button variant="subtle" size="compact-xs" loading={isFetching} onClick={() => void refetch()}>
            Retry
          </Button>
        </Line>
      ) : !data ? (
        <Line quiet>Counting…</Line>
      ) : data.totalRecipients === 0 && !counting ? (
        <Line warning>{noMatches}</Line>
      ) : (
        <Line>
          Will reach <strong>{peopleText(data.totalRecipients, targets.targetType)}</strong>
          {values.scheduledFor && ' as of now'}
        </Line>
      )}
    </Stack>
  )
}

const Line = (props: { warning?: boolean; quiet?: boolean; children: ReactNode }) => {
  const Shape = props.warning ? IconAlertTriangle : IconUsers
  return (
    <Group
      component="span"
      gap={8}
      wrap="nowrap"
      align="flex-start"
      c={props.warning ? 'var(--caution)' : props.quiet ? 'dimmed' : undefined}
      fw={props.warning ? 550 : undefined}
      className="tabular"
    >
      <Shape
        size={18}
        stroke={1.7}
        color={props.warning ? 'currentColor' : 'var(--mantine-color-dimmed)'}
        style={{ marginTop: 1 }}
        aria-hidden
      />
      <span>{props.children}</span>
    </Group>
  )
}
