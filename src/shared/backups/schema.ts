/** A backup is written; a drill restores one into a temporary place and compares. */
export const backupKinds = ['backup', 'drill'] as const
export type BackupKind = (typeof backupKinds)[number]

/** Why it was made: by the clock, by somebody, or before the database was changed to a newer form. */
export const backupReasons = ['nightly', 'asked', 'migration'] as const
export type BackupReason = (typeof backupReasons)[number]
