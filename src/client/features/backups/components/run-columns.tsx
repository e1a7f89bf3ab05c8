import { Text } from '@mantine/core'
import { sizeText } from '#client/lib/size.ts'
import type { Column } from '#client/ui/data-list.tsx'
import { RelativeTime } from '#client/ui/relative-time.tsx'
import type { BackupRun } from '#shared/backups/backups.schema.ts'
import { countsText, runText } from '../model/words.ts'
import { Outcome } from './backup-facts.tsx'

const seconds = ({ startedAt, finishedAt }: BackupRun) =>
  `${Math.max(0.1, (Date.parse(finishedAt) - Date.parse(startedAt)) / 1_000).toFixed(1)} s`

export const runColumns: readonly Column<BackupRun>[] = [
  {
    id: 'what',
    header: 'What',
    card: 'title',
    cell: (run) => (
      <>
        <Text size="sm" fw={550} component="div">
          {runText(run)}
        </Text>
        <Text size="xs" c="dimmed" component="div" style={{ overflowWrap: 'anywhere' }}>
          {run.failure ?? [run.file, countsText(run)].filter(Boolean).join(': ')}
        </Text>
      </>
    ),
  },
  { id: 'outcome', header: 'Result', width: 100, cell: (run) => <Outcome run={run} /> },
  { id: 'when', header: 'When', width: 130, cell: ({ finishedAt }) => <RelativeTime value={finishedAt} /> },
  { id: 'took', header: 'Took', width: 90, numeric: true, cell: seconds },
  {
    id: 'size',
    header: 'Size',
    width: 100,
    numeric: true,
    cell: ({ bytes }) => (bytes === null ? '–' : sizeText(bytes)),
  },
]
