import katex from 'katex'
import renderA11yString from 'katex/contrib/render-a11y-string'
import type { SetTex } from '#shared/bank/rich-text-math.rules.ts'

/** Limits for all formula rendering: no external resources, no endless macros. */
export const formulaLimits = {
  throwOnError: true,
  strict: 'ignore',
  // Called for commands that add links, images and attributes. A plain `false` would render their names in red.
  trust: ({ command }: { command: string }): boolean => {
    throw new Error(`${command} is not allowed`)
  },
  /** In em. */
  maxSize: 20,
  maxExpand: 500,
} as const
const options = { ...formulaLimits, output: 'htmlAndMathml' } as const

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Spoken text of a formula; undefined if KaTeX has none, for example for a matrix. */
function spoken(source: string): string | undefined {
  try {
    return renderA11yString(source, options)
  } catch {
    return undefined
  }
}

/** Renders a formula as HTML and, for screen readers, as MathML. */
export const setFormula: SetTex = (source, displayMode) => {
  const html = katex.renderToString(source, { ...options, displayMode })
  // Screen readers would read a fraction in an option's name as two numbers, so fall back to the source.
  const words = spoken(source) ?? (displayMode ? undefined : source)
  const label = words?.replace(/[&<>"]/g, (sign) => entities[sign] ?? '')
  return label ? html.replace('<math ', () => `<math aria-label="${label}" `) : html
}
