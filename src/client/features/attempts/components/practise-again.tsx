import { Button, Group, Text } from '@mantine/core'
import { IconRepeat } from '@tabler/icons-react'
import { LinkButton } from '#client/ui/link-button.tsx'
import { practisedText } from '../model/result-text.ts'
import { usePractice } from '../queries.ts'

const look = { leftSection: <IconRepeat size={16} aria-hidden />, children: 'Practise again' } as const

interface PractiseAgainProps {
  testId: string
  /** Returns to the instructions if they are on the same page. Without it, a link is shown. */
  onAgain?: (() => void) | undefined
}

/**
 * Starts another attempt at a Practice test, below a summary of earlier attempts. Empty for other tests and after the
 * window.
 */
export function PractiseAgain({ testId, onAgain }: PractiseAgainProps) {
  const practice = usePractice(testId)
  if (!practice) return null
  return (
    <Group gap="sm">
      <Text size="sm" c="dimmed" className="tabular">
        {practisedText(practice.practised)}
      </Text>
      {practice.isOpen &&
        (onAgain ? (
          <Button onClick={onAgain} {...look} />
        ) : (
          <LinkButton to="/my-tests/$testId/take" params={{ testId }} search {...look} />
        ))}
    </Group>
  )
}
