/** The value that equals a text, such as one from a URL or a select; undefined if there is none. */
export const known = <Value extends string>(all: readonly Value[], text: unknown): Value | undefined =>
  all.find((value) => value === text)

/** For `onChange` of a select: reports only one of the known values. */
export const onlyKnown =
  <Value extends string>(all: readonly Value[], report: (value: Value) => void) =>
  (text: string | null) => {
    const value = known(all, text)
    if (value !== undefined) report(value)
  }
