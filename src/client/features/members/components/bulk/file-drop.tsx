import { Button, Text } from '@mantine/core'
import { IconFileSpreadsheet, IconFileUpload } from '@tabler/icons-react'
import { type DragEvent, useEffect, useRef, useState } from 'react'
import { notify } from '#client/lib/notify.ts'
import { maxSheetBytes } from '#shared/members/bulk/schema.ts'
import { sizeText } from '../../model/sheets.ts'
import classes from './bulk.module.css'

interface FileDropProps {
  file: File | null
  onChoose: (file: File) => void
}

/** Takes one workbook, dropped or picked. */
export function FileDrop({ file, onChoose }: FileDropProps) {
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const Shape = file ? IconFileSpreadsheet : IconFileUpload

  // A file that is dropped beside the field would otherwise be opened in place of the page.
  useEffect(() => {
    const refuse = (event: Event) => event.preventDefault()
    for (const name of ['dragover', 'drop']) window.addEventListener(name, refuse)
    return () => {
      for (const name of ['dragover', 'drop']) window.removeEventListener(name, refuse)
    }
  }, [])

  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const { files } = event.dataTransfer
    if (files.length > 1) notify.warning('One file at a time: only the first is taken.')
    if (files[0]) onChoose(files[0])
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is the mouse's shortcut for the button inside
    <div
      className={classes.zone}
      data-over={over || undefined}
      data-chosen={file ? true : undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false)
      }}
      onDrop={drop}
    >
      <Shape size={26} stroke={1.5} className={classes.zoneIcon} aria-hidden />
      <div className={classes.zoneWords}>
        <Text size="sm" fw={550} lineClamp={2} title={file?.name}>
          {file ? file.name : 'Drop an Excel file here, or choose one'}
        </Text>
        <Text size="xs" c="dimmed" className="tabular">
          {file ? sizeText(file.size) : `.xlsx or .xls, at most ${sizeText(maxSheetBytes)}`}
        </Text>
      </div>
      <Button variant="default" onClick={() => input.current?.click()} data-autofocus>
        {file ? 'Choose another' : 'Choose file'}
      </Button>
      <input
        ref={input}
        type="file"
        accept=".xlsx,.xls,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet,application/vnd.ms-excel"
        hidden
        aria-label="Excel file"
        onChange={(event) => {
          const chosen = event.currentTarget.files?.[0]
          // The same file may be chosen again after it was mended.
          event.currentTarget.value = ''
          if (chosen) onChoose(chosen)
        }}
      />
    </div>
  )
}
