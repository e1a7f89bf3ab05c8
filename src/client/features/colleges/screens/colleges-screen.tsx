import { Button } from '@mantine/core'
import { IconArrowRight, IconPlus } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { WaitingSignIns } from '#client/features/auth/components/waiting-sign-ins.tsx'
import type { RouterOutputs } from '#client/lib/trpc.tsx'
import { CredentialsModal } from '#client/ui/credentials-modal.tsx'
import { useDialog } from '#client/ui/dialog-state.ts'
import { collegeColumns } from '../components/college-columns.tsx'
import { CreateCollegeModal } from '../components/college-form-modal.tsx'
import { CollegeListPage } from '../components/college-list-page.tsx'
import { credentialsOf, useCollegeActions } from '../components/use-college-actions.tsx'

/** The master admin's list of colleges: create, edit, activate and deactivate. */
export function CollegesScreen() {
  const [creating, setCreating] = useState(false)
  const created = useDialog<RouterOutputs['colleges']['create']>()
  const { actionsOf, dialogs } = useCollegeActions()
  const navigate = useNavigate()

  const createButton = (variant: 'filled' | 'light') => (
    <Button variant={variant} leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setCreating(true)}>
      Create College
    </Button>
  )

  return (
    <>
      <WaitingSignIns />
      <CollegeListPage
        title="Colleges"
        purpose="Create colleges and manage their accounts."
        sibling={{ label: 'See how they use the platform', to: '/college-management' }}
        columns={collegeColumns}
        action={createButton('filled')}
        actions={(college) => [
          {
            label: 'Open',
            icon: IconArrowRight,
            onClick: () => void navigate({ to: '/college-management/$collegeId', params: { collegeId: college.id } }),
          },
          ...actionsOf(college),
        ]}
        emptyAction={createButton('light')}
      />
      <CreateCollegeModal
        opened={creating}
        onClose={() => setCreating(false)}
        onCreated={(answer) => {
          setCreating(false)
          created.open(answer)
        }}
      />
      <CredentialsModal
        title="College created"
        credentials={created.opened ? credentialsOf(created.about) : null}
        onClose={created.close}
      />
      {dialogs}
    </>
  )
}
