import { Box, Button, Group, Progress, Skeleton, Stack, Text } from '@mantine/core'
import { IconDatabaseExport, IconHistory, IconRotateClockwise } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { messageOf } from '#client/lib/errors.ts'
import { sizeText } from '#client/lib/format.ts'
import { notify } from '#client/lib/notify.ts'
import { DataList } from '#client/ui/data-list.tsx'
import { type Column, numberColumn } from '#client/ui/data-list-props.ts'
import { QueryError } from '#client/ui/load-state.tsx'
import { Note } from '#client/ui/note.tsx'
import { RelativeTime } from '#client/ui/relative-time.tsx'
import { Warning } from '#client/ui/warning.tsx'
import type { BackupRun, BackupsOverview } from '#shared/backups/backups.schema.ts'
import { BackupFacts, Outcome } from './backup-facts.tsx'
import { countsText, kindText, runText, warningText } from './backup-text.ts'
import { useBackups, useStartBackup, useStartDrill } from './queries.ts'

const seconds = ({ startedAt, finishedAt }: BackupRun) =>
  `${Math.max(0.1, (Date.parse(finishedAt) - Date.parse(startedAt)) / 1_000).toFixed(1)} s`

const runColumns: readonly Column<BackupRun>[] = [
  {
    id: 'what',
    header: 'Type',
    card: 'title',
    cell: (run) => (
      <>
        <Text size="sm" fw={550} component="div">
          {runText(run)}
        </Text>
        <Note style={{ overflowWrap: 'anywhere' }}>
          {run.failure ?? [run.file, countsText(run)].filter(Boolean).join(': ')}
        </Note>
      </>
    ),
  },
  { id: 'outcome', header: 'Result', width: 100, cell: (run) => <Outcome run={run} /> },
  { id: 'when', header: 'When', width: 130, cell: ({ finishedAt }) => <RelativeTime value={finishedAt} /> },
  numberColumn('took', 'Duration', seconds, { width: 90 }),
  numberColumn('size', 'Size', ({ bytes }) => (bytes === null ? '–' : sizeText(bytes)), { width: 100 }),
]

const shownAtOnce = 5

/** The backup overview, all runs, and buttons to start a backup or test restore. */
export function BackupsSection() {
  const [page, setPage] = useState(1)
  const backups = useBackups({ page, limit: shownAtOnce })
  const { data } = backups
  useOutcome(data)
  return (
    <Stack component="section" gap="sm" mt="xl" data-print="hide" aria-label="Backups">
      <Group gap="10px 16px" justify="space-between">
        <Text component="h2" fz="md" fw={600}>
          Backups
        </Text>
        <Actions overview={data} />
      </Group>
      {!data && backups.error ? (
        <Box py="sm" px="md" className="card">
          <QueryError title="Failed to load the backups" query={backups} />
        </Box>
      ) : (
        <>
          {data?.warnings.map((warning) => (
            <Warning key={warning} color="red">
              {warningText[warning]}
            </Warning>
          ))}
          {data?.running && <Running running={data.running} />}
          {data ? <BackupFacts overview={data} /> : <Skeleton height={84} />}
          <DataList
            label="Runs"
            cardsBelow={40}
            columns={runColumns}
            rows={data?.runs}
            rowKey={({ id }) => id}
            stale={backups.isPlaceholderData}
            pagination={data?.pagination}
            onPageChange={setPage}
            empty={{
              icon: IconHistory,
              title: 'No backup yet',
              text: 'The first backup runs tonight. You can also start one now.',
            }}
          />
        </>
      )}
    </Stack>
  )
}

function Actions({ overview }: { overview: BackupsOverview | undefined }) {
  const backup = useStartBackup()
  const drill = useStartDrill()
  const busy = !overview || overview.running !== null || backup.isPending || drill.isPending
  const failed = (error: unknown) => notify.error(messageOf(error))
  return (
    <Group gap="xs">
      <Button
        variant="default"
        size="xs"
        leftSection={<IconDatabaseExport size={14} aria-hidden />}
        disabled={busy}
        onClick={() => backup.mutate(undefined, { onError: failed })}
      >
        Back up now
      </Button>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconRotateClockwise size={14} aria-hidden />}
        disabled={busy || !overview.lastGoodBackup}
        onClick={() => drill.mutate(undefined, { onError: failed })}
      >
        Test the last backup
      </Button>
    </Group>
  )
}

function Running({ running }: { running: NonNullable<BackupsOverview['running']> }) {
  const percent = Math.floor(running.done * 100)
  return (
    <Box py="sm" px="md" className="card" role="status">
      <Group justify="space-between" mb={6}>
        <Text size="sm" fw={550}>
          {kindText(running)} in progress
        </Text>
        <Note className="tabular">
          {running.step}, {percent}%
        </Note>
      </Group>
      <Progress value={percent} aria-label={`${kindText(running)}: progress`} />
    </Box>
  )
}

/** Shows a toast with the result when a run finishes. */
function useOutcome(overview: BackupsOverview | undefined) {
  const ran = useRef(false)
  useEffect(() => {
    if (!overview) return
    if (overview.running) ran.current = true
    else if (ran.current) {
      ran.current = false
      const { lastBackup, lastDrill } = overview
      const last = lastDrill && lastDrill.finishedAt > (lastBackup?.finishedAt ?? '') ? lastDrill : lastBackup
      if (last?.failure) notify.error(`${kindText(last)} failed: ${last.failure}`)
      else if (last) notify.success(`${kindText(last)} succeeded`)
    }
  }, [overview])
}
