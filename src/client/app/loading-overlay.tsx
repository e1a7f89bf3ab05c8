import { Center, Loader, Stack, Text } from '@mantine/core'

/** Covers the page while nothing can be done yet. */
export function LoadingOverlay({ label }: { label: string }) {
  return (
    <Center pos="fixed" inset={0} bg="var(--surface-page)" style={{ zIndex: 300 }} role="status">
      <Stack align="center" gap="sm">
        <Loader size="sm" />
        <Text size="sm" c="dimmed">
          {label}
        </Text>
      </Stack>
    </Center>
  )
}
