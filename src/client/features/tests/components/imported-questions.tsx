import { Box, Group, Stack, Text } from '@mantine/core'
import { plural } from '#client/lib/format.ts'
import { RichText } from '#client/ui/rich-text.tsx'
import { bounds } from '#shared/tests/form.schema.ts'
import type { QuestionFileAnswer } from '#shared/tests/tests.schema.ts'
import { OptionList } from './paper-view.tsx'
import classes from './questions.module.css'

interface ImportedQuestionsProps {
  questions: QuestionFileAnswer['questions']
  /** How many of the questions fit. */
  room: number
  marksPerQuestion: number
}

/** The questions of a file with options, answers and marks, up to the test's limit. */
export function ImportedQuestions({ questions, room, marksPerQuestion }: ImportedQuestionsProps) {
  const shown = questions.slice(0, bounds.questions.max)
  return (
    <div>
      <ol className="card rows" aria-label="Questions in the file">
        {shown.map((question, index) => (
          // The file's order never changes here.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <li key={index} className={classes.row}>
            <Text span inherit c="dimmed" fz="sm" fw={600} className="tabular">
              {index + 1}
            </Text>
            <Box miw={0}>
              <Group gap="sm" wrap="nowrap" align="flex-start" mb={6}>
                <Box flex={1} miw={0} mah={132} fz="sm" fw={550} className={`anywhere ${classes.text}`}>
                  <RichText text={question.questionText} />
                </Box>
              </Group>
              <OptionList options={question.options} correctAnswer={question.correctAnswer} compact />
            </Box>
            <Stack gap={4} align="flex-end" className={classes.side}>
              <Text size="xs" c="dimmed" className={`tabular ${classes.marks}`}>
                {plural(question.marks ?? marksPerQuestion, 'mark')}
              </Text>
              {index >= room && (
                <Text size="xs" className={classes.leftOut}>
                  Does not fit
                </Text>
              )}
            </Stack>
          </li>
        ))}
      </ol>
      {questions.length > shown.length && (
        <Text size="sm" c="dimmed" mt={6}>
          The first {shown.length} of {plural(questions.length, 'question')}.
        </Text>
      )}
    </div>
  )
}
