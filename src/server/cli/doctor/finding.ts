/** A line of the report. `bad` lines need attention. */
export interface Finding {
  what: string
  found: string
  bad?: boolean
}
