import { ActionIcon, Box, Flex, Group, Text } from '@mantine/core'
import { IconCheck, IconChevronDown, IconClockHour4, IconPaperclip } from '@tabler/icons-react'
import { useEffect, useId, useRef } from 'react'
import { now } from '#client/lib/clock.ts'
import { formatDateTime } from '#client/lib/time.ts'
import { RelativeTime } from '#client/ui/relative-time.tsx'
import { StatusBadge } from '#client/ui/status-badge.tsx'
import { roleLabels } from '#shared/roles.ts'
import { typeLabels } from '../model/notification-text.ts'
import { expiryText } from '../model/notification-times.ts'
import type { InboxEntry as Entry } from '../queries.ts'
import { AttachmentDownload } from './attachment-download.tsx'
import classes from './inbox.module.css'
import { PriorityBadge } from './priority-badge.tsx'
import { typeIcons } from './type-icons.ts'

interface InboxEntryProps {
  entry: Entry
  open: boolean
  onToggle: () => void
  onRead: () => void
}

/** One notification in a few lines, expandable to its full text. */
export function InboxEntry({ entry, open, onToggle, onRead }: InboxEntryProps) {
  const { notification, isRead, createdAt } = entry
  const { title, message, type, priority, createdBy, expiresAt, attachment } = notification
  const Shape = typeIcons[type]
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const toggled = useRef(false)
  // If the entry was opened through a link, scroll to it and focus it.
  useEffect(() => {
    if (!open || toggled.current) return
    button.current?.focus({ preventScroll: true })
    button.current?.scrollIntoView({ block: 'nearest' })
  }, [open])

  return (
    <li className={classes.entry} data-unread={!isRead || undefined} data-open={open || undefined}>
      <div className={`hoverable ${classes.line}`}>
        <Shape size={20} stroke={1.7} style={{ marginTop: 1, color: 'var(--mantine-color-dimmed)' }} aria-hidden />
        <Box miw={0}>
          <button
            ref={button}
            type="button"
            className={`anywhere ${classes.title}`}
            aria-expanded={open}
            aria-controls={id}
            onClick={() => {
              toggled.current = true
              onToggle()
            }}
          >
            {!isRead && <span className="visually-hidden">Unread: </span>}
            <span dir="auto">{title}</span>
          </button>
          {!open && (
            <Text truncate mt={2} c="dimmed" fz="sm" dir="auto">
              {message}
            </Text>
          )}
          <Group gap="4px 12px" mt={6} c="dimmed" fz="xs" className={classes.about}>
            {!isRead && <StatusBadge tone="info" label="Unread" />}
            <PriorityBadge priority={priority} />
            <span>{typeLabels[type]}</span>
            <span>
              {createdBy.name} · {roleLabels[createdBy.role]}
            </span>
            {attachment && !open && (
              <Group component="span" display="inline-flex" gap={4} wrap="nowrap">
                <IconPaperclip size={13} aria-hidden /> Attachment
              </Group>
            )}
            {expiresAt && (
              <Group component="span" display="inline-flex" gap={4} wrap="nowrap" title={formatDateTime(expiresAt)}>
                <IconClockHour4 size={13} aria-hidden /> {expiryText(expiresAt, now())}
              </Group>
            )}
          </Group>
        </Box>
        <Flex
          gap={{ base: 0, sm: 6 }}
          direction={{ base: 'column', sm: 'row' }}
          align={{ base: 'flex-end', sm: 'flex-start' }}
          c="dimmed"
          fz="xs"
          lh="22px"
        >
          <span>
            <RelativeTime value={createdAt} />
          </span>
          {!isRead && !open && (
            <ActionIcon
              className={classes.read}
              variant="subtle"
              color="gray"
              title="Mark as read"
              aria-label={`Mark as read: ${title}`}
              onClick={() => {
                onRead()
                button.current?.focus()
              }}
            >
              <IconCheck size={18} stroke={1.7} />
            </ActionIcon>
          )}
          <IconChevronDown className={classes.chevron} size={16} aria-hidden />
        </Flex>
      </div>
      <Box
        id={id}
        hidden={!open}
        ps={{ base: 'md', sm: 'calc(var(--mantine-spacing-md) + 20px + var(--mantine-spacing-sm))' }}
        pe="md"
        pb="md"
      >
        {open && (
          <>
            <Text maw={720} fz="sm" lh={1.6} className={`anywhere ${classes.message}`} dir="auto">
              {message}
            </Text>
            <AttachmentDownload of={notification} />
          </>
        )}
      </Box>
    </li>
  )
}
