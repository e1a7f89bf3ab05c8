import { Alert, Button, Stack, Text } from '@mantine/core'
import { plural } from '#client/lib/format.ts'
import { Modal } from '#client/ui/modal.tsx'
import { StickyActions } from '#client/ui/sticky-actions.tsx'
import { round2 } from '#shared/numbers.ts'
import type { QuestionFileAnswer } from '#shared/tests/tests.schema.ts'
import { limitOf, ownMarks, roomOf } from '../model/draft-parts.ts'
import { type ImportChoice, type ImportTarget, importChoices } from '../model/import-choices.ts'
import { ImportedQuestions } from './imported-questions.tsx'
import { RejectedRows } from './rejected-rows.tsx'

interface ImportDialogProps {
  opened: boolean
  fileName: string
  answer: QuestionFileAnswer
  target: ImportTarget
  marksPerQuestion: number
  onClose: () => void
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

/** Compares the file with the number of questions the author planned. */
function Planned({ target, found }: { target: ImportTarget; found: number }) {
  const [limit, room] = [limitOf(target), roomOf(target)]
  if (found > room)
    return (
      <Alert color="yellow" variant="light" title={leftOut(room, found)}>
        {room === 0
          ? `All ${plural(limit, 'question')} are already there. Change the count to add more.`
          : `There is room for ${plural(room, 'question')}. Change the count to add more; a list holds at most 100.`}
      </Alert>
    )
  if (found === 0 || found === room || !target.countTyped) return null
  return (
    <Text size="sm">
      You planned {plural(limit, 'question')}. With this file there are {target.questions.length + found}.
    </Text>
  )
}

function leftOut(room: number, found: number): string {
  if (found - room === 1) return `Question ${found} does not fit`
  return room === 0 ? 'None of these questions fits' : `Questions ${room + 1} to ${found} do not fit`
}

function summary(fileName: string, good: number, bad: number): string {
  const refused = `${plural(bad, 'row')} ${bad === 1 ? 'was' : 'were'} refused`
  if (good === 0) return `No question of ${fileName} can be used: ${refused}.`
  return `${fileName} has ${plural(good, 'question')}${bad === 0 ? '' : `; ${refused}`}.`
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
