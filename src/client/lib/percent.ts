import { needsNoFormatter } from './number.ts'
import { whenNeeded } from './when-needed.ts'

const oneDecimal = whenNeeded(
  () => new Intl.NumberFormat(undefined, { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
)

/** As the formatter rounds, half a tenth upwards as it is written and not as it is stored. */
const tenths = (value: number) => (Math.round(value * 10 + 1e-9) / 10).toFixed(1)

/**
 * A percentage as every screen, chart and text writes it, with one decimal: 66.67 → `66.7%`, 80 → `80.0%`. It is never rounded up
 * to a whole number, because all marks to reach are whole ones: 39.96 → `39.9%`, which is not a pass.
 */
export function percentText(percentage: number) {
  const most = Math.min(percentage, Math.floor(percentage) + 0.9)
  return `${needsNoFormatter(most) ? tenths(most) : oneDecimal().format(most)}%`
}
