import { Badge, Group, Paper, Text } from '@mantine/core'
import { IconPaperclip } from '@tabler/icons-react'
import { useUser } from '#client/lib/session.ts'
import { FormSection } from '#client/ui/form-section.tsx'
import { StatusBadge } from '#client/ui/status-badge.tsx'
import type { FormValues } from '../model/form.ts'
import { priorityWords, typeWords } from '../model/form-words.ts'

/** The notification as recipients will see it. */
export function FormPreview({ values, attachment }: { values: FormValues; attachment: string | null }) {
  const { name } = useUser()
  const { title, message, type, priority } = values
  if (title.trim() === '' && message.trim() === '') return null
  return (
    <FormSection title="Preview" text="As recipients see it in their notifications.">
      <Paper withBorder p="md" radius="md" style={{ overflowWrap: 'anywhere' }}>
        <Group gap={6} mb={8}>
          <StatusBadge tone={type === 'urgent' ? 'danger' : 'info'} label={typeWords[type]} />
          {priority !== 'medium' && <Badge variant="default">{priorityWords[priority]} priority</Badge>}
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
        <Text size="xs" c="dimmed" mt="sm">
          From {name}
        </Text>
      </Paper>
    </FormSection>
  )
}
