import { Alert, Anchor, Box, Button, Group, SimpleGrid, Text } from '@mantine/core'
import { IconBooks, IconRefresh } from '@tabler/icons-react'
import { useDialog } from '#client/ui/dialog-state.ts'
import { LoadState } from '#client/ui/load-state.tsx'
import { type DialogProps, Modal } from '#client/ui/modal.tsx'
import { StickyActions } from '#client/ui/sticky-actions.tsx'
import type { ContentPart } from '#shared/bank/content.rules.ts'
import type { QuestionTypeName } from '#shared/bank/question-types.rules.ts'
import { type BankQuestion, useLatestVersion, useNewerVersion } from '../../bank-queries.ts'
import { changedIn, isPermitted, namesOf, withLatest } from '../../model/bank-copies.ts'
import { withRewritten } from '../../model/draft-changes.ts'
import type { DraftQuestion } from '../../model/test-draft.ts'
import { QuestionPaper } from '../paper-view.tsx'
import { useDraftStore } from '../use-test-draft.ts'

interface BankSignProps {
  question: DraftQuestion
  place: number
  marksPerQuestion: number
}

/** Marks a question as copied from the bank, and offers the newer version if there is one. */
export function BankSign({ question, place, marksPerQuestion }: BankSignProps) {
  const store = useDraftStore()
  const { id, bankQuestionId, bankVersion } = question
  const latest = useNewerVersion(store.testId, bankQuestionId ? id : undefined)
  const compared = useDialog<string>()
  if (!bankQuestionId || !bankVersion) return null
  return (
    <>
      <Group component="p" gap="2px 10px" mt={6} c="dimmed" fz="xs">
        <Group component="span" gap={5} wrap="nowrap">
          <IconBooks size={14} stroke={1.7} aria-hidden />
          From the bank, version {bankVersion}
        </Group>
        {latest !== undefined && latest > bankVersion && (
          <Anchor component="button" type="button" fz="xs" onClick={() => compared.open(bankQuestionId)}>
            A newer version is in the bank
            <span className="visually-hidden">, question {place}</span>
          </Anchor>
        )}
      </Group>
      {compared.show((bankId, dialog) => (
        <NewerVersionDialog
          question={question}
          bankId={bankId}
          place={place}
          marks={question.marks ?? marksPerQuestion}
          onUse={(version) => {
            dialog.onClose()
            store.change((draft) => withRewritten(draft, withLatest(question, version)), {
              text: `Question ${place} updated from the bank`,
              back: (draft) => withRewritten(draft, question),
            })
          }}
          {...dialog}
        />
      ))}
    </>
  )
}

interface NewerVersionDialogProps extends DialogProps {
  question: DraftQuestion
  bankId: string
  place: number
  marks: number
  onUse: (latest: BankQuestion) => void
}

/** Compares the question with its latest version in the bank. */
function NewerVersionDialog({ opened, question, bankId, place, marks, onUse, onClose }: NewerVersionDialogProps) {
  const latest = useLatestVersion(bankId)
  const { data } = latest
  const { begun } = useDraftStore()
  const isRefused = begun && data !== undefined && !isPermitted(changedIn(question, data))
  return (
    <Modal opened={opened} onClose={onClose} title={`Question ${place} in the bank`} size="wide">
      {data ? (
        <>
          <Text size="sm" mb="md">
            {changesText(changedIn(question, data), data.type)}
          </Text>
          {begun && (
            <Alert color={isRefused ? 'yellow' : 'indigo'} mb="md">
              {isRefused
                ? 'Students have started this test, so its questions and options cannot change. The test keeps its current version.'
                : 'Students have started this test. You will see whose results change before you save.'}
            </Alert>
          )}
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
            <Box component="section" p="md" miw={0} className="card" aria-label="In this test">
              <QuestionPaper
                question={question}
                heading={`In this test: version ${question.bankVersion}`}
                marks={marks}
                showAnswers
              />
            </Box>
            <Box component="section" p="md" miw={0} className="card" aria-label="In the bank">
              <QuestionPaper
                question={data}
                heading={`In the bank: version ${data.version}`}
                marks={marks}
                showAnswers
              />
            </Box>
          </SimpleGrid>
        </>
      ) : (
        <LoadState query={latest} what="the question" />
      )}
      <StickyActions>
        <Button variant="default" onClick={onClose}>
          {isRefused ? 'Close' : 'Keep current version'}
        </Button>
        {!isRefused && (
          <Button
            leftSection={<IconRefresh size={16} aria-hidden />}
            disabled={!data}
            onClick={() => data && onUse(data)}
          >
            Use new version
          </Button>
        )}
      </StickyActions>
    </Modal>
  )
}

const listFormat = new Intl.ListFormat('en', { type: 'conjunction' })

/** `Changed: the text and the correct answer.` */
const changesText = (changed: readonly ContentPart[], type: QuestionTypeName | undefined) =>
  changed.length === 0
    ? 'The content is the same. Only its subject, topic, tags or other details changed.'
    : `Changed: ${listFormat.format(namesOf(changed, type))}. This test keeps its marks.`
