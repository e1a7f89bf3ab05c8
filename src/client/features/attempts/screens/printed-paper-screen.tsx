import { Alert, Box, Button, Group, SimpleGrid, Skeleton, Stack, Switch, Text } from '@mantine/core'
import { IconFileOff, IconInfoCircle, IconLock, IconPrinter } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { codeOf, messageOf } from '#client/lib/errors.ts'
import { useBackLink } from '#client/lib/page-title.ts'
import { useUser } from '#client/lib/session.ts'
import { formatDateTime } from '#client/lib/time.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { type Fact, Facts } from '#client/ui/facts.tsx'
import { PageError } from '#client/ui/page-error.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { PrintHeading } from '#client/ui/print-heading.tsx'
import type { PrintedPaper } from '#shared/attempts/review.schema.ts'
import type { Role } from '#shared/roles.ts'
import { PrintedProblem, PrintedQuestion } from '../components/printed-question.tsx'
import classes from '../components/report-view.module.css'
import { usePrintedPaper } from '../queries.ts'

/** The link back to the page that opened the paper. */
function backLinkOf(role: Role, attemptId: string, paper: PrintedPaper | undefined) {
  if (role === 'master_admin') return { to: '/tests' as const, label: 'Tests' }
  if (role === 'student')
    return paper
      ? { to: `/my-tests/${paper.testId}/report` as '/my-tests', label: 'Report', search: { attempt: attemptId } }
      : { to: '/my-tests' as const, label: 'Back to Tests' }
  return paper
    ? { to: `/students/${paper.studentId}/attempts/${attemptId}` as '/students', label: 'Attempt' }
    : { to: '/students' as const, label: 'Students' }
}

/** The paper of a submitted attempt, ready to print. */
export function PrintedPaperScreen() {
  const { attemptId = '' } = useParams({ strict: false })
  const { role } = useUser()
  const [showsKey, setShowsKey] = useState(false)
  const [showsAnswers, setShowsAnswers] = useState(true)
  const query = usePrintedPaper(attemptId, showsKey)
  const { data, error, refetch } = query
  useBackLink(backLinkOf(role, attemptId, data))
  if (!data && error)
    return codeOf(error) === 'NOT_FOUND' ? (
      <EmptyState page icon={IconFileOff} title="Attempt not found" text="It was deleted, or the link is wrong." />
    ) : codeOf(error) === 'CONFLICT' ? (
      <EmptyState page icon={IconLock} title="Not available yet" text={messageOf(error)} />
    ) : (
      <PageError title="Failed to load the paper" error={error} onRetry={() => void refetch()} />
    )
  if (!data)
    return (
      <Stack maw={860} mx="auto" role="status" aria-label="Loading the paper">
        <Skeleton h={90} />
        <Skeleton h={220} />
        <Skeleton h={220} />
      </Stack>
    )
  return (
    <Box maw={860} mx="auto">
      <PrintHeading college={data.student.collegeName} />
      <PageHeader
        title={data.testName}
        purpose={role === 'student' ? 'The paper as you saw it.' : `The paper as ${data.student.name} saw it.`}
        action={
          <Button
            leftSection={<IconPrinter size={16} aria-hidden />}
            disabled={query.isPlaceholderData}
            onClick={() => window.print()}
            data-print="hide"
          >
            Print
          </Button>
        }
      />
      <Group gap="lg" mb="md" data-print="hide">
        <Switch
          label="Show answers"
          checked={showsAnswers}
          onChange={(event) => setShowsAnswers(event.currentTarget.checked)}
        />
        {data.isKeyOut && (
          <Switch
            label="Show answer key"
            checked={showsKey}
            onChange={(event) => setShowsKey(event.currentTarget.checked)}
          />
        )}
      </Group>
      <PaperFacts paper={data} />
      {data.changedAt !== null && (
        <Alert mt="md" color="yellow" icon={<IconInfoCircle aria-hidden />}>
          The test was changed on {formatDateTime(data.changedAt)}, after this attempt was submitted. Questions are
          shown as they are now.
        </Alert>
      )}
      <Questions paper={data} showsAnswers={showsAnswers} />
    </Box>
  )
}

function PaperFacts({ paper: { student, number, isRepeatable, submittedAt, totalMarks } }: { paper: PrintedPaper }) {
  const facts: Fact[] = [
    ['Student', student.name],
    ['ID number', student.idNumber],
    ['Branch and batch', [student.branch, student.batch].filter(Boolean).join(' · ')],
    ['Submitted', formatDateTime(submittedAt)],
    ['Attempt', isRepeatable || number > 1 ? `${number}` : null],
    ['Total marks', `${totalMarks}`],
  ]
  return (
    <SimpleGrid component="dl" minColWidth={140} spacing={20} verticalSpacing={14} className={`facts ${classes.facts}`}>
      <Facts facts={facts.filter(([, value]) => value)} />
    </SimpleGrid>
  )
}

function Questions({ paper, showsAnswers }: { paper: PrintedPaper; showsAnswers: boolean }) {
  const { parts, shown, codingQuestions, answers, attached, programs } = paper
  return (
    <>
      {parts.map(({ sectionName, questions }, at) => (
        <section key={sectionName ?? at} aria-label={sectionName ?? 'Questions'}>
          {sectionName !== null && <PartTitle>{sectionName}</PartTitle>}
          {questions.map((question, place) => (
            <PrintedQuestion
              key={question.id}
              question={question}
              shown={shown[question.id]}
              number={place + 1}
              answer={showsAnswers ? (answers[question.id] ?? null) : undefined}
              attached={attached[question.id]}
            />
          ))}
        </section>
      ))}
      {codingQuestions.length > 0 && (
        <section aria-label="Coding">
          <PartTitle>Coding</PartTitle>
          {codingQuestions.map((problem) => (
            <PrintedProblem
              key={problem.questionId}
              problem={problem}
              program={showsAnswers ? (programs[problem.questionId] ?? null) : undefined}
            />
          ))}
        </section>
      )}
    </>
  )
}

const PartTitle = ({ children }: { children: string }) => (
  <Text component="h2" mt="lg" fz="lg" fw={600}>
    {children}
  </Text>
)
