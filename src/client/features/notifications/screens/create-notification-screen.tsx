import { IconSend } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { codeOf, messageOf } from '#client/lib/errors.ts'
import { useUser } from '#client/lib/session.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { ErrorState } from '#client/ui/error-state.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import { Loading } from '#client/ui/loading.tsx'
import { PageNotFound } from '#client/ui/page-error.tsx'
import { NotificationEditor, type RecoveredForm } from '../components/form-editor.tsx'
import { type FormValues, formOf, type Sender, type StoredAnswer } from '../model/notification-form.ts'
import { wentOut } from '../model/notification-text.ts'
import { useCollegeNames, useNotificationToEdit } from '../queries.ts'

/** Creates a notification, or edits one that has not been sent. */
export function CreateNotificationScreen() {
  const { edit } = useSearch({ strict: false })
  const navigate = useNavigate()
  const [recovered, setRecovered] = useState<RecoveredForm>()
  const createNew = (written: RecoveredForm) => {
    setRecovered(written)
    void navigate({ to: '/create-notification', search: {}, replace: true })
  }
  const sender: Sender = useUser().role === 'master_admin' ? 'master_admin' : 'college_admin'
  // Remount the form when the id changes, so that it never shows the previous notification's values.
  return edit === undefined ? (
    <NotificationEditor key="new" sender={sender} recovered={recovered} />
  ) : (
    <Stored key={edit} id={edit} sender={sender} onCreateNew={createNew} />
  )
}

interface StoredProps {
  id: string
  sender: Sender
  onCreateNew: (recovered: RecoveredForm) => void
}

function Stored({ id, sender, onCreateNew }: StoredProps) {
  // Once open, keep the form until it is saved so that typed text survives if the notification is deleted.
  const [opened, setOpened] = useState<{ stored: StoredAnswer; initial: FormValues }>()
  const [saved, setSaved] = useState(false)
  const { data, error, refetch } = useNotificationToEdit(id)
  const colleges = data?.notification.targetColleges ?? []
  const needsNames = sender === 'master_admin' && colleges.length > 0
  const names = useCollegeNames(needsNames)
  const sent = saved && data !== undefined && wentOut(data.notification)
  if (opened && !sent)
    return <NotificationEditor sender={sender} {...opened} onCreateNew={onCreateNew} onSaved={() => setSaved(true)} />
  if (error && codeOf(error) === 'NOT_FOUND')
    return (
      <PageNotFound
        what={messageOf(error)}
        text="It was cancelled or deleted, or someone else wrote it."
        action={toSent}
      />
    )
  const failure = error ?? names.error
  if (failure)
    return (
      <ErrorState
        page
        title="Failed to load the notification"
        message={messageOf(failure)}
        onRetry={() => void (error ? refetch() : names.refetch())}
      />
    )
  if (!data || (needsNames && !names.data)) return <Loading label="Loading the notification" />
  if (!data.notification.isOwn)
    return <NotFound title="This is not your notification" text="Only its author can edit a notification." />
  if (wentOut(data.notification))
    return <NotFound title="This notification has already been sent" text="You can no longer edit it." />
  const named = colleges.map((id) => {
    const college = names.data?.get(id)
    if (!college) return { id, name: 'A college', flaw: 'no longer exists' }
    return { id, name: college.name, ...(!college.isActive && { flaw: 'inactive' }) }
  })
  setOpened({ stored: data, initial: formOf(data, named) })
  return null
}

const toSent = (
  <LinkButton to="/notifications" search={{ view: 'sent' }}>
    Go to sent notifications
  </LinkButton>
)

const NotFound = ({ title, text }: { title: string; text: string }) => (
  <EmptyState page icon={IconSend} title={title} text={text} action={toSent} />
)
