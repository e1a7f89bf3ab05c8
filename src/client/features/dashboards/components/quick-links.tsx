import { Group } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import type { LinkProps } from '@tanstack/react-router'
import { LinkButton } from '#client/ui/link-button.tsx'
import classes from './dashboards.module.css'

interface QuickLink {
  to: NonNullable<LinkProps['to']>
  search?: Record<string, string>
  icon: Icon
  text: string
}

/** The user's most frequent destinations. */
export const QuickLinks = ({ label, links }: { label: string; links: readonly QuickLink[] }) => (
  <Group component="nav" gap="xs" align="stretch" mb="xl" className={classes.actions} aria-label={label}>
    {links.map(({ to, search = {}, icon: Shape, text }) => (
      <LinkButton key={text} to={to} search={search} variant="default" leftSection={<Shape size={16} aria-hidden />}>
        {text}
      </LinkButton>
    ))}
  </Group>
)
