import { Group, Text } from '@mantine/core'
import type { RouterOutputs } from '#client/lib/trpc.tsx'
import { type Column, numberColumn } from '#client/ui/data-list-props.ts'
import { RelativeTime } from '#client/ui/relative-time.tsx'
import { StatusBadge } from '#client/ui/status-badge.tsx'
import { languageNames, languages } from '#shared/coding/languages.rules.ts'
import { ownJudgeId } from '#shared/judge-workers/judge-workers.schema.ts'

type Overview = RouterOutputs['judgeWorkers']['list']
type Worker = Overview['workers'][number]
/** A worker, or the server's own judge, about which less is known. */
export type WorkerRow = Overview['server'] & Partial<Worker>

export const isServer = ({ id }: Pick<WorkerRow, 'id'>) => id === ownJudgeId

function Status({ online, draining, running, lastSeen, id }: WorkerRow) {
  if (!online && isServer({ id })) return <StatusBadge tone="danger" label="Cannot judge" />
  if (!online) return <StatusBadge tone={lastSeen ? 'danger' : 'neutral'} label={lastSeen ? 'Offline' : 'New'} />
  if (draining) return <StatusBadge tone="warning" label={running > 0 ? 'Draining' : 'Drained'} />
  return <StatusBadge tone={running > 0 ? 'info' : 'success'} label={running > 0 ? 'Judging' : 'Idle'} />
}

const none = '–'

const loadText = ({ load, cores }: WorkerRow) =>
  load === undefined || load === null ? none : `${load.toFixed(1)} of ${cores}`

const factorText = ({ factor }: WorkerRow) => (factor === undefined || factor === null ? none : `× ${factor}`)

function Languages({ online, languages: known }: WorkerRow) {
  if (!online || known.length === 0) return none
  const names = known.map((language) => languageNames[language]).join(', ')
  return <span title={names}>{known.length === languages.length ? 'All' : names}</span>
}

export const workerColumns: readonly Column<WorkerRow>[] = [
  {
    id: 'name',
    header: 'Name',
    width: '22%',
    cell: ({ name, version }) => (
      <>
        <Text size="sm" fw={550} component="div" lineClamp={2} title={name} style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Text>
        {version && (
          <Text size="xs" c="dimmed">
            Version {version}
          </Text>
        )}
      </>
    ),
  },
  { id: 'status', header: 'Status', width: 140, cell: (row) => <Status {...row} /> },
  numberColumn('running', 'Running', ({ running, slots }) => (slots === null ? none : `${running} of ${slots}`)),
  numberColumn('judged', 'Judged', ({ judged }) => judged ?? none),
  numberColumn('load', 'Load', loadText),
  numberColumn('factor', 'Time limits', factorText),
  { id: 'languages', header: 'Languages', cell: (row) => <Languages {...row} /> },
  {
    id: 'seen',
    header: 'Last seen',
    cell: ({ id, online, lastSeen }) => (
      <Group gap="xs">{isServer({ id }) || online ? 'Now' : <RelativeTime value={lastSeen ?? null} />}</Group>
    ),
  },
]
