import { Alert, Button, Progress } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconLoader2 } from '@tabler/icons-react'
import { type Ref, useEffect, useRef } from 'react'
import { messageOf } from '#client/lib/errors.ts'
import { notify } from '#client/lib/notify.ts'
import { plural } from '#client/lib/plural.ts'
import { languageNames } from '#shared/coding/languages/rules.ts'
import { verdictWords } from '../../model/words.ts'
import { type QuestionDetail, useCheckQuestion } from '../../queries.ts'
import classes from './solutions.module.css'
import type { Solution } from './solutions-editor.tsx'

interface CheckPanelProps {
  question: QuestionDetail
  ref?: Ref<HTMLDivElement>
}

/** What kept a question from being published, a line for each solution that fared otherwise than expected. */
export const differing = (solutions: readonly Solution[]): string[] =>
  solutions.flatMap(({ language, verdict, expected_verdict, failed_case }, at) => {
    if (verdict === expected_verdict) return []
    const name = `Solution ${at + 1} (${languageNames[language]})`
    if (verdict === null) return [`${name} was not run.`]
    const where = failed_case === null ? '' : ` at test case ${failed_case}`
    return [`${name} was to be ${verdictWords[expected_verdict]} and came to ${verdictWords[verdict]}${where}.`]
  })

/** How the check of a saved question goes, and what it came to. */
export function CheckPanel({ question, ref }: CheckPanelProps) {
  const { status, solutions = [], test_cases_count } = question
  useNews(question)
  if (solutions.length === 0) return null
  const done = solutions.filter(({ verdict }) => verdict !== null).length
  return (
    <div ref={ref} tabIndex={-1} style={{ outline: 'none' }} role="status">
      {status === 'checking' && (
        <Alert
          color="indigo"
          variant="light"
          mb="lg"
          title="The reference solutions are being run"
          icon={<IconLoader2 size={18} aria-hidden />}
        >
          {done} of {plural(solutions.length, 'solution')} done, each against {plural(test_cases_count, 'test case')}.
          <Progress
            value={Math.max(4, (done / solutions.length) * 100)}
            animated
            striped
            size="sm"
            mt={8}
            aria-label="Solutions that have been run"
          />
        </Alert>
      )}
      {status === 'published' && (
        <Alert color="teal" variant="light" mb="lg" title="Published" icon={<IconCircleCheck size={18} aria-hidden />}>
          {solutions.length === 1
            ? 'The reference solution fared as expected.'
            : `All ${solutions.length} reference solutions fared as expected.`}
        </Alert>
      )}
      {status === 'draft' && (
        <Alert
          color="yellow"
          variant="light"
          mb="lg"
          title="Not published: students do not see this question"
          icon={<IconAlertTriangle size={18} aria-hidden />}
        >
          <ul className={classes.differing}>
            {differing(solutions).map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
          <CheckAgain id={question.id} />
        </Alert>
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

/** Tells how a check that one has waited for ended, wherever on the page one is. */
function useNews({ status, title, solutions = [] }: QuestionDetail) {
  const last = useRef(status)
  useEffect(() => {
    const before = last.current
    last.current = status
    if (before !== 'checking' || status === before) return
    if (status === 'published') notify.success(`“${title}” is published`)
    else notify.warning(`“${title}” is not published. ${differing(solutions)[0] ?? ''}`)
  }, [status, title, solutions])
}
