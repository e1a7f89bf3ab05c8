import { Card, Group, NumberInput, Stack, Switch, TextInput } from '@mantine/core'
import { FormRow } from '#client/ui/form-section.tsx'
import { blankLevel } from '../../model/question-values.ts'
import { RowList } from './row-list.tsx'
import { useQuestionForm } from './use-question-form.ts'

const wordCount = {
  placeholder: 'No limit',
  min: 1,
  max: 10_000,
  clampBehavior: 'none',
  allowDecimal: false,
  allowNegative: false,
} as const

/** Word limits, and the rubric for marking the essays. */
export function EssayFields() {
  const { values, begun, set, textField, valueField } = useQuestionForm()
  return (
    <>
      {!begun && (
        <>
          <FormRow>
            <NumberInput label="Minimum words" {...wordCount} {...valueField('minWords')} />
            <NumberInput label="Maximum words" {...wordCount} {...valueField('maxWords')} />
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
              <TextInput label={`Criterion ${at + 1}`} required {...textField(`rubric.${at}.criterion`)} />
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
                  <Group gap={8} wrap="nowrap" align="flex-start">
                    <TextInput
                      flex={1}
                      miw={0}
                      aria-label={`Label of level ${level + 1}`}
                      placeholder="Label"
                      {...textField(`rubric.${at}.levels.${level}.label`)}
                    />
                    <TextInput
                      w={72}
                      flex="none"
                      aria-label={`Marks of level ${level + 1}`}
                      placeholder="Marks"
                      inputMode="decimal"
                      {...textField(`rubric.${at}.levels.${level}.marks`)}
                    />
                  </Group>
                )}
              </RowList>
            </Stack>
          </Card>
        )}
      </RowList>
    </>
  )
}
