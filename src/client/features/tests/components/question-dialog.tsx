import { Button, SegmentedControl, Text } from '@mantine/core'
import { useDeferredValue, useEffect, useRef, useState } from 'react'
import { useZodForm } from '#client/lib/form.ts'
import { notify } from '#client/lib/notify.ts'
import { useConfirm } from '#client/ui/confirm.tsx'
import { type DialogProps, Modal } from '#client/ui/modal.tsx'
import { StickyActions } from '#client/ui/sticky-actions.tsx'
import { withOriginOf } from '../model/bank-copies.ts'
import {
  previewFieldsOf,
  type QuestionValues,
  questionValuesForm,
  startedValuesForm,
  valuesOf,
} from '../model/question-values.ts'
import { type DraftQuestion, draftQuestion } from '../model/test-draft.ts'
import { QuestionPaper, type ShownQuestion } from './paper-view.tsx'
import { QuestionFields } from './question-fields.tsx'
import { QuestionFormProvider } from './question-types/use-question-form.ts'
import classes from './questions.module.css'
import { useDraftStore } from './use-test-draft.ts'

interface QuestionDialogProps extends DialogProps {
  /** The question to edit; undefined for a new one. */
  question: DraftQuestion | undefined
  /** Null for a drawn question, whose number differs between students. */
  place: number | null
  /** The name of the question's section; undefined in a flat test. */
  section: string | undefined
  marksPerQuestion: number
  room: number
  onKeep: (question: DraftQuestion) => void
}

export function QuestionDialog(props: QuestionDialogProps) {
  const { opened, question, place, section, marksPerQuestion, room, onKeep, onClose } = props
  const store = useDraftStore()
  const [shown, setShown] = useState<'write' | 'preview'>('write')
  const confirm = useConfirm()
  // The number of questions added so far. Used as the fields' key, to reset them for the next question.
  const [added, setAdded] = useState(0)
  const schema = store.begun ? startedValuesForm : questionValuesForm
  const form = useZodForm({ schema, initialValues: valuesOf(question) })
  const keepEditing = useRef(false)
  const seen = useDeferredValue(form.values)
  const uploads = useRef(0)
  const unfinished = opened && form.isDirty()
  useEffect(() => {
    store.setUnfinished(unfinished)
    return () => store.setUnfinished(false)
  }, [store, unfinished])

  const submit = form.submit((checked) => {
    const { id, key } = question ?? {}
    onKeep(question && key ? withOriginOf([question], { ...checked, id, key }) : draftQuestion(checked))
    if (!keepEditing.current || room <= 1) return onClose()
    form.reset()
    setAdded((count) => count + 1)
    setShown('write')
    requestAnimationFrame(() => form.getInputNode('questionText')?.focus())
  })
  const onUpload = (running: boolean) => {
    uploads.current += running ? 1 : -1
  }
  /** @param another true to continue with another question */
  const save = (another: boolean) => {
    if (uploads.current > 0) return notify.warning('An image is still being uploaded')
    keepEditing.current = another
    setShown('write')
    void submit()
  }
  const close = async () => {
    const leave = {
      title: 'Discard this question?',
      message: question ? 'Your changes to this question will be lost.' : 'This question is not in the test yet.',
      confirmLabel: 'Discard',
      cancelLabel: 'Keep writing',
    }
    if (!unfinished || (await confirm(leave))) onClose()
  }

  const where = section === undefined ? '' : ` · ${section}`
  return (
    <Modal
      opened={opened}
      onClose={() => void close()}
      title={`${question ? 'Edit' : 'Add'} ${place === null ? 'drawn question' : `question ${place}`}${where}`}
      size="wide"
      sticky
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          save(false)
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
          event.preventDefault()
          event.stopPropagation()
          save(false)
        }}
      >
        <SegmentedControl
          hiddenFrom="md"
          mb="md"
          fullWidth
          aria-label="Question dialog"
          data={[
            { value: 'write', label: 'Write' },
            { value: 'preview', label: 'Preview' },
          ]}
          value={shown}
          onChange={(value) => setShown(value === 'preview' ? 'preview' : 'write')}
        />
        <div className={classes.columns} data-shown={shown}>
          <QuestionFormProvider value={{ form, begun: store.begun, onUpload }}>
            <QuestionFields key={added} marksPerQuestion={marksPerQuestion} />
          </QuestionFormProvider>
          <section className={classes.preview} aria-label="Preview">
            <div className={classes.seen}>
              <Text mb="sm" c="dimmed" fz="sm">
                As students will see it
              </Text>
              <QuestionPaper
                question={shownOf(seen)}
                {...(place === null ? { heading: 'Question' } : { place })}
                marks={typeof seen.marks === 'number' ? seen.marks : marksPerQuestion}
                showAnswers
              />
            </div>
          </section>
        </div>
        <StickyActions>
          <Text span inherit me="auto" c="dimmed" fz="xs" className="shortcut">
            <kbd>Ctrl</kbd> + <kbd>Enter</kbd> saves
          </Text>
          <Button variant="default" onClick={() => void close()}>
            Cancel
          </Button>
          {!question && room > 1 && (
            <Button variant="default" onClick={() => save(true)}>
              Save and add another
            </Button>
          )}
          <Button type="submit">{question ? 'Keep changes' : 'Add question'}</Button>
        </StickyActions>
      </form>
    </Modal>
  )
}

const shownOf = (values: QuestionValues): ShownQuestion => ({
  questionText: values.questionText,
  questionImageUrl: values.questionImageUrl,
  marks: values.marks,
  explanation: values.explanation,
  ...previewFieldsOf(values),
})
