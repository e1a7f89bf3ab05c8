import { UnreadableItem } from './found.ts'
import type { ItemText } from './qti-body.ts'
import type { Processing } from './qti-processing.ts'
import type { Declared } from './qti-values.ts'
import type { Worth } from './qti-worth.ts'
import type { XmlElement } from './xml.ts'

/** Context shared by the readers of QTI's interactions. */

/** The parts of an item. */
export interface Item {
  body: XmlElement
  text: ItemText
  processing: Processing
}

/** One meaning of an item: the fields of its type, and what its answers earn. */
export interface Answers extends Worth {
  label: string
  fields: Record<string, unknown> & { type: string }
  losses: readonly string[]
}

export const identifierOf = ({ attributes }: XmlElement) => attributes.identifier ?? ''

/** @throws UnreadableItem if the response is not declared */
export function declaredFor({ processing }: Item, { attributes, name }: XmlElement): Declared {
  const declared = processing.declared.get(attributes.responseIdentifier ?? '')
  if (!declared) throw new UnreadableItem(`The response of its “${name}” is not declared`)
  return declared
}
