import { Button, Progress, Text } from '@mantine/core'
import { IconFile, IconPaperclip } from '@tabler/icons-react'
import { type ReactNode, useRef } from 'react'
import { sizeText } from '#client/lib/format.ts'
import { DropArea } from '#client/ui/drop-area.tsx'
import { FormSection } from '#client/ui/form-section.tsx'
import { Note } from '#client/ui/note.tsx'
import { acceptedFiles, type ChosenFile, refusalOf } from '../model/form-attachment.ts'
import classes from './form.module.css'

interface AttachmentFieldProps {
  value: ChosenFile
  onChange: (value: ChosenFile) => void
  stored: { originalName: string; size: number } | null
  error: ReactNode
  /** From 0 to 100 while the file is being sent, otherwise null. */
  progress: number | null
}

/** An optional file: checked in the browser at once, and sent with the form. */
export function AttachmentField({ value, onChange, stored, error, progress }: AttachmentFieldProps) {
  const choose = useRef<HTMLButtonElement>(null)
  const { file, refusal, removed } = value
  const kept = stored && !removed ? { name: stored.originalName, size: stored.size } : null
  const shown = file ?? kept
  const remove = () => {
    // Removing a new file restores the stored one.
    onChange({ file: null, refusal: null, removed: file ? removed : true })
    choose.current?.focus()
  }
  return (
    <FormSection title="Attachment" text="Optional. People open it from the notification.">
      <div data-path="attachment" tabIndex={-1} className={classes.field}>
        <DropArea
          label="Attachment"
          accept={acceptedFiles}
          onFile={(next) => onChange({ file: next, refusal: refusalOf(next), removed })}
          icon={
            shown ? (
              <IconFile size={24} stroke={1.5} aria-hidden />
            ) : (
              <IconPaperclip size={24} stroke={1.5} aria-hidden />
            )
          }
          choose={shown ? 'Replace' : 'Choose file'}
          chooseLabel={shown ? 'Replace: attachment' : 'Choose file: attachment'}
          chooseRef={choose}
          chosen={shown !== null}
          disabled={progress !== null}
          actions={
            shown &&
            progress === null && (
              <Button variant="subtle" color="red" onClick={remove} aria-label="Remove: attachment">
                Remove
              </Button>
            )
          }
        >
          <Text size="sm" fw={550} lineClamp={2} title={shown?.name}>
            {shown ? shown.name : 'Drop a file here, or choose one'}
          </Text>
          <Note className="tabular">
            {shown ? sizeText(shown.size) : 'Image (.jpg .jpeg .png .gif), .pdf, .doc, .docx or .txt, less than 5 MB'}
          </Note>
          {progress !== null && <Progress value={progress} size="sm" mt={6} aria-label="Sending the attachment" />}
        </DropArea>
        <Text role="alert" component="div" mt={5} c="var(--mantine-color-error)" fz="xs" className="anywhere">
          {refusal ?? error}
        </Text>
        {stored && !file && removed && (
          <Text component="div" mt={6} c="dimmed" fz="xs">
            <span style={{ overflowWrap: 'anywhere' }}>{stored.originalName} is removed when you save. </span>
            <Button variant="subtle" size="compact-xs" onClick={() => onChange({ ...value, removed: false })}>
              Keep it
            </Button>
          </Text>
        )}
      </div>
    </FormSection>
  )
}
