import { useSearch } from '@tanstack/react-router'

/** Which of several attempts the URL selects. Undefined for the latest. */
export function useAttemptParam(): string | undefined {
  const { attempt }: Record<string, unknown> = useSearch({ strict: false })
  return typeof attempt === 'string' ? attempt : undefined
}
