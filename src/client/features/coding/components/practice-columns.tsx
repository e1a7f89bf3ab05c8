import { Group } from '@mantine/core'
import { IconCheck, IconCircle, IconCircleCheck, IconProgress } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { percentText } from '#client/lib/format.ts'
import type { Column } from '#client/ui/data-list-props.ts'
import { LinkButton } from '#client/ui/link-button.tsx'
import type { PracticeItem, PracticeStatus } from '#shared/coding/practice.schema.ts'
import { practiceLabels } from '../model/practice-list.ts'
import classes from './lists.module.css'
import { DifficultyBadge, Tags } from './question-badges.tsx'

const icons = { solved: IconCircleCheck, attempted: IconProgress, not_attempted: IconCircle }

/** The user's progress on a question, as an icon and a word. */
function PracticeStatusMark({ status }: { status: PracticeStatus }) {
  const Shape = icons[status]
  return (
    <Group component="span" gap={6} wrap="nowrap" className={classes.status} data-status={status}>
      <Shape size={17} stroke={1.9} aria-hidden />
      {practiceLabels[status]}
    </Group>
  )
}

/** @param search the list's filters, which a problem keeps for the link back */
export const practiceColumns = (search: Record<string, string>): readonly Column<PracticeItem>[] => [
  { id: 'status', header: 'Status', width: 150, cell: ({ status }) => <PracticeStatusMark status={status} /> },
  {
    id: 'title',
    header: 'Title',
    width: '30%',
    card: 'title',
    cell: ({ id, title }) => (
      <Link
        to="/practice-coding/$questionId"
        params={{ questionId: id }}
        search={search}
        className={`text-link anywhere ${classes.title}`}
      >
        {title}
      </Link>
    ),
  },
  {
    id: 'difficulty',
    header: 'Difficulty',
    width: 104,
    cell: ({ difficulty }) => <DifficultyBadge difficulty={difficulty} />,
  },
  { id: 'tags', header: 'Tags', card: 'wide', cell: ({ tags }) => <Tags tags={tags} /> },
  {
    id: 'best',
    header: 'Best score',
    numeric: true,
    cell: ({ attempts, best_score }) => (attempts === 0 ? '-' : percentText(best_score)),
  },
  { id: 'attempts', header: 'Attempts', numeric: true, cell: ({ attempts }) => attempts.toLocaleString() },
  {
    id: 'solve',
    header: 'Action',
    width: 110,
    cell: ({ id, title, status }) => {
      const solved = status === 'solved'
      return (
        <LinkButton
          to="/practice-coding/$questionId"
          params={{ questionId: id }}
          search={search}
          size="xs"
          aria-label={solved ? `Solved: ${title}. Open it again` : `Solve: ${title}`}
          {...(solved
            ? { variant: 'subtle', color: 'teal', leftSection: <IconCheck size={14} aria-hidden /> }
            : { variant: 'light' })}
        >
          {solved ? 'Solved' : 'Solve'}
        </LinkButton>
      )
    },
  },
]
