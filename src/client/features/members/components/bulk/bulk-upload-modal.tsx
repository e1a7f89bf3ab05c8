import { Button, Progress, Stack, Text } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { plural, sizeText } from '#client/lib/format.ts'
import { type DialogProps, Modal } from '#client/ui/modal.tsx'
import { ModalActions } from '#client/ui/modal-actions.tsx'
import type { BulkProgress } from '#shared/members/bulk.schema.ts'
import type { MemberRole } from '#shared/members/members.schema.ts'
import { useBulkProgress } from '../../queries.ts'
import { roleText } from '../role-text.ts'
import classes from './bulk.module.css'
import { ChooseStep } from './choose-step.tsx'
import { mailedText, ResultStep } from './result-step.tsx'
import { type Stage, type Upload, useBulkUploadSteps } from './use-bulk-upload.ts'
import { type Loss, useLossWarning } from './use-loss-warning.ts'

interface BulkUploadModalProps extends DialogProps {
  /** Role of the page that opened the dialog. The user can choose the other one. */
  role: MemberRole
}

/** Adds many users from a sheet. Confirms before discarding passwords that are shown only once. */
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

/** A step's content. Focused when the step changes, because the button that led to it is gone. */
function Step({ name, children }: { name: Stage['step']; children: ReactNode }) {
  const step = useRef<HTMLDivElement>(null)
  const last = useRef(name)
  useEffect(() => {
    if (last.current === name) return
    last.current = name
    step.current?.focus({ preventScroll: true })
  }, [name])
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields
    <div ref={step} role="group" tabIndex={-1} aria-label={stepNames[name]} style={{ outline: 'none' }}>
      {children}
    </div>
  )
}

const stepNames: Record<Stage['step'], string> = {
  choose: 'Choose file',
  uploading: 'Uploading',
  result: 'Upload result',
}

function announcementOf(stage: Stage, many: string): string {
  if (stage.step !== 'result') return ''
  const { total, successful, failed } = stage.result
  return `Upload finished: ${successful.toLocaleString()} of ${total.toLocaleString()} ${many} added, ${failed.toLocaleString()} failed.`
}

/** The confirmation to show if closing the dialog would lose something, otherwise null. */
function lossOf(stage: Stage, saved: boolean, role: MemberRole): Loss | null {
  const words = roleText[role]
  if (stage.step === 'uploading')
    return {
      title: 'Leave this upload?',
      message:
        'It may continue without this page, but you won’t see its errors or the temporary passwords. If mail is set up, people receive theirs by email.',
      confirmLabel: 'Leave',
      cancelLabel: 'Stay',
    }
  if (stage.step !== 'result' || saved || stage.result.credentials.length === 0) return null
  const count = stage.result.credentials.length
  return {
    title: 'Close without the sign-in details?',
    message: `The temporary passwords for ${plural(count, words.one, words.many)} cannot be shown again. ${mailedText(stage.result)}`,
    confirmLabel: 'Close without them',
    cancelLabel: 'Go back',
  }
}

interface UploadingStepProps {
  fileName: string
  upload: Upload
  /** Plural noun, such as `students`. */
  many: string
  /** Offered while the file is being sent. */
  onCancel: () => void
  /** Offered once the file has arrived, because the server's work cannot be cancelled from here. */
  onClose: () => void
}

interface Phase {
  label: string
  /** Progress from 0 to 1; undefined if unknown. */
  share: number | undefined
  figures: string
}

/** Shows the phases (sending, reading and adding) with their progress. */
function UploadingStep({ fileName, upload, many, onCancel, onClose }: UploadingStepProps) {
  const progress = useBulkProgress(upload.id)
  const { phases, current } = phasesOf(upload, progress, many)
  const running = phases[current]
  return (
    <>
      <Text size="sm" fw={550} lineClamp={2} title={fileName} style={{ overflowWrap: 'anywhere' }}>
        {fileName}
      </Text>
      <Stack component="ol" gap={10} my="md">
        {phases.map((phase, index) => (
          <li
            key={phase.label}
            className={classes.phase}
            data-state={index < current ? 'done' : index === current ? 'running' : 'waiting'}
            aria-current={index === current ? 'step' : undefined}
          >
            <Text span inherit w={22} h={22} fz="xs" className={`tabular ${classes.mark}`} aria-hidden>
              {index < current ? <IconCheck size={13} stroke={3} /> : index + 1}
            </Text>
            <span>{phase.label}</span>
            <Text span inherit c="dimmed" fw={400} className="tabular">
              {index <= current && phase.figures}
            </Text>
          </li>
        ))}
      </Stack>
      <Progress
        value={running?.share === undefined ? 100 : running.share * 100}
        animated={running?.share === undefined}
        size="md"
        transitionDuration={200}
        aria-label={running?.label ?? ''}
      />
      <div role="status" className="visually-hidden">
        {running?.label}
      </div>
      <Text size="sm" c="dimmed" mt="md">
        Keep this page open: the result and the temporary passwords are shown here.
      </Text>
      <ModalActions>
        <Button variant="default" onClick={current === 0 ? onCancel : onClose}>
          {current === 0 ? 'Cancel upload' : 'Close'}
        </Button>
      </ModalActions>
    </>
  )
}

function phasesOf({ sent, size }: Upload, progress: BulkProgress | undefined, many: string) {
  const { phase = 'waiting', done = 0, total = 0 } = progress ?? {}
  const saving = phase === 'saving' || phase === 'done'
  // The server may report reading before this browser reports that the last byte was sent.
  const arrived = sent >= size || saving || phase === 'reading'
  const phases: Phase[] = [
    {
      label: 'Sending the file',
      share: sent / size,
      figures: arrived ? sizeText(size) : `${sizeText(sent)} of ${sizeText(size)}`,
    },
    { label: 'Reading the rows', share: undefined, figures: saving ? `${total.toLocaleString()} rows` : '' },
    {
      label: `Adding ${many}`,
      share: total > 0 ? done / total : undefined,
      figures: total > 0 ? `${done.toLocaleString()} of ${total.toLocaleString()}` : '',
    },
  ]
  return { phases, current: saving ? 2 : arrived ? 1 : 0 }
}
