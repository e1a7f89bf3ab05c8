import { Alert, Badge, Button, Group, Paper, Stack, Text } from '@mantine/core'
import { IconCircleCheck, IconClock, IconPaperclip, IconSend } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { now } from '#client/lib/clock.ts'
import { isDateValue } from '#client/lib/date-text.ts'
import { useUser } from '#client/lib/session.ts'
import { DateField } from '#client/ui/date-field.tsx'
import { endPresets, startPresets } from '#client/ui/date-presets.ts'
import { FormRow, FormSection } from '#client/ui/form-section.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import { Note } from '#client/ui/note.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { BottomBar } from '#client/ui/save-bar.tsx'
import { StatusBadge } from '#client/ui/status-badge.tsx'
import { useLeaveWarning } from '#client/ui/use-leave-warning.ts'
import { Warning } from '#client/ui/warning.tsx'
import { type ChosenFile, holdsWork, noFile } from '../model/form-attachment.ts'
import type { FormValues, Sender, StoredAnswer } from '../model/notification-form.ts'
import { priorityLabels, takenOffText, typeLabels } from '../model/notification-text.ts'
import { missedText } from '../model/notification-times.ts'
import { AttachmentField } from './attachment-field.tsx'
import { FormAudience } from './form-audience.tsx'
import { FormMessage } from './form-message.tsx'
import { FormRecipients } from './form-recipients.tsx'
import { useSending } from './form-sending.ts'
import { type NotificationFormState, useNotificationForm } from './form-state.ts'

const sendLabel = (scheduled: boolean, editing: boolean) =>
  editing ? (scheduled ? 'Save changes' : 'Send now') : scheduled ? 'Schedule' : 'Send'

/** Always visible below the form: the number of recipients and the send button. */
function FormBar({ values, editing, busy }: { values: FormValues; editing: boolean; busy: boolean }) {
  const scheduled = values.scheduledFor !== ''
  const Shape = scheduled ? IconClock : IconSend
  return (
    <BottomBar>
      <Stack flex={{ base: '1 1 100%', sm: '1 1 260px' }} gap={2} miw={0} fz="sm">
        <FormAudience values={values} />
      </Stack>
      <LinkButton to="/notifications" search={{ view: 'sent' }} variant="default">
        Cancel
      </LinkButton>
      <Button type="submit" loading={busy} leftSection={<Shape size={16} aria-hidden />}>
        {sendLabel(scheduled, editing)}
      </Button>
    </BottomBar>
  )
}

/** Notes on editing a stored notification. */
function FormNotes({ stored: { notification, missingUsers } }: { stored: StoredAnswer }) {
  const left = notification.targetUsers.length - missingUsers.length
  return (
    <>
      {notification.status === 'missed' && (
        <FormNote>
          It was not sent: {missedText(notification, now()).toLowerCase()}. Please choose a new time, or clear the time
          to send it now.
        </FormNote>
      )}
      {missingUsers.length > 0 && left > 0 && <FormNote>{takenOffText(missingUsers.length)}.</FormNote>}
    </>
  )
}

/** A prominent note above the form. */
const FormNote = ({ children }: { children: ReactNode }) => (
  <Warning mb="lg" role="note">
    {children}
  </Warning>
)

interface NotificationEditorProps {
  sender: Sender
  /** The notification to edit; undefined for a new one. */
  stored?: StoredAnswer
  initial?: FormValues
  /** An unsent draft from another form. */
  recovered?: RecoveredForm | undefined
  /** Moves the text to a new notification when the edited one has already been sent. */
  onCreateNew?: (recovered: RecoveredForm) => void
  /** Called after an edited notification was stored or sent. */
  onSaved?: () => void
}

/** An unsent draft to continue in another form. */
export interface RecoveredForm {
  values: FormValues
  file: ChosenFile
}

const lost = 'This message has not been sent. If you leave now, you lose it.'

