import { Button, Group, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core'
import { IconCopy, IconDownload, IconShieldCheck, IconShieldOff } from '@tabler/icons-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { copyText } from '#client/lib/clipboard.ts'
import { plural } from '#client/lib/format.ts'
import { notify } from '#client/lib/notify.ts'
import { saveText } from '#client/lib/save-file.ts'
import { useDialog } from '#client/ui/dialog-state.ts'
import { QueryPending } from '#client/ui/load-state.tsx'
import { Modal } from '#client/ui/modal.tsx'
import { ModalActions } from '#client/ui/modal-actions.tsx'
import { RelativeTime } from '#client/ui/relative-time.tsx'
import { Warning } from '#client/ui/warning.tsx'
import { ProofModal } from './proof-modal.tsx'
import { useRenewRecoveryCodes, useTurnOffTwoStep, useTwoStep } from './use-sign-in-settings.ts'

// Lazy, because it includes the QR code renderer and most people need it only once.
const TwoStepSetup = lazy(() => import('./two-step-setup.tsx').then((file) => ({ default: file.TwoStepSetup })))

/** Below this number of recovery codes, suggest creating new ones. */
const few = 3

export function TwoStep() {
  const query = useTwoStep()
  const { data } = query
  const turnOff = useTurnOffTwoStep()
  const renew = useRenewRecoveryCodes()
  const setup = useDialog<true>()
  const asked = useDialog<'off' | 'renew'>()
  const [codes, setCodes] = useState<string[] | null>(null)
  if (!data)
    return (
      <QueryPending query={query} failed="Failed to load two-step sign-in">
        <Skeleton height={80} radius="md" role="status" aria-label="Loading two-step sign-in" />
      </QueryPending>
    )
  return (
    <Stack gap="md">
      <Group gap="xs" wrap="nowrap" align="flex-start">
        {data.isOn ? <IconShieldCheck size={20} aria-hidden /> : <IconShieldOff size={20} aria-hidden />}
        <Text size="sm">
          {data.isOn ? (
            <>
              On since <RelativeTime value={data.since} />. {plural(data.recoveryCodesLeft, 'recovery code')} left.
            </>
          ) : (
            'Off. Anyone who knows your password can sign in.'
          )}
        </Text>
      </Group>
      {data.isOn && data.recoveryCodesLeft < few && (
        <Warning>You are running out of recovery codes. Create new ones before you need them.</Warning>
      )}
      <Group gap="sm">
        {data.isOn ? (
          <>
            <Button variant="default" onClick={() => asked.open('renew')}>
              Create recovery codes
            </Button>
            <Button variant="default" c="var(--mantine-color-error)" onClick={() => asked.open('off')}>
              Turn off
            </Button>
          </>
        ) : (
          <Button variant="default" onClick={() => setup.open(true)}>
            Turn on two-step sign-in
          </Button>
        )}
      </Group>
      {setup.about && (
        <Suspense>
          <TwoStepSetup key={setup.openCount} opened={setup.opened} onClose={setup.close} onCodes={setCodes} />
        </Suspense>
      )}
      <ProofModal
        key={asked.openCount}
        opened={asked.opened}
        title={asked.about === 'renew' ? 'Create new recovery codes?' : 'Turn off two-step sign-in?'}
        text={
          asked.about === 'renew'
            ? 'Your current recovery codes stop working immediately.'
            : 'You will sign in with your password alone. Your recovery codes stop working.'
        }
        confirmLabel={asked.about === 'renew' ? 'Create recovery codes' : 'Turn off'}
        destructive={asked.about === 'off'}
        onClose={asked.close}
        onProof={async (proof) => {
          if (asked.about === 'renew') setCodes((await renew.mutateAsync(proof)).recoveryCodes)
          else await turnOff.mutateAsync(proof)
          asked.close()
        }}
      />
      <RecoveryCodes codes={codes} onClose={() => setCodes(null)} />
    </Stack>
  )
}

/**
 * The recovery codes, shown once. The dialog can only be closed with its button.
 *
 * @param codes null while the dialog is closed
 */
function RecoveryCodes({ codes, onClose }: { codes: readonly string[] | null; onClose: () => void }) {
  const last = useRef(codes)
  if (codes) last.current = codes
  const shown = codes ?? last.current ?? []
  const text = `${shown.join('\n')}\n`
  const copy = async () => {
    if (await copyText(text)) notify.success('Recovery codes copied')
    else notify.warning('Could not copy. Select the codes and copy them manually.')
  }
  return (
    <Modal opened={codes !== null} onClose={onClose} title="Your recovery codes" sticky>
      <Stack gap="md">
        <Text size="sm">Each code signs you in once if you lose your authenticator.</Text>
        <SimpleGrid
          component="ul"
          minColWidth={190}
          spacing="xs"
          p="md"
          ff="monospace"
          fz="sm"
          className="card"
          aria-label="Recovery codes"
        >
          {shown.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </SimpleGrid>
        <Group gap="sm">
          <Button variant="default" leftSection={<IconCopy size={16} aria-hidden />} onClick={() => void copy()}>
            Copy
          </Button>
          <Button
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() => saveText('examhall-recovery-codes.txt', text, 'text/plain')}
          >
            Download
          </Button>
        </Group>
        <Warning>These codes are shown only once. Keep them somewhere other than your phone.</Warning>
      </Stack>
      <ModalActions>
        <Button onClick={onClose}>I’ve saved them</Button>
      </ModalActions>
    </Modal>
  )
}
