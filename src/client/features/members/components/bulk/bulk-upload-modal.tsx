import { type ReactNode, useEffect, useRef, useState } from 'react'
import { plural } from '#client/lib/format.ts'
import { Modal } from '#client/ui/modal.tsx'
import type { MemberRole } from '#shared/members/members.schema.ts'
import { roleText } from '../role-text.ts'
import classes from './bulk.module.css'
import { ChooseStep } from './choose-step.tsx'
import { mailedText, ResultStep } from './result-step.tsx'
import { UploadingStep } from './uploading-step.tsx'
import { type Stage, useBulkUploadSteps } from './use-bulk-upload.ts'
import { type Loss, useLossWarning } from './use-loss-warning.ts'

interface BulkUploadModalProps {
  /** Role of the page that opened the dialog. Another one can be chosen. */
  role: MemberRole
  opened: boolean
  onClose: () => void
}

/**
 * Adds many users from a sheet in three steps: choose file, uploading, result. Confirms before discarding anything that
 * is shown only once.
 */
export function BulkUploadModal({ role: pageRole, opened, onClose }: BulkUploadModalProps) {
  const [role, setRole] = useState(pageRole)
  const { stage, choose, start, reset, cancel } = useBulkUploadSteps(role)
  const [saved, setSaved] = useState(false)
  const words = roleText[role]
  const loss = lossOf(stage, saved, role)
  const agree = useLossWarning(loss)

  const leave = async (then?: () => void) => {
    if (!(await agree())) return
    reset()
    setSaved(false)
    then?.()
  }

  return (
    <Modal opened={opened} onClose={() => void leave(onClose)} title={words.upload} size="lg" sticky={loss !== null}>
      <Step name={stage.step}>
        {stage.step === 'choose' && (
          <ChooseStep
            role={role}
            onRole={setRole}
            file={stage.file}
            failure={stage.failure}
            onChoose={choose}
            onUpload={() => void start(stage.file)}
            onCancel={() => void leave(onClose)}
          />
        )}
        {stage.step === 'uploading' && (
          <UploadingStep
            fileName={stage.file.name}
            upload={stage.upload}
            many={words.many}
            onCancel={cancel}
            onClose={() => void leave(onClose)}
          />
        )}
        {stage.step === 'result' && (
          <ResultStep
            role={role}
            fileName={stage.file.name}
            result={stage.result}
            saved={saved}
            onCredentialsSaved={() => setSaved(true)}
            onAnother={() => void leave()}
            onClose={() => void leave(onClose)}
          />
        )}
      </Step>
      <div role="status" className="visually-hidden">
        {announcementOf(stage, words.many)}
      </div>
    </Modal>
  )
}

/** A step's content. The button that led here is gone, so the step takes the focus. */
function Step({ name, children }: { name: Stage['step']; children: ReactNode }) {
  const step = useRef<HTMLDivElement>(null)
  const last = useRef(name)
  useEffect(() => {
    if (last.current === name) return
    last.current = name
    step.current?.focus({ preventScroll: true })
  }, [name])
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form's fields
    <div ref={step} role="group" tabIndex={-1} aria-label={stepNames[name]} className={classes.step}>
      {children}
    </div>
  )
}

const stepNames: Record<Stage['step'], string> = {
  choose: 'Choose file',
  uploading: 'Uploading',
  result: 'Result of the upload',
}

function announcementOf(stage: Stage, many: string): string {
  if (stage.step !== 'result') return ''
  const { total, successful, failed } = stage.result
  return `Upload finished: ${successful.toLocaleString()} of ${total.toLocaleString()} ${many} added, ${failed.toLocaleString()} failed.`
}

/** What closing the dialog would lose, if anything. */
function lossOf(stage: Stage, saved: boolean, role: MemberRole): Loss | null {
  const words = roleText[role]
  if (stage.step === 'uploading')
    return {
      title: 'Leave this upload?',
      message:
        'It may go on without this page. Its errors and the temporary passwords are then not shown. Where mail is set up, whoever is added is mailed theirs.',
      confirmLabel: 'Leave',
      cancelLabel: 'Stay',
    }
  if (stage.step !== 'result' || saved || stage.result.credentials.length === 0) return null
  const count = stage.result.credentials.length
  return {
    title: 'Close without the sign-in details?',
    message: `The temporary passwords of ${plural(count, words.one, words.many)} cannot be shown again. ${mailedText(stage.result)}`,
    confirmLabel: 'Close without them',
    cancelLabel: 'Go back',
  }
}
