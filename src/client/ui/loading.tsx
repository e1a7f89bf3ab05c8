import { Center, Loader } from '@mantine/core'

/** A screen's code or first data is on its way. */
export function Loading({ label = 'Loading' }: { label?: string }) {
  return (
    <Center py={64} role="status" aria-label={label}>
      <Loader size="sm" />
    </Center>
  )
}
