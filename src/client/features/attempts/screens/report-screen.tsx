import { useParams } from '@tanstack/react-router'
import { Results } from '../components/results.tsx'
import { useAttemptParam } from '../components/use-attempt-param.ts'

/** The detailed report of a test that the student has submitted. */
export function ReportScreen() {
  const { testId = '' } = useParams({ strict: false })
  return <Results testId={testId} attemptId={useAttemptParam()} />
}
