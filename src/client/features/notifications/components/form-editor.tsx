import { Alert, Button, Group } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { LinkButton } from '#client/ui/link-button.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { useLeaveWarning } from '#client/ui/use-leave-warning.ts'
import type { FormValues, Sender, StoredAnswer } from '../model/form.ts'
import { type ChosenFile, holdsWork, noFile } from '../model/form-file.ts'
import { AttachmentField } from './attachment-field.tsx'
import { FormBar } from './form-bar.tsx'
import { FormMessage } from './form-message.tsx'
import { FormNote, FormNotes } from './form-notes.tsx'
import { FormPreview } from './form-preview.tsx'
import { FormRecipients } from './form-recipients.tsx'
import { useSending } from './form-sending.ts'
import { useNotificationForm } from './form-state.ts'
import { FormTiming } from './form-timing.tsx'

interface NotificationEditorProps {
  sender: Sender
  /** The notification to edit; undefined for a new one. */
  stored?: StoredAnswer
  /** Initial values. */
  initial?: FormValues
  /** An unsent draft from another form. */
  handed?: Handed | undefined
  /** Moves the text to a new notification when the edited one has already been sent. */
  onCreateNew?: (handed: Handed) => void
  /** Called after an edited notification was stored or sent. */
  onSaved?: () => void
}

/** Text to continue with in another form. */
export interface Handed {
  values: FormValues
  file: ChosenFile
}

const lost = 'This message has not been sent. If you leave now, you lose it.'

/** The form for a notification: a new one, or one that has not been sent. */
export function NotificationEditor(props: NotificationEditorProps) {
  const { sender, stored, initial, handed, onCreateNew, onSaved } = props
  const navigate = useNavigate()
  const top = useRef<HTMLDivElement>(null)
  const left = useRef(false)
  const [file, setFile] = useState(handed?.file ?? noFile)
  const refusal = useRef(file.refusal)
  const [out, setOut] = useState(false)
  const [done, setDone] = useState<string | null>(null)
  const form = useNotificationForm(sender, stored, initial, () => refusal.current)
  // Set over an empty form, so that it counts as unsaved.
  const fill = useEffectEvent(() => handed && form.setValues(handed.values))
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
  const onOut = () => {
    setOut(true)
    toTop()
  }
  const { send, progress } = useSending(stored?.notification.id, file, onSent, onOut)
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
                It has been sent in the meantime and can no longer be edited. What you wrote is still here
                {stored?.notification.attachment && !file.file && '; its attachment is not copied'}.
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
            variant="light"
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
