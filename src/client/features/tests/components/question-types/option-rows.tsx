import { Stack, Textarea } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { type ClipboardEvent, type ReactNode, useRef } from 'react'
import { RichText } from '#client/ui/rich-text.tsx'
import { type Letter, letters, lettersOf } from '#shared/bank/types/choice.rules.ts'
import { withOption, withoutOption } from '../../model/question-edits.ts'
import type { ChoiceValues } from '../../model/question-values.ts'
import { IconTool } from '../icon-tool.tsx'
import classes from '../questions.module.css'
import { AddButton } from './row-list.tsx'
import { useQuestionForm } from './use-question-form.ts'

interface OptionRowsProps<Values extends ChoiceValues> {
  /** Path of the options' parent with a final dot: `gaps.0.`; empty for the question itself. */
  path: string
  values: Values
  onChange: (values: Values) => void
  /** The radio button or checkbox that marks an option as correct. */
  mark: (letter: Letter) => ReactNode
  /** Shown below an option's text, such as its image. */
  below?: (letter: Letter) => ReactNode
  onPaste?: (event: ClipboardEvent<HTMLTextAreaElement>) => void
}

/** The options, lettered from A. Read-only once students have started the test. */
export function OptionRows<Values extends ChoiceValues>(props: OptionRowsProps<Values>) {
  const { path, values, onChange, mark, below, onPaste } = props
  const { begun, textField } = useQuestionForm()
  const list = useRef<HTMLDivElement>(null)
  const shown = lettersOf(values)

  const change = (next: Values, focused: Letter | undefined) => {
    onChange(next)
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>(`[data-path="${path}options.${focused}"]`)?.focus(),
    )
  }
  const remove = (letter: Letter) => {
    const last = shown.at(-1) === letter
    change(withoutOption(values, letter), last ? shown.at(-2) : letter)
  }
  return (
    <Stack gap={8} mt={8} ref={list}>
      {shown.map((letter) => (
        <div key={letter} className={classes.option}>
          {mark(letter)}
          {begun ? (
            <div>
              <RichText text={values.options[letter] ?? ''} inline />
              {below?.(letter)}
            </div>
          ) : (
            <>
              <Textarea
                miw={0}
                aria-label={`Option ${letter}`}
                placeholder={`Option ${letter}`}
                minRows={1}
                maxRows={6}
                {...textField(`${path}options.${letter}`)}
                onPaste={onPaste}
              />
              <IconTool label={`Remove option ${letter}`} off={shown.length <= 2} onClick={() => remove(letter)}>
                <IconTrash size={16} aria-hidden />
              </IconTool>
              {below?.(letter)}
            </>
          )}
        </div>
      ))}
      {!begun && shown.length < letters.length && (
        <AddButton
          label="Add option"
          path={`${path}options`}
          onClick={() => change(withOption(values), letters[shown.length])}
        />
      )}
    </Stack>
  )
}
