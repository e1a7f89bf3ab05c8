const separated = new Intl.NumberFormat()

/** A number in the viewer's locale: `1,200`. */
export const numberText = (value: number) => separated.format(value)
