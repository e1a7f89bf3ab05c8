import { Alert, Box, Card, Stack, Switch, Textarea } from '@mantine/core'
import { numberOf } from '#client/lib/typed-numbers.ts'
import { FormRow } from '#client/ui/form-section.tsx'
import { NumberField, TypedNumberInput } from '#client/ui/number-field.tsx'
import { bestSum } from '#shared/marking/marking.rules.ts'
import { blankLevel } from '../../model/question-values.ts'
import classes from '../questions.module.css'
import { RowList } from './row-list.tsx'
import { useQuestionForm } from './use-question-form.ts'

const wordCount = {
  placeholder: 'No limit',
  inputMode: 'numeric',
} as const

const wrapped = { minRows: 1, maxRows: 8 } as const

/** Text that is not a number yet counts as 0. */
const withNumber = ({ label, marks }: { label: string; marks: string }) => ({
  label,
  marks: Number(numberOf(marks)) || 0,
})

/** Word limits, and the rubric for marking the essays. @param marksPerQuestion marks of a question without its own */
export function EssayFields({ marksPerQuestion }: { marksPerQuestion: number }) {
  const { values, begun, set, textField, valueField } = useQuestionForm()
  const marks = typeof values.marks === 'number' ? values.marks : marksPerQuestion
  const best = bestSum(values.rubric.map(({ levels, ...rest }) => ({ ...rest, levels: levels.map(withNumber) })))
  return (
    <>
      {!begun && (
        <>
          <FormRow>
            <NumberField label="Minimum words" {...wordCount} {...valueField('minWords')} />
            <NumberField label="Maximum words" {...wordCount} {...valueField('maxWords')} />
          </FormRow>
          <Switch
            label="Students may attach files"
            description="Photos, PDF, Word and text files, up to 5 of 10 MB each. A file alone counts as an answer."
            checked={values.allowFiles}
            onChange={(event) => set('allowFiles', event.currentTarget.checked)}
          />
        </>
      )}
      <RowList
        path="rubric"
        label="Rubric"
        description="For marking. Students do not see it."
        what="criterion"
        rows={values.rubric}
        blank={{ criterion: '', levels: [blankLevel, blankLevel] }}
        max={20}
      >
        {({ levels }, at) => (
          <Card withBorder padding="sm">
            <Stack gap="sm">
              <Textarea label={`Criterion ${at + 1}`} required {...wrapped} {...textField(`rubric.${at}.criterion`)} />
              <RowList
                path={`rubric.${at}.levels`}
                label="Levels"
                what="level"
                rows={levels}
                blank={blankLevel}
                min={1}
                max={20}
              >
                {(_, level) => (
                  <Box className={classes.beside}>
                    <Textarea
                      aria-label={`Label of level ${level + 1}`}
                      placeholder="Label"
                      {...wrapped}
                      {...textField(`rubric.${at}.levels.${level}.label`)}
                    />
                    <TypedNumberInput
                      aria-label={`Marks of level ${level + 1}`}
                      placeholder="Marks"
                      {...textField(`rubric.${at}.levels.${level}.marks`)}
                    />
                  </Box>
                )}
              </RowList>
            </Stack>
          </Card>
        )}
      </RowList>
      {best > marks && (
        <Alert color="yellow" py="xs" role="status">
          The best levels add up to {best} marks, but the question is worth {marks}. Higher sums count as {marks}.
        </Alert>
      )}
    </>
  )
}
