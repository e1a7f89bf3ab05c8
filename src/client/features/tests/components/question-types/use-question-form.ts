import { createContext, useContext } from 'react'
import type { ZodForm } from '#client/lib/form.ts'
import { questionSentence } from '#shared/bank/questions.schema.ts'
import type { QuestionForm } from '#shared/tests/form.schema.ts'
import type { QuestionValues } from '../../model/question-values.ts'

interface QuestionEditing {
  form: ZodForm<QuestionValues, QuestionForm>
  /** True if students have started the test, so only the key and the explanation may change. */
  begun: boolean
  /** Called with true when an upload starts, and with false when it ends. */
  onUpload: (running: boolean) => void
}

const Context = createContext<QuestionEditing | null>(null)
export const QuestionFormProvider = Context.Provider

/** Provides the dialog's form to the fields of a question's type. */
export function useQuestionForm() {
  const editing = useContext(Context)
  if (!editing) throw new Error('Used outside the question dialog')
  const { form } = editing
  const { errors } = form

  /** Sets a value and clears the errors of its field and of the lists that contain it. */
  const set = (path: string, value: unknown) => {
    form.setFieldValue(path, value)
    for (const at of Object.keys(errors)) if (path.startsWith(`${at}.`)) form.clearFieldError(at)
  }
  /** Fields that share a message are only marked as invalid; the message is shown once above them. */
  const errorOf = (path: string) => (errors[path] === questionSentence ? true : errors[path])

  /** Props for a field whose `onChange` receives an event. */
  const textField = (path: string) => ({
    ...valueField(path),
    onChange: (event: { currentTarget: { value: string } }) => set(path, event.currentTarget.value),
  })
  /** Props for a field whose `onChange` receives its value. */
  const valueField = (path: string) => ({
    value: form.getInputProps(path).value,
    error: errorOf(path),
    'data-path': path,
    onChange: (value: unknown) => set(path, value),
  })
  /** Sets all values after a change that moves rows. Clears errors, which may now belong to other rows. */
  const replace = (values: QuestionValues) => {
    form.setValues(values)
    form.clearErrors()
  }
  return { ...editing, values: form.values, set, replace, errorOf, textField, valueField }
}
