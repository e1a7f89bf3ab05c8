import { useParams } from '@tanstack/react-router'
import { messageOf } from '#client/lib/errors.ts'
import { ErrorState } from '#client/ui/error-state.tsx'
import { Loading } from '#client/ui/loading.tsx'
import { TestEditor } from '../components/test-editor.tsx'
import { useTestToEdit } from '../queries.ts'

/** A new test, or one to change. */
export function TestFormScreen() {
  const { testId } = useParams({ strict: false })
  // Another test in the path is another editor, never the same one with other words in it.
  return testId === undefined ? <TestEditor key="new" stored={undefined} /> : <StoredTest key={testId} id={testId} />
}

function StoredTest({ id }: { id: string }) {
  const { data: test, error, refetch } = useTestToEdit(id)
  if (test) return <TestEditor stored={test} />
  if (error)
    return (
      <ErrorState page title="Failed to load test details" message={messageOf(error)} onRetry={() => void refetch()} />
    )
  return <Loading label="Loading the test" />
}
