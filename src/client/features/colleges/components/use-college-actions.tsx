import { IconCircleCheck, IconCircleOff, IconKey, IconPencil, IconShieldOff } from '@tabler/icons-react'
import { plural } from '#client/lib/format.ts'
import { reportOutcome } from '#client/lib/report-outcome.ts'
import type { RouterOutputs } from '#client/lib/trpc.tsx'
import { offerUndo } from '#client/lib/undo.ts'
import { useConfirm } from '#client/ui/confirm.tsx'
import { CredentialsModal } from '#client/ui/credentials-modal.tsx'
import { useDialog } from '#client/ui/dialog-state.ts'
import type { RowAction } from '#client/ui/row-menu.tsx'
import type { College } from '#shared/colleges/colleges.schema.ts'
import { useReissuePassword, useToggleCollege, useTurnOffTwoStep } from '../queries.ts'
import { EditCollegeModal } from './college-form-modal.tsx'

const list = new Intl.ListFormat('en')

type Reissued = RouterOutputs['colleges']['reissuePassword']

/**
 * College actions, shared by all screens.
 *
 * @returns a function that lists a college's actions, and their dialogs, to render once per screen
 */
export function useCollegeActions() {
  const editing = useDialog<College>()
  const reissued = useDialog<Reissued>()
  const toggle = useToggle()
  const reissue = useReissue(reissued.open)
  const turnOffTwoStep = useResetTwoStep()

  const actionsOf = (college: College): RowAction[] => [
    { label: 'Edit', icon: IconPencil, onClick: () => editing.open(college) },
    {
      label: 'New temporary password',
      icon: IconKey,
      onClick: () => void reissue(college),
      disabled: college.adminInfo === null,
    },
    ...(college.adminInfo?.twoStep
      ? [{ label: 'Turn off two-step sign-in', icon: IconShieldOff, onClick: () => void turnOffTwoStep(college) }]
      : []),
    college.isActive
      ? { label: 'Deactivate', icon: IconCircleOff, destructive: true, onClick: () => void toggle(college) }
      : { label: 'Activate', icon: IconCircleCheck, onClick: () => void toggle(college) },
  ]

  const dialogs = (
    <>
      {editing.show((college, dialog) => (
        <EditCollegeModal college={college} {...dialog} />
      ))}
      <CredentialsModal
        title="New temporary password"
        credentials={reissued.opened ? credentialsOf(reissued.about) : null}
        onClose={reissued.close}
      />
    </>
  )
  return { actionsOf, dialogs }
}

/** Converts a response for the dialog that shows a password once. */
export const credentialsOf = (answer: Reissued | null) =>
  answer && { name: `the administrator of ${answer.college.name}`, ...answer.credentials }

function useToggle() {
  const confirm = useConfirm()
  const toggle = useToggleCollege()
  return async (college: College) => {
    const { id, name, isActive, totalFaculty, totalStudents } = college
    const people = [
      'its administrator',
      ...(totalFaculty > 0 ? [plural(totalFaculty, 'faculty member')] : []),
      ...(totalStudents > 0 ? [plural(totalStudents, 'student')] : []),
    ]
    const sure =
      !isActive ||
      (await confirm({
        title: 'Deactivate this college?',
        message: `Everyone at “${name}” is signed out immediately and cannot sign in until you activate the college again: ${list.format(people)}.`,
        consequences: 'The API tokens of its administrator are deleted. Running tests keep their saved answers.',
        confirmLabel: 'Deactivate',
      }))
    if (!sure) return
    const failed = 'Failed to change the status of the college'
    const answer = await reportOutcome(toggle.mutateAsync({ id }), undefined, failed)
    if (!answer) return
    const { college: now } = answer
    offerUndo(
      now.isActive ? 'College activated' : 'College deactivated',
      () => toggle.mutateAsync({ id, wasActive: now.isActive }),
      (back) => `${name} is now ${back.college.isActive ? 'active' : 'inactive'}`,
      failed,
    )
  }
}

/** Resets two-step sign-in for an administrator who has lost their authenticator, recovery codes and passkeys. */
function useResetTwoStep() {
  const confirm = useConfirm()
  const turnOff = useTurnOffTwoStep()
  return async ({ id, name }: College) => {
    const sure = await confirm({
      title: 'Turn off two-step sign-in?',
      message: `All passkeys of the administrator of “${name}” are deleted. The administrator signs in with only a password until setting up a second step again.`,
      consequences: 'Do this only after you have verified their identity.',
      confirmLabel: 'Turn off',
    })
    if (sure)
      await reportOutcome(turnOff.mutateAsync({ id }), 'Two-step sign-in is off', 'Failed to turn off two-step sign-in')
  }
}

function useReissue(onDone: (answer: Reissued) => void) {
  const confirm = useConfirm()
  const reissue = useReissuePassword()
  return async ({ id, name, email }: College) => {
    const sure = await confirm({
      title: 'Issue a new temporary password?',
      message: `The administrator of “${name}” is signed out everywhere, and the current password and API tokens stop working.`,
      consequences: `The new password is emailed to ${email} and shown here once.`,
      confirmLabel: 'New password',
      destructive: false,
    })
    if (!sure) return
    const answer = await reportOutcome(reissue.mutateAsync({ id }), undefined, 'Failed to create a new password')
    if (answer) onDone(answer)
  }
}
