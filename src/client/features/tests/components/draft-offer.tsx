import { Alert, Button, Group, Paper, Text, Title } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { now } from '#client/lib/clock.ts'
import { formatDateTime } from '#client/lib/time.ts'
import type { TestDraft } from '../model/draft.ts'
import { TotalsLine } from './totals-line.tsx'

interface DraftOfferProps {
  /** ms UTC */
  savedAt: number
  draft: TestDraft
  /** What one should know before restoring it, if anything. */
  warnings: string[]
  onRestore: () => void
  onDiscard: () => void
}

/** `14:05` of a draft of today, otherwise with the date. @param at ms UTC */
export function draftTime(at: number): string {
  const time = new Date(at)
  if (time.toDateString() !== new Date(now()).toDateString()) return formatDateTime(time.toISOString())
  return new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit' }).format(time)
}

/** Asked before the editor opens: this browser keeps something that was never saved. */
export function DraftOffer({ savedAt, draft, warnings, onRestore, onDiscard }: DraftOfferProps) {
  return (
    <Paper withBorder p="lg" maw={640} component="section" aria-labelledby="draft-offer">
      <Group gap="sm" wrap="nowrap" align="flex-start">
        <IconHistory size={22} stroke={1.6} aria-hidden style={{ flexShrink: 0, marginTop: 2 }} />
        <div style={{ minWidth: 0 }}>
          <Title order={2} size="h3" id="draft-offer">
            You have an unsaved draft from {draftTime(savedAt)}
          </Title>
          <Text size="sm" mt={6} style={{ overflowWrap: 'anywhere' }}>
            {draft.testName.trim() || 'Untitled test'}
          </Text>
          <Text size="sm" c="dimmed" className="tabular">
            <TotalsLine draft={draft} />
          </Text>
        </div>
      </Group>
      {warnings.map((warning) => (
        <Alert key={warning} color="yellow" variant="light" mt="md" py="xs">
          {warning}
        </Alert>
      ))}
      <Group mt="lg" gap="xs">
        <Button onClick={onRestore}>Restore</Button>
        <Button variant="default" onClick={onDiscard}>
          Discard
        </Button>
      </Group>
    </Paper>
  )
}
