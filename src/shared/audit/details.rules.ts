import { roleLabels } from '../roles.ts'
import type { AuditEntry } from './audit.schema.ts'
import { roleIn } from './phrases.rules.ts'

export interface DetailLine {
  label: string
  value: string
}

/** Labels of an entry's fields and counts. */
const labels: Record<string, string> = {
  name: 'Name',
  code: 'Code',
  email: 'Email',
  address: 'Address',
  role: 'Role',
  idNumber: 'ID number',
  branch: 'Branch',
  batch: 'Batch',
  section: 'Section',
  phoneNumber: 'Phone number',
  companyName: 'Company name',
  companyAddress: 'Company address',
  totalFaculty: 'Faculty',
  totalStudents: 'Students',
  file: 'File',
  total: 'Rows',
  successful: 'Added',
  failed: 'Failed',
  assigned: 'Newly assigned',
  totalAssigned: 'Total assigned',
  changed: 'Changed',
  count: 'People',
}

/** `attemptCount` → `Attempt count`, for fields without a label. */
const labelOf = (key: string) =>
  labels[key] ??
  key
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .toLowerCase()
    .replace(/^./, (first) => first.toUpperCase())

/** Identifiers, which mean nothing to the viewer. */
const isIdentifier = (key: string) => /^ids?$|Id$/.test(key)

/** A value as text; undefined if there is nothing to show. */
function textOf(value: unknown): string | undefined {
  if (value === null || value === undefined || value === '') return undefined
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'number') return value.toLocaleString()
  if (Array.isArray(value)) return value.flatMap((item) => textOf(item) ?? []).join(', ') || undefined
  if (typeof value === 'object')
    return (
      linesOf(value)
        .map((line) => `${line.label}: ${line.value}`)
        .join('; ') || undefined
    )
  return String(value)
}

const linesOf = (values: object): DetailLine[] =>
  Object.entries(values).flatMap(([key, value]) => {
    const text = isIdentifier(key) ? undefined : textOf(value)
    return text === undefined ? [] : [{ label: labelOf(key), value: text }]
  })

interface KeyChange {
  from: unknown
  to: unknown
}
const isKeyChange = (item: unknown): item is KeyChange =>
  item !== null && typeof item === 'object' && 'from' in item && 'to' in item

/** Changes to answers in the key: `A → B`. */
function keyLines(changes: unknown): DetailLine[] {
  if (!Array.isArray(changes) || changes.length === 0) return []
  const value = changes
    .filter(isKeyChange)
    .map(({ from, to }) => `${textOf(from) ?? 'none'} → ${textOf(to) ?? 'none'}`)
    .join(', ')
  return [
    { label: 'Changed answers', value: changes.length.toLocaleString() },
    { label: 'From → to', value },
  ]
}

/** Further details of an entry, one per line; empty if its sentence says everything. */
export function detailsOf({ detail }: Pick<AuditEntry, 'detail'>): DetailLine[] {
  const { changed, changedKey, role: _, from: __, to: ___, ...others } = detail
  const [role, from, to] = [roleIn(detail, 'role'), roleIn(detail, 'from'), roleIn(detail, 'to')]
  const lines: DetailLine[] = []
  if (role) lines.push({ label: 'Role', value: roleLabels[role] })
  if (from && to) lines.push({ label: 'New role', value: `${roleLabels[from]} → ${roleLabels[to]}` })
  // The line above already shows the new role and the previous one.
  const fields = Array.isArray(changed) ? changed.filter((field) => !(from && to && field === 'role')) : []
  if (fields.length > 0)
    lines.push({ label: 'Changed', value: fields.map((field) => labelOf(String(field))).join(', ') })
  return [...lines, ...keyLines(changedKey), ...linesOf(others)]
}
