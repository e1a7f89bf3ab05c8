/** Narrows text, for example from a URL or a select, to one of the known values; undefined if it is none of them. */
export const known = <Value extends string>(all: readonly Value[], text: unknown): Value | undefined =>
  all.find((value) => value === text)

/** Wraps a select's `onChange`, ignoring unknown values. */
export const onlyKnown =
  <Value extends string>(all: readonly Value[], report: (value: Value) => void) =>
  (text: string | null) => {
    const value = known(all, text)
    if (value !== undefined) report(value)
  }
