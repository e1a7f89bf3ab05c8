import { Text } from '@mantine/core'
import { plural } from '#client/lib/plural.ts'
import { Modal } from '#client/ui/modal.tsx'
import { marksEach, type TestDraft } from '../model/draft.ts'
import { PaperView } from './paper-view.tsx'

interface DraftPreviewProps {
  draft: TestDraft
  opened: boolean
  onClose: () => void
}

/** The test as students will see it, with its key marked. */
export function DraftPreview({ draft, opened, onClose }: DraftPreviewProps) {
  const each = marksEach(draft)
  const total = draft.questions.reduce((sum, question) => sum + (question.marks ?? each), 0)
  return (
    <Modal opened={opened} onClose={onClose} title={draft.testName.trim() || 'Untitled test'} size="xl">
      <Text size="sm" c="dimmed">
        {plural(draft.questions.length, 'question')} · {plural(total, 'mark')} · as students will see it, with the key
        marked
      </Text>
      <PaperView questions={draft.questions} marksPerQuestion={each} />
    </Modal>
  )
}
