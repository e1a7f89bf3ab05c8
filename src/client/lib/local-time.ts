const pad = (value: number) => String(value).padStart(2, '0')

/** ISO-8601 → what a `datetime-local` input takes, in the viewer's zone, to the minute. */
export function toLocalInput(iso: string): string {
  const time = new Date(iso)
  const date = `${time.getFullYear()}-${pad(time.getMonth() + 1)}-${pad(time.getDate())}`
  return `${date}T${pad(time.getHours())}:${pad(time.getMinutes())}`
}

/** The other way round; what is not a time stays as it is. @param stored kept, seconds and all, while the input shows it */
export function fromLocalInput(text: string, stored: string | undefined): string {
  if (stored !== undefined && toLocalInput(stored) === text) return stored
  const time = new Date(text)
  return Number.isNaN(time.getTime()) ? text : time.toISOString()
}
