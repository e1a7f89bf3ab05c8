import { Button, Group, SegmentedControl, Select, Switch, TagsInput, Text } from '@mantine/core'
import { useState } from 'react'
import { now } from '#client/lib/clock.ts'
import { formatDateTime } from '#client/lib/time.ts'
import { DateField } from '#client/ui/date-field.tsx'
import { objectionPresets } from '#client/ui/date-presets.ts'
import { useDialog } from '#client/ui/dialog-state.ts'
import { FormRow, FormSection } from '#client/ui/form-section.tsx'
import { type ExamPreset, examPresets, presetOf } from '#shared/tests/exam.rules.ts'
import { keyReleases, maxNetworks, network, resultReleases } from '#shared/tests/exam.schema.ts'
import { isSectioned } from '#shared/tests/tests.rules.ts'
import { type TestDetail, useReleaseKey } from '../queries.ts'
import { ReleaseDialog } from './release-dialog.tsx'
import { useDraft, useDraftField, useDraftStore } from './use-test-draft.ts'

const presetLabels: Record<ExamPreset, string> = { relaxed: 'Relaxed', standard: 'Standard', strict: 'Strict' }
const resultLabels = {
  at_once: 'Right after submitting',
  after_end: 'After the test has ended for everyone',
  by_staff: 'When the college releases them',
} as const
const keyLabels = {
  at_once: 'With the score',
  after_end: 'After the test has ended for everyone',
  by_staff: 'When I release them',
  never: 'Never',
} as const

/** The release time of a stored test's answer key, with a button for the author to release it. */
export function KeyRelease({ test }: { test: TestDetail }) {
  const dialog = useDialog<true>()
  const { mutateAsync } = useReleaseKey()
  // Keep the time here, because the editor does not update its test after opening it.
  const [at, setAt] = useState(test.keyReleasedAt ?? null)
  if (at !== null && Date.parse(at) <= now())
    return <Text size="sm">Correct answers released {formatDateTime(at)}.</Text>
  return (
    <Group gap="sm">
      <Text size="sm">
        {at ? `Correct answers will be released ${formatDateTime(at)}.` : 'Correct answers are not released yet.'}
      </Text>
      <Button variant="default" size="xs" onClick={() => dialog.open(true)}>
        Release answers
      </Button>
      {dialog.show((_, shown) => (
        <ReleaseDialog
          what="answers"
          testName={test.testName}
          scheduledFor={at}
          onRelease={async (time) => {
            const answer = await mutateAsync({ id: test.id, ...(time !== undefined && { at: time }) })
            setAt(time === undefined ? new Date(now()).toISOString() : time)
            return answer
          }}
          {...shown}
        />
      ))}
    </Group>
  )
}

/** The deadline for students to object to questions. */
function ObjectionsField() {
  const keyRelease = useDraft(({ draft }) => draft.rules.keyRelease)
  return (
    <DateField
      label="Objections until"
      description={
        keyRelease === 'never'
          ? 'Students never see the correct answers, so they cannot object to questions.'
          : 'Until then, students who can see the correct answers can object to questions. Leave empty for no objections.'
      }
      withTime
      clearable
      presets={objectionPresets(now())}
      {...useDraftField('objectionsUntil')}
    />
  )
}

/** Network restriction: a switch, and the address ranges while it is on. */
function NetworkFields({ networks, onChange }: { networks: string[]; onChange: (networks: string[]) => void }) {
  const [opened, setOpened] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const isOn = opened || networks.length > 0
  const toggle = (on: boolean) => {
    setOpened(on)
    setError(null)
    if (!on) onChange([])
  }
  const change = (texts: string[]) => {
    const wrong = texts.find((text) => !network.safeParse(text).success)
    setError(wrong === undefined ? null : `“${wrong}” is not an IP address or a range such as 10.20.0.0/16`)
    onChange([...new Set(texts.flatMap((text) => network.safeParse(text).data ?? []))])
  }
  return (
    <>
      <Switch
        label="Limit to networks"
        description="Students can take the test only from these addresses. Staff can make exceptions on the live board."
        checked={isOn}
        onChange={(event) => toggle(event.currentTarget.checked)}
      />
      {isOn && (
        <TagsInput
          label="Networks"
          description="IPv4 or IPv6 addresses and ranges, as the server sees them. Press Enter after each."
          placeholder={networks.length === 0 ? '10.20.0.0/16' : ''}
          splitChars={[',', ' ', ';']}
          maxTags={maxNetworks}
          acceptValueOnBlur
          value={networks}
          error={error}
          data-path="rules.networks"
          onChange={change}
        />
      )}
    </>
  )
}

/** The rules for taking the test and for what students see afterwards: a preset, and each rule individually. */
export function RulesFields({ stored }: { stored: TestDetail | undefined }) {
  const { begun } = useDraftStore()
  const { value: rules, onChange } = useDraftField('rules')
  const testType = useDraft(({ draft }) => draft.testType)
  const hasCoding = useDraft(({ draft }) => draft.hasCodingSection)
  const hasParts = isSectioned(testType) || hasCoding
  if (testType === 'Practice')
    return (
      <FormSection title="Rules" text="Choose when students see results.">
        <Text size="sm">Practice tests show the score and the correct answers right after submitting.</Text>
        <ObjectionsField />
      </FormSection>
    )
  const preset = presetOf(rules)
  return (
    <FormSection title="Rules" text="Choose when students see results, and how they take the test.">
      <Group>
        <SegmentedControl
          aria-label="Rules"
          value={preset ?? 'custom'}
          data={[
            ...Object.entries(presetLabels).map(([value, label]) => ({ value, label, disabled: begun })),
            ...(preset ? [] : [{ value: 'custom', label: 'Custom' }]),
          ]}
          onChange={(value) => {
            if (value !== 'custom') onChange({ ...examPresets[value as ExamPreset], networks: rules.networks })
          }}
        />
      </Group>
      <FormRow>
        <Select
          label="Show scores"
          data={resultReleases.map((value) => ({ value, label: resultLabels[value] }))}
          value={rules.resultRelease}
          data-path="rules.resultRelease"
          onChange={(value) => value && onChange({ ...rules, resultRelease: value as typeof rules.resultRelease })}
        />
        <Select
          label="Show correct answers"
          data={keyReleases.map((value) => ({ value, label: keyLabels[value] }))}
          value={rules.keyRelease}
          data-path="rules.keyRelease"
          onChange={(value) => value && onChange({ ...rules, keyRelease: value as typeof rules.keyRelease })}
        />
      </FormRow>
      {stored?.rules.keyRelease === 'by_staff' && <KeyRelease test={stored} />}
      <ObjectionsField />
      {hasParts && (
        <Switch
          label="Lock sections"
          description="Students get a section’s questions only when it opens."
          checked={rules.lockSections}
          disabled={begun}
          onChange={(event) => onChange({ ...rules, lockSections: event.currentTarget.checked })}
        />
      )}
      <Switch
        label="One device"
        description="While a student’s device is in use, the attempt cannot be continued on another device, browser or tab. Staff can move it on the live board."
        checked={rules.oneDevice}
        onChange={(event) => onChange({ ...rules, oneDevice: event.currentTarget.checked })}
      />
      <NetworkFields networks={rules.networks} onChange={(networks) => onChange({ ...rules, networks })} />
    </FormSection>
  )
}
