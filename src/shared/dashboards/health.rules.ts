/**
 * Health problems of a running server. A reason with `stops` prevents saving answers and fails the public health check;
 * the others are warnings for the owner.
 */
export const healthReasons = {
  disk_full: { stops: true, text: 'The disk is full. Nothing can be saved until space is freed.' },
  disk_read_only: { stops: true, text: 'The disk is read-only. Nothing can be saved.' },
  disk_error: { stops: true, text: 'The disk reports errors. Nothing can be saved.' },
  database_locked: {
    stops: true,
    text: 'Another program has locked the database. Nothing can be saved until it releases the lock.',
  },
  database_corrupt: {
    stops: true,
    text: 'The database file is damaged. Nothing can be saved. Restore the last successful backup.',
  },
  cluster_no_quorum: {
    stops: true,
    text: 'Most NATS servers of the cluster do not respond. Nothing can be saved until they do; reading works.',
  },
  cluster_cut_off: {
    stops: true,
    text: 'This server cannot reach the other servers of the cluster. Another one may lead. Nothing can be saved here.',
  },
  cluster_log_lost: {
    stops: true,
    text: 'The NATS servers have lost acknowledged answers that this server still has. Nothing can be saved; see "Lost log" in docs/cluster.md.',
  },
  cluster_local_only: {
    stops: false,
    text: 'Most NATS servers of the cluster do not respond. Answers are saved on this machine only: if it fails, they are lost.',
  },
  disk_low: { stops: false, text: 'Less than 1 GB is free on the data disk.' },
  clock_jumped: {
    stops: false,
    text: "The machine's clock has jumped. Running exams keep the previous time; the new time applies when no exam is running.",
  },
  mail_down: { stops: false, text: 'Mail cannot be sent. It stays queued and is retried.' },
  audit_log_waits: {
    stops: false,
    text: 'Audit entries do not reach AUDIT_LOG_FILE or AUDIT_SYSLOG. They stay queued and are retried.',
  },
  judge_down: { stops: false, text: 'The judge exited unexpectedly and is being restarted.' },
} as const satisfies Record<string, { stops: boolean; text: string }>

export type HealthReason = keyof typeof healthReasons
