import { ActionIcon, Button, Group, Menu, Text } from '@mantine/core'
import { IconArrowBackUp, IconCopy, IconDots, IconEye } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useConfirm } from '#client/ui/confirm.tsx'
import type { ConfirmQuestion } from '#client/ui/confirm-host.tsx'
import { Modal } from '#client/ui/modal.tsx'
import { marksEach, partsOfDraft } from '../model/draft-parts.ts'
import type { TestDraft } from '../model/test-draft.ts'
import type { TestDetail } from '../queries.ts'
import { TestPaper } from './test-paper.tsx'
import { TotalsLine } from './totals-line.tsx'
import { useDuplication } from './use-test-actions.tsx'
import { useDraft, useDraftStore } from './use-test-draft.ts'

interface EditorActionsProps {
  stored: TestDetail | undefined
  /** Called before leaving the page on purpose, to skip the confirmation. */
  onLeave: () => void
}

export function EditorActions({ stored, onLeave }: EditorActionsProps) {
  const store = useDraftStore()
  const draft = useDraft((state) => state.draft)
  const [previewing, setPreviewing] = useState(false)
  const empty = draft.questions.length === 0 && draft.sections.every(({ questions }) => questions.length === 0)
  const confirm = useConfirm()
  const duplicate = useDuplication(onLeave)
  const duplicateSaved = async (test: TestDetail) => {
    if (!store.isDirty() || (await confirm(unsavedQuestion))) await duplicate(test)
  }
  const discard = () => {
    const before = store.read().draft
    store.change(() => store.initial, { text: 'Changes discarded', back: () => before })
  }
  return (
    <Group gap="xs">
      <Button
        variant="default"
        leftSection={<IconEye size={16} aria-hidden />}
        disabled={empty}
        onClick={() => setPreviewing(true)}
      >
        Preview all
      </Button>
      <Menu position="bottom-end" withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label="More actions">
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {stored && (
            <Menu.Item leftSection={<IconCopy size={16} aria-hidden />} onClick={() => void duplicateSaved(stored)}>
              Duplicate test
            </Menu.Item>
          )}
          <Menu.Item
            leftSection={<IconArrowBackUp size={16} aria-hidden />}
            disabled={!store.hasChanges()}
            onClick={discard}
          >
            Discard changes
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <DraftPreview draft={draft} opened={previewing} onClose={() => setPreviewing(false)} />
    </Group>
  )
}

const unsavedQuestion: ConfirmQuestion = {
  title: 'Duplicate without your changes?',
  message: 'This copies the test as it was last saved. Your changes stay in this browser as a draft.',
  confirmLabel: 'Duplicate',
  destructive: false,
}

/** The whole test as students will see it. */
function DraftPreview({ draft, opened, onClose }: { draft: TestDraft; opened: boolean; onClose: () => void }) {
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
