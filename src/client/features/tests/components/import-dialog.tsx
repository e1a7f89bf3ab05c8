import { Alert, Anchor, Box, Button, Group, ScrollArea, Stack, Table, Text } from '@mantine/core'
import { plural } from '#client/lib/format.ts'
import { saveText } from '#client/lib/save-file.ts'
import { type DialogProps, Modal } from '#client/ui/modal.tsx'
import { RichText } from '#client/ui/rich-text.tsx'
import { StickyActions } from '#client/ui/sticky-actions.tsx'
import { round2 } from '#shared/numbers.ts'
import { bounds } from '#shared/tests/form.schema.ts'
import type { QuestionFileAnswer } from '#shared/tests/tests.schema.ts'
import { limitOf, ownMarks, roomOf } from '../model/draft-parts.ts'
import { type ImportChoice, type ImportTarget, importChoices } from '../model/import-choices.ts'
import { paperBodyOf, paperText } from '../model/paper-text.ts'
import { OptionList, QuestionAnswers } from './paper-view.tsx'
import classes from './questions.module.css'

interface ImportDialogProps extends DialogProps {
  fileName: string
  answer: QuestionFileAnswer
  target: ImportTarget
  marksPerQuestion: number
  onAdd: (choice: ImportChoice) => void
}

/** Preview of a question file before its questions are added. */
export function ImportDialog({ opened, fileName, answer, target, marksPerQuestion, ...on }: ImportDialogProps) {
  const { questions, errors } = answer
  const choices = importChoices(target, questions.length)
  const room = roomOf(target)
  return (
    <Modal opened={opened} onClose={on.onClose} title="Import questions" size="xl" sticky>
      <Stack gap="md">
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {summary(fileName, questions.length, errors.length)} Nothing has been added yet.
        </Text>
        <Planned target={target} found={questions.length} />
        {errors.length > 0 && <RejectedRows errors={errors} fileName={fileName} />}
        {questions.length > 0 && (
          <>
            <Text size="sm" className="tabular">
              {marksText(questions, marksPerQuestion)}
            </Text>
            <ImportedQuestions questions={questions} room={room} marksPerQuestion={marksPerQuestion} />
          </>
        )}
      </Stack>
      <StickyActions>
        <Button variant="default" onClick={on.onClose} data-autofocus>
          {choices.length > 0 ? 'Cancel' : 'Close'}
        </Button>
        {choices.map((choice, index) => (
          <Button
            key={choice.label}
            variant={index === choices.length - 1 ? 'filled' : 'default'}
            onClick={() => on.onAdd(choice)}
          >
            {choice.label}
          </Button>
        ))}
      </StickyActions>
    </Modal>
  )
}

/** Compares the file with the number of questions that the author planned. */
function Planned({ target, found }: { target: ImportTarget; found: number }) {
  const [limit, room] = [limitOf(target), roomOf(target)]
  if (found > room)
    return (
      <Alert color="yellow" title={leftOut(room, found)}>
        {room === 0
          ? `All ${plural(limit, 'question')} are already there. Change the count to add more.`
          : `There is room for ${plural(room, 'question')}. Change the count to add more; a list holds at most 100.`}
      </Alert>
    )
  if (found === 0 || found === room || !target.countTyped) return null
  return (
    <Text size="sm">
      You planned {plural(limit, 'question')}. This file brings the total to {target.questions.length + found}.
    </Text>
  )
}

function leftOut(room: number, found: number): string {
  if (found - room === 1) return `Question ${found} does not fit`
  return room === 0 ? 'None of these questions fits' : `Questions ${room + 1} to ${found} do not fit`
}

function summary(fileName: string, good: number, bad: number): string {
  const rejected = `${plural(bad, 'row')} ${bad === 1 ? 'was' : 'were'} rejected`
  if (good === 0) return `No question in ${fileName} can be used: ${rejected}.`
  return `${fileName} has ${plural(good, 'question')}${bad === 0 ? '' : `; ${rejected}`}.`
}

