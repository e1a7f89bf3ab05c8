import { SimpleGrid, Text } from '@mantine/core'
import { sizeText } from '#client/lib/format.ts'
import { formatDateTime } from '#client/lib/time.ts'
import { RelativeTime } from '#client/ui/relative-time.tsx'
import { StatusBadge } from '#client/ui/status-badge.tsx'
import type { BackupRun, BackupsOverview } from '#shared/backups/backups.schema.ts'
import { countsText } from './backup-text.ts'

/** The last and next backup and test restore. */
export const BackupFacts = ({ overview }: { overview: BackupsOverview }) => (
  <SimpleGrid
    component="dl"
    minColWidth="min(220px, 100%)"
    autoFlow="auto-fit"
    spacing="lg"
    verticalSpacing="md"
    p="md"
    className="card facts"
  >
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
        <Text span inherit display="block" mt={2} c="dimmed" fz="xs">
          Every night; the newest {overview.keep} are kept
        </Text>
      </dd>
    </div>
    <div>
      <dt>Next test restore</dt>
      <dd>
        {overview.nextDrillAt ? formatDateTime(overview.nextDrillAt) : 'After the first backup'}
        <Text span inherit display="block" mt={2} c="dimmed" fz="xs">
          Every week, in isolation
        </Text>
      </dd>
    </div>
  </SimpleGrid>
)

function Run({ run, none }: { run: BackupRun | null; none: string }) {
  if (!run) return none
  return (
    <>
      <RelativeTime value={run.finishedAt} /> <Outcome run={run} />
      <Text span inherit display="block" mt={2} c="dimmed" fz="xs">
        {run.failure ?? [run.bytes !== null && sizeText(run.bytes), countsText(run)].filter(Boolean).join(', ')}
      </Text>
    </>
  )
}

export const Outcome = ({ run }: { run: BackupRun }) =>
  run.failure ? <StatusBadge tone="danger" label="Failed" /> : <StatusBadge tone="success" label="OK" />
