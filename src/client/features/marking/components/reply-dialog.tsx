import { Group, Radio, Stack, Text, Textarea } from '@mantine/core'
import { useZodForm } from '#client/lib/form.ts'
import { plural } from '#client/lib/format.ts'
import { notify } from '#client/lib/notify.ts'
import { FormActions } from '#client/ui/form-actions.tsx'
import { type DialogProps, Modal } from '#client/ui/modal.tsx'
import { maxObjection } from '#shared/marking/objections.rules.ts'
import { replyForm } from '#shared/marking/objections.schema.ts'
import { type StaffObjection, useReply } from '../queries.ts'

const fields = replyForm.pick({ status: true, reply: true })

interface ReplyDialogProps extends DialogProps {
  testId: string
  questionId: string
  /** The objection to reply to, or the number of open objections to reply to together. */
  about: StaffObjection | number
}

/** Accepts or rejects one objection or all open objections to a question, with a reply to the students. */
export function ReplyDialog({ testId, questionId, about, opened, onClose }: ReplyDialogProps) {
  const { one, all } = useReply()
  const stored = typeof about === 'number' ? null : about
  const isAnswered = stored !== null && stored.status !== 'open'
  const form = useZodForm({
    schema: fields,
    initialValues: { status: isAnswered ? stored.status : '', reply: stored?.reply ?? '' },
  })
  const submit = form.submit(async (written) => {
    if (stored) {
      await one.mutateAsync({ id: stored.id, since: stored.repliedAt, ...written })
      notify.success('Reply sent')
    } else {
      const { answered } = await all.mutateAsync({ id: testId, questionId, ...written })
      notify.success(`Replied to ${plural(answered, 'objection')}`)
    }
    onClose()
  })
  const title = stored
    ? isAnswered
      ? 'Change the reply'
      : 'Reply to this objection'
    : `Reply to ${plural(Number(about), 'open objection')}`
  return (
    <Modal opened={opened} onClose={onClose} title={title} sticky={form.isDirty()}>
      <form onSubmit={submit} noValidate>
        <Stack gap="sm">
          {stored && (
            <Text size="sm" className="anywhere" lineClamp={6} style={{ whiteSpace: 'pre-wrap' }}>
              {stored.reason}
            </Text>
          )}
          <Radio.Group
            label="Decision"
            description="Accepting does not change the key or any marks."
            required
            {...form.getInputProps('status')}
          >
            <Group gap="lg" mt={8} mb={4}>
              <Radio value="accepted" label="Accept" data-autofocus={!isAnswered || undefined} />
              <Radio value="rejected" label="Reject" />
            </Group>
          </Radio.Group>
          <Textarea
            label="Reply"
            description={stored ? 'The student sees it in their report' : 'The students see it in their reports'}
            required
            minRows={3}
            maxRows={10}
            maxLength={maxObjection}
            {...form.getInputProps('reply')}
          />
        </Stack>
        <FormActions submitLabel="Send reply" busy={form.busy} onCancel={onClose} />
      </form>
    </Modal>
  )
}
