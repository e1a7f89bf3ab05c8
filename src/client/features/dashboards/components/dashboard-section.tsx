import { Group, SimpleGrid, Text } from '@mantine/core'
import type { LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useUser } from '#client/lib/session.ts'
import { Facts } from '#client/ui/facts.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import classes from './dashboards.module.css'

interface DashboardSectionProps {
  title: string
  /** Link to the full list. */
  more?: ReactNode
  className?: string | undefined
  children: ReactNode
}

export const DashboardSection = ({ title, more, className, children }: DashboardSectionProps) => (
  <section className={className ? `${classes.section} ${className}` : classes.section}>
    <Group gap="4px 16px" justify="space-between" mih={30} mb="xs">
      <Text component="h2" fz="md" fw={600}>
        {title}
      </Text>
      {more}
    </Group>
    {children}
  </section>
)

/** Link from a dashboard section to the screen with the full list. */
export const MoreLink = ({ to, children }: { to: NonNullable<LinkProps['to']>; children: string }) => (
  <LinkButton to={to} variant="subtle" size="compact-sm" mr={-8}>
    {children}
  </LinkButton>
)

/** The user's college, read-only. */
export function CollegeFacts() {
  const college = useUser().collegeId
  if (!college) return null

  return (
    <DashboardSection title="College information">
      <SimpleGrid
        component="dl"
        minColWidth="min(200px, 100%)"
        autoFlow="auto-fit"
        spacing="lg"
        verticalSpacing="sm"
        p="md"
        className="card facts"
      >
        <Facts
          facts={[
            ['Name', college.name],
            ['Code', college.code],
            ['Address', college.address],
          ]}
        />
      </SimpleGrid>
    </DashboardSection>
  )
}
