import { type UseFormReturnType, useForm } from '@mantine/form'
import { type SubmitEvent, useCallback, useState } from 'react'
import type { ZodType } from 'zod'
import { fieldErrorsOf, messageOf } from './errors.ts'
import { notify } from './notify.ts'

export interface ZodForm<Values extends Record<string, unknown>, Output> extends UseFormReturnType<Values> {
  /**
   * The form's `onSubmit`. Validates the values, focuses the first invalid field, and passes on the schema's output.
   * Errors thrown by the handler are shown at the fields they name, or otherwise in a toast.
   * @param failed message for an error that has none
   */
  submit: (
    handle: (output: Output) => unknown,
    failed?: string,
  ) => (event?: SubmitEvent<HTMLFormElement>) => Promise<void>
  /** Shows the server's field errors and focuses the first. @returns false if it named none of the form's fields */
  showErrors: (error: unknown) => boolean
  /** True from a valid submit until its handler has settled. */
  busy: boolean
}

/**
 * A Mantine form validated by a shared zod schema. Editing a field clears its error.
 *
 * @param schema the schema that the procedure validates with; must be a stable reference
 * @param initialValues what `form.reset()` restores
 */
export function useZodForm<Values extends Record<string, unknown>, Output>({
  schema,
  initialValues,
}: {
  schema: ZodType<Output>
  initialValues: Values
}): ZodForm<Values, Output> {
  const [busy, setBusy] = useState(false)
  // As stable as the schema. Otherwise Mantine would recreate its functions and memoised components would re-render.
  const validate = useCallback(
    (values: Values) => {
      const { error } = schema.safeParse(values)
      const errors: Record<string, string> = {}
      for (const issue of error?.issues ?? []) errors[issue.path.join('.')] ??= issue.message
      return errors
    },
    [schema],
  )
  const form = useForm<Values>({ initialValues, validate })

  /** Focuses the topmost invalid field. Waits a frame, because a disabled input cannot be focused until enabled. */
  const focusFirst = (paths: string[]) =>
    requestAnimationFrame(() => {
      const nodes = paths.map((path) => form.getInputNode(path)).filter((node) => node !== null)
      nodes.sort((a, b) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1))
      nodes[0]?.focus()
    })

  const showErrors = (error: unknown) => {
    const errors = fieldErrorsOf(error)
    const paths = Object.keys(errors)
    if (!paths.some((path) => form.getInputNode(path))) return false
    form.setErrors(errors)
    focusFirst(paths)
    return true
  }

  const submit: ZodForm<Values, Output>['submit'] = (handle, failed) => async (event) => {
    event?.preventDefault()
    if (busy) return
    const { hasErrors, errors } = form.validate()
    const checked = schema.safeParse(form.getValues())
    if (hasErrors || !checked.success) return void focusFirst(Object.keys(errors))
    setBusy(true)
    try {
      await handle(checked.data)
    } catch (error) {
      if (!showErrors(error)) notify.error(messageOf(error, failed))
    } finally {
      setBusy(false)
    }
  }

  return { ...form, submit, showErrors, busy }
}
