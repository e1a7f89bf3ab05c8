import { Button } from '@mantine/core'
import { type ClipboardEvent, type DragEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { notify } from '#client/lib/notify.ts'
import classes from './drop-area.module.css'

interface DropAreaProps {
  /** Label of the hidden file input. */
  label: string
  /** As in `<input accept>`: what the chooser offers. What is dropped may be anything. */
  accept: string
  onFile: (file: File) => void
  icon: ReactNode
  /** Text of the area: its purpose, then accepted files or progress. */
  children: ReactNode
  /** The words of the button that opens the chooser. */
  choose: string
  /** More than those words, where a page has several areas. */
  chooseLabel?: string
  /** The chooser's button, to give it the focus. */
  chooseRef?: RefObject<HTMLButtonElement | null>
  /** More buttons, after the chooser's. */
  actions?: ReactNode
  disabled?: boolean
  /** A file is there already. */
  chosen?: boolean
  /** An image may be pasted while the focus is inside. */
  paste?: boolean
  size?: 'sm' | 'md' | 'lg'
  /** In a dialog: the chooser's button has the focus first. */
  autoFocus?: boolean
}

const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files')

/** Takes one file: dropped, chosen by mouse or keyboard, or pasted. */
export function DropArea(props: DropAreaProps) {
  const { label, accept, onFile, icon, children, choose, actions, disabled = false, paste = false, size = 'md' } = props
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)

  // A file that is dropped beside the area would otherwise be opened in place of the page.
  useEffect(() => {
    const refuse = (event: Event) => event.preventDefault()
    for (const name of ['dragover', 'drop']) window.addEventListener(name, refuse)
    return () => {
      for (const name of ['dragover', 'drop']) window.removeEventListener(name, refuse)
    }
  }, [])

  const take = (files: FileList | null) => {
    if (disabled || !files?.[0]) return
    if (files.length > 1) notify.warning('One file at a time: only the first is taken.')
    onFile(files[0])
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping and pasting are shortcuts for the button inside
    <div
      className={classes.area}
      data-size={size}
      data-over={(over && !disabled) || undefined}
      data-chosen={props.chosen || undefined}
      // A click puts the focus here, so that Ctrl+V finds it; the Tab key goes to the button.
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
      <span className={classes.icon}>{icon}</span>
      <div className={classes.words}>{children}</div>
      <div className={classes.actions}>
        <Button
          ref={props.chooseRef}
          variant="default"
          aria-label={props.chooseLabel}
          size={size === 'sm' ? 'xs' : 'sm'}
          // It keeps the focus while its file is on the way.
          aria-disabled={disabled}
          data-disabled={disabled || undefined}
          data-autofocus={props.autoFocus || undefined}
          onClick={() => !disabled && input.current?.click()}
        >
          {choose}
        </Button>
        {actions}
      </div>
      <input
        ref={input}
        type="file"
        accept={accept}
        hidden
        aria-label={label}
        disabled={disabled}
        onChange={(event) => {
          take(event.currentTarget.files)
          // Allow choosing the same file again after it was fixed.
          event.currentTarget.value = ''
        }}
      />
    </div>
  )
}
