import type { LinkProps } from '@tanstack/react-router'
import { LinkButton } from '#client/ui/link-button.tsx'

/** Link from a dashboard section to the screen with the full list. */
export const MoreLink = ({ to, children }: { to: NonNullable<LinkProps['to']>; children: string }) => (
  <LinkButton to={to} variant="subtle" size="compact-sm" mr={-8}>
    {children}
  </LinkButton>
)
