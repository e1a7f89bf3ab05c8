import { Alert, Box, Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { IconFlag } from '@tabler/icons-react'
import { messageOf } from '#client/lib/errors.ts'
import { useZodForm } from '#client/lib/form.ts'
import { notify } from '#client/lib/notify.ts'
import { answerToasts } from '#client/lib/report-outcome.ts'
import { formatDateTime } from '#client/lib/time.ts'
import { useConfirm } from '#client/ui/confirm.tsx'
import { useDialog } from '#client/ui/dialog-state.ts'
import { FormActions } from '#client/ui/form-actions.tsx'
import { type DialogProps, Modal } from '#client/ui/modal.tsx'
import { StatusBadge } from '#client/ui/status-badge.tsx'
import { maxObjection, type ObjectionStatus } from '#shared/marking/objections.rules.ts'
import { type OwnObjection, objectionForm } from '#shared/marking/objections.schema.ts'
import { useObjecting, type useOwnObjections } from '../queries.ts'
import classes from './report-view.module.css'

type OwnObjections = ReturnType<typeof useOwnObjections>

/** The deadline for objecting to questions in the report. Renders nothing for a test without objections. */
export function ObjectionTimes({ objections: { data, error, refetch } }: { objections: OwnObjections }) {
  if (error && !data)
    return (
      <Alert color="red" mb="sm" py="xs" data-print="hide">
        <Group gap="sm" justify="space-between">
          Failed to load your objections. {messageOf(error)}
          <Button variant="default" size="xs" onClick={() => void refetch()}>
            Try again
          </Button>
        </Group>
      </Alert>
    )
  if (!data?.objectionsUntil) return null
  const until = formatDateTime(data.objectionsUntil)
  return (
    <Text size="sm" c="dimmed" mb="sm" data-print="hide">
      {data.isOpen ? `You can object to questions until ${until}.` : `You could object to questions until ${until}.`}
    </Text>
  )
}

const badges = {
  open: { tone: 'info', label: 'Objection sent' },
  accepted: { tone: 'success', label: 'Objection accepted' },
  rejected: { tone: 'danger', label: 'Objection rejected' },
} as const satisfies Record<ObjectionStatus, object>

interface QuestionObjectionProps {
  testId: string
  attemptId: string
  questionId: string
  number: number
  objections: OwnObjections
}

/** The student's objection to a question and its reply, or a button to object while objections are open. */
export function QuestionObjection({ objections: { data }, ...props }: QuestionObjectionProps) {
  const dialog = useDialog<true>()
  const objection = data?.objections.find(({ questionId }) => questionId === props.questionId)
  if (objection) return <SentObjection objection={objection} />
  if (!data?.isOpen) return null
  return (
    <Group mt={12} data-print="hide">
      <Button
        variant="default"
        size="xs"
        leftSection={<IconFlag size={14} aria-hidden />}
        onClick={() => dialog.open(true)}
      >
        Object to this question
      </Button>
      {dialog.show((_, shown) => (
        <ObjectionDialog {...props} {...shown} />
      ))}
    </Group>
  )
}

function SentObjection({
  objection: { id, reason, status, createdAt, reply, repliedAt },
}: {
  objection: OwnObjection
}) {
  const confirm = useConfirm()
  const { withdraw } = useObjecting()
  const ask = async () => {
    const sure = await confirm({
      title: 'Withdraw your objection?',
      message: 'Staff won’t reply to it.',
      consequences: 'You can object again while objections are open.',
      confirmLabel: 'Withdraw objection',
    })
    if (sure) withdraw.mutate({ id }, answerToasts)
  }
  return (
    <Box
      component="section"
      mt={12}
      py={10}
      px={12}
      fz="sm"
      bg="var(--surface-raised)"
      bdrs="md"
      aria-label="Objection"
    >
      <Group gap={8} mb={6}>
        <StatusBadge {...badges[status]} />
        <Text span inherit c="dimmed" fz="xs">
          {formatDateTime(createdAt)}
        </Text>
      </Group>
      <div className={`anywhere ${classes.answer}`}>{reason}</div>
      {reply !== null && repliedAt !== null && (
        <Box mt={8} pt={8} className="line-above">
          <Text fz="xs" c="dimmed" mb={2}>
            Reply, {formatDateTime(repliedAt)}
          </Text>
          <div className={`anywhere ${classes.answer}`}>{reply}</div>
        </Box>
      )}
      {status === 'open' && (
        <Button
          variant="default"
          size="xs"
          mt={10}
          loading={withdraw.isPending}
          onClick={() => void ask()}
          data-print="hide"
        >
          Withdraw
        </Button>
      )}
    </Box>
  )
}

const fields = objectionForm.pick({ reason: true })

function ObjectionDialog({
  testId,
  attemptId,
  questionId,
  number,
  opened,
  onClose,
}: DialogProps & Omit<QuestionObjectionProps, 'objections'>) {
  const { create } = useObjecting()
  const form = useZodForm({ schema: fields, initialValues: { reason: '' } })
  const { reason } = form.getValues()
  const submit = form.submit(async (written) => {
    await create.mutateAsync({ id: testId, attemptId, questionId, ...written })
    notify.success('Objection sent')
    onClose()
  })
  return (
    <Modal opened={opened} onClose={onClose} title={`Object to question ${number}`} sticky={reason !== ''}>
      <form onSubmit={submit} noValidate>
        <Stack gap="sm">
          <Text size="sm">
            Say what is wrong with the question or its correct answer. Staff read your reason and reply here.
          </Text>
          <Textarea
            label="Reason"
            description={`${reason.length.toLocaleString()} of ${maxObjection.toLocaleString()} characters`}
            required
            minRows={4}
            maxRows={10}
            maxLength={maxObjection}
            data-autofocus
            {...form.getInputProps('reason')}
          />
        </Stack>
        <FormActions submitLabel="Send objection" busy={form.busy} onCancel={onClose} />
      </form>
    </Modal>
  )
}
