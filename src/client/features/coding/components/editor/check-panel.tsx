import { Alert, Box, Button, Progress, SimpleGrid } from '@mantine/core'
import { IconCircleCheck, IconLoader2 } from '@tabler/icons-react'
import { type Ref, useEffect, useRef } from 'react'
import { messageOf } from '#client/lib/errors.ts'
import { plural } from '#client/lib/format.ts'
import { notify } from '#client/lib/notify.ts'
import { Warning } from '#client/ui/warning.tsx'
import { isAsExpected } from '#shared/coding/coding.rules.ts'
import { languageNames, solutionWords } from '#shared/coding/languages.rules.ts'
import { programName } from '../../model/judging-text.ts'
import { type QuestionDetail, useCheckQuestion } from '../../queries.ts'
import { Output } from '../workspace/output.tsx'
import type { Solution } from './solutions-editor.tsx'

/** Describes how a solution's verdict differs from the expected one; null if they match. */
function differenceOf(
  { language, verdict, expected_verdict, other_verdicts, failed_case }: Solution,
  at: number,
): string | null {
  if (isAsExpected(verdict, expected_verdict, other_verdicts)) return null
  const name = `Solution ${at + 1} (${languageNames[language]})`
  if (verdict === null) return `${name} was not run.`
  const where = failed_case === null ? '' : ` at test case ${failed_case}`
  return `${name}: expected ${solutionWords[expected_verdict]}, got ${solutionWords[verdict]}${where}.`
}

/** The label of a solution's message, by verdict. The message of a judge error names the program that failed. */
const messageLabels: Record<string, string> = {
  compile_error: 'Compiler',
  internal_error: 'Message',
  wrong_answer: 'Message',
}

interface DifferenceProps {
  line: string
  solution: Solution
  cases: QuestionDetail['testCases']
}

/** Maximum characters to show of a failing case. Its row has the full text. */
const shownOfCase = 2_000

/** The difference, the compiler's or program's message, and the failing case. */
function Difference({ line, solution: { failed_case, message, verdict }, cases }: DifferenceProps) {
  const failed = failed_case === null ? undefined : cases[failed_case - 1]
  return (
    <li>
      {line}
      {message && <Output label={messageLabels[verdict ?? ''] ?? 'Error'} text={message} error />}
      {failed && (
        <SimpleGrid minColWidth="min(220px, 100%)" autoFlow="auto-fit" spacing="sm" mt={6}>
          <Output label="Input" text={failed.input.slice(0, shownOfCase)} />
          <Output label="Expected" text={failed.expected_output.slice(0, shownOfCase)} />
        </SimpleGrid>
      )}
    </li>
  )
}

export function CheckPanel({ question, ref }: { question: QuestionDetail; ref?: Ref<HTMLDivElement> }) {
  const { status, solutions = [], test_cases_count, checker_failure } = question
  useNews(question)
  if (solutions.length === 0 && checker_failure === undefined) return null
  const done = solutions.filter(({ verdict }) => verdict !== null).length
  return (
    <div ref={ref} tabIndex={-1} style={{ outline: 'none' }} role="status">
      {status === 'checking' && (
        <Alert
          color="indigo"
          mb="lg"
          title="Running the reference solutions"
          icon={<IconLoader2 size={18} aria-hidden />}
        >
          {done} of {plural(solutions.length, 'solution')} done, each against {plural(test_cases_count, 'test case')}.
          <Progress
            value={Math.max(4, (done / solutions.length) * 100)}
            animated
            striped
            size="sm"
            mt={8}
            aria-label="Solutions run"
          />
        </Alert>
      )}
      {status === 'published' && (
        <Alert color="teal" mb="lg" title="Published" icon={<IconCircleCheck size={18} aria-hidden />}>
          {solutions.length === 1
            ? 'The reference solution got its expected verdict.'
            : `All ${solutions.length} reference solutions got their expected verdicts.`}
        </Alert>
      )}
      {status === 'draft' && (
        <Warning mb="lg" title="Not published: students can’t see this question">
          {checker_failure !== undefined && (
            <Box mt={4}>
              The {programName(question.comparison)} does not work, so nothing was judged.
              <Output label="Message" text={checker_failure} error />
            </Box>
          )}
          <Box component="ul" mt={4} ps="1.2em" style={{ listStyle: 'revert' }}>
            {(checker_failure === undefined ? solutions : []).map((solution, at) => {
              const line = differenceOf(solution, at)
              // Stored solutions keep their order.
              // biome-ignore lint/suspicious/noArrayIndexKey: see above
              return line && <Difference key={at} line={line} solution={solution} cases={question.testCases} />
            })}
          </Box>
          <CheckAgain id={question.id} />
        </Warning>
      )}
    </div>
  )
}

function CheckAgain({ id }: { id: string }) {
  const { mutate, isPending } = useCheckQuestion()
  return (
    <Button
      variant="default"
      size="xs"
      mt="sm"
      loading={isPending}
      onClick={() => mutate({ id }, { onError: (error) => notify.error(messageOf(error, 'Failed to run the check')) })}
    >
      Run check again
    </Button>
  )
}

/** Shows a toast when a check that was running on this page ends. */
function useNews({ status, title, solutions = [], checker_failure, comparison }: QuestionDetail) {
  const last = useRef(status)
  useEffect(() => {
    const before = last.current
    last.current = status
    if (before !== 'checking' || status === before) return
    if (status === 'published') notify.success(`“${title}” is published`)
    else {
      const difference = solutions.map(differenceOf).find((line) => line !== null) ?? ''
      const reason = checker_failure === undefined ? difference : `The ${programName(comparison)} does not work.`
      notify.warning(`“${title}” is not published. ${reason}`)
    }
  }, [status, title, solutions, checker_failure, comparison])
}
