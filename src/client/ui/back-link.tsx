import { IconArrowLeft } from '@tabler/icons-react'
import type { LinkProps } from '@tanstack/react-router'
import { LinkButton } from './link-button.tsx'

/** The way up, above a page's title and in line with it. */
export const BackLink = ({ to, children }: { to: NonNullable<LinkProps['to']>; children: string }) => (
  <LinkButton
    to={to}
    variant="subtle"
    color="gray"
    size="compact-sm"
    ml={-8}
    mb={6}
    leftSection={<IconArrowLeft size={15} aria-hidden />}
  >
    {children}
  </LinkButton>
)
