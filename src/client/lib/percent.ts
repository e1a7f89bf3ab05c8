const oneDecimal = new Intl.NumberFormat(undefined, { minimumFractionDigits: 1, maximumFractionDigits: 1 })

/**
 * A percentage as shown on every screen, chart and text: rounded half up to one decimal. 82.978… → `83.0%`, 80 →
 * `80.0%`. Pass the exact value, because a rounded one would be rounded twice (6 of 11 is 54.5%, not 54.55 → 54.6%).
 */
export const percentText = (percentage: number) => `${oneDecimal.format(percentage)}%`
