import {
  type Icon,
  IconAlertOctagon,
  IconCheck,
  IconCircleHalf2,
  IconClockHour4,
  IconClockX,
  IconDatabaseExclamation,
  IconFileAlert,
  IconLoader2,
  IconMinus,
  IconTerminal2,
  IconTool,
  IconX,
} from '@tabler/icons-react'
import { StatusBadge, type Tone } from '#client/ui/status-badge.tsx'
import {
  type CaseVerdict,
  caseWords,
  type SolutionVerdict,
  type SubmissionStatus,
  solutionWords,
  statusWords,
} from '#shared/coding/languages.rules.ts'
import type { TestResult } from '#shared/coding/submissions.schema.ts'
import { caseText, isPartial, verdictOfCase } from '../model/coding-text.ts'
import classes from './lists.module.css'

type Shown = SubmissionStatus | CaseVerdict | SolutionVerdict

const verdictLooks: Record<Shown, { tone: Tone; icon: Icon }> = {
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
  skipped: { tone: 'neutral', icon: IconMinus },
  partially_accepted: { tone: 'warning', icon: IconCircleHalf2 },
}

const words: Record<Shown, string> = { ...statusWords, ...solutionWords, ...caseWords }

export const VerdictBadge = ({ verdict }: { verdict: Shown }) => (
  <span className={classes.whole}>
    <StatusBadge {...verdictLooks[verdict]} label={words[verdict]} />
  </span>
)

/** A case's verdict, or the share of its points if it passed in part. */
export const CaseBadge = ({ result }: { result: TestResult }) =>
  isPartial(result) ? (
    <span className={classes.whole}>
      <StatusBadge tone="warning" icon={IconCircleHalf2} label={caseText(result)} />
    </span>
  ) : (
    <VerdictBadge verdict={verdictOfCase(result)} />
  )
