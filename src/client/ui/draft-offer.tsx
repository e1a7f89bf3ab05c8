import { Alert, Button, Group, Paper, Text, Title } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { draftTime } from '#client/lib/draft-time.ts'

interface DraftOfferProps {
  /** ms UTC */
  savedAt: number
  name: string
  figures: ReactNode
  warnings: readonly string[]
  onRestore: () => void
  onDiscard: () => void
}

/** Offers to restore an unsaved draft from this browser before a form opens. */
export const DraftOffer = ({ savedAt, name, figures, warnings, onRestore, onDiscard }: DraftOfferProps) => (
  <Paper withBorder p="lg" maw={640} component="section" aria-labelledby="draft-offer">
    <Group gap="sm" wrap="nowrap" align="flex-start">
      <IconHistory size={22} stroke={1.6} aria-hidden style={{ flexShrink: 0, marginTop: 2 }} />
      <div style={{ minWidth: 0 }}>
        <Title order={2} size="h3" id="draft-offer">
          You have an unsaved draft from {draftTime(savedAt)}
        </Title>
        <Text size="sm" mt={6} style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Text>
        <Text size="sm" c="dimmed" className="tabular">
          {figures}
        </Text>
      </div>
    </Group>
    {warnings.map((warning) => (
      <Alert key={warning} color="yellow" mt="md" py="xs">
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
