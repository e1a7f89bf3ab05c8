import { Box, Button, Group, Text } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { usePageTitle } from '#client/lib/page-title.ts'
import { Facts } from '#client/ui/facts.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import { RelativeTime } from '#client/ui/relative-time.tsx'
import type { RowAction } from '#client/ui/row-menu.tsx'
import type { College } from '#shared/colleges/colleges.schema.ts'
import { CollegeStatus } from './college-status.tsx'
import classes from './colleges.module.css'

/** A college's name, contact details and actions, with the most destructive action last. */
export function CollegeHeader({ college, actions }: { college: College; actions: readonly RowAction[] }) {
  const { id, name, code, isActive, email, address, createdAt, adminInfo } = college
  usePageTitle(name)
  return (
    <>
      <Group justify="space-between" mb="md">
        <Group gap="xs">
          <Text data-print="only" fw={600} fz="h3" w="100%">
            {name}
          </Text>
          <Text span inherit ff="monospace" fz={13} c="dimmed">
            {code}
          </Text>
          <CollegeStatus isActive={isActive} />
        </Group>
        <Group gap="xs" align="stretch" className={classes.actions}>
          {actions.slice(0, -1).map((action) => (
            <ActionButton key={action.label} action={action} />
          ))}
          <LinkButton
            to="/audit-log"
            search={{ college: id }}
            variant="default"
            leftSection={<IconHistory size={16} aria-hidden />}
          >
            Audit log
          </LinkButton>
          {actions.slice(-1).map((action) => (
            <ActionButton key={action.label} action={action} />
          ))}
        </Group>
      </Group>
      <Box component="dl" mb="sm" py="sm" px="md" className={`card facts ${classes.facts}`}>
        <Facts
          facts={[
            ['Email', email],
            ['Address', address],
            ['Administrator', adminInfo ? <Administrator key="admin" {...adminInfo} /> : 'None'],
            ['Created', <RelativeTime key="created" value={createdAt} />],
          ]}
        />
      </Box>
    </>
  )
}

const ActionButton = ({ action: { label, icon: Shape, destructive, disabled, onClick } }: { action: RowAction }) => (
  <Button
    variant="default"
    c={destructive ? 'var(--mantine-color-error)' : undefined}
    disabled={disabled ?? false}
    leftSection={Shape && <Shape size={16} aria-hidden />}
    onClick={onClick}
  >
    {label}
  </Button>
)

const Administrator = ({ name, lastLogin }: NonNullable<College['adminInfo']>) => (
  <>
    {name}
    <Text span inherit display="block" c="dimmed" fz="xs">
      {lastLogin === null ? 'Has never signed in' : 'Last login '}
      {lastLogin !== null && <RelativeTime value={lastLogin} />}
    </Text>
  </>
)
