import { Button, Group, SegmentedControl, Select, Switch, Text } from '@mantine/core'
import { useState } from 'react'
import { ReleaseDialog } from '#client/features/assignments/components/release-dialog.tsx'
import { now } from '#client/lib/clock.ts'
import { formatDateTime } from '#client/lib/time.ts'
import { useDialog } from '#client/ui/dialog-state.ts'
import { FormRow, FormSection } from '#client/ui/form-section.tsx'
import { type ExamPreset, examPresets, presetOf } from '#shared/tests/exam/rules.ts'
import { keyReleases, resultReleases } from '#shared/tests/exam/schema.ts'
import { isSectioned } from '#shared/tests/rules.ts'
import { type TestDetail, useReleaseKey } from '../queries.ts'
import { useDraft, useDraftField, useDraftStore } from './use-draft.ts'

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

/** When the author releases the key of a stored test. */
function KeyRelease({ test }: { test: TestDetail }) {
  const dialog = useDialog<true>()
  const { mutateAsync } = useReleaseKey()
  // The editor keeps the test as it was opened.
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
      <ReleaseDialog
        key={dialog.turn}
        what="answers"
        testName={test.testName}
        scheduledFor={at}
        onRelease={async (time) => {
          const answer = await mutateAsync({ id: test.id, ...(time !== undefined && { at: time }) })
          setAt(time === undefined ? new Date(now()).toISOString() : time)
          return answer
        }}
        opened={dialog.opened}
        onClose={dialog.close}
      />
    </Group>
  )
}

/** How the test is sat and what students see afterwards: a preset, and each rule on its own. */
export function RulesFields({ stored }: { stored: TestDetail | undefined }) {
  const { begun } = useDraftStore()
  const { value: rules, onChange } = useDraftField('rules')
  const testType = useDraft(({ draft }) => draft.testType)
  const hasCoding = useDraft(({ draft }) => draft.hasCodingSection)
  const hasParts = isSectioned(testType) || hasCoding
  if (testType === 'Practice')
    return (
      <FormSection title="Rules" text="What students see after the test.">
        <Text size="sm">Practice tests show the score and the correct answers right after submitting.</Text>
      </FormSection>
    )
  const preset = presetOf(rules)
  return (
    <FormSection title="Rules" text="What students see after the test, and how sections open.">
      <Group>
        <SegmentedControl
          aria-label="Rules"
          value={preset ?? 'custom'}
          data={[
            ...Object.entries(presetLabels).map(([value, label]) => ({ value, label, disabled: begun })),
            ...(preset ? [] : [{ value: 'custom', label: 'Custom' }]),
          ]}
          onChange={(value) => {
            if (value !== 'custom') onChange(examPresets[value as ExamPreset])
          }}
        />
      </Group>
      <FormRow>
        <Select
          label="Show scores"
          data={resultReleases.map((value) => ({ value, label: resultLabels[value] }))}
          allowDeselect={false}
          value={rules.resultRelease}
          data-path="rules.resultRelease"
          onChange={(value) => value && onChange({ ...rules, resultRelease: value as typeof rules.resultRelease })}
        />
        <Select
          label="Show correct answers"
          data={keyReleases.map((value) => ({ value, label: keyLabels[value] }))}
          allowDeselect={false}
          value={rules.keyRelease}
          data-path="rules.keyRelease"
          onChange={(value) => value && onChange({ ...rules, keyRelease: value as typeof rules.keyRelease })}
        />
      </FormRow>
      {stored?.rules.keyRelease === 'by_staff' && <KeyRelease test={stored} />}
      {hasParts && (
        <Switch
          label="Lock sections"
          description="Students get a section’s questions only when it opens."
          checked={rules.lockSections}
          disabled={begun}
          onChange={(event) => onChange({ ...rules, lockSections: event.currentTarget.checked })}
        />
      )}
    </FormSection>
  )
}
