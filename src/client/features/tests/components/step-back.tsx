import { Group } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { LinkButton } from '#client/ui/link-button.tsx'
import type { TestType } from '#shared/tests/tests.schema.ts'

const look = { variant: 'subtle', color: 'gray', size: 'compact-sm' } as const
const arrow = <IconArrowLeft size={15} aria-hidden />

/** Back links above a step's title. @param type adds a link back to its subjects */
export const StepBack = ({ type }: { type?: TestType }) => (
  <Group component="nav" gap="0 10px" align="stretch" ml={-8} mb={6} aria-label="Back">
    {type && (
      <LinkButton to="/exam-management" search={{ type }} leftSection={arrow} {...look}>
        Back to subjects
      </LinkButton>
    )}
    <LinkButton to="/exam-management" search={{}} leftSection={arrow} {...look}>
      Back to test types
    </LinkButton>
  </Group>
)
