import { Button, Radio, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { plural } from '#client/lib/format.ts'
import { Modal } from '#client/ui/modal.tsx'
import { StickyActions } from '#client/ui/sticky-actions.tsx'
import { limitOf, roomOf } from '../model/draft-parts.ts'
import type { DraftSection } from '../model/test-draft.ts'
import { useDraft } from './use-test-draft.ts'

interface MoveQuestionDialogProps {
  opened: boolean
  place: number
  /** The question's current section. */
  from: string | null
  onMove: (to: DraftSection) => void
  onClose: () => void
}

/** Chooses the section a question moves to. Full sections cannot be chosen. */
export function MoveQuestionDialog({ opened, place, from, onMove, onClose }: MoveQuestionDialogProps) {
  const sections = useDraft(({ draft }) => draft.sections)
  const [chosen, setChosen] = useState<string | null>(null)
  const to = sections.find(({ key }) => key === chosen)
  return (
    <Modal opened={opened} onClose={onClose} title={`Move question ${place} to another section`}>
      <Radio.Group
        label="Section"
        description="It becomes the last question there."
        value={chosen}
        onChange={setChosen}
      >
        <Stack gap="sm" mt="sm">
          {sections.map((section, index) =>
            section.key === from ? null : (
              <Radio
                key={section.key}
                value={section.key}
                disabled={roomOf(section) === 0}
                label={
                  <Text span size="sm" style={{ overflowWrap: 'anywhere' }}>
                    {index + 1}. {section.sectionName}
                  </Text>
                }
                description={
                  roomOf(section) === 0
                    ? `Section "${section.sectionName}" already has maximum questions`
                    : `${section.questions.length} of ${plural(limitOf(section), 'question')}`
                }
              />
            ),
          )}
        </Stack>
      </Radio.Group>
      <StickyActions>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button disabled={!to} onClick={() => to && onMove(to)}>
          Move question
        </Button>
      </StickyActions>
    </Modal>
  )
}
