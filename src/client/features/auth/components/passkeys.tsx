import { Box, Button, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { z } from 'zod'
import { useZodForm } from '#client/lib/form.ts'
import { notify } from '#client/lib/notify.ts'
import { reportOutcome } from '#client/lib/report-outcome.ts'
import { useConfirm } from '#client/ui/confirm.tsx'
import { useDialog } from '#client/ui/dialog-state.ts'
import { FormActions } from '#client/ui/form-actions.tsx'
import { QueryPending } from '#client/ui/load-state.tsx'
import { type DialogProps, Modal } from '#client/ui/modal.tsx'
import { RelativeTime } from '#client/ui/relative-time.tsx'
import { maxPasskeys, type Passkey, passkeyName } from '#shared/auth/passkeys.schema.ts'
import { canUsePasskeys } from '../model/sign-in.ts'
import classes from './profile.module.css'
import { useAddPasskey, usePasskeys, useRemovePasskey } from './use-sign-in-settings.ts'

export function Passkeys() {
  const query = usePasskeys()
  const { data } = query
  const adding = useDialog<true>()
  if (!data)
    return (
      <QueryPending query={query} failed="Failed to load your passkeys">
        <Skeleton height={60} radius="md" role="status" aria-label="Loading your passkeys" />
      </QueryPending>
    )
  const isPossible = canUsePasskeys()
  return (
    <Stack gap="md">
      {data.passkeys.length > 0 ? (
        <Stack component="ul" gap={0} className={`card rows ${classes.list}`}>
          {data.passkeys.map((one) => (
            <OnePasskey key={one.id} passkey={one} />
          ))}
        </Stack>
      ) : (
        <Text size="sm">You have no passkeys.</Text>
      )}
      {isPossible ? (
        <Button
          variant="default"
          style={{ alignSelf: 'flex-start' }}
          disabled={data.passkeys.length >= maxPasskeys}
          onClick={() => adding.open(true)}
        >
          Add a passkey
        </Button>
      ) : (
        <Text size="sm" c="dimmed">
          This browser can’t create passkeys at this address. They need HTTPS and a host name.
        </Text>
      )}
      {adding.about && <AddPasskey key={adding.openCount} opened={adding.opened} onClose={adding.close} />}
    </Stack>
  )
}

function OnePasskey({ passkey: { id, name, createdAt, lastUsedAt } }: { passkey: Passkey }) {
  const confirm = useConfirm()
  const remove = useRemovePasskey()
  const removeIt = async () => {
    const sure = await confirm({
      title: 'Remove this passkey?',
      message: `“${name}” can no longer sign in to your account. Delete it on your device too.`,
      confirmLabel: 'Remove passkey',
    })
    if (sure) await reportOutcome(remove.mutateAsync({ id }), ({ message }) => message, 'Failed to remove the passkey')
  }
  return (
    <li>
      <Box miw={0} className="anywhere">
        <Text size="sm" fw={550}>
          {name}
        </Text>
        <Text size="xs" c="dimmed">
          Added: <RelativeTime value={createdAt} /> · Last used: <RelativeTime value={lastUsedAt} empty="Never" />
        </Text>
      </Box>
      <Button
        variant="default"
        size="compact-sm"
        loading={remove.isPending}
        onClick={() => void removeIt()}
        aria-label={`Remove ${name}`}
      >
        Remove
      </Button>
    </li>
  )
}

const nameForm = z.object({ name: passkeyName })

function AddPasskey({ opened, onClose }: DialogProps) {
  const add = useAddPasskey()
  const form = useZodForm({ schema: nameForm, initialValues: { name: '' } })
  const submit = form.submit(async ({ name }) => {
    await add(name)
    notify.success('Passkey added')
    onClose()
  })
  return (
    <Modal opened={opened} onClose={onClose} title="Add a passkey" size="sm">
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <Text size="sm">
            Your device asks for your fingerprint, face or PIN. You can then sign in with that instead of your password.
          </Text>
          <TextInput
            label="Name"
            description="To recognise it later, for example “My phone”"
            required
            data-autofocus
            {...form.getInputProps('name')}
          />
        </Stack>
        <FormActions submitLabel="Continue" busy={form.busy} onCancel={onClose} />
      </form>
    </Modal>
  )
}
