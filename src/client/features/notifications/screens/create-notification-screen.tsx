import { IconSend } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { codeOf, messageOf } from '#client/lib/errors.ts'
import { useUser } from '#client/lib/session.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { ErrorState } from '#client/ui/error-state.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import { Loading } from '#client/ui/loading.tsx'
import { NotificationEditor } from '../components/form-editor.tsx'
import { formOf, type Sender } from '../model/form.ts'
import { wentOut } from '../model/words.ts'
import { useCollegeNames, useNotificationToEdit } from '../queries.ts'

/** A new notification, or one that has not gone out. */
export function CreateNotificationScreen() {
  const { edit } = useSearch({ strict: false })
  const sender: Sender = useUser().role === 'master_admin' ? 'master_admin' : 'college_admin'
  // Another one in the address is another form, never the same one with other words in it.
  return edit === undefined ? (
    <NotificationEditor key="new" sender={sender} />
  ) : (
    <Stored key={edit} id={edit} sender={sender} />
  )
}

function Stored({ id, sender }: { id: string; sender: Sender }) {
  const { data, error, refetch } = useNotificationToEdit(id)
  const colleges = data?.notification.targetColleges ?? []
  const needsNames = sender === 'master_admin' && colleges.length > 0
  const names = useCollegeNames(needsNames)
  if (error && codeOf(error) === 'NOT_FOUND')
    return <Gone title="Notification not found" text="It was cancelled or deleted, or it is somebody else's." />
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
    return <Gone title="This is not your notification" text="Only who wrote a notification can edit it." />
  if (wentOut(data.notification))
    return <Gone title="This notification has gone out" text="It cannot be edited any more." />
  const named = colleges.map((id) => {
    const college = names.data?.get(id)
    if (!college) return { id, name: 'A college', flaw: 'no longer there' }
    return { id, name: college.name, ...(!college.isActive && { flaw: 'inactive' }) }
  })
  return <NotificationEditor sender={sender} stored={data} initial={formOf(data, named)} />
}

const Gone = ({ title, text }: { title: string; text: string }) => (
  <EmptyState
    page
    icon={IconSend}
    title={title}
    text={text}
    action={
      <LinkButton to="/notifications" search={{ view: 'sent' }}>
        Go to sent notifications
      </LinkButton>
    }
  />
)
