import { Button, Group, Progress, Text } from '@mantine/core'
import { type ClipboardEvent, type DragEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { openChooser } from '#client/lib/device/file-chooser.ts'
import { notify } from '#client/lib/notify.ts'
import classes from './drop-area.module.css'

interface DropAreaProps {
  label: string
  /** As in `<input accept>`. Limits the file picker only; any file can be dropped. */
  accept: string
  /** Called once per file. */
  onFile: (file: File) => void
  /** True to accept several files at once. */
  multiple?: boolean
  icon: ReactNode
  /** Content of the area: its purpose, then accepted files or progress. */
  children: ReactNode
  choose: string
  /** A longer accessible label, if a page has several areas. */
  chooseLabel?: string
  chooseRef?: RefObject<HTMLButtonElement | null>
  actions?: ReactNode
  disabled?: boolean
  /** True if a file has been chosen already. */
  chosen?: boolean
  /** True if an image can be pasted while focus is inside. */
  paste?: boolean
  size?: 'sm' | 'md' | 'lg'
  /** Focuses the picker button first when a dialog opens. */
  autoFocus?: boolean
}

const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files')

/** An area to drop files on, with a button to choose them. Files can also be pasted. */
export function DropArea(props: DropAreaProps) {
  const {
    label,
    accept,
    onFile,
    icon,
    children,
    choose,
    actions,
    disabled = false,
    paste = false,
    multiple = false,
    size = 'md',
  } = props
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)

  // A file dropped beside the area would otherwise replace the page.
  useEffect(() => {
    const refuse = (event: Event) => event.preventDefault()
    for (const name of ['dragover', 'drop']) window.addEventListener(name, refuse)
    return () => {
      for (const name of ['dragover', 'drop']) window.removeEventListener(name, refuse)
    }
  }, [])

  const take = (files: FileList | null) => {
    if (disabled || !files?.[0]) return
    if (multiple) {
      for (const file of files) onFile(file)
      return
    }
    if (files.length > 1) notify.warning('One file at a time: only the first is used.')
    onFile(files[0])
  }

  return (
    <Group
      gap="12px 16px"
      className={classes.area}
      data-size={size}
      data-over={(over && !disabled) || undefined}
      data-chosen={props.chosen || undefined}
      // A click focuses the area, so Ctrl+V works. The Tab key goes to the button.
      tabIndex={paste ? -1 : undefined}
      onDragOver={(event) => {
        event.preventDefault()
        if (hasFiles(event)) setOver(true)
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false)
      }}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        take(event.dataTransfer.files)
      }}
      onPaste={(event: ClipboardEvent) => {
        if (!paste || event.clipboardData.files.length === 0) return
        event.preventDefault()
        take(event.clipboardData.files)
      }}
    >
      <Text span inherit c="dimmed" flex="none" display="grid" style={{ placeItems: 'center' }}>
        {icon}
      </Text>
      <div className={`anywhere ${classes.words}`}>{children}</div>
      <Group gap="xs" wrap="nowrap" align="stretch" className={classes.actions}>
        <Button
          ref={props.chooseRef}
          variant="default"
          aria-label={props.chooseLabel}
          size={size === 'sm' ? 'xs' : 'sm'}
          // Not `disabled`, so the button keeps focus while its file is being uploaded.
          aria-disabled={disabled}
          data-disabled={disabled || undefined}
          data-autofocus={props.autoFocus || undefined}
          onClick={() => !disabled && input.current && openChooser(input.current)}
        >
          {choose}
        </Button>
        {actions}
      </Group>
      <input
        ref={input}
        type="file"
        accept={accept}
        multiple={multiple}
        hidden
        aria-label={label}
        disabled={disabled}
        onChange={(event) => {
          take(event.currentTarget.files)
          // Lets the user choose the same file again after fixing it.
          event.currentTarget.value = ''
        }}
      />
    </Group>
  )
}

interface DropTextProps {
  title: string
  /** The file that is being read. */
  reading: File | undefined
  /** Label of the progress bar. */
  progress: string
  /** Accepted files, shown while none is being read. */
  children: ReactNode
}

/** Content of an area that reads a file as soon as it is chosen. */
export const DropText = ({ title, reading, progress, children }: DropTextProps) => (
  <>
    <Text size="sm" fw={550}>
      {reading ? `Reading ${reading.name}…` : title}
    </Text>
    {reading ? (
      <Progress value={100} animated size="sm" mt={6} aria-label={progress} />
    ) : (
      <Text size="xs" c="dimmed">
        {children}
      </Text>
    )}
  </>
)
