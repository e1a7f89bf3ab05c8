import { Button, SegmentedControl, Stack, Text } from '@mantine/core'
import { IconDownload, IconFileSpreadsheet, IconFileUpload } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { sizeText } from '#client/lib/format.ts'
import { reportOutcome } from '#client/lib/report-outcome.ts'
import { DropArea } from '#client/ui/drop-area.tsx'
import { StickyActions } from '#client/ui/sticky-actions.tsx'
import { Warning } from '#client/ui/warning.tsx'
import { bulkColumns, maxSheetBytes, maxSheetRows } from '#shared/members/bulk.schema.ts'
import { type MemberRole, memberRoles } from '#shared/members/members.schema.ts'
import { useTemplate } from '../../queries.ts'
import { roleText } from '../role-text.ts'
import classes from './bulk.module.css'
import type { UploadFailure } from './use-bulk-upload.ts'

interface ChooseStepProps {
  role: MemberRole
  onRole: (role: MemberRole) => void
  file: File | null
  failure: UploadFailure | null
  onChoose: (file: File) => void
  onUpload: () => void
  onCancel: () => void
}

export function ChooseStep({ role, onRole, file, failure, onChoose, onUpload, onCancel }: ChooseStepProps) {
  return (
    <>
      <Stack gap="md">
        <SegmentedControl
          aria-label="Role"
          data={memberRoles.map((value) => ({ value, label: roleText[value].title }))}
          value={role}
          onChange={(value) => onRole(value as MemberRole)}
        />
        <SheetFormat role={role} />
        <FileDrop file={file} onChoose={onChoose} />
        {failure && <Failure failure={failure} />}
      </Stack>
      <StickyActions onCancel={onCancel}>
        <Button onClick={onUpload}>{failure && file ? 'Upload again' : 'Upload'}</Button>
      </StickyActions>
    </>
  )
}

/** Scrolled into view, because on a phone it would be below the fold. */
function Failure({ failure }: { failure: UploadFailure }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (failure) box.current?.scrollIntoView({ block: 'nearest' })
  }, [failure])
  return (
    <Warning
      ref={box}
      color="red"
      className="anywhere"
      // When scrolled into view, leaves room for the sticky buttons below.
      style={{ scrollMarginBottom: 96 }}
      title={failure.title}
      styles={{ title: failure.lines.length > 0 ? {} : { marginBottom: 0 } }}
    >
      {failure.lines.map((line) => (
        <div key={line}>{line}</div>
      ))}
    </Warning>
  )
}

function SheetFormat({ role }: { role: MemberRole }) {
  const template = useTemplate(role)
  const columns = bulkColumns[role]
  const download = () => reportOutcome(template.mutateAsync(), undefined, 'Failed to download the template')
  return (
    <>
      <Text size="sm">
        Each row becomes one {roleText[role].one} with a temporary password. Valid rows are added; the others are listed
        so that you can fix them. At most {maxSheetRows.toLocaleString()} rows.
      </Text>
      <div className={classes.format}>
        <ColumnNames label="Required columns" names={columns.filter(({ required }) => required)} />
        <ColumnNames label="Optional columns" names={columns.filter(({ required }) => !required)} />
        <Button
          variant="default"
          size="compact-sm"
          className={classes.template}
          leftSection={<IconDownload size={15} aria-hidden />}
          loading={template.isPending}
          onClick={() => void download()}
        >
          Download template
        </Button>
      </div>
    </>
  )
}

function ColumnNames({ label, names }: { label: string; names: readonly { heading: string }[] }) {
  return (
    <div className={classes.columns}>
      <Text size="xs" c="dimmed" component="p" m={0}>
        {label}
      </Text>
      <ul aria-label={label}>
        {names.map(({ heading }) => (
          <li key={heading}>{heading}</li>
        ))}
      </ul>
    </div>
  )
}

function FileDrop({ file, onChoose }: { file: File | null; onChoose: (file: File) => void }) {
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
