import { Button, Progress, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { now } from '#client/lib/clock.ts'
import { codeOf, messageOf } from '#client/lib/errors.ts'
import { plural } from '#client/lib/format.ts'
import { notify } from '#client/lib/notify.ts'
import { saveSheet } from '#client/lib/save-sheet.ts'
import { timeZone } from '#client/lib/time.ts'
import { type DialogProps, Modal } from '#client/ui/modal.tsx'
import { ModalActions } from '#client/ui/modal-actions.tsx'
import { Warning } from '#client/ui/warning.tsx'
import type { MemberRole } from '#shared/members/members.schema.ts'
import type { PasswordsAnswer, Skipped } from '#shared/members/selection.schema.ts'
import { dateOf } from '#shared/reports/days.rules.ts'
import { passwordRows, passwordSheetName } from '../../model/people-sheets.ts'
import { useBulkProgress, useReissuePasswords } from '../../queries.ts'
import { mailedText } from '../bulk/result-step.tsx'
import { SheetButton } from '../bulk/sheet-button.tsx'
import { newUploadId } from '../bulk/use-bulk-upload.ts'
import { useLossWarning } from '../bulk/use-loss-warning.ts'
import { roleText } from '../role-text.ts'

interface PasswordsModalProps extends DialogProps {
  role: MemberRole
  ids: readonly string[]
  /** Called when the dialog closes after the passwords were changed. */
  onDone: (skipped: Skipped[]) => void
}

const lost = 'The connection was lost, and some passwords may have changed. Create new ones to get a file for everyone.'

/** Sets new temporary passwords for the selected people, and offers them as a file until the dialog closes. */
export function PasswordsModal({ role, ids, opened, onClose, onDone }: PasswordsModalProps) {
  const reissue = useReissuePasswords()
  const [uploadId, setUploadId] = useState('')
  const [result, setResult] = useState<PasswordsAnswer | null>(null)
  const [saved, setSaved] = useState(false)
  const words = roleText[role]
  const many = (count: number) => plural(count, words.one, words.many)
  const running = reissue.isPending
  const unsaved = result && result.credentials.length > 0 && !saved
  const agree = useLossWarning(
    running
      ? {
          title: 'Leave this page?',
          message: 'Passwords are being replaced. If you leave, you will not get the file.',
          confirmLabel: 'Leave',
        }
      : unsaved
        ? {
            title: 'Close without the file?',
            message: `The new passwords for ${many(result.credentials.length)} cannot be shown again.`,
            confirmLabel: 'Close without it',
          }
        : null,
  )

  const start = async () => {
    const id = newUploadId()
    setUploadId(id)
    setSaved(false)
    try {
      setResult(await reissue.mutateAsync({ ids: [...ids], uploadId: id }))
    } catch (error) {
      notify.error(codeOf(error) === 'NETWORK' ? lost : messageOf(error, 'Failed to create new passwords'))
    }
  }
  const close = async () => {
    if (!(await agree())) return
    setResult(null)
    if (result) onDone(result.skipped)
    onClose()
  }
  const save = async (answer: PasswordsAnswer) => {
    await saveSheet(
      passwordSheetName(words.title, dateOf(now(), timeZone())),
      'New passwords',
      passwordRows(role, answer),
    )
    setSaved(true)
  }

  return (
    <Modal
      opened={opened}
      onClose={() => void close()}
      title={result ? 'New passwords created' : `New passwords for ${many(ids.length)}?`}
      busy={running}
      sticky={result !== null}
    >
      {running && <Replacing uploadId={uploadId} many={words.many} />}
      {!running && !result && (
        <>
          <Stack gap="xs">
            <Text size="sm">
              {many(ids.length)} {ids.length === 1 ? 'loses' : 'lose'} access: they are signed out everywhere and their
              current passwords stop working. You get one file with the new passwords.
            </Text>
            {words.afterSignOut && (
              <Text size="sm" c="dimmed">
                Running exams are kept. Students continue after they sign in with the new password.
              </Text>
            )}
          </Stack>
          <ModalActions>
            <Button variant="default" onClick={() => void close()} data-autofocus>
              Cancel
            </Button>
            <Button color="red" onClick={() => void start()}>
              Create passwords
            </Button>
          </ModalActions>
        </>
      )}
      {result && (
        <>
          <Warning title={`New passwords for ${many(result.credentials.length)}`}>
            <Text size="sm" mb="sm">
              They are in this file only. Download it now. {mailedText(result)}
            </Text>
            <SheetButton label={saved ? 'Download again' : 'Download passwords'} onSave={() => save(result)} />
          </Warning>
          <ModalActions>
            <Button onClick={() => void close()}>Close</Button>
          </ModalActions>
        </>
      )}
    </Modal>
  )
}

function Replacing({ uploadId, many }: { uploadId: string; many: string }) {
  const { done = 0, total = 0 } = useBulkProgress(uploadId) ?? {}
  return (
    <Stack gap="xs">
      <Text size="sm" role="status">
        {total > 0 ? `${done.toLocaleString()} of ${total.toLocaleString()} ${many}` : 'Creating passwords...'}
      </Text>
      <Progress
        value={total > 0 ? (done / total) * 100 : 100}
        animated={total === 0}
        aria-label="Creating passwords"
        transitionDuration={200}
      />
    </Stack>
  )
}
