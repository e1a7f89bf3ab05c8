import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { codeOf, fieldErrorsOf, messageOf } from '#client/lib/errors.ts'
import { notify } from '#client/lib/notify.ts'
import type { TestForm } from '#shared/tests/form.schema.ts'
import { toInput } from '../model/test-draft.ts'
import type { DraftStore } from '../model/test-draft-store.ts'
import { type TestDetail, useCreateTest, useUpdateTest } from '../queries.ts'

/**
 * Saves a test and opens its list.
 *
 * @param onSaved called before leaving the page
 */
export function useSaveTest(stored: TestDetail | undefined, store: DraftStore, onSaved: () => void) {
  const navigate = useNavigate()
  const create = useCreateTest()
  const update = useUpdateTest()
  const [failure, setFailure] = useState<string | null>(null)

  const put = async (form: TestForm) =>
    stored
      ? (await update.mutateAsync({ id: stored.id, baseVersion: stored.version, ...toInput(form) })).test
      : (await create.mutateAsync(toInput(form))).test

  /** @returns whether it was saved; errors are in the store, or in `failure` */
  const save = async (form: TestForm): Promise<boolean> => {
    setFailure(null)
    try {
      const { testType } = await put(form)
      onSaved()
      notify.success(stored ? 'Test updated successfully!' : 'Test created successfully!')
      await navigate({ to: '/tests', search: { type: testType } })
      return true
    } catch (error) {
      const errors = fieldErrorsOf(error)
      if (codeOf(error) === 'VALIDATION' && Object.keys(errors).length > 0) store.showErrors(errors)
      else {
        const reason = messageOf(error, 'Unknown error')
        setFailure(stored ? reason : `Test creation failed: ${reason}`)
      }
      return false
    }
  }
  return { save, failure, forgetFailure: () => setFailure(null), busy: create.isPending || update.isPending }
}
