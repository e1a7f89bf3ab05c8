import { plural } from '#client/lib/format.ts'
import type { RouterInputs } from '#client/lib/trpc.tsx'
import { Warning } from '#client/ui/warning.tsx'
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
    <Warning color="red" my="sm" py="xs">
      {words} This will be recorded in the audit log.
    </Warning>
  )
}
