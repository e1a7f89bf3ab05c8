import { Box, Button, Group, SimpleGrid, Skeleton, Text, TextInput, ThemeIcon } from '@mantine/core'
import { type Icon, IconCircleCheck, IconCircleX, IconHelpCircle, IconReceipt } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { codeOf } from '#client/lib/errors.ts'
import { useListParams } from '#client/lib/list-params.ts'
import { useBackLink } from '#client/lib/page-title.ts'
import { formatDateTime } from '#client/lib/time.ts'
import { type Fact, Facts } from '#client/ui/facts.tsx'
import { QueryError } from '#client/ui/load-state.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { StudentLink } from '#client/ui/student-link.tsx'
import { notAReceipt, readReceipt } from '#shared/attempts/receipts.rules.ts'
import classes from '../components/my-tests.module.css'
import { type CheckedReceipt, useReceipt } from '../queries.ts'

/** Checks that a receipt is genuine. The code is in the URL, so the result can be shared. */
export function ReceiptScreen() {
  useBackLink({ to: '/tests', label: 'Tests' })
  const [params, setParams] = useListParams(['code'])
  const asked = readReceipt(params.code ?? '')
  const [text, setText] = useState(asked ?? params.code ?? '')
  const [complaint, setComplaint] = useState(params.code && !asked ? notAReceipt : undefined)
  return (
    <>
      <PageHeader
        title="Check a receipt"
        purpose="Students get a receipt when they submit. It proves which answers they submitted."
      />
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          const code = readReceipt(text)
          if (code) setParams({ code })
          else setComplaint(text.trim() === '' ? 'Please enter a receipt code' : notAReceipt)
        }}
      >
        <Group gap="sm" align="flex-end" maw={640} mb="lg">
          <TextInput
            className={classes.code}
            label="Receipt code"
            description="Six groups of four letters and digits. Case, spaces and hyphens don’t matter."
            placeholder="7K3M-9QXD-2HTA-55RV-0BNE-C81W"
            value={text}
            error={complaint}
            maxLength={60}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            leftSection={<IconReceipt size={16} aria-hidden />}
            onChange={(event) => {
              setText(event.currentTarget.value)
              setComplaint(undefined)
            }}
          />
          <Button type="submit">Check</Button>
        </Group>
      </form>
      {asked && !complaint && <ReceiptResult code={asked} />}
    </>
  )
}

function ReceiptResult({ code }: { code: string }) {
  const query = useReceipt(code)
  const { data: receipt, error } = query
  return (
    <div role="status" aria-label="Result">
      {receipt ? (
        <Known receipt={receipt} />
      ) : error && codeOf(error) === 'NOT_FOUND' ? (
        <Verdict icon={IconHelpCircle} color="gray" title="Not found">
          <Text inherit mt={4} c="dimmed" fz="sm" className="anywhere">
            No test submitted at your college has this receipt. Check the code for typos. A reopened attempt gets a new
            receipt when it is submitted again.
          </Text>
          <Text inherit mt={4} c="dimmed" ff="monospace" fz="sm" className="anywhere">
            {code}
          </Text>
        </Verdict>
      ) : error ? (
        <Box maw={640} p="lg" className="card">
          <QueryError title="Failed to check the receipt" query={query} />
        </Box>
      ) : (
        <Skeleton h={220} maw={640} />
      )}
    </div>
  )
}

function Known({ receipt }: { receipt: CheckedReceipt }) {
  const { valid, code, studentName, idNumber, testName, submittedAt, submittedBy, answered, questions } = receipt
  const facts: Fact[] = [
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
    ['Marks', receipt.marksObtained === null ? 'Being marked' : `${receipt.marksObtained} of ${receipt.totalMarks}`],
    ['Answered', `${answered} of ${questions} questions`],
  ]
  return (
    <Verdict
      icon={valid ? IconCircleCheck : IconCircleX}
      color={valid ? 'teal' : 'red'}
      title={valid ? 'Genuine' : 'Does not match'}
    >
      <Text inherit mt={4} c="dimmed" fz="sm" className="anywhere">
        {valid
          ? 'The stored answers match this receipt.'
          : 'The attempt exists, but its stored answers do not match this receipt.'}
      </Text>
      <SimpleGrid
        component="dl"
        minColWidth="min(220px, 100%)"
        spacing="lg"
        verticalSpacing="sm"
        mt="md"
        fz="sm"
        className="facts"
      >
        <Facts className="tabular" facts={facts} />
        <div>
          <dt>Code</dt>
          <Box component="dd" ff="monospace">
            {code}
          </Box>
        </div>
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
