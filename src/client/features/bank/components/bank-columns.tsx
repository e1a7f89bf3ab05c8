import { Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { paperText } from '#client/features/tests/model/paper-text.ts'
import { type Column, numberColumn } from '#client/ui/data-list-props.ts'
import { Note } from '#client/ui/note.tsx'
import { RelativeTime } from '#client/ui/relative-time.tsx'
import { questionTypeLabels } from '#shared/bank/question-labels.rules.ts'
import type { BankQuestion } from '../queries.ts'
import { QuestionLine } from './question-line.tsx'

export const bankColumns: readonly Column<BankQuestion>[] = [
  {
    id: 'question',
    header: 'Question',
    card: 'title',
    cell: ({ id, questionText, type = 'single', tags }) => (
      <>
        <Link to="/bank/$questionId" params={{ questionId: id }} className="text-link anywhere">
          <Text span inherit lineClamp={2}>
            <QuestionLine text={paperText(type, questionText)} />
          </Text>
        </Link>
        <Note>{[questionTypeLabels[type], ...tags].join(' · ')}</Note>
      </>
    ),
  },
  {
    id: 'topic',
    header: 'Topic',
    card: 'wide',
    width: 220,
    cell: ({ subject, topic }) => (
      <>
        {subject}
        {topic && <Note>{topic}</Note>}
      </>
    ),
  },
  { id: 'difficulty', header: 'Difficulty', width: 110, cell: ({ difficulty }) => difficulty },
  numberColumn('facility', 'Facility', ({ facility }) => (facility === null ? '–' : `${Math.round(facility * 100)}%`), {
    width: 100,
  }),
  numberColumn('version', 'Version', ({ version }) => version, { width: 90 }),
  { id: 'updated', header: 'Changed', width: 130, cell: ({ updatedAt }) => <RelativeTime value={updatedAt} /> },
]
