import { Button, MultiSelect, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTargetPeople } from '#client/features/notifications/queries.ts'
import { messageOf } from '#client/lib/errors.ts'
import { notify } from '#client/lib/notify.ts'
import { LoadState } from '#client/ui/load-state.tsx'
import { type DialogProps, Modal } from '#client/ui/modal.tsx'
import { ModalActions } from '#client/ui/modal-actions.tsx'
import { useTypedSearch } from '#client/ui/search-select.tsx'
import { useChooseMarkers, useMarkers } from '../queries.ts'

type Markers = NonNullable<ReturnType<typeof useMarkers>['data']>['markers']

/** A dialog to choose the faculty who mark a test. */
export function MarkersDialog({ testId, opened, onClose }: DialogProps & { testId: string }) {
  const markers = useMarkers(testId)
  return (
    <Modal opened={opened} onClose={onClose} title="Choose markers">
      {markers.data ? (
        <MarkersForm testId={testId} stored={markers.data.markers} onClose={onClose} />
      ) : (
        <LoadState query={markers} what="markers" />
      )}
    </Modal>
  )
}

const labelOf = ({ name, collegeName }: { name: string; collegeName?: string | null }) =>
  collegeName ? `${name} · ${collegeName}` : name

function MarkersForm({ testId, stored, onClose }: { testId: string; stored: Markers; onClose: () => void }) {
  const [chosen, setChosen] = useState(() => stored.map(({ id }) => id))
  const [names, setNames] = useState(() => new Map(stored.map((person) => [person.id, labelOf(person)])))
  const typed = useTypedSearch(undefined)
  const people = useTargetPeople({ targetType: 'faculty', ...(typed.search && { search: typed.search }) })
  const save = useChooseMarkers()
  const found = (people.data?.pages ?? []).flatMap(({ users }) => users)
  const options = new Map([...names, ...found.map((person) => [person.id, labelOf(person)] as const)])
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        If you choose no one, all faculty can mark the students of their own college. College administrators can always
        mark.
      </Text>
      <MultiSelect
        label="Faculty"
        placeholder="Search by name, email or ID number"
        data={[...options].map(([value, label]) => ({ value, label }))}
        value={chosen}
        onChange={(ids) => {
          setNames(new Map(ids.map((id) => [id, options.get(id) ?? id])))
          setChosen(ids)
        }}
        searchable
        searchValue={typed.text}
        onSearchChange={typed.setText}
        filter={({ options: all }) => all}
        nothingFoundMessage={people.isFetching ? 'Searching…' : 'No faculty found'}
        error={people.error ? messageOf(people.error) : undefined}
      />
      <ModalActions onCancel={onClose}>
        <Button
          loading={save.isPending}
          onClick={() =>
            save.mutate(
              { id: testId, userIds: chosen },
              {
                onSuccess: () => {
                  notify.success('Markers saved')
                  onClose()
                },
                onError: (error) => notify.error(messageOf(error)),
              },
            )
          }
        >
          Save
        </Button>
      </ModalActions>
    </Stack>
  )
}
