import type { ConfirmQuestion } from '#client/ui/confirm-host.tsx'
import type { Member } from '#shared/members/members.schema.ts'
import { roleWords } from './role-words.ts'

/** Confirmations. */
export type Asked = 'password' | 'deactivate' | 'delete'

/** A confirmation that names the person and the consequence. */
export function questionOf(asked: Asked, { name, email, role }: Member): ConfirmQuestion {
  const words = roleWords[role]
  if (asked === 'delete')
    return {
      title: `Delete this ${words.one}?`,
      message: `${name} (${email}) will be deleted. This cannot be undone.`,
      loses: words.lostWith,
      confirmLabel: 'Delete',
    }
  if (asked === 'deactivate')
    return {
      title: `Deactivate this ${words.one}?`,
      message: `${name} is signed out immediately and cannot sign in until you activate the account again.`,
      ...(words.keptWhenInactive && { loses: words.keptWhenInactive }),
      confirmLabel: 'Deactivate',
    }
  return {
    title: 'New temporary password?',
    message: `${name} is signed out everywhere, and the current password stops working. The new one is shown here once and emailed to ${email}.`,
    ...(words.afterSignOut && { loses: words.afterSignOut }),
    confirmLabel: 'New password',
    destructive: false,
  }
}