/** The form for a new notification, or for editing one that has not been sent. */
export function NotificationEditor(props: NotificationEditorProps) {
  const { sender, stored, initial, recovered, onCreateNew, onSaved } = props
  const navigate = useNavigate()
  const top = useRef<HTMLDivElement>(null)
  const left = useRef(false)
  const [file, setFile] = useState(recovered?.file ?? noFile)
  const refusal = useRef(file.refusal)
  const [out, setOut] = useState(false)
  const [done, setDone] = useState<string | null>(null)
  const form = useNotificationForm(sender, stored, initial, () => refusal.current)
  // Fill an empty form with the draft, so that the draft counts as unsaved.
  const fill = useEffectEvent(() => recovered && form.setValues(recovered.values))
  useEffect(() => {
    fill()
  }, [])
  const changeFile = (next: typeof file) => {
    refusal.current = next.refusal
    setFile(next)
    form.clearFieldError('attachment')
  }
  useLeaveWarning(() => !left.current && (form.isDirty() || holdsWork(file)), lost)
  const toTop = () => requestAnimationFrame(() => top.current?.focus())
  const onSent = async (news: string) => {
    if (stored) {
      left.current = true
      onSaved?.()
      await navigate({ to: '/notifications', search: { view: 'sent' } })
      return
    }
    form.reset()
    changeFile(noFile)
    setDone(news)
    toTop()
  }
  const onAlreadySent = () => {
    setOut(true)
    toTop()
  }
  const { send, progress } = useSending(stored?.notification.id, file, onSent, onAlreadySent)
  const kept = file.removed ? null : (stored?.notification.attachment?.originalName ?? null)
  const attachment = file.refusal === null ? (file.file?.name ?? kept) : null

  return (
    <form noValidate onSubmit={form.submit(send)}>
      <PageHeader
        title={stored ? 'Edit Notification' : 'Create Notification'}
        purpose={stored ? 'Not sent yet.' : 'Send a message now or at a set time. People also get it by email.'}
        action={
          <LinkButton to="/notifications" search={{ view: 'sent' }} variant="default">
            Sent notifications
          </LinkButton>
        }
      />
      <div ref={top} tabIndex={-1} role="status" style={{ outline: 'none', scrollMarginTop: 80 }}>
        {out && (
          <FormNote>
            <Group gap="xs" justify="space-between">
              <span>
                This notification has since been sent and can no longer be edited. Your text is still here
                {stored?.notification.attachment && !file.file && ', but the attachment is not copied'}.
              </span>
              <Button
                variant="default"
                size="compact-sm"
                onClick={() => onCreateNew?.({ values: form.getValues(), file: { ...file, removed: false } })}
              >
                Create a new one with this text
              </Button>
            </Group>
          </FormNote>
        )}
        {done !== null && (
          <Alert
            color="teal"
            mb="lg"
            icon={<IconCircleCheck size={18} aria-hidden />}
            withCloseButton
            closeButtonLabel="Hide this message"
            onClose={() => setDone(null)}
          >
            <Group gap="xs" justify="space-between">
              <span>{done}.</span>
              <LinkButton
                to="/notifications"
                search={{ view: 'sent' }}
                variant="subtle"
                color="teal"
                size="compact-sm"
                ml={-8}
              >
                See it in Sent
              </LinkButton>
            </Group>
          </Alert>
        )}
      </div>
      {stored && <FormNotes stored={stored} />}
      <FormMessage form={form} />
      <FormRecipients form={form} sender={sender} />
      <FormTiming form={form} />
      <AttachmentField
        value={file}
        onChange={changeFile}
        stored={stored?.notification.attachment ?? null}
        error={form.errors.attachment}
        progress={progress}
      />
      <FormPreview values={form.values} attachment={attachment} />
      <FormBar values={form.values} editing={stored !== undefined} busy={form.busy} />
    </form>
  )
}

/** The notification as recipients will see it. */
function FormPreview({ values, attachment }: { values: FormValues; attachment: string | null }) {
  const { name } = useUser()
  const { title, message, type, priority } = values
  if (title.trim() === '' && message.trim() === '') return null
  return (
    <FormSection title="Preview" text="As recipients see it in their notifications.">
      <Paper withBorder p="md" radius="md" style={{ overflowWrap: 'anywhere' }}>
        <Group gap={6} mb={8}>
          <StatusBadge tone={type === 'urgent' ? 'danger' : 'info'} label={typeLabels[type]} />
          {priority !== 'medium' && <Badge variant="default">{priorityLabels[priority]} priority</Badge>}
        </Group>
        <Text fw={600}>{title.trim() || 'Untitled'}</Text>
        <Text size="sm" mt={4} style={{ whiteSpace: 'pre-wrap' }}>
          {message.trim()}
        </Text>
        {attachment !== null && (
          <Group gap={6} mt="sm" wrap="nowrap" align="flex-start">
            <IconPaperclip size={16} aria-hidden style={{ flexShrink: 0, marginTop: 2 }} />
            <Text size="sm">{attachment}</Text>
          </Group>
        )}
        <Note mt="sm">From {name}</Note>
      </Paper>
    </FormSection>
  )
}

/** The fields for the send time and the expiry. */
function FormTiming({ form }: { form: NotificationFormState }) {
  const { scheduledFor, expiresAt } = form.values
  const start = isDateValue(scheduledFor, true) ? scheduledFor : ''
  return (
    <FormSection title="Timing" text="Both are optional.">
      <FormRow wide>
        <DateField
          label="Send at"
          description="Leave empty to send now"
          withTime
          clearable
          presets={startPresets(now())}
          value={scheduledFor}
          {...form.getInputProps('scheduledFor')}
        />
        <DateField
          label="Expires at"
          description="Hidden from notifications after this time"
          withTime
          clearable
          min={start}
          presets={endPresets(start, now())}
          value={expiresAt}
          {...form.getInputProps('expiresAt')}
        />
      </FormRow>
    </FormSection>
  )
}
