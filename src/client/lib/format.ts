/** The viewer's English locale: the UI is in English, and date fields must parse what they display. */
export const locale = navigator.languages.find((language) => /^en\b/i.test(language)) ?? 'en-IN'

const separated = new Intl.NumberFormat()

/** A number in the viewer's locale: `1,200`. */
export const numberText = (value: number) => separated.format(value)

const oneDecimal = new Intl.NumberFormat(undefined, { minimumFractionDigits: 1, maximumFractionDigits: 1 })

/**
 * A percentage as shown everywhere: rounded half up to one decimal. 82.978… → `83.0%`, 80 → `80.0%`. Pass the exact
 * value, to avoid rounding twice (6 of 11 is 54.5%, not 54.55 → 54.6%).
 */
export const percentText = (percentage: number) => `${oneDecimal.format(percentage)}%`

/** `1 question`, `1,200 questions`. */
export const plural = (count: number, one: string, many = `${one}s`) =>
  `${numberText(count)} ${count === 1 ? one : many}`

/** `1.4 MB`, `12 KB`. */
export const sizeText = (bytes: number) =>
  bytes < 1_048_576 ? `${Math.max(1, Math.round(bytes / 1024))} KB` : `${Math.round((bytes / 1_048_576) * 10) / 10} MB`
