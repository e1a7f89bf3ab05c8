import { Text } from '@mantine/core'
import { IconFileSpreadsheet, IconFileUpload } from '@tabler/icons-react'
import { sizeText } from '#client/lib/size.ts'
import { DropArea } from '#client/ui/drop-area.tsx'
import { maxSheetBytes } from '#shared/members/bulk.schema.ts'

interface FileDropProps {
  file: File | null
  onChoose: (file: File) => void
}

/** Accepts one workbook, dropped or picked. */
export function FileDrop({ file, onChoose }: FileDropProps) {
  const Shape = file ? IconFileSpreadsheet : IconFileUpload
  return (
    <DropArea
      label="Excel file"
      accept=".xlsx,.xls,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet,application/vnd.ms-excel"
      onFile={onChoose}
      icon={<Shape size={26} stroke={1.5} aria-hidden />}
      choose={file ? 'Choose another' : 'Choose file'}
      chosen={file !== null}
      size="lg"
      autoFocus
    >
      <Text size="sm" fw={550} lineClamp={2} title={file?.name}>
        {file ? file.name : 'Drop an Excel file here, or choose one'}
      </Text>
      <Text size="xs" c="dimmed" className="tabular">
        {file ? sizeText(file.size) : `.xlsx or .xls, at most ${sizeText(maxSheetBytes)}`}
      </Text>
    </DropArea>
  )
}
