const separated = new Intl.NumberFormat()

/** A number as the viewer writes it: `1,200`. */
export const numberText = (value: number) => separated.format(value)
