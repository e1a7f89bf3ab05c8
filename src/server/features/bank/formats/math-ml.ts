import { textOf, type XmlElement } from './xml.ts'

/** The formula of a MathML element as TeX; null if it cannot be written. */
export function texOf(element: XmlElement): string | null {
  const text = textOf(element).trim()
  return text === '' ? '' : null
}
