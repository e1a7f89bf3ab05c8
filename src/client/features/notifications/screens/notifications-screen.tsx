import { Group } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useListParams } from '#client/lib/list-params.ts'
import { useUser } from '#client/lib/session.ts'
import { ExportMenu } from '#client/ui/export-menu.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { TabsBar } from '#client/ui/tabs-bar.tsx'
import { InboxView } from '../components/inbox-view.tsx'
import { SentView, useSentFilters } from '../components/sent-view.tsx'
import { useBell } from '../components/use-bell.ts'
import { useSentForPrint } from '../queries.ts'

/** The user's notifications. Both admin roles also see sent notifications and statistics. */
export function NotificationsScreen() {
  const { role } = useUser()
  return role === 'master_admin' || role === 'college_admin' ? <Management /> : <Inbox />
}

const useUnread = () => useBell().data?.unreadCount ?? 0

function Inbox() {
  const unread = useUnread()
  return (
    <>
      <PageHeader title="Notifications" purpose={inboxPurpose(unread)} />
      <InboxView />
    </>
  )
}

const inboxPurpose = (unread: number) =>
  `Messages for you, newest first. ${unread === 0 ? 'All read' : `${unread.toLocaleString()} unread`}.`

const views = ['sent', 'inbox'] as const

function Management() {
  const isMaster = useUser().role === 'master_admin'
  const unread = useUnread()
  const [params, setParams] = useListParams(['view', 'open'])
  // The master admin does not receive notifications, so show the sent ones first.
  const defaultView = isMaster && params.open === undefined ? 'sent' : 'inbox'
  const view = views.find((known) => known === params.view) ?? defaultView
  const shown = isMaster ? views : views.toReversed()
  return (
    <>
      <PageHeader
        title="Notifications"
        purpose={
          view === 'inbox'
            ? inboxPurpose(unread)
            : `Notifications sent${isMaster ? '' : ' in your college'}, and who has read them.`
        }
        action={
          <Group gap="xs">
            {view === 'sent' && <SentExport />}
            <LinkButton to="/create-notification" leftSection={<IconPlus size={16} aria-hidden />}>
              Create Notification
            </LinkButton>
          </Group>
        }
      />
      <TabsBar
        label="Notifications"
        tabs={shown.map((value) =>
          value === 'sent' ? { value, label: 'Sent' } : { value, label: 'Inbox', count: unread || undefined },
        )}
        value={view}
        onChange={(next) => setParams({ ...none, view: next })}
      >
        {view === 'sent' ? <SentView /> : <InboxView />}
      </TabsBar>
    </>
  )
}

/** Clears the filters when the view changes, because the two views have different filters. */
const none = { search: '', open: '', filter: '', type: '', priority: '', sender: '', target: '', status: '' }

function SentExport() {
  const { query } = useSentFilters()
  const { load } = useSentForPrint(query)
  return <ExportMenu path="/api/notifications/export" query={query} failed="Failed to export CSV" prepare={load} />
}
