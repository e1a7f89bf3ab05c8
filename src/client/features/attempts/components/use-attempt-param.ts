import { useSearch } from '@tanstack/react-router'

/** The attempt selected in the URL; undefined for the latest. */
export function useAttemptParam(): string | undefined {
  const { attempt }: Record<string, unknown> = useSearch({ strict: false })
  return typeof attempt === 'string' ? attempt : undefined
}
