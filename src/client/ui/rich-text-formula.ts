import katex from 'katex'
import renderA11yString from 'katex/contrib/render-a11y-string'
import type { SetTex } from './rich-text-math.ts'

/** The same wherever formulas are read: nothing from elsewhere, no endless macros. */
export const formulaLimits = {
  throwOnError: true,
  strict: 'ignore',
  // Called for links, pictures and attributes. A plain `false` would set their names in red.
  trust: ({ command }: { command: string }): boolean => {
    throw new Error(`${command} is not allowed`)
  },
  /** In em. */
  maxSize: 20,
  maxExpand: 500,
} as const
const options = { ...formulaLimits, output: 'htmlAndMathml' } as const

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** How a formula is said, or nothing where KaTeX has no words for it, as for a matrix. */
function spoken(source: string): string | undefined {
  try {
    return renderA11yString(source, options)
  } catch {
    return undefined
  }
}

/** Sets a formula in HTML for the eye and in MathML for screen readers. Nothing from elsewhere, no endless macros. */
export const setFormula: SetTex = (source, displayMode) => {
  const html = katex.renderToString(source, { ...options, displayMode })
  // An option's name is read in one go: without the words a fraction would be two numbers. Its source is better than nothing.
  const words = spoken(source) ?? (displayMode ? undefined : source)
  const label = words?.replace(/[&<>"]/g, (sign) => entities[sign] ?? '')
  return label ? html.replace('<math ', () => `<math aria-label="${label}" `) : html
}
