import { Alert, Button, Group } from '@mantine/core'
import { IconLock, IconTrash } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { LinkButton } from '#client/ui/link-button.tsx'
import { OwnTestsOff } from '#client/ui/own-tests-gate.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import type { TestDetail } from '../queries.ts'
import { TestContent } from './preview-dialog.tsx'
import { KeyRelease } from './rules-fields.tsx'
import { useRemoval } from './use-test-actions.tsx'

/**
 * A read-only test: a college's test shown to the owner, or a college's own test while the college may not write tests.
 */
export function ReadOnlyTest({ test }: { test: TestDetail }) {
  const navigate = useNavigate()
  const remove = useRemoval(() => void navigate({ to: '/tests' }))
  const { id, collegeName, rules, version } = test
  return (
    <>
      <PageHeader
        title={test.testName}
        purpose="The test with its questions."
        action={
          <Group gap="xs">
            <LinkButton
              to={collegeName === undefined ? '/assigned-tests/$testId/report' : '/tests/$testId/report'}
              params={{ testId: id }}
              variant="default"
            >
              Report
            </LinkButton>
            {collegeName !== undefined && (
              <Button
                variant="default"
                c="var(--mantine-color-error)"
                leftSection={<IconTrash size={16} aria-hidden />}
                onClick={() => void remove(test)}
              >
                Delete
              </Button>
            )}
          </Group>
        }
      />
      {collegeName !== undefined ? (
        <Alert color="indigo" mb="md" icon={<IconLock size={18} aria-hidden />}>
          {collegeName} wrote this test for its own students. You can read and delete it, but not change it.
        </Alert>
      ) : (
        test.collegeId && <OwnTestsOff />
      )}
      {collegeName === undefined && version !== undefined && rules.keyRelease === 'by_staff' && (
        <KeyRelease test={test} />
      )}
      <TestContent test={test} />
    </>
  )
}
