/**
 * Health problems of a running server. A reason that `stops` means answers cannot be kept, and fails the public health
 * check; the others are warnings for the owner.
 */
export const healthReasons = {
  disk_full: { stops: true, text: 'The disk is full: nothing can be saved until there is room.' },
  disk_read_only: { stops: true, text: 'The disk can only be read: nothing can be saved.' },
  disk_error: { stops: true, text: 'The disk answers with errors: nothing can be saved.' },
  database_locked: { stops: true, text: 'Another program holds the database: nothing can be saved until it lets go.' },
  database_corrupt: {
    stops: true,
    text: 'The database file is damaged. Nothing is written any more: restore the last good backup.',
  },
  disk_low: { stops: false, text: 'Less than 1 GB is free on the disk of the data.' },
  clock_jumped: {
    stops: false,
    text: "The machine's clock has jumped. Running exams keep the time from before; it is followed when nobody sits.",
  },
  mail_down: { stops: false, text: 'Mail does not go out. It waits and is tried again.' },
  audit_log_waits: {
    stops: false,
    text: 'Audit entries do not reach AUDIT_LOG_FILE or AUDIT_SYSLOG. They wait and are sent again.',
  },
  judge_down: { stops: false, text: 'The judge has ended unexpectedly and is being started again.' },
} as const satisfies Record<string, { stops: boolean; text: string }>

export type HealthReason = keyof typeof healthReasons
