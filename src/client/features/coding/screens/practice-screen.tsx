import { Group } from '@mantine/core'
import {
  IconCheck,
  IconCircle,
  IconCircleCheck,
  IconCode,
  IconListDetails,
  IconProgress,
  IconTarget,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { percentText, plural } from '#client/lib/format.ts'
import { known } from '#client/lib/known.ts'
import { searchOf, useListParams } from '#client/lib/list-params.ts'
import { pageOf } from '#client/lib/page-of.ts'
import type { RouterOutputs } from '#client/lib/trpc.tsx'
import { DataList } from '#client/ui/data-list.tsx'
import { type Column, numberColumn } from '#client/ui/data-list-props.ts'
import { FilterBar, FilterSelect } from '#client/ui/filter-bar.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import { QueryError } from '#client/ui/load-state.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { StatCards } from '#client/ui/stat-cards.tsx'
import { codingDifficulties } from '#shared/coding/coding.schema.ts'
import { type PracticeItem, type PracticeStatus, practiceStatuses } from '#shared/coding/practice.schema.ts'
import classes from '../components/lists.module.css'
import { DifficultyBadge, Tags } from '../components/question-badges.tsx'
import { codingMessages, difficultyLabels } from '../model/coding-text.ts'
import { filterPractice, practiceLabels, successRate } from '../model/practice-list.ts'
import { usePractice } from '../queries.ts'

/** Practice Coding: every problem that a student may try, with the student's progress. */
export function PracticeScreen() {
  const [params, setParams] = useListParams(['difficulty', 'status'])
  // Ignore invalid values from an old or mistyped link.
  const difficulty = known(codingDifficulties, params.difficulty)
  const status = known(practiceStatuses, params.status)
  const { search, page, limit } = params
  const list = usePractice()
  const { data, error } = list
  const found = useMemo(
    () => data && pageOf(filterPractice(data.questions, { search, difficulty, status }), page, limit),
    [data, search, difficulty, status, page, limit],
  )
  const columns = useMemo(
    () => practiceColumns({ search, difficulty, status, page: page > 1 ? String(page) : undefined }),
    [search, difficulty, status, page],
  )
  const filtered = Boolean(search || difficulty || status)
  const clear = () => setParams({ search: '', difficulty: '', status: '' })

  return (
    <>
      <PageHeader
        title="Practice Coding"
        purpose="Solve problems at your own pace. Every submission is judged immediately."
        count={data?.stats.total}
      />
      <Stats stats={data?.stats} failed={error !== null} />
      {error && !data ? (
        <QueryError framed title={codingMessages.listFailed} query={list} />
      ) : (
        <>
          <FilterBar
            search={searchOf({ search }, setParams, 'Search by title or tag')}
            onClear={filtered ? clear : undefined}
          >
            <FilterSelect
              label="Difficulty"
              all="All difficulties"
              value={difficulty}
              options={codingDifficulties.map((value) => ({
                value,
                label: data ? `${difficultyLabels[value]} (${data.stats[value]})` : difficultyLabels[value],
              }))}
              onChange={(next) => setParams({ difficulty: next ?? '' })}
            />
            <FilterSelect
              label="Status"
              all="All statuses"
              value={status}
              options={practiceStatuses.map((value) => ({ value, label: practiceLabels[value] }))}
              onChange={(next) => setParams({ status: next ?? '' })}
            />
          </FilterBar>
          <DataList
            label="Practice questions"
            columns={columns}
            rows={found?.rows}
            rowKey={(question) => question.id}
            pagination={found?.pagination}
            onPageChange={(next) => setParams({ page: next })}
            onLimitChange={(next) => setParams({ limit: next })}
            noMatches={filtered && { title: codingMessages.noMatch, onClear: clear }}
            empty={{
              icon: IconCode,
              title: codingMessages.noPractice,
              text: 'Problems appear here once they are published.',
            }}
          />
        </>
      )}
    </>
  )
}

function Stats({
  stats,
  failed,
}: {
  stats: RouterOutputs['coding']['practice']['stats'] | undefined
  failed: boolean
}) {
  if (!stats && failed) return null
  const rate = stats && successRate(stats)
  return (
    <StatCards
      label="Your practice"
      stats={[
        {
          label: 'Total',
          value: stats?.total,
          note: stats ? `${stats.total - stats.attempted} not attempted yet` : '\u00a0',
          icon: IconListDetails,
          link: { to: '/practice-coding' },
        },
        {
          label: 'Solved',
          value: stats?.solved,
          note: stats ? `Of ${plural(stats.total, 'problem')}` : '\u00a0',
          icon: IconCircleCheck,
          link: { to: '/practice-coding', search: { status: 'solved' } },
        },
        {
          label: 'Attempted',
          value: stats?.attempted,
          note: stats ? `${stats.attempted - stats.solved} not solved yet` : '\u00a0',
          icon: IconProgress,
        },
        {
          label: 'Success rate',
          value: rate === null ? '-' : rate === undefined ? undefined : percentText(rate),
          note: 'Of problems attempted',
          icon: IconTarget,
        },
      ]}
    />
  )
}

const icons = { solved: IconCircleCheck, attempted: IconProgress, not_attempted: IconCircle }

function PracticeStatusMark({ status }: { status: PracticeStatus }) {
  const Shape = icons[status]
  return (
    <Group component="span" gap={6} wrap="nowrap" className={classes.status} data-status={status}>
      <Shape size={17} stroke={1.9} aria-hidden />
      {practiceLabels[status]}
    </Group>
  )
}

/** @param search the list's filters, kept in a problem's URL for the back link */
const practiceColumns = (search: Record<string, string | undefined>): readonly Column<PracticeItem>[] => [
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
        className="text-link anywhere"
        style={{ fontWeight: 550 }}
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
  numberColumn('best', 'Best score', ({ attempts, best_score }) => (attempts === 0 ? '-' : percentText(best_score))),
  numberColumn('attempts', 'Attempts', ({ attempts }) => attempts),
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
