import { Box, Checkbox, Group, Radio, Stack, Switch } from '@mantine/core'
import { useId, useState } from 'react'
import { type Letter, lettersOf, type Scoring } from '#shared/bank/types/choice.rules.ts'
import { withCorrectAnswer } from '../../model/question-edits.ts'
import { ImageField } from '../image-field.tsx'
import { takePastedImage } from '../pasted-image.ts'
import classes from '../questions.module.css'
import { OptionRows } from './option-rows.tsx'
import { useQuestionForm } from './use-question-form.ts'

/** The options of a single or multiple choice question, with their images. */
export function ChoiceFields() {
  const { values, begun, set, replace, errorOf, onUpload, form } = useQuestionForm()
  const { type, optionImages, correctAnswer, correctAnswers } = values
  const [withImages, setWithImages] = useState(Object.keys(optionImages).length > 0)
  const images = useId()
  const isSingle = type === 'single'
  const setImage = (letter: Letter, url: string | null) => {
    const { [letter]: _, ...others } = form.getValues().optionImages
    set('optionImages', url === null ? others : { ...others, [letter]: url })
  }
  const imageOf = (letter: Letter) => {
    const url = optionImages[letter]
    if (begun) return url && <img src={url} alt={`For option ${letter}`} className={classes.smallImage} />
    return (
      withImages && (
        <Box miw={0} style={{ gridColumn: 2 }}>
          <ImageField
            label={`Image of option ${letter}`}
            value={url ?? null}
            onChange={(next) => setImage(letter, next)}
            onBusy={onUpload}
            compact
          />
        </Box>
      )
    )
  }
  const Mark = isSingle ? Radio : Checkbox
  const path = isSingle ? 'correctAnswer' : 'correctAnswers'
  const rows = (
    <div id={images}>
      <OptionRows
        path=""
        values={values}
        onChange={replace}
        mark={(letter) => (
          <Mark
            value={letter}
            label={letter}
            aria-label={`Option ${letter} is correct`}
            {...(letter === 'A' && { 'data-path': path })}
          />
        )}
        below={imageOf}
        onPaste={(event) => {
          const row = event.currentTarget.closest(`.${classes.option}`)
          if (event.clipboardData.files.length > 0) setWithImages(true)
          takePastedImage(event, () => row)
        }}
      />
    </div>
  )
  const group = {
    description: begun ? undefined : isSingle ? 'Mark the correct one.' : 'Mark all correct ones.',
    required: true,
    error: errorOf(path),
  }
  return (
    <>
      {isSingle ? (
        <Radio.Group
          {...group}
          label={begun ? 'Correct answer' : 'Options'}
          value={correctAnswer}
          onChange={(letter) => {
            replace(withCorrectAnswer(values, letter as Letter))
          }}
        >
          {rows}
        </Radio.Group>
      ) : (
        <Checkbox.Group
          {...group}
          label={begun ? 'Correct answers' : 'Options'}
          value={correctAnswers}
          onChange={(chosen) => set(path, chosen)}
        >
          {rows}
        </Checkbox.Group>
      )}
      {!begun && (
        <Switch
          label="Images for options"
          aria-controls={images}
          checked={withImages}
          // Otherwise, hidden images would stay in the test.
          disabled={Object.keys(optionImages).length > 0}
          onChange={(event) => setWithImages(event.currentTarget.checked)}
        />
      )}
      {isSingle ? <AlternativesField /> : <ScoringField />}
    </>
  )
}

/** Other single choice options that earn the marks. */
function AlternativesField() {
  const { values, set, errorOf } = useQuestionForm()
  const { correctAnswer, alternatives } = values
  const others = lettersOf(values).filter((letter) => letter !== correctAnswer)
  return (
    <Checkbox.Group
      label="Also accepted"
      description="Other options that earn full marks, if the question turns out to have several correct answers."
      value={alternatives}
      error={errorOf('alternatives')}
      onChange={(chosen) =>
        set(
          'alternatives',
          lettersOf(values).filter((letter) => chosen.includes(letter)),
        )
      }
    >
      <Group gap="md" mt={8}>
        {others.map((letter) => (
          <Checkbox
            key={letter}
            value={letter}
            label={letter}
            aria-label={`Option ${letter} is also accepted`}
            disabled={correctAnswer === ''}
            color="teal"
          />
        ))}
      </Group>
    </Checkbox.Group>
  )
}

const scoringOptions: { value: Scoring; label: string; description: string }[] = [
  { value: 'all', label: 'All or nothing', description: 'Full marks for exactly the correct options.' },
  {
    value: 'partial',
    label: 'Partial marks',
    description: 'A share for each correct option. A wrong option costs the penalty.',
  },
  {
    value: 'each',
    label: 'Marks per option',
    description: 'A share for each correct option, minus a share for each wrong one, but never less than 0.',
  },
]

function ScoringField() {
  const { values, set } = useQuestionForm()
  return (
    <Radio.Group label="Scoring" value={values.scoring} onChange={(scoring) => set('scoring', scoring)}>
      <Stack gap={8} mt={8}>
        {scoringOptions.map((option) => (
          <Radio key={option.value} {...option} />
        ))}
      </Stack>
    </Radio.Group>
  )
}

export function BooleanFields() {
  const { valueField } = useQuestionForm()
  const { 'data-path': path, ...field } = valueField('correctAnswer')
  return (
    <Radio.Group label="Correct answer" required {...field}>
      <Group gap="lg" mt={8}>
        <Radio value="true" label="True" data-path={path} />
        <Radio value="false" label="False" />
      </Group>
    </Radio.Group>
  )
}
