import { Alert, Center, Paper, Stack, Text, Title } from '@mantine/core'
import { IconAlertCircle, IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { PlatformLogo } from '#client/ui/brand-logo.tsx'
import { ColorSchemeToggle } from '#client/ui/color-scheme-toggle.tsx'
import classes from './auth-card.module.css'

interface AuthCardProps {
  title: string
  purpose: string
  /** Error above the form, announced by screen readers. */
  failure?: string | null
  warning?: boolean
  children: ReactNode
}

/** Layout of every screen before sign-in. */
export function AuthCard({ title, purpose, failure, warning = true, children }: AuthCardProps) {
  const Mark = warning ? IconAlertTriangle : IconAlertCircle
  return (
    <Center component="main" mih="100dvh" p="md">
      <div style={{ position: 'fixed', top: 12, right: 12 }}>
        <ColorSchemeToggle />
      </div>
      <Paper w="100%" maw={400} className={classes.card}>
        <Stack gap={4} mb="lg">
          <PlatformLogo size={36} />
          <Title order={1} size="h2">
            {title}
          </Title>
          <Text size="sm" c="dimmed">
            {purpose}
          </Text>
        </Stack>
        <div role="alert">
          {failure && (
            <Alert role="presentation" color="red" mb="md" icon={<Mark size={18} aria-hidden />}>
              {failure}
            </Alert>
          )}
        </div>
        {children}
      </Paper>
    </Center>
  )
}
