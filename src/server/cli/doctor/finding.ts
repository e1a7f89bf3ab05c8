/** A line of the report. `bad` is what somebody has to do something about. */
export interface Finding {
  what: string
  found: string
  bad?: boolean
}
