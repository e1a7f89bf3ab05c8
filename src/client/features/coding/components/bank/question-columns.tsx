import { Group, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Column } from '#client/ui/data-list-props.ts'
import { RelativeTime } from '#client/ui/relative-time.tsx'
import { type Language, languageNames } from '#shared/coding/languages.rules.ts'
import type { QuestionRow } from '../../queries.ts'
import { DifficultyBadge, ExamOnlyBadge, QuestionStatusBadge, Tags } from '../question-badges.tsx'

const languagesShown = 4

function Languages({ all }: { all: readonly Language[] }) {
  const names = all.map((language) => languageNames[language])
  const more = names.slice(languagesShown)
  return (
    <Text span inherit c="dimmed" fz="xs" title={names.join(', ')}>
      {names.slice(0, languagesShown).join(', ')}
      {more.length > 0 && ` +${more.length}`}
      {more.length > 0 && <span className="visually-hidden"> more: {more.join(', ')}</span>}
    </Text>
  )
}

export const questionColumns: readonly Column<QuestionRow>[] = [
  {
    id: 'title',
    header: 'Title',
    width: '25%',
    cell: ({ id, title, practice }) => (
      <Group gap={8} wrap="wrap">
        <Link
          to="/coding-questions/$questionId/edit"
          params={{ questionId: id }}
          className="text-link record"
          title={title}
        >
          {title}
        </Link>
        {!practice && <ExamOnlyBadge />}
      </Group>
    ),
  },
  {
    id: 'difficulty',
    header: 'Difficulty',
    width: 96,
    cell: ({ difficulty }) => <DifficultyBadge difficulty={difficulty} />,
  },
  { id: 'tags', header: 'Tags', width: '20%', card: 'wide', cell: ({ tags }) => <Tags tags={tags} /> },
  {
    id: 'languages',
    header: 'Languages',
    width: '22%',
    card: 'wide',
    cell: ({ supported_languages }) => <Languages all={supported_languages} />,
  },
  {
    id: 'cases',
    header: 'Cases',
    numeric: true,
    cell: ({ test_cases_count }) => test_cases_count.toLocaleString(),
  },
  {
    id: 'status',
    header: 'Status',
    width: 112,
    cell: ({ status, archived }) => <QuestionStatusBadge status={status} archived={archived} />,
  },
  { id: 'created', header: 'Created', width: 120, cell: ({ created_at }) => <RelativeTime value={created_at} /> },
]
