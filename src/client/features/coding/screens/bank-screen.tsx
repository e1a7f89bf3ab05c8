import { Button, Group, Text } from '@mantine/core'
import { IconCode, IconFileZip, IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { known } from '#client/lib/known.ts'
import { searchOf, useListParams } from '#client/lib/list-params.ts'
import { ChoiceChips } from '#client/ui/choice-chips.tsx'
import { DataList } from '#client/ui/data-list.tsx'
import { type Column, numberColumn, pagedList } from '#client/ui/data-list-props.ts'
import { useDialog } from '#client/ui/dialog-state.ts'
import { FilterBar, FilterSelect } from '#client/ui/filter-bar.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import { QueryError } from '#client/ui/load-state.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { RelativeTime } from '#client/ui/relative-time.tsx'
import { codingDifficulties } from '#shared/coding/coding.schema.ts'
import { type Language, languageNames } from '#shared/coding/languages.rules.ts'
import { ImportDialog } from '../components/bank/import-dialog.tsx'
import { useQuestionActions } from '../components/bank/use-question-actions.tsx'
import { JudgeWarning } from '../components/judge-warning.tsx'
import classes from '../components/lists.module.css'
import { DifficultyBadge, ExamOnlyBadge, QuestionStatusBadge, Tags } from '../components/question-badges.tsx'
import { codingMessages, difficultyLabels } from '../model/coding-text.ts'
import { type QuestionRow, useQuestionList } from '../queries.ts'

export function BankScreen() {
  const [params, setParams] = useListParams(['difficulty', 'archived', 'practice'])
  // Ignore invalid values from an old or mistyped link.
  const difficulty = known(codingDifficulties, params.difficulty)
  const { page, limit, search } = params
  const archived = params.archived === 'true'
  const practice = params.practice === 'true' ? true : params.practice === 'false' ? false : undefined
  const list = useQuestionList({ page, limit, search, difficulty, archived, practice })
  const actions = useQuestionActions()
  const importing = useDialog<true>()
  const { counts, pagination } = list.data ?? {}
  const all = counts && codingDifficulties.reduce((sum, one) => sum + (counts[one] ?? 0), 0)
  const filtered = Boolean(search || difficulty || archived || practice !== undefined)
  const clear = () => setParams({ search: '', difficulty: '', archived: '', practice: '' })
  const buttons = (variant: 'filled' | 'light') => (
    <Group gap="xs" justify={variant === 'light' ? 'center' : undefined}>
      <Button
        variant="default"
        leftSection={<IconFileZip size={16} aria-hidden />}
        onClick={() => importing.open(true)}
      >
        Import package
      </Button>
      <LinkButton to="/coding-questions/new" variant={variant} leftSection={<IconPlus size={16} aria-hidden />}>
        Add Question
      </LinkButton>
    </Group>
  )

  return (
    <>
      <PageHeader
        title="Coding Questions"
        purpose="Problems for tests and practice."
        count={pagination?.total}
        action={buttons('filled')}
      />
      <JudgeWarning />
      <Group gap="10px 16px" className={classes.bar}>
        <FilterBar
          search={searchOf({ search }, setParams, 'Search by title or tag')}
          onClear={filtered ? clear : undefined}
        >
          <FilterSelect
            label="Questions shown"
            all="Active questions"
            value={archived ? 'true' : undefined}
            onChange={(next) => setParams({ archived: next ?? '' })}
            options={[{ value: 'true', label: 'Archived questions' }]}
          />
          <FilterSelect
            label="Practice"
            all="Any use"
            value={practice?.toString()}
            onChange={(next) => setParams({ practice: next ?? '' })}
            options={[
              { value: 'true', label: 'Available for practice' },
              { value: 'false', label: 'Exam only' },
            ]}
          />
        </FilterBar>
        <ChoiceChips
          label="Difficulty"
          choices={[
            { value: undefined, label: 'All', count: all },
            ...codingDifficulties.map((value) => ({ value, label: difficultyLabels[value], count: counts?.[value] })),
          ]}
          value={difficulty}
          onChange={(next) => setParams({ difficulty: next ?? '' })}
        />
      </Group>
      {list.error && !list.data ? (
        <QueryError framed title={codingMessages.listFailed} query={list} />
      ) : (
        <DataList
          label="Coding questions"
          columns={questionColumns}
          rows={list.data?.questions}
          rowKey={(question) => question.id}
          actions={actions}
          {...pagedList(list, setParams)}
          noMatches={
            filtered && {
              ...(archived && !search && !difficulty && practice === undefined ? noArchived : noMatch),
              onClear: clear,
            }
          }
          empty={{
            icon: IconCode,
            title: 'No coding questions yet',
            text: 'Write the first one, or import a problem package.',
            action: buttons('light'),
          }}
        />
      )}
      {importing.show((_, dialog) => (
        <ImportDialog {...dialog} />
      ))}
    </>
  )
}

const noMatch = { title: 'No coding questions match', text: 'Try another title, tag or difficulty.' }
const noArchived = {
  title: 'No archived questions',
  text: 'Questions used in tests or attempts are archived when you delete them.',
}

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

const questionColumns: readonly Column<QuestionRow>[] = [
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
  numberColumn('cases', 'Cases', ({ test_cases_count }) => test_cases_count),
  {
    id: 'status',
    header: 'Status',
    width: 112,
    cell: ({ status, archived }) => <QuestionStatusBadge status={status} archived={archived} />,
  },
  { id: 'created', header: 'Created', width: 120, cell: ({ created_at }) => <RelativeTime value={created_at} /> },
]
