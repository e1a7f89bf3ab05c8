import {
  type Icon,
  IconAlertOctagon,
  IconCheck,
  IconClockHour4,
  IconClockX,
  IconDatabaseExclamation,
  IconFileAlert,
  IconLoader2,
  IconTerminal2,
  IconTool,
  IconX,
} from '@tabler/icons-react'
import { StatusBadge, type Tone } from '#client/ui/status-badge.tsx'
import { type SubmissionStatus, statusWords } from '#shared/coding/languages.rules.ts'
import classes from './lists.module.css'

const verdictLooks: Record<SubmissionStatus, { tone: Tone; icon: Icon }> = {
  queued: { tone: 'neutral', icon: IconClockHour4 },
  judging: { tone: 'info', icon: IconLoader2 },
  accepted: { tone: 'success', icon: IconCheck },
  wrong_answer: { tone: 'danger', icon: IconX },
  time_limit_exceeded: { tone: 'warning', icon: IconClockX },
  memory_limit_exceeded: { tone: 'warning', icon: IconDatabaseExclamation },
  output_limit_exceeded: { tone: 'warning', icon: IconFileAlert },
  runtime_error: { tone: 'danger', icon: IconAlertOctagon },
  compile_error: { tone: 'danger', icon: IconTerminal2 },
  internal_error: { tone: 'neutral', icon: IconTool },
}

export const VerdictBadge = ({ verdict }: { verdict: SubmissionStatus }) => (
  <span className={classes.whole}>
    <StatusBadge {...verdictLooks[verdict]} label={statusWords[verdict]} />
  </span>
)
