import { Alert, Anchor, Button, ScrollArea, Stack, Table, Text } from '@mantine/core'
import { plural } from '#client/lib/plural.ts'
import { saveText } from '#client/lib/save-text.ts'
import { Modal } from '#client/ui/modal.tsx'
import { StickyActions } from '#client/ui/sticky-actions.tsx'
import type { QuestionFileAnswer } from '#shared/tests/schema.ts'
import { refusedRowsCsv } from '../model/refused-rows.ts'

interface UploadReviewProps {
  opened: boolean
  /** What they go into. */
  part: 'test' | 'section'
  fileName: string
  answer: QuestionFileAnswer
  /** How many more questions it is to have. */
  room: number
  /** How many more it could have. */
  mostRoom: number
  onClose: () => void
  /** @param raised it is to have as many more questions as it takes */
  onAdd: (count: number, raised: boolean) => void
}

/** Refused rows on the screen; the rest is in the list to download. */
const shownRows = 100

/** Asked when a file does not go in as it is: rows were refused, or there are more questions than places. */
export function UploadReview({ opened, part, fileName, answer, room, mostRoom, onClose, onAdd }: UploadReviewProps) {
  const { questions, errors } = answer
  const fitting = Math.min(questions.length, room)
  const raised = Math.min(questions.length, mostRoom)
  const leftOut = questions.length - fitting
  const good = errors.length > 0 ? 'good ' : ''
  const many = (count: number) => `${count.toLocaleString()} ${good}${count === 1 ? 'question' : 'questions'}`
  return (
    <Modal opened={opened} onClose={onClose} title={`Questions of ${fileName}`} size="lg" sticky>
      <Stack gap="md">
        <Text size="sm">{summary(questions.length, errors.length)} Nothing has been added yet.</Text>
        {leftOut > 0 && (
          <Alert color="yellow" variant="light">
            <Text size="sm" fw={600}>
              {plural(leftOut, 'question')} would be left out
            </Text>
            {placesLeft(part, room)}
            {raised > fitting && raiseOffer(raised, questions.length)}
          </Alert>
        )}
        {errors.length > 0 && <RefusedRows errors={errors} fileName={fileName} />}
      </Stack>
      <StickyActions>
        <Button variant="default" onClick={onClose} data-autofocus>
          {questions.length > 0 ? 'Cancel' : 'Close'}
        </Button>
        {fitting > 0 && (
          <Button variant={raised > fitting ? 'default' : 'filled'} onClick={() => onAdd(fitting, false)}>
            {leftOut > 0 ? `Add the first ${many(fitting)}` : `Add the ${many(fitting)}`}
          </Button>
        )}
        {raised > fitting && (
          <Button onClick={() => onAdd(raised, true)}>
            Add {raised === questions.length && raised > 1 ? 'all ' : ''}
            {many(raised)}
          </Button>
        )}
      </StickyActions>
    </Modal>
  )
}

function summary(good: number, bad: number): string {
  if (good === 0) return `No question could be read: ${plural(bad, 'row')} ${bad === 1 ? 'was' : 'were'} refused.`
  const read = `${plural(good, 'question')} can be read`
  return bad === 0 ? `${read}.` : `${read}, ${plural(bad, 'row')} ${bad === 1 ? 'was' : 'were'} refused.`
}

const placesLeft = (part: string, room: number) =>
  room === 0
    ? `The ${part} already has as many questions as it is to have.`
    : `The ${part} has room for ${room.toLocaleString()} more.`

const raiseOffer = (raised: number, all: number) =>
  raised === all
    ? ' You can raise its number of questions so that all fit.'
    : ` Its number of questions can be raised to 100 at most: then ${raised.toLocaleString()} fit.`

function RefusedRows({ errors, fileName }: { errors: QuestionFileAnswer['errors']; fileName: string }) {
  const download = () =>
    saveText(`${fileName.replace(/\.\w+$/, '')} - refused rows.csv`, refusedRowsCsv(errors), 'text/csv')
  return (
    <div>
      <ScrollArea.Autosize
        mah={280}
        type="auto"
        viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': 'Refused rows' }}
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
              // One row may be refused for several reasons.
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
        {errors.length > shownRows && `The first ${shownRows} of ${errors.length.toLocaleString()}. `}
        <Anchor component="button" type="button" inherit onClick={download}>
          Download the list
        </Anchor>
      </Text>
    </div>
  )
}
