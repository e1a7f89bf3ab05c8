/** Axis label of a whole step: `25.0%` as `25%`. */
export const tickText = (format: (value: number) => string) => (value: number) => format(value).replace(/\D0(?=%$)/, '')
