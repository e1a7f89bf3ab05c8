import { Button, Progress, Stack, Text } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { sizeText } from '#client/lib/format.ts'
import { ModalActions } from '#client/ui/modal-actions.tsx'
import type { BulkProgress } from '#shared/members/bulk.schema.ts'
import { useBulkProgress } from '../../queries.ts'
import classes from './bulk.module.css'
import type { Upload } from './use-bulk-upload.ts'

interface UploadingStepProps {
  fileName: string
  upload: Upload
  /** Plural noun: 'students'. */
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

/** The steps sending, reading and adding, with the progress of each. */
export function UploadingStep({ fileName, upload, many, onCancel, onClose }: UploadingStepProps) {
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
