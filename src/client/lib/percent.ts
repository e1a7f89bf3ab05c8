const oneDecimal = new Intl.NumberFormat(undefined, { minimumFractionDigits: 1, maximumFractionDigits: 1 })

/**
 * A percentage as every screen, chart and text shows it: rounded half up to one decimal. 82.978… → `83.0%`, 80 → `80.0%`.
 * Pass it the exact value: one that was rounded before is rounded twice (6 of 11 is 54.5%, not 54.55 → 54.6%).
 */
export const percentText = (percentage: number) => `${oneDecimal.format(percentage)}%`
