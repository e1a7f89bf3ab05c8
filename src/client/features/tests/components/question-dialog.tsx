import { Alert, Button, NumberInput, Radio, Textarea } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useRef } from 'react'
import { useZodForm } from '#client/lib/form.ts'
import { Modal } from '#client/ui/modal.tsx'
import { StickyActions } from '#client/ui/sticky-actions.tsx'
import { bounds, type OptionLetter, optionLetters, questionForm, questionSentence } from '#shared/tests/schema.ts'
import { type DraftQuestion, draftQuestion } from '../model/draft.ts'
import classes from './question-dialog.module.css'

interface QuestionDialogProps {
  opened: boolean
  /** The question to change, undefined for a new one. */
  question: DraftQuestion | undefined
  /** Its number in the list. */
  place: number
  marksPerQuestion: number
  /** How many more fit into the test. */
  room: number
  onKeep: (question: DraftQuestion) => void
  onClose: () => void
}

/** Writes or changes one question. */
export function QuestionDialog({ opened, question, place, onClose, ...rest }: QuestionDialogProps) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={question ? `Edit question ${place}` : `Add question ${place}`}
      size="lg"
      sticky
    >
      <QuestionFields key={question?.key ?? 'new'} question={question} onClose={onClose} {...rest} />
    </Modal>
  )
}

type Fields = Omit<QuestionDialogProps, 'opened' | 'place'>

function QuestionFields({ question, marksPerQuestion, room, onKeep, onClose }: Fields) {
  const form = useZodForm({ schema: questionForm, initialValues: valuesOf(question) })
  const goOn = useRef(false)
  const submit = form.submit(({ id, ...checked }) => {
    onKeep(question ? { ...question, ...checked, id: question.id ?? id } : draftQuestion(checked))
    if (!goOn.current) return onClose()
    form.reset()
    form.getInputNode('questionText')?.focus()
  })
  /** The sentence is the same for all of them and stands once above; the field itself is only marked. */
  const marked = (path: string) => {
    const { error, ...props } = form.getInputProps(path)
    return { ...props, error: error === questionSentence ? true : error }
  }
  const refused = Object.values(form.errors).includes(questionSentence)

  return (
    // A dialog's form lies inside the page's in React's eyes: its submit must not save the test.
    <form
      noValidate
      onSubmit={(event) => {
        event.stopPropagation()
        void submit(event)
      }}
    >
      <div className={classes.fields}>
        <div role="alert">
          {refused && (
            <Alert color="red" variant="light" icon={<IconAlertTriangle size={18} aria-hidden />}>
              {questionSentence}
            </Alert>
          )}
        </div>
        <Textarea
          label="Question"
          required
          autosize
          minRows={3}
          maxRows={12}
          data-autofocus
          {...marked('questionText')}
        />
        <Radio.Group
          label="Options"
          description="Mark the right one."
          required
          {...marked('correctAnswer')}
          onChange={(letter) => form.setFieldValue('correctAnswer', letter as OptionLetter)}
        >
          <div className={classes.options}>
            {optionLetters.map((letter) => (
              <div key={letter} className={classes.option}>
                <Radio
                  value={letter}
                  label={letter}
                  aria-label={`Option ${letter} is right`}
                  {...(letter === 'A' && { 'data-path': 'correctAnswer' })}
                />
                <Textarea
                  className={classes.optionText}
                  aria-label={`Option ${letter}`}
                  placeholder={`Option ${letter}`}
                  autosize
                  minRows={1}
                  maxRows={6}
                  {...marked(`options.${letter}`)}
                />
              </div>
            ))}
          </div>
        </Radio.Group>
        <NumberInput
          label="Marks"
          description={`Left empty, the question counts what each question of the test counts (${marksPerQuestion}).`}
          placeholder={String(marksPerQuestion)}
          {...bounds.marks}
          clampBehavior="none"
          decimalScale={2}
          allowNegative={false}
          {...form.getInputProps('marks')}
          onChange={(value) => form.setFieldValue('marks', value === '' ? undefined : (value as number))}
        />
        <Textarea
          label="Explanation"
          description="Shown to students after they have submitted."
          autosize
          minRows={2}
          maxRows={8}
          {...form.getInputProps('explanation')}
          value={form.values.explanation ?? ''}
        />
      </div>
      <StickyActions>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        {!question && room > 1 && (
          <Button
            type="submit"
            variant="default"
            onClick={() => {
              goOn.current = true
            }}
          >
            Add and write another
          </Button>
        )}
        <Button
          type="submit"
          onClick={() => {
            goOn.current = false
          }}
        >
          {question ? 'Keep changes' : 'Add question'}
        </Button>
      </StickyActions>
    </form>
  )
}

type Values = {
  questionText: string
  options: Record<OptionLetter, string>
  correctAnswer: OptionLetter | ''
  marks: number | undefined
  explanation: string | null
}

const valuesOf = (question: DraftQuestion | undefined): Values => ({
  questionText: question?.questionText ?? '',
  options: question?.options ?? { A: '', B: '', C: '', D: '' },
  correctAnswer: question?.correctAnswer ?? '',
  marks: question?.marks,
  explanation: question?.explanation ?? '',
})
