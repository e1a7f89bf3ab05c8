import { Alert } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { plural } from '#client/lib/format.ts'
import type { RouterInputs } from '#client/lib/trpc.tsx'
import { useKeyExposure } from '../queries.ts'

/** Warns if students who are about to get more time may have seen the correct answers. */
export function AnswerKeyWarning(form: RouterInputs['attempts']['keyExposure'] & { name?: string | undefined }) {
  const { name, ...meant } = form
  const { data } = useKeyExposure(meant)
  if (!data || (data.seen === 0 && !data.released)) return null
  const who = name ?? plural(data.seen, 'student')
  const words =
    data.seen > 0
      ? `${who} may have seen the correct answers: they were shown with the result.`
      : 'The correct answers to this test have been released.'
  return (
    <Alert color="red" variant="light" my="sm" py="xs" icon={<IconAlertTriangle size={18} aria-hidden />}>
      {words} This will be recorded in the audit log.
    </Alert>
  )
}
