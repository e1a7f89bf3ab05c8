import { Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { plural } from '#client/lib/format.ts'
import type { Column } from '#client/ui/data-list-props.ts'
import { Dash, Note } from '#client/ui/note.tsx'
import { RelativeTime } from '#client/ui/relative-time.tsx'
import { StatusBadge } from '#client/ui/status-badge.tsx'
import type { Import } from '../../import-queries.ts'
import { formatOf, itemCount, stateBadges, totalsText } from './import-text.ts'

export const importColumns: readonly Column<Import>[] = [
  {
    id: 'file',
    header: 'File',
    card: 'title',
    cell: (one) => (
      <>
        <Link to="/bank/import/$importId" params={{ importId: one.importId }} className="text-link anywhere">
          <Text span inherit lineClamp={2}>
            {one.fileName}
          </Text>
        </Link>
        <Note>{formatOf(one)}</Note>
      </>
    ),
  },
  {
    id: 'state',
    header: 'State',
    width: 140,
    cell: ({ state }) => <StatusBadge {...stateBadges[state]} />,
  },
  {
    id: 'questions',
    header: 'Questions',
    card: 'wide',
    cell: (one) =>
      itemCount(one) === 0 ? (
        <Dash label="None" />
      ) : (
        <>
          {one.state === 'confirmed' ? `${plural(one.added, 'question')} added` : plural(itemCount(one), 'question')}
          <Note>{totalsText(one)}</Note>
        </>
      ),
  },
  {
    id: 'author',
    header: 'Uploaded by',
    width: 180,
    cell: ({ author }) => author ?? <Dash label="A deleted person" />,
  },
  { id: 'created', header: 'When', width: 130, cell: ({ createdAt }) => <RelativeTime value={createdAt} /> },
]
