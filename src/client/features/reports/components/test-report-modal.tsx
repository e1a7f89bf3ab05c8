import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { Modal } from '#client/ui/modal.tsx'
import { ModalActions } from '#client/ui/modal-actions.tsx'
import { PrintHeading } from '#client/ui/print-heading.tsx'
import { useTestReport } from '../queries.ts'
import { ReportsError } from './reports-error.tsx'
import { TestReport } from './test-report.tsx'
import { type StudentFilter, studentFilter, useDialogStudentList } from './use-student-list.ts'

interface TestReportModalProps {
  /** Id of the test whose report is open; undefined closes the dialog. */
  testId: string | undefined
  onClose: () => void
  /** Actions beside the report's tags. @param filter the report's student filter */
  actions?: (testId: string, filter: StudentFilter) => ReactNode
}

/**
 * A test's report, over the list it was opened from. Keeps its content while it fades out, and reloads when opened
 * again.
 */
export function TestReportModal({ testId, onClose, actions }: TestReportModalProps) {
  const [before, setBefore] = useState(testId)
  const [last, setLast] = useState({ testId, turn: 0 })
  if (testId !== before) {
    setBefore(testId)
    if (testId !== undefined) setLast({ testId, turn: last.turn + 1 })
  }
  if (last.testId === undefined) return null
  return (
    <OneReport key={last.turn} testId={last.testId} opened={testId !== undefined} onClose={onClose} actions={actions} />
  )
}

type OneReportProps = TestReportModalProps & { testId: string; opened: boolean }

function OneReport({ testId, opened, onClose, actions }: OneReportProps) {
  const report = useTestReport(testId)
  const { data } = report
  const students = useDialogStudentList()
  const failed = !data && report.error
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={data?.test.testName ?? 'Test report'}
      size={failed ? 'md' : 'wide'}
      loading={data || failed ? undefined : 'Loading the report'}
    >
      {failed ? (
        <>
          <ReportsError framed={false} title="Failed to load report" query={report} />
          <ModalActions>
            <Button variant="default" onClick={onClose}>
              Close
            </Button>
          </ModalActions>
        </>
      ) : (
        <>
          <PrintHeading>
            <p>{data?.test.testName}</p>
          </PrintHeading>
          <TestReport testId={testId} students={students} actions={actions?.(testId, studentFilter(students[0]))} />
        </>
      )}
    </Modal>
  )
}
