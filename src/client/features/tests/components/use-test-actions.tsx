import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useCallback, useMemo } from 'react'
import { plural } from '#client/lib/format.ts'
import { whileLoading } from '#client/lib/loading.ts'
import { reportOutcome } from '#client/lib/report-outcome.ts'
import { useConfirm } from '#client/ui/confirm.tsx'
import { useDialog } from '#client/ui/dialog-state.ts'
import { type ExamRow, useDeleteTest, useDuplicateTest } from '../queries.ts'
import { AssignCollegesDialog } from './assign-colleges-dialog.tsx'
import { PreviewDialog } from './preview-dialog.tsx'

/** Actions for a test in a list. Undefined ones are not shown. */
export interface TestActions {
  preview: (test: ExamRow) => void
  print?: (test: ExamRow) => void
  edit?: (test: ExamRow) => void
  duplicate?: (test: ExamRow) => void
  assign?: (test: ExamRow) => void
  report?: (test: ExamRow) => void
  remove?: (test: ExamRow) => void
}

interface Options {
  /** True to offer only viewing, for everybody except the test's author. */
  readOnly?: boolean
  report?: TestActions['report']
}

/** Actions for a list of tests, with their dialogs. The actions are stable across renders. */
export function useTestActions({ readOnly = false, report }: Options = {}): {
  actions: TestActions
  dialogs: ReactNode
} {
  const navigate = useNavigate()
  const preview = useDialog<ExamRow>()
  const assign = useDialog<ExamRow>()
  const remove = useRemoval()
  const duplicate = useDuplication()
  const openPreview = preview.open
  const openAssign = assign.open
  const actions = useMemo<TestActions>(
    () => ({
      preview: openPreview,
      ...(report && { report }),
      ...(!readOnly && {
        print: ({ id }) => void navigate({ to: '/tests/$testId/paper', params: { testId: id } }),
        edit: ({ id }) => void navigate({ to: '/tests/$testId/edit', params: { testId: id } }),
        duplicate: (test) => void duplicate(test),
        assign: openAssign,
        remove: (test) => void remove(test),
      }),
    }),
    [readOnly, report, navigate, openPreview, openAssign, duplicate, remove],
  )
  const dialogs = (
    <>
      {preview.about && <PreviewDialog test={preview.about} opened={preview.opened} onClose={preview.close} />}
      {assign.show((test, dialog) => (
        <AssignCollegesDialog test={test} {...dialog} />
      ))}
    </>
  )
  return { actions, dialogs }
}

/** Duplicates a test and opens the copy to set a new name and dates. @param onLeave called before it opens */
export function useDuplication(onLeave?: () => void) {
  const navigate = useNavigate()
  const { mutateAsync } = useDuplicateTest()
  return useCallback(
    async ({ id }: Pick<ExamRow, 'id'>) => {
      const work = whileLoading(mutateAsync({ id }), 'Duplicating the test...')
      const copy = await reportOutcome(work, 'Test duplicated. You are editing the copy', 'Failed to duplicate test')
      if (!copy) return
      onLeave?.()
      await navigate({ to: '/tests/$testId/edit', params: { testId: copy.test.id } })
    },
    [mutateAsync, navigate, onLeave],
  )
}

type Removed = Pick<ExamRow, 'id' | 'testName' | 'numberOfQuestions' | 'assignmentCount' | 'attemptCount' | 'collegeId'>

/** Deletes a test after a confirmation. @param onDeleted called after it is deleted */
export function useRemoval(onDeleted?: () => void) {
  const confirm = useConfirm()
  const { mutateAsync } = useDeleteTest()
  return useCallback(
    async (test: Removed) => {
      const sure = await confirm({
        title: 'Delete this test?',
        message: 'Are you sure you want to delete this test? This action cannot be undone.',
        consequences: lossText(test),
        confirmLabel: 'Delete',
      })
      if (!sure) return
      const work = whileLoading(mutateAsync({ id: test.id }), 'Deleting the test...')
      if (await reportOutcome(work, 'Test deleted successfully', 'Failed to delete test')) onDeleted?.()
    },
    [confirm, mutateAsync, onDeleted],
  )
}

function lossText({ testName, numberOfQuestions, assignmentCount = 0, attemptCount = 0, collegeId }: Removed): string {
  const questions = `“${testName}” and its ${plural(numberOfQuestions, 'question')} will be deleted`
  const colleges = collegeId
    ? ', and the college’s students will no longer see it'
    : assignmentCount === 0
      ? ''
      : `, and ${plural(assignmentCount, 'college')} and their students will no longer see it`
  const results = attemptCount === 0 ? '' : ` The results of ${plural(attemptCount, 'attempt')} stay in the reports.`
  return `${questions}${colleges}.${results}`
}
