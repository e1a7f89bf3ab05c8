import type { LinkProps } from '@tanstack/react-router'
import { LinkButton } from '#client/ui/link-button.tsx'

/** The way from a part of the dashboard to the screen that has all of it. */
export const MoreLink = ({ to, children }: { to: NonNullable<LinkProps['to']>; children: string }) => (
  <LinkButton to={to} variant="subtle" size="compact-sm" mr={-8}>
    {children}
  </LinkButton>
)
