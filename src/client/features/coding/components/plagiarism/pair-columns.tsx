import { Progress, Text, UnstyledButton } from '@mantine/core'
import { percentText } from '#client/lib/percent.ts'
import type { Column } from '#client/ui/data-list.tsx'
import { languageNames } from '#shared/coding/languages/rules.ts'
import type { ComparedProgram } from '#shared/coding/plagiarism/schema.ts'
import type { LikePair } from '../../queries.ts'
import classes from './pairs.module.css'

const groupsOf = ({ idNumber, branch, batch, section }: ComparedProgram) =>
  [idNumber, branch, batch, section].filter(Boolean).join(' · ')

const Student = ({ program }: { program: ComparedProgram }) => (
  <>
    <span className={classes.name}>{program.studentName}</span>
    <Text size="xs" c="dimmed" fw={400}>
      {groupsOf(program)}
    </Text>
  </>
)

/** Two students, and how alike their programs are. */
export const pairColumns = (onOpen: (pair: LikePair) => void): Column<LikePair>[] => [
  {
    id: 'left',
    header: 'Student',
    width: '28%',
    card: 'title',
    cell: (pair) => (
      <UnstyledButton className={classes.open} onClick={() => onOpen(pair)}>
        <Student program={pair.left} />
      </UnstyledButton>
    ),
  },
  { id: 'right', header: 'And', width: '28%', card: 'wide', cell: ({ right }) => <Student program={right} /> },
  {
    id: 'similarity',
    header: 'Alike',
    width: 190,
    card: 'wide',
    cell: ({ similarity }) => (
      <div className={classes.similarity}>
        <Progress
          value={similarity}
          aria-label={`${percentText(similarity)} alike`}
          color={similarity >= 80 ? 'red' : 'yellow'}
        />
        <span className={classes.percent}>{percentText(similarity)}</span>
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
]
