import { Text } from '@mantine/core'
import { resultNote, type ShownResult } from '#shared/tests/scheme-words.rules.ts'
import { StatusBadge } from './status-badge.tsx'

/** Pass or Fail, with a note if the displayed score does not explain it. */
export function ResultBadge(result: ShownResult) {
  const note = resultNote(result)
  return (
    <>
      <StatusBadge tone={result.passed ? 'success' : 'danger'} label={result.passed ? 'Pass' : 'Fail'} />
      {note && (
        <Text size="xs" c="dimmed" component="div">
          {note}
        </Text>
      )}
    </>
  )
}
