import { Box, Group, SimpleGrid, Skeleton, ThemeIcon } from '@mantine/core'
import { type Icon, IconCircleCheck, IconCircleX, IconHelpCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { codeOf, messageOf } from '#client/lib/errors.ts'
import { formatDateTime } from '#client/lib/time.ts'
import { ErrorState } from '#client/ui/error-state.tsx'
import { StudentLink } from '#client/ui/student-link.tsx'
import { type CheckedReceipt, useReceipt } from '../queries.ts'
import classes from './my-tests.module.css'

export function ReceiptResult({ code }: { code: string }) {
  const { data: receipt, error, refetch } = useReceipt(code)
  return (
    <div role="status" aria-label="Result">
      {receipt ? (
        <Known receipt={receipt} />
      ) : error && codeOf(error) === 'NOT_FOUND' ? (
        <Verdict icon={IconHelpCircle} color="gray" title="Not found">
          <p className={`anywhere ${classes.text}`}>
            No submitted test of your college has this receipt. Check for typing mistakes. A reopened attempt gets a new
            receipt when it is submitted again.
          </p>
          <p className={`anywhere ${classes.text} ${classes.mono}`}>{code}</p>
        </Verdict>
      ) : error ? (
        <Box maw={640} p="lg" className="card">
          <ErrorState title="Failed to check the receipt" message={messageOf(error)} onRetry={() => void refetch()} />
        </Box>
      ) : (
        <Skeleton h={220} maw={640} />
      )}
    </div>
  )
}

function Known({ receipt }: { receipt: CheckedReceipt }) {
  const { valid, code, studentName, idNumber, testName, submittedAt, submittedBy, answered, questions } = receipt
  const facts: [string, ReactNode][] = [
    [
      'Student',
      <>
        <StudentLink studentId={receipt.studentId}>{studentName}</StudentLink>
        {idNumber && ` (${idNumber})`}
      </>,
    ],
    [
      'Test',
      <StudentLink key="test" studentId={receipt.studentId} attemptId={receipt.attemptId}>
        {testName}
      </StudentLink>,
    ],
    ['Submitted', `${formatDateTime(submittedAt)}${submittedBy === 'server' ? ', automatically' : ''}`],
    ['Marks', `${receipt.marksObtained} of ${receipt.totalMarks}`],
    ['Answered', `${answered} of ${questions} questions`],
    ['Code', code],
  ]
  return (
    <Verdict
      icon={valid ? IconCircleCheck : IconCircleX}
      color={valid ? 'teal' : 'red'}
      title={valid ? 'Genuine' : 'Does not match'}
    >
      <p className={`anywhere ${classes.text}`}>
        {valid
          ? 'The stored answers match this receipt.'
          : 'The attempt exists, but its stored answers do not match this receipt.'}
      </p>
      <SimpleGrid
        component="dl"
        minColWidth="min(220px, 100%)"
        spacing="lg"
        verticalSpacing="sm"
        mt="md"
        fz="sm"
        className="facts"
      >
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className={name === 'Code' ? classes.mono : 'tabular'}>{value}</dd>
          </div>
        ))}
      </SimpleGrid>
    </Verdict>
  )
}

interface VerdictProps {
  icon: Icon
  color: string
  title: string
  children: ReactNode
}

const Verdict = ({ icon: Shape, color, title, children }: VerdictProps) => (
  <Box component="section" maw={640} p="lg" className="card">
    <Group component="h2" gap="sm" wrap="nowrap" fz="lg" fw={600}>
      <ThemeIcon variant="light" color={color} size={36} radius="xl">
        <Shape size={20} aria-hidden />
      </ThemeIcon>
      {title}
    </Group>
    {children}
  </Box>
)
