import { Button, Group, Progress, Text } from '@mantine/core'
import { IconCopyCheck } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { codeOf, messageOf } from '#client/lib/errors.ts'
import { percentText, plural } from '#client/lib/format.ts'
import { useListParams } from '#client/lib/list-params.ts'
import { useBackLink } from '#client/lib/page-title.ts'
import { useUser } from '#client/lib/session.ts'
import type { RouterOutputs } from '#client/lib/trpc.tsx'
import { ChoiceChips } from '#client/ui/choice-chips.tsx'
import { DataList } from '#client/ui/data-list.tsx'
import { type Column, numberColumn } from '#client/ui/data-list-props.ts'
import { useDialog } from '#client/ui/dialog-state.ts'
import { FilterBar } from '#client/ui/filter-bar.tsx'
import { PageNotFound } from '#client/ui/page-error.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { StudentLink } from '#client/ui/student-link.tsx'
import { languageNames } from '#shared/coding/languages.rules.ts'
import type { ComparedProgram } from '#shared/coding/plagiarism.schema.ts'
import { paginate } from '#shared/schema.ts'
import { SideBySide } from '../components/side-by-side.tsx'
import { type LikePair, usePlagiarism } from '../queries.ts'

const pageSize = 50
const keyOf = ({ left, right }: LikePair) => `${left.submissionId} ${right.submissionId}`

export function PlagiarismScreen() {
  const { testId } = useParams({ from: '/shell/tests/$testId/plagiarism' })
  const { role } = useUser()
  const [params, setParams] = useListParams(['question'])
  const found = usePlagiarism(testId, params.question)
  const { data, error } = found
  const pair = useDialog<LikePair>()
  const columns = useMemo(() => pairColumns(pair.open), [pair.open])
  useBackLink({ to: role === 'faculty' ? '/tests' : '/assigned-tests', label: 'Tests' })
  const pagination = paginate({ page: params.page, limit: pageSize }, data?.pairs.length ?? 0)
  const rows = data?.pairs.slice((params.page - 1) * pageSize, params.page * pageSize)
  if (!data && error && codeOf(error) === 'NOT_FOUND') return <PageNotFound what={messageOf(error)} />
  return (
    <>
      <PageHeader
        title={data?.testName ?? 'Plagiarism'}
        purpose={data ? purposeOf(data) : 'Similar programs, most similar first.'}
        count={data?.pairs.length}
      />
      {data && data.questions.length > 1 && (
        <FilterBar>
          <ChoiceChips
            label="Coding question"
            choices={data.questions.map(({ questionId, title }) => ({ value: questionId, label: title }))}
            value={data.questionId ?? undefined}
            onChange={(question) => setParams({ question: question ?? '', page: 1 })}
          />
        </FilterBar>
      )}
      <DataList
        label="Similar programs"
        columns={columns}
        rows={rows}
        rowKey={keyOf}
        onOpen={pair.open}
        query={found}
        pagination={pagination}
        onPageChange={(page) => setParams({ page })}
        empty={{
          icon: IconCopyCheck,
          title: data?.questionId === null ? 'This test has no coding questions' : 'No similar programs',
          text: data?.programs
            ? 'No two programs have more than 30% in common.'
            : 'Programs are compared once two students have submitted theirs.',
        }}
      />
      {pair.show((about, dialog) => (
        <SideBySide testId={testId} pair={about} {...dialog} />
      ))}
    </>
  )
}

function purposeOf({ questions, questionId, programs, left }: RouterOutputs['coding']['plagiarism']): string {
  const question = questions.find((one) => one.questionId === questionId)
  const compared = `${plural(programs, 'program')} compared${left > 0 ? `, ${left} over the limit` : ''}`
  return question ? `Plagiarism · ${question.title} · ${compared}.` : `Plagiarism · ${compared}.`
}

const Student = ({ program }: { program: ComparedProgram }) => (
  <>
    <Text span inherit fw={550} className="anywhere">
      <StudentLink studentId={program.studentId}>{program.studentName}</StudentLink>
    </Text>
    <Text size="xs" c="dimmed" fw={400}>
      {[program.idNumber, program.branch, program.batch, program.section].filter(Boolean).join(' · ')}
    </Text>
  </>
)

const pairColumns = (onOpen: (pair: LikePair) => void): Column<LikePair>[] => [
  {
    id: 'left',
    header: 'Student',
    width: '28%',
    card: 'title',
    cell: ({ left }) => <Student program={left} />,
  },
  {
    id: 'right',
    header: 'Other student',
    width: '28%',
    card: 'wide',
    cell: ({ right }) => <Student program={right} />,
  },
  {
    id: 'similarity',
    header: 'Similarity',
    width: 190,
    card: 'wide',
    cell: ({ similarity }) => (
      <Group gap="xs" wrap="nowrap">
        <Progress
          flex={1}
          value={similarity}
          aria-label={`${percentText(similarity)} similar`}
          color={similarity >= 80 ? 'red' : 'yellow'}
        />
        <Text span inherit miw={52} ta="end" className="tabular">
          {percentText(similarity)}
        </Text>
      </Group>
    ),
  },
  { id: 'language', header: 'Language', width: 110, cell: ({ left }) => languageNames[left.language] },
  numberColumn('scores', 'Scores', ({ left, right }) => `${percentText(left.score)} and ${percentText(right.score)}`, {
    width: 120,
  }),
  {
    id: 'compare',
    header: 'Programs',
    width: 110,
    cell: (pair) => (
      <Button variant="default" size="compact-sm" onClick={() => onOpen(pair)}>
        Compare
        <span className="visually-hidden">
          {' '}
          {pair.left.studentName} and {pair.right.studentName}
        </span>
      </Button>
    ),
  },
]
