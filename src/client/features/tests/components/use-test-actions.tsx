import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useCallback, useMemo } from 'react'
import { messageOf } from '#client/lib/errors.ts'
import { plural } from '#client/lib/format.ts'
import { whileLoading } from '#client/lib/loading.ts'
import { notify } from '#client/lib/notify.ts'
import { useConfirm } from '#client/ui/confirm.tsx'
import { useDialog } from '#client/ui/dialog-state.ts'
import { type ExamRow, useDeleteTest, useDuplicateTest } from '../queries.ts'
import { AssignCollegesDialog } from './assign-colleges-dialog.tsx'
import { PreviewDialog } from './preview-dialog.tsx'

/** Actions for a test in a list. Missing ones are not shown. */
export interface TestActions {
  preview: (test: ExamRow) => void
  edit?: (test: ExamRow) => void
  duplicate?: (test: ExamRow) => void
  assign?: (test: ExamRow) => void
  /** Opens the test's report. */
  report?: (test: ExamRow) => void
  remove?: (test: ExamRow) => void
}

interface Options {
  /** View only, for everybody but the test's author. */
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
      {assign.about && (
        <AssignCollegesDialog
          key={assign.openCount}
          test={assign.about}
          opened={assign.opened}
          onClose={assign.close}
        />
      )}
    </>
  )
  return { actions, dialogs }
}

/** Duplicates a test and opens the copy, which needs another name and other dates. */
function useDuplication() {
  const navigate = useNavigate()
  const { mutateAsync } = useDuplicateTest()
  return useCallback(
    async ({ id }: ExamRow) => {
      try {
        const { test } = await whileLoading(mutateAsync({ id }), 'Duplicating the test...')
        notify.success('Test duplicated. This is the copy')
        await navigate({ to: '/tests/$testId/edit', params: { testId: test.id } })
      } catch (error) {
        notify.error(messageOf(error, 'Failed to duplicate test'))
      }
    },
    [mutateAsync, navigate],
  )
}

/** Confirms, deletes and reports the result. */
function useRemoval() {
  const confirm = useConfirm()
  const { mutateAsync } = useDeleteTest()
  return useCallback(
    async (test: ExamRow) => {
      const sure = await confirm({
        title: 'Delete this test?',
        message: 'Are you sure you want to delete this test? This action cannot be undone.',
        consequences: lossText(test),
        confirmLabel: 'Delete',
      })
      if (!sure) return
      try {
        await whileLoading(mutateAsync({ id: test.id }), 'Deleting the test...')
        notify.success('Test deleted successfully')
      } catch (error) {
        notify.error(messageOf(error, 'Failed to delete test'))
      }
    },
    [confirm, mutateAsync],
  )
}

function lossText({ testName, numberOfQuestions, assignmentCount = 0, attemptCount = 0 }: ExamRow): string {
  const questions = `“${testName}” and its ${plural(numberOfQuestions, 'question')} will be lost`
  const colleges =
    assignmentCount === 0 ? '' : `, and ${plural(assignmentCount, 'college')} and their students will no longer see it`
  const results = attemptCount === 0 ? '' : ` The results of ${plural(attemptCount, 'attempt')} stay in the reports.`
  return `${questions}${colleges}.${results}`
}
