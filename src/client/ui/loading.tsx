import { Center, Loader } from '@mantine/core'

/** A screen's code or first data is on its way. */
export function Loading({ label = 'Loading', color }: { label?: string; color?: string | undefined }) {
  return (
    <Center py={64} role="status" aria-label={label}>
      <Loader size="sm" {...(color && { color })} />
    </Center>
  )
}
