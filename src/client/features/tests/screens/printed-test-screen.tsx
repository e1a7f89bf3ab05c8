import { Box, Button, Group, Skeleton, Stack, Switch, Text, Title } from '@mantine/core'
import { IconDownload, IconFileOff, IconPrinter } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { codeOf } from '#client/lib/errors.ts'
import { plural } from '#client/lib/format.ts'
import { useBackLink } from '#client/lib/page-title.ts'
import { durationText } from '#client/lib/time.ts'
import { useDialog } from '#client/ui/dialog-state.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { PageError } from '#client/ui/page-error.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { minutesOf, questionsOf } from '#shared/tests/size.rules.ts'
import { StudentFields } from '../components/answer-room.tsx'
import { ExportQuestions } from '../components/bank/export-questions.tsx'
import { partsOf } from '../components/preview-dialog.tsx'
import classes from '../components/printed-questions.module.css'
import { PrintedQuestions } from '../components/printed-questions.tsx'
import { useTest } from '../queries.ts'

/** A test as a paper to print, with or without the answers. */
export function PrintedTestScreen() {
  const { testId = '' } = useParams({ strict: false })
  const [showsAnswers, setShowsAnswers] = useState(false)
  const exporting = useDialog<true>()
  const query = useTest(testId)
  const { data: test, error, refetch } = query
  useBackLink({ to: '/tests', label: 'Tests' })
  if (!test && error)
    return codeOf(error) === 'NOT_FOUND' ? (
      <EmptyState page icon={IconFileOff} title="Test not found" text="It was deleted, or the link is wrong." />
    ) : (
      <PageError title="Failed to load the test" error={error} onRetry={() => void refetch()} />
    )
  if (!test)
    return (
      <Stack maw={860} mx="auto" role="status" aria-label="Loading the test">
        <Skeleton h={90} />
        <Skeleton h={220} />
        <Skeleton h={220} />
      </Stack>
    )
  const parts = partsOf(test).filter(({ questions }) => questions.length > 0)
  const missing = questionsOf(test) - parts.reduce((sum, { questions }) => sum + questions.length, 0)
  return (
    <Box maw={860} mx="auto">
      <PageHeader
        title={test.testName}
        purpose={`${plural(questionsOf(test), 'question')} · ${plural(test.totalMarks, 'mark')} · ${durationText(minutesOf(test))}`}
        action={
          <Group gap="xs" data-print="hide">
            <Button
              variant="default"
              leftSection={<IconDownload size={16} aria-hidden />}
              disabled={parts.length === 0}
              onClick={() => exporting.open(true)}
            >
              Export
            </Button>
            <Button leftSection={<IconPrinter size={16} aria-hidden />} onClick={() => window.print()}>
              Print
            </Button>
          </Group>
        }
      />
      <Box mb="md" data-print="hide">
        <Switch
          label="Show answers"
          checked={showsAnswers}
          onChange={(event) => setShowsAnswers(event.currentTarget.checked)}
        />
      </Box>
      {!showsAnswers && parts.length > 0 && <StudentFields />}
      {test.testDescription && (
        <Text size="sm" mb="md" className="anywhere" style={{ whiteSpace: 'pre-wrap' }}>
          {test.testDescription}
        </Text>
      )}
      {parts.length === 0 && (
        <Text c="dimmed">
          There is nothing to print: coding questions and questions drawn for each student are left out.
        </Text>
      )}
      {parts.map(({ key, name, minutes, marksPerQuestion, questions }) => (
        <Box key={key} component="section" mb="lg" aria-label={name ?? 'Questions'}>
          {name !== null && (
            <Group justify="space-between" mb="xs" gap="xs" className={classes.heading}>
              <Title order={2} fz="md" className="anywhere">
                {name}
              </Title>
              <Text size="sm" c="dimmed" className="tabular">
                {plural(questions.length, 'question')}
                {minutes !== null && ` · ${durationText(minutes)}`}
              </Text>
            </Group>
          )}
          <Box className={`card ${classes.sheet}`}>
            <PrintedQuestions questions={questions} marksPerQuestion={marksPerQuestion} showAnswers={showsAnswers} />
          </Box>
        </Box>
      ))}
      {parts.length > 0 && missing > 0 && (
        <Text size="sm" c="dimmed">
          {plural(missing, 'question')} {missing === 1 ? 'is' : 'are'} not printed: coding questions and questions drawn
          for each student are left out.
        </Text>
      )}
      {exporting.show((_, dialog) => (
        <ExportQuestions testId={testId} {...dialog} />
      ))}
    </Box>
  )
}
