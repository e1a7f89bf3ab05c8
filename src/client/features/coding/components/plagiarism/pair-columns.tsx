import { Button, Progress, Text } from '@mantine/core'
import { percentText } from '#client/lib/format.ts'
import type { Column } from '#client/ui/data-list-props.ts'
import { StudentLink } from '#client/ui/student-link.tsx'
import { languageNames } from '#shared/coding/languages.rules.ts'
import type { ComparedProgram } from '#shared/coding/plagiarism.schema.ts'
import type { LikePair } from '../../queries.ts'
import classes from './plagiarism.module.css'

const groupsOf = ({ idNumber, branch, batch, section }: ComparedProgram) =>
  [idNumber, branch, batch, section].filter(Boolean).join(' · ')

const Student = ({ program }: { program: ComparedProgram }) => (
  <>
    <Text span inherit fw={550} className="anywhere">
      <StudentLink studentId={program.studentId}>{program.studentName}</StudentLink>
    </Text>
    <Text size="xs" c="dimmed" fw={400}>
      {groupsOf(program)}
    </Text>
  </>
)

/** Two students and the similarity of their programs. */
export const pairColumns = (onOpen: (pair: LikePair) => void): Column<LikePair>[] => [
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
      <div className={classes.similarity}>
        <Progress
          value={similarity}
          aria-label={`${percentText(similarity)} similar`}
          color={similarity >= 80 ? 'red' : 'yellow'}
        />
        <Text span inherit miw={52} ta="end" className="tabular">
          {percentText(similarity)}
        </Text>
      </div>
    ),
  },
  { id: 'language', header: 'Language', width: 110, cell: ({ left }) => languageNames[left.language] },
  {
    id: 'scores',
    header: 'Scores',
    numeric: true,
    width: 120,
    cell: ({ left, right }) => `${percentText(left.score)} and ${percentText(right.score)}`,
  },
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
