import { Button } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { Banner, type Outcome } from './outcome-banner.tsx'
import { PasswordForm } from './password-form.tsx'

export const passwordHelp =
  'Your password is at least 6 characters long. Changing it signs you out everywhere else; this device stays signed in.'

/** A button that opens the password form and reappears when the form closes. */
export function PasswordChange() {
  const [open, setOpen] = useState(false)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  // Focus the button after the form closes, but not when the page opens.
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && !open) button.current?.focus()
    wasOpen.current = open
  }, [open])
  return (
    <div>
      <Banner outcome={outcome} onClose={() => setOutcome(null)} />
      {open ? (
        <PasswordForm
          onCancel={() => {
            setOpen(false)
            setOutcome(null)
          }}
          onOutcome={(next) => {
            setOutcome(next)
            if (next?.good) setOpen(false)
          }}
        />
      ) : (
        <Button
          ref={button}
          variant="default"
          leftSection={<IconLock size={16} aria-hidden />}
          onClick={() => {
            setOpen(true)
            setOutcome(null)
          }}
        >
          Change Password
        </Button>
      )}
    </div>
  )
}
