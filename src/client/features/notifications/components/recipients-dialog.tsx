import { Box, Text } from '@mantine/core'
import { IconClockCancel, IconClockHour4, IconUsers } from '@tabler/icons-react'
import { useState } from 'react'
import { now } from '#client/lib/clock.ts'
import { useUser } from '#client/lib/session.ts'
import { formatDateTime } from '#client/lib/time.ts'
import { ChoiceChips } from '#client/ui/choice-chips.tsx'
import { CollegeLink } from '#client/ui/college-link.tsx'
import { DataList } from '#client/ui/data-list.tsx'
import type { Column } from '#client/ui/data-list-props.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { FilterBar } from '#client/ui/filter-bar.tsx'
import { type DialogProps, Modal } from '#client/ui/modal.tsx'
import { RelativeTime } from '#client/ui/relative-time.tsx'
import { roleLabels } from '#shared/roles.ts'
import { missedText } from '../model/notification-times.ts'
import { type Recipient, type SentNotification, useRecipients } from '../queries.ts'

interface RecipientsDialogProps extends DialogProps {
  notification: SentNotification
}

/** A notification's text and recipients, with the time each read it. */
export function RecipientsDialog({ notification, opened, onClose }: RecipientsDialogProps) {
  const { title, message, status, scheduledFor, expiresAt } = notification
  return (
    <Modal opened={opened} onClose={onClose} title={title} size="xl">
      <Box
        component="section"
        mah={168}
        mb="md"
        py="sm"
        px="md"
        fz="sm"
        lh={1.55}
        bg="var(--surface-raised)"
        className="anywhere card"
        style={{ overflow: 'auto', whiteSpace: 'pre-wrap' }}
        aria-label="Message"
        dir="auto"
        tabIndex={0}
      >
        {message}
      </Box>
      {status === 'scheduled' ? (
        <EmptyState
          icon={IconClockHour4}
          title="Not sent yet"
          text={`${scheduledFor === null ? '' : `Scheduled for ${formatDateTime(scheduledFor)}. `}Recipients are chosen at that time.`}
        />
      ) : status === 'missed' ? (
        <EmptyState
          icon={IconClockCancel}
          title="It was not sent"
          text={`${missedText({ expiresAt }, now())}${scheduledFor === null ? '' : `, ${formatDateTime(scheduledFor)}`}. No one received it.`}
        />
      ) : (
        <Recipients notification={notification} />
      )}
    </Modal>
  )
}

const pageSize = 50

interface Query {
  filter?: 'read' | 'unread' | undefined
  search: string
  page: number
}

function Recipients({ notification }: Pick<RecipientsDialogProps, 'notification'>) {
  const { id } = notification
  const isMaster = useUser().role === 'master_admin'
  const [{ filter, search, page }, setQuery] = useState<Query>({ search: '', page: 1 })
  const change = (patch: Partial<Query>) => setQuery((before) => ({ ...before, page: 1, ...patch }))

  const recipients = useRecipients({ id, page, limit: pageSize, filter, search: search || undefined })
  const { totalRecipients, totalRead, totalUnread } = recipients.data ?? notification
  const filtered = filter !== undefined || search !== ''
  const clear = () => setQuery({ search: '', page: 1 })

  return (
    <>
      <ChoiceChips
        label="Read or unread"
        choices={[
          { value: undefined, label: 'All', count: totalRecipients },
          { value: 'read', label: 'Read', count: totalRead },
          { value: 'unread', label: 'Unread', count: totalUnread },
        ]}
        value={filter}
        onChange={(next) => change({ filter: next })}
      />
      <Box mt="sm">
        <FilterBar
          search={{
            value: search,
            onChange: (next) => change({ search: next }),
            placeholder: 'Search names and emails',
          }}
        />
      </Box>
      <DataList
        label="Recipients"
        columns={isMaster ? masterColumns : collegeColumns}
        rows={recipients.data?.recipients}
        rowKey={(person) => person.id}
        query={recipients}
        stale={recipients.isPlaceholderData}
        pagination={recipients.data?.pagination}
        onPageChange={(next) => change({ page: next })}
        cardsBelow={36}
        noMatches={filtered && { title: 'No one matches', clearLabel: 'Show all', onClear: clear }}
        empty={{ icon: IconUsers, title: 'No recipients', text: 'No current members received this.' }}
      />
    </>
  )
}

const person: Column<Recipient> = {
  id: 'name',
  header: 'Name',
  cell: ({ name, email }) => (
    <>
      <Text component="div" fz="sm" fw={550} className="anywhere">
        {name}
      </Text>
      <Text component="div" c="dimmed" fz="xs" fw={400} className="anywhere">
        {email}
      </Text>
    </>
  ),
}
const role: Column<Recipient> = { id: 'role', header: 'Role', width: 130, cell: (one) => roleLabels[one.role] }
const college: Column<Recipient> = {
  id: 'college',
  header: 'College',
  width: '28%',
  cell: ({ collegeId, collegeName }) =>
    collegeId ? <CollegeLink collegeId={collegeId}>{collegeName}</CollegeLink> : '–',
}
const readAt: Column<Recipient> = {
  id: 'readAt',
  header: 'Read',
  width: 130,
  cell: (one) => <RelativeTime value={one.readAt} empty="Not yet" />,
}
const masterColumns = [person, role, college, readAt] as const
const collegeColumns = [person, role, readAt] as const
