import { Alert, NumberInput, Radio, Stack, Switch, Textarea } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type ClipboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import type { ZodForm } from '#client/lib/form.ts'
import { RichText } from '#client/ui/rich-text.tsx'
import { bounds, type QuestionForm, questionSentence } from '#shared/tests/form.schema.ts'
import { type OptionLetter, optionLetters } from '#shared/tests/tests.schema.ts'
import { ImageField } from './image-field.tsx'
import classes from './questions.module.css'

export type QuestionValues = {
  questionText: string
  questionImageUrl: string | null
  options: Record<OptionLetter, string>
  optionImages: Partial<Record<OptionLetter, string>>
  correctAnswer: OptionLetter | ''
  marks: number | undefined
  explanation: string | null
}

interface QuestionFieldsProps {
  form: ZodForm<QuestionValues, QuestionForm>
  marksPerQuestion: number
  /** True if students have started the test, so that only the key and the explanation may change. */
  begun: boolean
  onUpload: (running: boolean) => void
}

export function QuestionFields({ form, marksPerQuestion, begun, onUpload }: QuestionFieldsProps) {
  const refused = Object.values(form.errors).includes(questionSentence)
  /** The fields share one message, which is shown once above them. Each field is only marked as invalid. */
  const marked = (path: string) => {
    const { error, ...props } = form.getInputProps(path)
    return { ...props, error: error === questionSentence ? true : error }
  }
  return (
    <Stack miw={0} className={classes.fields}>
      <div role="alert">
        {refused && (
          <Alert color="red" icon={<IconAlertTriangle size={18} aria-hidden />}>
            {questionSentence}
          </Alert>
        )}
      </div>
      {begun ? (
        <KeyFields form={form} />
      ) : (
        <>
          <QuestionText form={form} field={marked('questionText')} onUpload={onUpload} />
          <OptionFields form={form} marked={marked} onUpload={onUpload} />
          <NumberInput
            label="Marks"
            description={`Defaults to ${marksPerQuestion}`}
            placeholder={String(marksPerQuestion)}
            {...bounds.marks}
            clampBehavior="none"
            decimalScale={2}
            allowNegative={false}
            {...form.getInputProps('marks')}
            onChange={(value) => form.setFieldValue('marks', value === '' ? undefined : (value as number))}
          />
        </>
      )}
      <Textarea
        label="Explanation"
        description="Shown to students after they have submitted. Markdown as in the question."
        autosize
        minRows={2}
        maxRows={8}
        {...form.getInputProps('explanation')}
        value={form.values.explanation ?? ''}
      />
    </Stack>
  )
}

/** Passes a pasted image to the image field in `place`, as if it had been chosen there. */
function takePasted(event: ClipboardEvent, place: () => Element | null) {
  const file = event.clipboardData.files[0]
  if (!file?.type.startsWith('image/')) return
  event.preventDefault()
  const transfer = new DataTransfer()
  transfer.items.add(file)
  // Wait a frame, because the option's image field may not be rendered yet.
  requestAnimationFrame(() => {
    const input = place()?.querySelector<HTMLInputElement>('input[type=file]')
    if (!input) return
    input.files = transfer.files
    input.dispatchEvent(new Event('change', { bubbles: true }))
  })
}

/** The key of a question that students have seen, whose text and options can no longer change. */
function KeyFields({ form }: Pick<QuestionFieldsProps, 'form'>) {
  const { questionText, options, optionImages } = form.values
  return (
    <>
      <Alert color="indigo">
        Students have started this test: only the right answer and the explanation can change.
      </Alert>
      <RichText text={questionText} />
      <Radio.Group
        label="Right answer"
        required
        {...form.getInputProps('correctAnswer')}
        onChange={(letter) => form.setFieldValue('correctAnswer', letter as OptionLetter)}
      >
        <Stack gap={8} mt={8}>
          {optionLetters.map((letter) => (
            <div key={letter} className={classes.option}>
              <Radio value={letter} label={letter} aria-label={`Option ${letter} is right`} />
              <div>
                <RichText text={options[letter]} inline />
                {optionImages[letter] && (
                  <img src={optionImages[letter]} alt={`For option ${letter}`} className={classes.smallImage} />
                )}
              </div>
            </div>
          ))}
        </Stack>
      </Radio.Group>
    </>
  )
}

interface QuestionTextProps extends Pick<QuestionFieldsProps, 'form' | 'onUpload'> {
  field: object
}

/** A question's text and image. An image pasted into the text becomes the question's image. */
function QuestionText({ form, field, onUpload }: QuestionTextProps) {
  const image = useRef<HTMLDivElement>(null)
  return (
    <>
      <Textarea
        label="Question"
        description={<MarkdownHint />}
        required
        autosize
        minRows={4}
        maxRows={14}
        data-autofocus
        {...field}
        onPaste={(event) => takePasted(event, () => image.current)}
      />
      <div ref={image}>
        <ImageField
          label="Image of the question"
          value={form.values.questionImageUrl}
          onChange={(url) => form.setFieldValue('questionImageUrl', url)}
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

interface OptionFieldsProps extends Pick<QuestionFieldsProps, 'form' | 'onUpload'> {
  marked: (path: string) => { error: ReactNode }
}

function OptionFields({ form, marked, onUpload }: OptionFieldsProps) {
  const { optionImages } = form.values
  const [withImages, setWithImages] = useState(Object.keys(optionImages).length > 0)
  const images = useId()
  const setImage = (letter: OptionLetter, url: string | null) => {
    const { [letter]: _, ...others } = form.getValues().optionImages
    form.setFieldValue('optionImages', url === null ? others : { ...others, [letter]: url })
  }
  return (
    <>
      <Radio.Group
        label="Options"
        description="Mark the right one."
        required
        {...marked('correctAnswer')}
        onChange={(letter) => form.setFieldValue('correctAnswer', letter as OptionLetter)}
      >
        <Stack gap={8} mt={8} id={images}>
          {optionLetters.map((letter) => (
            <div key={letter} className={classes.option}>
              <Radio
                value={letter}
                label={letter}
                aria-label={`Option ${letter} is right`}
                {...(letter === 'A' && { 'data-path': 'correctAnswer' })}
              />
              <Textarea
                miw={0}
                aria-label={`Option ${letter}`}
                placeholder={`Option ${letter}`}
                autosize
                minRows={1}
                maxRows={6}
                {...marked(`options.${letter}`)}
                onPaste={(event) => {
                  const row = event.currentTarget.closest(`.${classes.option}`)
                  if (event.clipboardData.files.length > 0) setWithImages(true)
                  takePasted(event, () => row)
                }}
              />
              {withImages && (
                <div style={{ gridColumn: 2, minWidth: 0 }}>
                  <ImageField
                    label={`Image of option ${letter}`}
                    value={optionImages[letter] ?? null}
                    onChange={(url) => setImage(letter, url)}
                    onBusy={onUpload}
                    compact
                  />
                </div>
              )}
            </div>
          ))}
        </Stack>
      </Radio.Group>
      <Switch
        label="Images for options"
        aria-controls={images}
        checked={withImages}
        // Hiding the images would leave them in the test.
        disabled={Object.keys(optionImages).length > 0}
        onChange={(event) => setWithImages(event.currentTarget.checked)}
      />
    </>
  )
}
