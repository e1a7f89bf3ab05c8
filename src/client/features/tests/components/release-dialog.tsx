import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { now } from '#client/lib/clock.ts'
import { isDateValue } from '#client/lib/date-text.ts'
import { fromLocalInput } from '#client/lib/local-time.ts'
import { reportOutcome } from '#client/lib/report-outcome.ts'
import { formatDateTime } from '#client/lib/time.ts'
import { DateField } from '#client/ui/date-field.tsx'
import { startPresets } from '#client/ui/date-presets.ts'
import { FormActions } from '#client/ui/form-actions.tsx'
import { type DialogProps, Modal } from '#client/ui/modal.tsx'

interface ReleaseDialogProps extends DialogProps {
  what: 'scores' | 'answers'
  testName: string
  /** Scheduled release, ISO-8601. Null if not scheduled. */
  scheduledFor: string | null
  /** @param at ISO-8601; undefined releases now, null cancels a scheduled release */
  onRelease: (at?: string | null) => Promise<{ message: string }>
}

const titles = { scores: 'Release scores', answers: 'Release correct answers' } as const
const effects = {
  scores: 'Your students will see their scores in this test. You can’t hide them again.',
  answers: 'Students at all colleges will see the correct answers for this test. You can’t hide them again.',
} as const

/** Releases scores or answers now or at a given time, or cancels a scheduled release. */
export function ReleaseDialog({ what, testName, scheduledFor, onRelease, opened, onClose }: ReleaseDialogProps) {
  const [time, setTime] = useState('')
  const [busy, setBusy] = useState(false)
  const release = async (at?: string | null) => {
    setBusy(true)
    const answer = await reportOutcome(onRelease(at), ({ message }) => message)
    setBusy(false)
    if (answer) onClose()
  }
  const isTime = isDateValue(time, true)
  return (
    <Modal opened={opened} onClose={onClose} title={`${titles[what]}?`}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (time === '' || isTime) void release(time === '' ? undefined : fromLocalInput(time, undefined))
        }}
      >
        <Stack gap="sm">
          <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
            {testName}
          </Text>
          <Text size="sm">{effects[what]}</Text>
          {scheduledFor && (
            <Group gap="xs">
              <Text size="sm">Scheduled for {formatDateTime(scheduledFor)}.</Text>
              <Button variant="default" size="xs" disabled={busy} onClick={() => void release(null)}>
                Cancel schedule
              </Button>
            </Group>
          )}
          <DateField
            label="Release at (optional)"
            description="Leave empty to release now"
            withTime
            clearable
            presets={startPresets(now())}
            value={time}
            onChange={setTime}
          />
        </Stack>
        <FormActions submitLabel={time === '' ? 'Release now' : 'Schedule'} busy={busy} onCancel={onClose} />
      </form>
    </Modal>
  )
}
