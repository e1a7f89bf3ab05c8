import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useCallback, useState } from 'react'
import { plural } from '#client/lib/format.ts'
import { notify } from '#client/lib/notify.ts'
import { useConfirm } from '#client/ui/confirm.tsx'
import { FormSection } from '#client/ui/form-section.tsx'
import { bounds } from '#shared/tests/form.schema.ts'
import { backToSections, withNewSection, withoutSection, withSectionMoved } from '../model/draft-changes.ts'
import type { DraftSection } from '../model/test-draft.ts'
import { SectionCard } from './section-card.tsx'
import { useDraft, useDraftError, useDraftStore } from './use-test-draft.ts'

/** The sections of a test in the order students take them. One at a time is expanded. */
export function SectionsEditor() {
  const store = useDraftStore()
  const sections = useDraft(({ draft }) => draft.sections)
  const open = useDraft((state) => state.open)
  const error = useDraftError('sections')
  const [said, setSaid] = useState('')
  const confirm = useConfirm()

  const add = () => {
    if (sections.length >= bounds.sections.max)
      return notify.warning(`At most ${bounds.sections.max} sections are possible`)
    store.change(withNewSection)
    const added = store.read().draft.sections.at(-1)
    if (!added) return
    store.open(added.key)
    setSaid(`${added.sectionName} added`)
    focusName(added.key)
  }
  const move = useCallback(
    (section: DraftSection, from: number, by: 1 | -1) => {
      store.change((draft) => withSectionMoved(draft, section.key, by))
      setSaid(`${section.sectionName} is now section ${from + by}`)
    },
    [store],
  )
  const remove = useCallback(
    async (section: DraftSection, at: number) => {
      const { length } = section.questions
      const sure = length === 0 || (await confirm(removalQuestion(section)))
      if (!sure) return
      const text = `Section "${section.sectionName}" removed${length > 0 ? ` with ${plural(length, 'question')}` : ''}`
      store.change((draft) => withoutSection(draft, section.key), { text, back: backToSections(section, at) })
      setSaid(text)
      document.querySelector<HTMLElement>('[data-path="sections"]')?.focus()
    },
    [store, confirm],
  )

  return (
    <FormSection
      title="Sections"
      text="Students take the sections in this order. Each has its own time limit; when it ends, the next section opens."
    >
      <span className="visually-hidden" aria-live="polite">
        {said}
      </span>
      {error && (
        <Alert color="red" variant="light" py="xs">
          {error}
        </Alert>
      )}
      {sections.length > 0 && (
        <Stack component="ol" gap="xs" aria-label="Sections">
          {sections.map((section, at) => (
            <SectionCard
              key={section.key}
              section={section}
              at={at}
              last={at === sections.length - 1}
              open={section.key === open}
              onMove={move}
              onRemove={remove}
            />
          ))}
        </Stack>
      )}
      <Group justify="space-between" gap="xs">
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={add}
          disabled={store.begun}
          data-path="sections"
        >
          Add section
        </Button>
        <Text size="sm" c="dimmed" className="tabular">
          {sections.length} of {bounds.sections.max} sections
        </Text>
      </Group>
    </FormSection>
  )
}

const removalQuestion = ({ sectionName, questions }: DraftSection) => ({
  title: `Remove section "${sectionName}"?`,
  message: `Its ${plural(questions.length, 'question')} will be removed with it.`,
  loses: 'Until you save, you can undo this.',
  confirmLabel: 'Remove section',
})

/** After adding a section, its name is the first thing to fill in. */
const focusName = (key: string) =>
  requestAnimationFrame(() => {
    const input = document.querySelector<HTMLInputElement>(`[data-section="${key}"] [data-path$=".sectionName"]`)
    input?.focus()
    input?.select()
  })
