import { Center, Loader } from '@mantine/core'

/** Shown while a screen's code or first data is loading. */
export function Loading({ label = 'Loading', color }: { label?: string; color?: string | undefined }) {
  return (
    <Center py={64} role="status" aria-label={label}>
      <Loader size="sm" {...(color && { color })} />
    </Center>
  )
}
