import { Box, Stack, Text } from '@mantine/core'
import { useId } from 'react'
import { RichText } from '#client/ui/rich-text.tsx'
import { type Letter, lettersOf } from '#shared/bank/types/choice.rules.ts'
import type { PaperQuestion } from '#shared/tests/tests.schema.ts'
import { choicesFor, toggled } from '../../model/answer-values.ts'
import { ExamImage } from '../exam-image.tsx'
import classes from '../question-view.module.css'

interface ChoiceFieldProps {
  question: Extract<PaperQuestion, { type?: 'single' } | { type: 'boolean' }>
  value: Letter | boolean | null
  onAnswer: (value: Letter | boolean) => void
}

/** A choice between options, or between true and false. */
export const ChoiceField = ({ question, value, onAnswer }: ChoiceFieldProps) => (
  <Stack gap={10} role="radiogroup" aria-labelledby="question-text">
    {choicesFor(question).map(({ key, value: choice }) => (
      <OptionCard
        key={key}
        type="radio"
        name={question.id}
        letter={key}
        {...contentOf(question, choice)}
        checked={value === choice}
        onChange={() => onAnswer(choice)}
      />
    ))}
  </Stack>
)

function contentOf(question: ChoiceFieldProps['question'], choice: Letter | boolean) {
  if (question.type === 'boolean' || typeof choice === 'boolean') return { text: choice ? 'True' : 'False' }
  return { text: question.options[choice] ?? '', image: question.optionImages?.[choice] }
}

interface MultipleChoiceFieldProps {
  question: Extract<PaperQuestion, { type: 'multiple' }>
  value: readonly Letter[] | null
  onAnswer: (value: Letter[]) => void
}

/** Any number of options. */
export function MultipleChoiceField({ question, value, onAnswer }: MultipleChoiceFieldProps) {
  const hint = useId()
  const chosen = value ?? []
  return (
    <Stack gap={10} role="group" aria-labelledby="question-text" aria-describedby={hint}>
      <Text id={hint} c="dimmed" fz="sm">
        Select all that apply.
      </Text>
      {lettersOf(question).map((letter) => (
        <OptionCard
          key={letter}
          type="checkbox"
          name={question.id}
          letter={letter}
          text={question.options[letter] ?? ''}
          image={question.optionImages?.[letter]}
          checked={chosen.includes(letter)}
          onChange={() => onAnswer(toggled(chosen, letter))}
        />
      ))}
    </Stack>
  )
}

interface OptionCardProps {
  type: 'radio' | 'checkbox'
  /** The question's id. */
  name: string
  /** The key that chooses the option. */
  letter: string
  text: string
  image?: string | undefined
  checked: boolean
  onChange: () => void
}

/** An option as a card with a radio button or a checkbox. */
const OptionCard = ({ letter, text, image, ...input }: OptionCardProps) => (
  <label className={`card ${classes.option}`} data-checked={input.checked || undefined}>
    <input {...input} value={letter} className={classes.native} />
    <span className={classes.letter} aria-hidden>
      {letter}
    </span>
    <Box flex={1} miw={0} pt={2}>
      <RichText text={text} inline />
      {image && <ExamImage src={image} of={`option ${letter}`} small />}
    </Box>
  </label>
)
