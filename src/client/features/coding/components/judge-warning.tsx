import { Warning } from '#client/ui/warning.tsx'
import { useJudgeWarning } from '../queries.ts'

/** Warns staff on coding pages if this server does not enforce program limits exactly. */
export function JudgeWarning() {
  const warning = useJudgeWarning()
  if (!warning) return null
  return (
    <Warning color="red" title="Program limits are not exact" mb="md">
      {warning}
    </Warning>
  )
}
