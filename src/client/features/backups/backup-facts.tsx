import { SimpleGrid, Text } from '@mantine/core'
import { sizeText } from '#client/lib/format.ts'
import { formatDateTime } from '#client/lib/time.ts'
import { Facts } from '#client/ui/facts.tsx'
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
    <Facts
      facts={[
        ['Last backup', <Run key="backup" run={overview.lastBackup} />],
        ['Last test restore', <Run key="drill" run={overview.lastDrill} />],
        [
          'Next backup',
          <Next key="next" at={overview.nextBackupAt} text={`Every night; the newest ${overview.keep} are kept`} />,
        ],
        ['Next test restore', <Next key="next drill" at={overview.nextDrillAt} text="Every week, in isolation" />],
      ]}
    />
  </SimpleGrid>
)

const Next = ({ at, text }: { at: string | null; text: string }) => (
  <>
    {at ? formatDateTime(at) : 'After the first backup'}
    <Text span inherit display="block" mt={2} c="dimmed" fz="xs">
      {text}
    </Text>
  </>
)

function Run({ run }: { run: BackupRun | null }) {
  if (!run) return 'None yet'
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
