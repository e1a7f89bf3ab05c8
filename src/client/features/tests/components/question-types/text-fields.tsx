import { Box, Stack, Switch, Text, TextInput } from '@mantine/core'
import { TypedNumberInput } from '#client/ui/number-field.tsx'
import { blankAnswer, type TextValues } from '../../model/question-values.ts'
import classes from '../questions.module.css'
import { RowList } from './row-list.tsx'
import { useQuestionForm } from './use-question-form.ts'

interface TextFieldsProps {
  /** Path of the fields' parent with a final dot: `gaps.0.`; empty for the question itself. */
  path?: string
  values: TextValues
}

/** The accepted answers and how they are compared. */
export function TextFields({ path = '', values }: TextFieldsProps) {
  const { textField, errorOf, set } = useQuestionForm()
  const list = `${path}accepted`
  const flags = [
    ['caseSensitive', 'Case sensitive'],
    ['ignoreAccents', 'Ignore accents'],
    ['regex', 'Regular expressions'],
  ] as const
  return (
    <>
      <RowList
        path={list}
        label="Accepted answers"
        description={<AnswersHint isRegex={values.regex} />}
        what="answer"
        rows={values.accepted}
        blank={blankAnswer}
        min={1}
        max={100}
      >
        {(_, at) => (
          <Box className={classes.beside}>
            <TextInput
              aria-label={`Accepted answer ${at + 1}`}
              placeholder="Answer"
              {...textField(`${list}.${at}.value`)}
            />
            <TypedNumberInput
              aria-label={`Share of answer ${at + 1} in percent`}
              placeholder="100"
              rightSection={
                <Text span fz="sm" c="dimmed">
                  %
                </Text>
              }
              {...textField(`${list}.${at}.fraction`)}
              error={errorOf(`${list}.${at}.fraction`) && '1 to 100'}
            />
          </Box>
        )}
      </RowList>
      <Stack gap={8}>
        {flags.map(([flag, label]) => (
          <Switch
            key={flag}
            label={label}
            checked={values[flag]}
            onChange={(event) => set(`${path}${flag}`, event.currentTarget.checked)}
          />
        ))}
      </Stack>
    </>
  )
}

const AnswersHint = ({ isRegex }: { isRegex: boolean }) =>
  isRegex ? (
    <>Each expression must match the whole answer. The share is how much of the marks it earns.</>
  ) : (
    <>
      <code>*</code> matches any text, <code>\*</code> an asterisk. The share is how much of the marks it earns.
    </>
  )
