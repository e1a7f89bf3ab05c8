import { Button, Stack } from '@mantine/core'
import { IconClock, IconPlayerPause, IconPlayerPlay, IconPlus, IconServer2, IconTrash } from '@tabler/icons-react'
import { reportOutcome } from '#client/lib/report-outcome.ts'
import { durationText } from '#client/lib/time.ts'
import type { RouterOutputs } from '#client/lib/trpc.tsx'
import { useConfirm } from '#client/ui/confirm.tsx'
import { DataList } from '#client/ui/data-list.tsx'
import { useDialog } from '#client/ui/dialog-state.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import type { RowAction } from '#client/ui/row-menu.tsx'
import { ShownOnce } from '#client/ui/shown-once.tsx'
import { StatCards } from '#client/ui/stat-cards.tsx'
import { Warning } from '#client/ui/warning.tsx'
import { maxWorkers } from '#shared/judge-workers/judge-workers.schema.ts'
import { AddWorkerModal, NextStep } from './add-worker.tsx'
import { useDrainWorker, useRevokeWorker, useWorkers } from './queries.ts'
import { isServer, type WorkerRow, workerColumns } from './worker-columns.tsx'

type Overview = RouterOutputs['judgeWorkers']['list']

const minuteMs = 60_000
const waitText = (ms: number) =>
  ms < minuteMs ? `${Math.round(ms / 1_000)} s` : durationText(Math.round(ms / minuteMs))

function QueueCards({ queue }: { queue: Overview['queue'] | undefined }) {
  return (
    <StatCards
      label="Queue"
      stats={[
        { label: 'Test submissions waiting', value: queue?.exam_submissions },
        { label: 'Test runs waiting', value: queue?.exam_runs },
        { label: 'Practice jobs waiting', value: queue?.practice },
        { label: 'Longest wait', value: queue && waitText(queue.longestWait), icon: IconClock },
      ]}
    />
  )
}

/** Actions on a worker, or on the server's own judge. */
function useActions() {
  const confirm = useConfirm()
  const drain = useDrainWorker()
  const revoke = useRevokeWorker()
  const setDraining = ({ id, name }: WorkerRow, draining: boolean) =>
    reportOutcome(
      drain.mutateAsync({ id, draining }),
      draining ? `${name} gets no new jobs` : `${name} gets jobs again`,
      'Failed to change the worker',
    )
  const askAndRevoke = async ({ id, name, running }: WorkerRow) => {
    const sure = await confirm({
      title: 'Revoke this worker?',
      message: `“${name}” loses access immediately.${running > 0 ? ' Its jobs are judged again elsewhere.' : ''}`,
      consequences: 'Its token cannot be restored. To use the machine again, add it as a new worker.',
      confirmLabel: 'Revoke worker',
    })
    if (sure) await reportOutcome(revoke.mutateAsync({ id }), 'Worker revoked', 'Failed to revoke the worker')
  }
  return (row: WorkerRow): RowAction[] => [
    row.draining
      ? { label: 'Resume', icon: IconPlayerPlay, onClick: () => void setDraining(row, false) }
      : { label: 'Drain', icon: IconPlayerPause, onClick: () => void setDraining(row, true) },
    ...(isServer(row)
      ? []
      : [{ label: 'Revoke', icon: IconTrash, destructive: true, onClick: () => void askAndRevoke(row) }]),
  ]
}

/** The machines that judge programs, and the jobs that wait for them. */
export function JudgeWorkersScreen() {
  const overview = useWorkers()
  const adding = useDialog<true>()
  const created = useDialog<{ name: string; token: string }>()
  const actionsOf = useActions()
  const { workers, server, queue } = overview.data ?? {}
  const rows: WorkerRow[] | undefined = workers && server && [server, ...workers]
  const waiting = queue ? queue.exam_submissions + queue.exam_runs + queue.practice : 0
  const isStuck = rows?.every(({ online, draining }) => !online || draining)
  const add = (
    <Button
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={() => adding.open(true)}
      disabled={workers !== undefined && workers.length >= maxWorkers}
    >
      Add worker
    </Button>
  )
  return (
    <>
      <PageHeader
        title="Judge Workers"
        purpose="Judge programs on more machines when many students submit at once."
        action={workers && workers.length > 0 && add}
      />
      <QueueCards queue={queue} />
      {isStuck && (
        <Warning color="red" mt="md" role="status">
          {waiting > 0 ? 'Programs are waiting, but no' : 'No'} machine takes new jobs. Resume one, or start a worker.
        </Warning>
      )}
      <Stack mt="md" gap="md">
        <DataList
          label="Judge workers"
          columns={workerColumns}
          rows={rows}
          rowKey={({ id }) => id}
          query={overview}
          actions={actionsOf}
          cardsBelow={58}
          empty={null}
        />
        {workers?.length === 0 && (
          <EmptyState
            framed
            icon={IconServer2}
            title="No workers yet"
            text="Only this server judges programs. Add a worker for each additional machine, which needs only the compilers."
            action={add}
          />
        )}
      </Stack>
      {adding.show((_, dialog) => (
        <AddWorkerModal
          {...dialog}
          onCreated={(worker) => {
            adding.close()
            created.open(worker)
          }}
        />
      ))}
      {created.show(({ name, token }, dialog) => (
        <ShownOnce
          title="Worker added"
          text={`“${name}” uses this token to fetch jobs. It can read the test cases of those jobs and nothing else.`}
          value={token}
          noun="token"
          next={<NextStep />}
          {...dialog}
        />
      ))}
    </>
  )
}
