import { sizeText } from '#client/lib/format.ts'
import { formatDateTime } from '#client/lib/time.ts'
import { RelativeTime } from '#client/ui/relative-time.tsx'
import { StatusBadge } from '#client/ui/status-badge.tsx'
import type { BackupRun, BackupsOverview } from '#shared/backups/backups.schema.ts'
import { countsText } from './backup-text.ts'
import classes from './backups.module.css'

/** The last and next backup and test restore. */
export const BackupFacts = ({ overview }: { overview: BackupsOverview }) => (
  <dl className={classes.facts}>
    <div>
      <dt>Last backup</dt>
      <dd>
        <Run run={overview.lastBackup} none="None yet" />
      </dd>
    </div>
    <div>
      <dt>Last test restore</dt>
      <dd>
        <Run run={overview.lastDrill} none="None yet" />
      </dd>
    </div>
    <div>
      <dt>Next backup</dt>
      <dd>
        {formatDateTime(overview.nextBackupAt)}
        <span className={classes.note}>Every night; the newest {overview.keep} are kept</span>
      </dd>
    </div>
    <div>
      <dt>Next test restore</dt>
      <dd>
        {overview.nextDrillAt ? formatDateTime(overview.nextDrillAt) : 'After the first backup'}
        <span className={classes.note}>Every week, in isolation</span>
      </dd>
    </div>
  </dl>
)

function Run({ run, none }: { run: BackupRun | null; none: string }) {
  if (!run) return none
  return (
    <>
      <RelativeTime value={run.finishedAt} /> <Outcome run={run} />
      <span className={classes.note}>
        {run.failure ?? [run.bytes !== null && sizeText(run.bytes), countsText(run)].filter(Boolean).join(', ')}
      </span>
    </>
  )
}

export const Outcome = ({ run }: { run: BackupRun }) =>
  run.failure ? <StatusBadge tone="danger" label="Failed" /> : <StatusBadge tone="success" label="OK" />