/** `4 of 5 questions have their own marks; the others are worth 1 mark each. 9 marks in total.` */
function marksText(questions: QuestionFileAnswer['questions'], marksPerQuestion: number): string {
  const [own, all] = [ownMarks(questions), questions.length]
  const total = `${plural(round2(questions.reduce((sum, { marks = marksPerQuestion }) => sum + marks, 0)), 'mark')} in total.`
  const each = plural(marksPerQuestion, 'mark')
  if (own === 0) return `Each question is worth ${each}. ${total}`
  if (own === all) return `${all === 1 ? 'The question has its' : 'All questions have their'} own marks. ${total}`
  const others = all - own === 1 ? `the other is worth ${each}` : `the others are worth ${each} each`
  return `${own} of ${all} questions have their own marks; ${others}. ${total}`
}

interface ImportedQuestionsProps {
  questions: QuestionFileAnswer['questions']
  room: number
  marksPerQuestion: number
}

/** The file's questions with options, answers and marks, up to the maximum for one list. */
function ImportedQuestions({ questions, room, marksPerQuestion }: ImportedQuestionsProps) {
  const shown = questions.slice(0, bounds.questions.max)
  return (
    <div>
      <ol className="card rows" aria-label="Questions in the file">
        {shown.map((question, index) => (
          // The questions keep the file's order.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <li key={index} className={classes.row}>
            <Text span inherit c="dimmed" fz="sm" fw={600} className="tabular">
              {index + 1}
            </Text>
            <Box miw={0}>
              <Group gap="sm" wrap="nowrap" align="flex-start" mb={6}>
                <Box flex={1} miw={0} mah={132} fz="sm" fw={550} className={`anywhere ${classes.text}`}>
                  <RichText
                    text={'type' in question ? paperText(question.type, question.questionText) : question.questionText}
                  />
                </Box>
              </Group>
              {'type' in question ? (
                <QuestionAnswers body={paperBodyOf(question)} showAnswers compact />
              ) : (
                <OptionList options={question.options} correctAnswer={question.correctAnswer} compact />
              )}
            </Box>
            <Stack gap={4} align="flex-end" className={classes.side}>
              <Text size="xs" c="dimmed" pe={6} lh="20px" className="tabular">
                {plural(question.marks ?? marksPerQuestion, 'mark')}
              </Text>
              {index >= room && (
                <Text size="xs" pe={6} c="light-dark(#8a5a00, var(--mantine-color-yellow-5))">
                  Does not fit
                </Text>
              )}
            </Stack>
          </li>
        ))}
      </ol>
      {questions.length > shown.length && (
        <Text size="sm" c="dimmed" mt={6}>
          Showing the first {shown.length} of {plural(questions.length, 'question')}.
        </Text>
      )}
    </div>
  )
}

/** Escapes a CSV cell. A reason may quote the file, so a spreadsheet must not interpret it as a formula. */
function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return `"${safe.replaceAll('"', '""')}"`
}

/** The rejected rows as CSV, with a BOM so that Excel reads it as UTF-8. */
const rejectedRowsCsv = (errors: QuestionFileAnswer['errors']) =>
  `\uFEFF${['row,reason', ...errors.map(({ row, message }) => `${row},${cell(message)}`)].join('\r\n')}\r\n`

/** Maximum rows to show. The download contains all of them. */
const shownRows = 100

function RejectedRows({ errors, fileName }: { errors: QuestionFileAnswer['errors']; fileName: string }) {
  const download = () =>
    saveText(`${fileName.replace(/\.\w+$/, '')} - rejected rows.csv`, rejectedRowsCsv(errors), 'text/csv')
  return (
    <div>
      <ScrollArea.Autosize
        mah={280}
        type="auto"
        viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': 'Rejected rows' }}
        bd="1px solid var(--mantine-color-default-border)"
        bdrs="md"
      >
        <Table verticalSpacing={6} stickyHeader>
          <Table.Thead bg="var(--surface-raised)">
            <Table.Tr>
              <Table.Th w={72} ta="right">
                Row
              </Table.Th>
              <Table.Th>Reason</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {errors.slice(0, shownRows).map(({ row, message }, index) => (
              // One row may be rejected for several reasons.
              // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
              <Table.Tr key={index}>
                <Table.Td ta="right" className="tabular">
                  {row.toLocaleString()}
                </Table.Td>
                <Table.Td style={{ overflowWrap: 'anywhere' }}>{message}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollArea.Autosize>
      <Text size="sm" c="dimmed" mt={6}>
        {errors.length > shownRows && `Showing the first ${shownRows} of ${errors.length.toLocaleString()}. `}
        <Anchor component="button" type="button" inherit onClick={download}>
          Download the list
        </Anchor>
      </Text>
    </div>
  )
}
