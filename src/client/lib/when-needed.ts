/**
 * Makes something when it is first asked for, and keeps it. Formatters of dates and numbers are such things: each of them costs a cheap
 * phone up to thirty milliseconds, which a page that begins has not got.
 */
export function whenNeeded<T>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}
