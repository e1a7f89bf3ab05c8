import { Alert, Group, List, Radio, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconCopy, IconHelpCircle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { QuestionPaper } from '#client/features/tests/components/paper-view.tsx'
import { reportOutcome } from '#client/lib/report-outcome.ts'
import { Note } from '#client/ui/note.tsx'
import { StatusBadge } from '#client/ui/status-badge.tsx'
import { Warning } from '#client/ui/warning.tsx'
import { duplicateText, type ItemAction } from '#shared/bank/import.rules.ts'
import { type ImportItem, useDecide } from '../../import-queries.ts'
import { badgeOf, placeText } from './import-text.ts'

const Preview = ({ question }: { question: NonNullable<ImportItem['question']> }) => (
  <div>
    <Note mb={4}>{[question.subject, question.topic, ...question.tags].filter(Boolean).join(' · ')}</Note>
    <QuestionPaper question={question} heading="Preview" marks={question.marks} showAnswers />
  </div>
)

const Losses = ({ losses }: { losses: readonly string[] }) =>
  losses.length > 0 && (
    <Warning title="Not kept">
      <List size="sm" className="anywhere">
        {losses.map((loss) => (
          <List.Item key={loss}>{loss}</List.Item>
        ))}
      </List>
    </Warning>
  )

interface DetailProps {
  importId: string
  item: ImportItem
  /** False once the import is confirmed. */
  canDecide: boolean
}

/** Shows a choice at once, before the server has stored it. */
const withDecision = (item: ImportItem, decision: { reading?: number | null; action?: ItemAction } | undefined) => ({
  ...item,
  ...(decision?.action && { action: decision.action }),
  reading: decision?.reading === undefined ? item.reading : (decision.reading ?? undefined),
})

/** An item with its question and key, its losses, and the decisions to make. */
export function ItemDetail({ importId, item, canDecide }: DetailProps) {
  const { status, reason, question, readings, losses } = item
  const decide = useDecide()
  const chosen = withDecision(item, decide.isPending ? decide.variables : undefined)
  const send = (decision: { reading?: number | null; action?: ItemAction }) =>
    void reportOutcome(
      decide.mutateAsync({ id: importId, items: [item.index], ...decision }),
      undefined,
      'Failed to save the decision',
    )
  return (
    <Stack gap="md">
      <Group gap="xs">
        <StatusBadge {...badgeOf(item)} />
        <Note className="anywhere">{[item.category, placeText(item)].filter(Boolean).join(' · ')}</Note>
      </Group>
      {reason && (
        <Alert
          color={status === 'refused' ? 'red' : 'indigo'}
          title={status === 'refused' ? 'Why it was refused' : 'Decision needed'}
          icon={
            status === 'refused' ? (
              <IconAlertTriangle size={18} aria-hidden />
            ) : (
              <IconHelpCircle size={18} aria-hidden />
            )
          }
          className="anywhere"
        >
          {reason}
        </Alert>
      )}
      {readings && <Readings reading={chosen.reading} readings={readings} canDecide={canDecide} onChoose={send} />}
      <Losses losses={losses} />
      {status !== 'refused' && <Actions item={chosen} canDecide={canDecide} onChoose={(action) => send({ action })} />}
      {question && <Preview question={question} />}
      {item.questionId && (
        <Link to="/bank/$questionId" params={{ questionId: item.questionId }} className="text-link">
          Open the added question
        </Link>
      )}
    </Stack>
  )
}

interface ReadingsProps {
  /** Index of the chosen reading. */
  reading: number | undefined
  readings: NonNullable<ImportItem['readings']>
  canDecide: boolean
  onChoose: (decision: { reading: number | null }) => void
}

/** The possible readings of an item, each with a preview. */
const Readings = ({ reading, readings, canDecide, onChoose }: ReadingsProps) => (
  <Radio.Group
    label="How should this question be read?"
    value={String(reading ?? '')}
    onChange={(value) => onChoose({ reading: value === '' ? null : Number(value) })}
  >
    <Stack gap="sm" mt="xs">
      {readings.map(({ label, losses, question }, at) => (
        // The readings of an item never change order.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <div key={at}>
          <Radio
            value={String(at)}
            label={`${at + 1}. ${label || 'Reading'}`}
            disabled={!canDecide}
            description={losses.length > 0 ? `Not kept: ${losses.join('; ')}` : undefined}
          />
          {reading !== at && (
            // Expand the first reading until one is chosen.
            <Text component="details" open={at === 0 && reading === undefined} size="sm" ml={32} mt={4}>
              <Text component="summary" size="sm" c="dimmed" mb={4}>
                Preview of {at + 1}
              </Text>
              <Preview question={question} />
            </Text>
          )}
        </div>
      ))}
      <Radio value="" label="Not decided yet" disabled={!canDecide} />
    </Stack>
  </Radio.Group>
)

const wordsOf = (hasOriginal: boolean, isDuplicate: boolean): [ItemAction, string, string?][] => [
  ['add', isDuplicate ? 'Add anyway' : 'Add to the bank'],
  ['skip', 'Skip'],
  ...(hasOriginal
    ? ([
        ['replace', 'Replace', 'Adds this question and retires the one in the bank'],
        ['version', 'New version', 'Saves this question as a new version of the one in the bank'],
      ] as [ItemAction, string, string][])
    : []),
]

interface ActionsProps {
  item: ImportItem
  canDecide: boolean
  onChoose: (action: ItemAction) => void
}

const Actions = ({ item: { duplicate, action }, canDecide, onChoose }: ActionsProps) => (
  <>
    {duplicate && (
      <Alert color="yellow" title={duplicateText(duplicate)} icon={<IconCopy size={18} aria-hidden />}>
        {duplicate.id === null ? (
          'An earlier question in the file has the same content.'
        ) : (
          <Link to="/bank/$questionId" params={{ questionId: duplicate.id }} className="text-link" target="_blank">
            Open the question in the bank
          </Link>
        )}
      </Alert>
    )}
    <Radio.Group label="Action" value={action} onChange={(value) => onChoose(value as ItemAction)}>
      <Stack gap="xs" mt="xs">
        {wordsOf(Boolean(duplicate?.id), duplicate !== undefined).map(([value, label, description]) => (
          <Radio key={value} value={value} label={label} description={description} disabled={!canDecide} />
        ))}
      </Stack>
    </Radio.Group>
  </>
)
