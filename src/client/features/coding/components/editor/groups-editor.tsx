import { Button, Group, MultiSelect, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { plural } from '#client/lib/format.ts'
import { onlyKnown } from '#client/lib/known.ts'
import { FormError } from '#client/ui/form-section.tsx'
import { NumberField } from '#client/ui/number-field.tsx'
import { groupScorings } from '#shared/coding/groups.schema.ts'
import { scoringTexts } from '../../model/judging-text.ts'
import type { DraftGroup } from '../../model/question-draft.ts'
import { groupLabel, placesIn, placesOf, rangesOf } from '../../model/question-groups.ts'
import { RowTool } from './case-row.tsx'
import { useDraft, useDraftError, useDraftStore } from './use-question-draft.ts'

const scoringChoices = groupScorings.toReversed().map((value) => ({ value, label: scoringTexts[value].label }))

/** Edits the test case groups and assigns cases to them in bulk. Renders nothing without groups. */
export function GroupsEditor() {
  const groups = useDraft(({ draft }) => draft.groups)
  const error = useDraftError('groups')
  if (groups.length === 0) return null
  return (
    <Stack gap="sm" miw={0}>
      <Stack component="ol" gap="sm" aria-label="Groups">
        {groups.map((group, at) => (
          <GroupCard key={group.key} group={group} at={at} groups={groups} />
        ))}
      </Stack>
      <FormError>{error}</FormError>
      <AssignCases groups={groups} />
    </Stack>
  )
}

interface GroupCardProps {
  group: DraftGroup
  /** Zero-based index of the group. */
  at: number
  groups: readonly DraftGroup[]
}

function GroupCard({ group, at, groups }: GroupCardProps) {
  const store = useDraftStore()
  const errors = useDraft((state) => state.errors)
  const count = useDraft(({ draft }) => placesOf(draft.testCases, group.key).length)
  const { key, name, points, scoring, needs } = group
  const number = at + 1
  const change = (patch: Partial<DraftGroup>) => store.setRow('groups', key, patch)
  const field = (of: keyof DraftGroup) => ({
    error: errors[`groups.${at}.${of}`],
    'data-path': `groups.${at}.${of}`,
  })
  return (
    <Stack component="li" gap="sm" miw={0} px={14} pt={8} pb={14} className="card" data-row={key}>
      <Group gap={2} wrap="nowrap">
        <Text component="h3" fz="md" fw={600} me={8}>
          Group {number}
        </Text>
        <Text size="sm" c="dimmed" className="tabular" me="auto">
          {plural(count, 'test case')}
        </Text>
        <RowTool label={`Move group ${number} up`} off={at === 0} onClick={() => store.move('groups', key, -1)}>
          <IconArrowUp size={16} />
        </RowTool>
        <RowTool
          label={`Move group ${number} down`}
          off={at === groups.length - 1}
          onClick={() => store.move('groups', key, 1)}
        >
          <IconArrowDown size={16} />
        </RowTool>
        <RowTool label={`Remove group ${number}`} off={false} onClick={() => store.removeGroup(key)}>
          <IconTrash size={16} />
        </RowTool>
      </Group>
      <SimpleGrid minColWidth="min(180px, 100%)" autoFlow="auto-fit" spacing="sm">
        <TextInput
          label="Group name"
          required
          maxLength={40}
          value={name}
          {...field('name')}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <NumberField
          label="Points"
          required
          value={points}
          {...field('points')}
          onChange={(next) => change({ points: next })}
        />
      </SimpleGrid>
      <SimpleGrid minColWidth="min(240px, 100%)" autoFlow="auto-fit" spacing="sm">
        <Select
          label="Scoring"
          description={scoringTexts[scoring].text}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          data={scoringChoices}
          value={scoring}
          onChange={onlyKnown(groupScorings, (next) => change({ scoring: next }))}
        />
        {groups.length > 1 && (
          <MultiSelect
            label="Needs"
            description="Counts only if these groups are passed."
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            placeholder={needs.length === 0 ? 'No other group' : ''}
            data={groups.flatMap((other, place) =>
              other.key === key ? [] : [{ value: other.key, label: groupLabel(other, place) }],
            )}
            value={needs}
            {...field('needs')}
            onChange={(next) => change({ needs: next })}
          />
        )}
      </SimpleGrid>
    </Stack>
  )
}

function AssignCases({ groups }: { groups: readonly DraftGroup[] }) {
  const store = useDraftStore()
  const cases = useDraft(({ draft }) => draft.testCases)
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<string | null>(null)
  const [error, setError] = useState<string | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const left = placesOf(cases, '')
  const group = groups.find(({ key }) => key === chosen) ?? groups[0]

  const type = (next: string) => {
    setText(next)
    setError(null)
  }
  const assign = () => {
    const places = placesIn(text, cases.length)
    if (!places) {
      setError(`Enter numbers from 1 to ${cases.length}, such as 1-3, 7`)
      return field.current?.focus()
    }
    store.assignCases(new Set(places.flatMap((place) => cases[place]?.key ?? [])), group?.key ?? '')
    type('')
  }
  return (
    <Stack gap={8} miw={0}>
      <SimpleGrid minColWidth="min(180px, 100%)" autoFlow="auto-fit" spacing="sm">
        <TextInput
          ref={field}
          label="Assign test cases"
          placeholder="1-3, 7"
          value={text}
          error={error}
          onChange={(event) => type(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            // Enter would submit the form.
            event.preventDefault()
            assign()
          }}
        />
        <Group gap="xs" wrap="nowrap" align="flex-end">
          <Select
            label="To group"
            flex={1}
            data={groups.map((one, at) => ({ value: one.key, label: groupLabel(one, at) }))}
            value={group?.key ?? null}
            onChange={setChosen}
          />
          <Button variant="default" onClick={assign}>
            Assign
          </Button>
        </Group>
      </SimpleGrid>
      {left.length > 0 && (
        <Group gap="4px 12px">
          <Text size="sm" c="dimmed">
            {plural(left.length, 'test case has', 'test cases have')} no group and {left.length === 1 ? 'does' : 'do'}{' '}
            not count.
          </Text>
          <Button
            variant="subtle"
            size="compact-sm"
            onClick={() => {
              type(rangesOf(left))
              field.current?.focus()
            }}
          >
            Select all without a group
          </Button>
        </Group>
      )}
    </Stack>
  )
}
