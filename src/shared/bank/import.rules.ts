/** Formats of question files. */
export const importFormats = [
  'gift',
  'aiken',
  'moodle-xml',
  'qti-1.2',
  'qti-2',
  'qti-3',
  'docx',
  'sheet',
  'csv',
  'json',
] as const
export type ImportFormat = (typeof importFormats)[number]

export const formatNames: Record<ImportFormat, string> = {
  gift: 'GIFT',
  aiken: 'Aiken',
  'moodle-xml': 'Moodle XML',
  'qti-1.2': 'QTI 1.2 or Canvas',
  'qti-2': 'QTI 2',
  'qti-3': 'QTI 3',
  docx: 'Word',
  sheet: 'Spreadsheet',
  csv: 'CSV',
  json: 'JSON',
}

export const exportFormats = ['qti3', 'moodle-xml', 'gift', 'csv', 'json', 'xlsx'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** `taken`: complete; `loss`: something is not kept; `decide`: ambiguous; `refused`: unreadable. */
export const itemStatuses = ['taken', 'loss', 'decide', 'refused'] as const
export type ItemStatus = (typeof itemStatuses)[number]

/**
 * Actions for an item: `add` it, `skip` it, `replace` its duplicate (which is retired), or add it as a new
 * `version` of its duplicate.
 */
export const itemActions = ['add', 'skip', 'replace', 'version'] as const
export type ItemAction = (typeof itemActions)[number]

/** `same` has the same content, `similar` the same text but another key or other options. */
export const duplicateKinds = ['same', 'similar'] as const
export type DuplicateKind = (typeof duplicateKinds)[number]

export const statusLabels: Record<ItemStatus, string> = {
  taken: 'Complete',
  loss: 'With a loss',
  decide: 'To decide',
  refused: 'Refused',
}

export const actionLabels: Record<ItemAction, string> = {
  add: 'Add',
  skip: 'Skip',
  replace: 'Replace',
  version: 'New version',
}

/** Describes a duplicate. @param id null if it is earlier in the file */
export const duplicateText = ({ kind, id }: { kind: DuplicateKind; id: string | null }): string =>
  id === null ? 'Repeated in this file' : kind === 'same' ? 'Already in the bank' : 'Similar question in the bank'

export const importStates = ['reading', 'ready', 'failed', 'adding', 'confirmed', 'undone'] as const
export type ImportState = (typeof importStates)[number]

export const maxImportBytes = 200 * 1024 * 1024
export const maxImportItems = 20_000

/** Descriptions of the export formats for authors. */
export const exportNames: Record<ExportFormat, { name: string; use: string }> = {
  qti3: { name: 'QTI 3.0', use: 'Other exam systems' },
  'moodle-xml': { name: 'Moodle XML', use: 'Moodle' },
  gift: { name: 'GIFT', use: 'Moodle, as editable text' },
  csv: { name: 'CSV', use: 'Spreadsheets, and import here' },
  xlsx: { name: 'Excel', use: 'Spreadsheets, and import here' },
  json: { name: 'JSON', use: 'Programs, and import here without losses' },
}
