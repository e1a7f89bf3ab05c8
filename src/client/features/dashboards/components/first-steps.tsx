import { Box, Button, Group, Text } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { IconCircleCheckFilled, IconCircleDashed } from '@tabler/icons-react'
import type { LinkProps } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useUser } from '#client/lib/session.ts'
import { LinkButton } from '#client/ui/link-button.tsx'
import { Note } from '#client/ui/note.tsx'
import type { FirstStep } from '#shared/dashboards/dashboards.schema.ts'
import { useFirstSteps } from '../queries.ts'
import { DashboardSection } from './dashboard-section.tsx'

interface StepText {
  title: string
  text: string
  action: string
  to: NonNullable<LinkProps['to']>
  search?: Record<string, string>
}

const college: Partial<Record<FirstStep, StepText>> = {
  add_students: {
    title: 'Add students',
    text: 'Upload a sheet, or add them one by one.',
    action: 'Add students',
    to: '/students',
    search: { upload: '1' },
  },
  add_faculty: {
    title: 'Add faculty',
    text: 'They monitor tests and read reports.',
    action: 'Add faculty',
    to: '/faculty',
    search: { upload: '1' },
  },
  accept_test: {
    title: 'Accept a test',
    text: 'The platform offers tests to your college. You decide which ones your students take.',
    action: 'See offers',
    to: '/assigned-tests',
  },
  assign_test: {
    title: 'Assign it to students',
    text: 'Choose a batch, a branch, a section or individual students.',
    action: 'Assign',
    to: '/assigned-tests',
    search: { status: 'accepted' },
  },
  send_notification: {
    title: 'Send a notification',
    text: 'Tell students and faculty when the test opens.',
    action: 'Write notification',
    to: '/create-notification',
  },
}

const platform: Partial<Record<FirstStep, StepText>> = {
  create_college: {
    title: 'Create a college',
    text: 'Its administrator gets a temporary password.',
    action: 'Create college',
    to: '/colleges',
  },
  create_test: {
    title: 'Create a test',
    text: 'Write questions, or import them from a file.',
    action: 'Create test',
    to: '/tests/new',
  },
  offer_test: {
    title: 'Assign it to a college',
    text: 'The college accepts it and chooses its students.',
    action: 'Choose a test',
    to: '/tests',
  },
  send_notification: {
    title: 'Send a notification',
    text: 'Tell colleges what is new.',
    action: 'Write notification',
    to: '/create-notification',
  },
}

const teal = 'light-dark(var(--mantine-color-teal-7), var(--mantine-color-teal-5))'

/** Checklist for a new college or platform. Can be dismissed once complete. */
export function FirstSteps() {
  const { id, role } = useUser()
  const { data: steps } = useFirstSteps()
  // Users whose steps were all done before the checklist first appeared never see it.
  const [state, setState] = useLocalStorage<'unseen' | 'open' | 'dismissed'>({
    key: `firstSteps:${id}`,
    defaultValue: 'unseen',
    getInitialValueInEffect: false,
  })
  const complete = steps?.every(({ done }) => done)
  useEffect(() => {
    if (complete === false) setState('open')
  }, [complete, setState])
  if (!steps || (complete && state !== 'open')) return null

  const words = role === 'master_admin' ? platform : college
  const next = steps.find(({ done }) => !done)?.step
  return (
    <DashboardSection
      title={complete ? 'You’re all set' : 'First steps'}
      more={
        complete ? (
          <Button variant="default" size="compact-sm" onClick={() => setState('dismissed')}>
            Dismiss
          </Button>
        ) : (
          <Note className="tabular">
            {steps.filter(({ done }) => done).length} of {steps.length} done
          </Note>
        )
      }
    >
      <Box component="ol" mb="xl" className="rows card" aria-label="First steps">
        {steps.map(({ step, done }) => {
          const about = words[step]
          if (!about) return null
          return (
            <Group component="li" gap="sm" wrap="nowrap" py={11} px="md" key={step}>
              {done ? (
                <IconCircleCheckFilled size={22} style={{ color: teal }} aria-label="Done" />
              ) : (
                <IconCircleDashed size={22} style={{ color: 'var(--mantine-color-dimmed)' }} aria-label="To do" />
              )}
              <Box flex={1} miw={0}>
                <Text component="div" inherit c={done ? 'dimmed' : undefined} fz="sm" fw={done ? 400 : 550}>
                  {about.title}
                </Text>
                {!done && (
                  <Text component="div" c="dimmed" fz="xs">
                    {about.text}
                  </Text>
                )}
              </Box>
              {!done && (
                <LinkButton
                  to={about.to}
                  search={about.search ?? {}}
                  size="xs"
                  variant={step === next ? 'filled' : 'default'}
                >
                  {about.action}
                </LinkButton>
              )}
            </Group>
          )
        })}
      </Box>
    </DashboardSection>
  )
}
