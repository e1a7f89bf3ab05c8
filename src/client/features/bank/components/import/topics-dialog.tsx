import { Alert, Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { messageOf } from '#client/lib/errors.ts'
import { plural } from '#client/lib/format.ts'
import { onlyKnown } from '#client/lib/known.ts'
import { notify } from '#client/lib/notify.ts'
import { FormRow } from '#client/ui/form-section.tsx'
import { type DialogProps, Modal } from '#client/ui/modal.tsx'
import { StickyActions } from '#client/ui/sticky-actions.tsx'
import { subjects } from '#shared/tests/tests.schema.ts'
import { type ImportCategory, useMapCategories } from '../../import-queries.ts'

const shownAtOnce = 100

interface TopicsDialogProps extends DialogProps {
  importId: string
  categories: readonly ImportCategory[]
}

/** Sets the subject and topic of each category of the file. Remounted each time it opens. */
export function TopicsDialog({ importId, categories, opened, onClose }: TopicsDialogProps) {
  const [rows, setRows] = useState(categories)
  const [shown, setShown] = useState(shownAtOnce)
  const save = useMapCategories()
  const change = (category: string, patch: Partial<ImportCategory>) =>
    setRows((before) => before.map((row) => (row.category === category ? { ...row, ...patch } : row)))
  const changed = rows.filter(
    (row, at) => row.subject !== categories[at]?.subject || row.topic !== categories[at]?.topic,
  )
  const submit = () => {
    if (changed.length === 0) return onClose()
    save.mutate(
      { id: importId, categories: changed.map(({ category, subject, topic }) => ({ category, subject, topic })) },
      {
        onSuccess: () => {
          notify.success('Topics saved')
          onClose()
        },
      },
    )
  }
  return (
    <Modal opened={opened} onClose={onClose} title="Topics" size="lg" sticky={changed.length > 0} busy={save.isPending}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <Stack gap="lg">
          <Text size="sm" c="dimmed">
            Choose the subject and topic for each category. Separate the levels of a topic with slashes.
          </Text>
          {rows.slice(0, shown).map((row) => {
            const name = row.category || 'No category'
            return (
              <fieldset key={row.category} style={{ border: 0, padding: 0, margin: 0, minWidth: 0 }}>
                <Text component="legend" size="sm" fw={550} mb={6} className="anywhere">
                  {name}{' '}
                  <Text span inherit c="dimmed" fw={400}>
                    ({plural(row.questions, 'question')})
                  </Text>
                </Text>
                <FormRow wide>
                  <NativeSelect
                    label="Subject"
                    data={[...subjects]}
                    value={row.subject}
                    onChange={({ currentTarget }) =>
                      onlyKnown(subjects, (subject) => change(row.category, { subject }))(currentTarget.value)
                    }
                  />
                  <TextInput
                    label="Topic"
                    maxLength={300}
                    value={row.topic}
                    onChange={({ currentTarget }) => change(row.category, { topic: currentTarget.value })}
                  />
                </FormRow>
              </fieldset>
            )
          })}
          {rows.length > shown && (
            <Group justify="center">
              <Button variant="default" onClick={() => setShown(shown + shownAtOnce)}>
                Show more categories
              </Button>
            </Group>
          )}
          {save.error && (
            <Alert color="red" role="alert">
              {messageOf(save.error, 'Failed to save the topics')}
            </Alert>
          )}
        </Stack>
        <StickyActions onCancel={onClose} busy={save.isPending}>
          <Button type="submit" loading={save.isPending}>
            Save topics
          </Button>
        </StickyActions>
      </form>
    </Modal>
  )
}
