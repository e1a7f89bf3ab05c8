import { Alert, Button, Select, Stack, Textarea } from '@mantine/core'
import { IconForms } from '@tabler/icons-react'
import { useRef } from 'react'
import { NumberField, TypedNumberInput } from '#client/ui/number-field.tsx'
import { RichText } from '#client/ui/rich-text.tsx'
import { Warning } from '#client/ui/warning.tsx'
import { questionTypeLabels } from '#shared/bank/question-labels.rules.ts'
import { questionTypeNames } from '#shared/bank/question-types.rules.ts'
import { questionSentence } from '#shared/bank/questions.schema.ts'
import { withGapInserted } from '../model/gap-markers.ts'
import { withGapsOf, withQuestionType } from '../model/question-edits.ts'
import { ImageField } from './image-field.tsx'
import { takePastedImage } from './pasted-image.ts'
import { MatchingFields, OrderingFields } from './question-types/arranging-fields.tsx'
import { BooleanFields, ChoiceFields } from './question-types/choice-fields.tsx'
import { EssayFields } from './question-types/essay-fields.tsx'
import { GapFields } from './question-types/gap-fields.tsx'
import { NumericFields } from './question-types/numeric-fields.tsx'
import { TextFields } from './question-types/text-fields.tsx'
import { useQuestionForm } from './question-types/use-question-form.ts'
import classes from './questions.module.css'

export function QuestionFields({ marksPerQuestion }: { marksPerQuestion: number }) {
  const { form, values, begun, textField } = useQuestionForm()
  const refused = Object.values(form.errors).includes(questionSentence)
  return (
    <Stack miw={0} className={classes.fields}>
      <div role="alert">{refused && <Warning color="red">{questionSentence}</Warning>}</div>
      {begun ? (
        <>
          <Alert color="indigo">
            Students have started this test: only the {values.type === 'essay' ? 'rubric' : 'correct answer'} and the
            explanation can change.
          </Alert>
          <RichText text={values.questionText} />
        </>
      ) : (
        <>
          <TypeField />
          <QuestionText />
        </>
      )}
      <TypedQuestionFields marksPerQuestion={marksPerQuestion} />
      {begun ? <RulingField /> : <MarksFields marksPerQuestion={marksPerQuestion} />}
      {!begun && (
        <Textarea
          label="Shared text"
          description="A passage for neighbouring questions. Questions with exactly the same text stay together."
          minRows={1}
          maxRows={10}
          {...textField('passage')}
        />
      )}
      <Textarea
        label="Explanation"
        description="Shown to students after they submit. Supports Markdown."
        minRows={2}
        maxRows={8}
        {...textField('explanation')}
        value={values.explanation ?? ''}
      />
    </Stack>
  )
}

/** The fields that depend on the question's type. */
function TypedQuestionFields({ marksPerQuestion }: { marksPerQuestion: number }) {
  const { values } = useQuestionForm()
  switch (values.type) {
    case 'single':
    case 'multiple':
      return <ChoiceFields />
    case 'boolean':
      return <BooleanFields />
    case 'numeric':
      return <NumericFields values={values} />
    case 'text':
      return <TextFields values={values} />
    case 'gaps':
      return <GapFields />
    case 'matching':
      return <MatchingFields />
    case 'ordering':
      return <OrderingFields />
    case 'essay':
      return <EssayFields marksPerQuestion={marksPerQuestion} />
  }
}

const typeOptions = questionTypeNames.map((value) => ({ value, label: questionTypeLabels[value] }))

function TypeField() {
  const { values, replace } = useQuestionForm()
  return (
    <Select
      label="Type"
      data={typeOptions}
      maxDropdownHeight={360}
      value={values.type}
      onChange={(type) => type !== null && replace(withQuestionType(values, type))}
    />
  )
}

/** A question's text and image. An image pasted into the text becomes the question's image. */
function QuestionText() {
  const { values, set, textField, onUpload } = useQuestionForm()
  const { type, questionText, questionImageUrl } = values
  const image = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLTextAreaElement>(null)

  const write = (text: string) => {
    set('questionText', text)
    if (type === 'gaps') set('gaps', withGapsOf({ ...values, questionText: text }))
  }
  const insertGap = () => {
    const { selectionStart = questionText.length, selectionEnd = questionText.length } = input.current ?? {}
    const { text, caret } = withGapInserted(questionText, selectionStart, selectionEnd)
    write(text)
    requestAnimationFrame(() => {
      input.current?.focus()
      input.current?.setSelectionRange(caret, caret)
    })
  }
  return (
    <>
      <Textarea
        ref={input}
        label="Question"
        description={<MarkdownHint />}
        required
        minRows={4}
        maxRows={14}
        data-autofocus
        {...textField('questionText')}
        onChange={(event) => write(event.currentTarget.value)}
        onPaste={(event) => takePastedImage(event, () => image.current)}
      />
      {type === 'gaps' && (
        <Button
          variant="default"
          size="xs"
          leftSection={<IconForms size={14} aria-hidden />}
          style={{ alignSelf: 'flex-start' }}
          data-path="gaps"
          onClick={insertGap}
        >
          Insert gap
        </Button>
      )}
      <div ref={image}>
        <ImageField
          label="Image of the question"
          value={questionImageUrl}
          onChange={(url) => set('questionImageUrl', url)}
          onBusy={onUpload}
        />
      </div>
    </>
  )
}

const MarkdownHint = () => (
  <>
    Markdown: <code>**bold**</code>, <code>`code`</code>, <code>```</code> around a block of code; mathematics between{' '}
    <code>$</code> signs.
  </>
)

const noRuling = 'none'
const rulingOptions = [
  { value: noRuling, label: 'Grade the answers' },
  { value: 'all', label: 'Give everyone the marks' },
  { value: 'answered', label: 'Give the marks to everyone who answered' },
  { value: 'dropped', label: 'Drop the question' },
]

/** The ruling on a faulty question after the test. */
function RulingField() {
  const { values, set } = useQuestionForm()
  return (
    <Select
      label="Marks for this question"
      description="For a faulty question. Results are recalculated when you save."
      data={rulingOptions}
      value={values.ruling ?? noRuling}
      onChange={(value) => set('ruling', value === noRuling ? null : value)}
    />
  )
}

function MarksFields({ marksPerQuestion }: { marksPerQuestion: number }) {
  const { values, set, textField, valueField } = useQuestionForm()
  return (
    <>
      <NumberField
        label="Marks"
        description={`Defaults to ${marksPerQuestion}`}
        placeholder={String(marksPerQuestion)}
        {...valueField('marks')}
        onChange={(value) => set('marks', value === '' ? undefined : value)}
      />
      {values.type !== 'essay' && !(values.type === 'multiple' && values.scoring === 'each') && (
        <TypedNumberInput
          label="Penalty for a wrong answer"
          description="Marks to deduct, or a fraction of the question’s marks such as 1/3. Leave empty for none."
          inputMode="text"
          {...textField('penalty')}
        />
      )}
    </>
  )
}
