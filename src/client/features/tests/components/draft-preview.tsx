import { Text } from '@mantine/core'
import { useMemo } from 'react'
import { Modal } from '#client/ui/modal.tsx'
import type { TestDraft } from '../model/draft.ts'
import { marksEach, partsOfDraft } from '../model/draft-parts.ts'
import { TestPaper } from './test-paper.tsx'
import { TotalsLine } from './totals-line.tsx'

interface DraftPreviewProps {
  draft: TestDraft
  opened: boolean
  onClose: () => void
}

/** The whole test as students will see it. */
export function DraftPreview({ draft, opened, onClose }: DraftPreviewProps) {
  const parts = useMemo(
    () =>
      partsOfDraft(draft).map((part) => ({
        key: part.part ?? 'all',
        name: part.name,
        minutes: typeof part.minutes === 'number' ? part.minutes : null,
        marksPerQuestion: marksEach(part),
        questions: part.questions,
      })),
    [draft],
  )
  return (
    <Modal opened={opened} onClose={onClose} title={draft.testName.trim() || 'Untitled test'} size="xl">
      <Text size="sm" c="dimmed" mb="sm" className="tabular">
        As students will see it: <TotalsLine draft={draft} />
      </Text>
      <TestPaper parts={parts} />
    </Modal>
  )
}
