import { Group, Table, Text } from '@mantine/core'
import { now } from '#client/lib/clock.ts'
import { plural } from '#client/lib/format.ts'
import { durationText } from '#client/lib/time.ts'
import { QueryPending } from '#client/ui/load-state.tsx'
import { type DialogProps, Modal } from '#client/ui/modal.tsx'
import { StatusBadge } from '#client/ui/status-badge.tsx'
import { minutesOf, questionsOf } from '#shared/tests/size.rules.ts'
import { windowText } from '../model/test-window.ts'
import { typeLabels } from '../model/type-labels.ts'
import { type TestDetail, useTest } from '../queries.ts'
import { DifficultyBadge, OwnBadge } from './test-badges.tsx'
import { type PaperPart, TestPaper } from './test-paper.tsx'

interface PreviewDialogProps extends DialogProps {
  /** The name is the dialog's title while the rest of the test loads. */
  test: { id: string; testName: string }
}

/** A stored test with its questions. The server determines whether to include the answer key. */
export function PreviewDialog({ test, opened, onClose }: PreviewDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={test.testName} size="xl">
      <StoredTest id={test.id} />
    </Modal>
  )
}

function StoredTest({ id }: { id: string }) {
  const query = useTest(id)
  const { data: test } = query
  if (!test) return <QueryPending query={query} failed="Failed to load test details" loading="Loading the test" />
  return <TestContent test={test} />
}

/** A test's description, facts and questions. */
export function TestContent({ test }: { test: TestDetail }) {
  return (
    <>
      <Text size="sm" mb="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {test.testDescription}
      </Text>
      <Group gap="xs" mb={6}>
        <StatusBadge tone="neutral" label={typeLabels[test.testType]} />
        {test.companyName && <StatusBadge tone="neutral" label={test.companyName} />}
        <StatusBadge tone="neutral" label={test.subject} />
        <DifficultyBadge difficulty={test.difficulty} />
        <OwnBadge test={test} />
      </Group>
      <Text size="sm" c="dimmed" mb="xs">
        {test.hasSections && `${plural(test.sections.length, 'section')} · `}
        {plural(questionsOf(test), 'question')} · {plural(test.totalMarks, 'mark')} · {durationText(minutesOf(test))} ·{' '}
        {windowText(test, now())}
      </Text>
      {test.codingQuestions.length > 0 && <CodingList test={test} />}
      {poolsOf(test).length > 0 && (
        <Text size="sm" mb="xs">
          Drawn from the bank for each student:{' '}
          {poolsOf(test)
            .map(({ pick, candidates }) => `${pick} of ${plural(candidates, 'question')}`)
            .join(', ')}
          .
        </Text>
      )}
      {test.numberOfQuestions === 0 && test.codingCount > 0 ? null : questionsShown(test) ? (
        <TestPaper parts={partsOf(test)} />
      ) : poolsOf(test).length > 0 ? null : (
        <Outline test={test} />
      )}
    </>
  )
}

/** The coding questions by title. Their statements are in the bank. */
const CodingList = ({ test }: { test: TestDetail }) => (
  <Table aria-label="Coding questions" mb="sm">
    <Table.Thead>
      <Table.Tr>
        <Table.Th>Coding question</Table.Th>
        <Table.Th>Difficulty</Table.Th>
        <Table.Th ta="right">Marks</Table.Th>
      </Table.Tr>
    </Table.Thead>
    <Table.Tbody className="tabular">
      {test.codingQuestions.map(({ questionId, title, difficulty, points }) => (
        <Table.Tr key={questionId}>
          <Table.Td style={{ overflowWrap: 'anywhere' }}>{title}</Table.Td>
          <Table.Td>{difficulty}</Table.Td>
          <Table.Td ta="right">{points}</Table.Td>
        </Table.Tr>
      ))}
    </Table.Tbody>
  </Table>
)

/** Only the author and the owner get the pools. */
const poolsOf = ({ pools = [], sections }: TestDetail) => [...pools, ...sections.flatMap((part) => part.pools ?? [])]

/** True if the server included the questions. Students get them only after they start. */
const questionsShown = ({ numberOfQuestions, questions, sections }: TestDetail) =>
  numberOfQuestions === 0 || questions.length > 0 || sections.some((section) => section.questions.length > 0)

const Outline = ({ test }: { test: TestDetail }) => (
  <>
    {test.sections.length > 0 && (
      <Table aria-label="Sections">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Section</Table.Th>
            <Table.Th ta="right">Questions</Table.Th>
            <Table.Th ta="right">Time</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody className="tabular">
          {test.sections.map(({ id, sectionName, numberOfQuestions, sectionDuration }) => (
            <Table.Tr key={id}>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{sectionName}</Table.Td>
              <Table.Td ta="right">{numberOfQuestions}</Table.Td>
              <Table.Td ta="right">{durationText(sectionDuration)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    )}
    <Text size="sm" c="dimmed" py="sm">
      The questions are shown when you start the test.
    </Text>
  </>
)

/** The parts of a test's paper; one without a name if it has no sections. */
export const partsOf = (test: TestDetail): PaperPart[] =>
  test.hasSections
    ? test.sections.map(({ id, sectionName, sectionDuration, marksPerQuestion, questions }) => ({
        key: id,
        name: sectionName,
        minutes: sectionDuration,
        marksPerQuestion,
        questions,
      }))
    : [{ key: 'all', name: null, minutes: null, marksPerQuestion: test.marksPerQuestion, questions: test.questions }]
