/** Axis label without decimals for whole values: `25.0%` becomes `25%`. */
export const tickText = (format: (value: number) => string) => (value: number) => format(value).replace(/\D0(?=%$)/, '')
