import { childrenOf, findAll, isElement, type XmlElement, type XmlNode } from './xml.ts'

/** Rewrites the XML of QTI items. */

/** More items than a match can have. Each left side gets all right sides, so their number must be bounded. */
export const maxSides = 200

/** A new element. */
export const made = (
  name: string,
  attributes: XmlElement['attributes'],
  children: readonly XmlNode[],
  line: number,
): XmlElement => ({ name, space: '', attributes, children, line })

/** Replaces each element inside with those that `change` returns for it, from the top. What replaces it is not changed again. */
export function changed(element: XmlElement, change: (element: XmlElement) => readonly XmlElement[]): XmlElement {
  let isSame = true
  const children = element.children.flatMap((child): XmlNode[] => {
    if (!isElement(child)) return [child]
    const replaced = change(child)
    if (replaced.length === 1 && replaced[0] === child) {
      const inside = changed(child, change)
      isSame &&= inside === child
      return [inside]
    }
    isSame = false
    return [...replaced]
  })
  return isSame ? element : { ...element, children }
}

/** QTI 1.2: the values that a condition compares answers with, unless it excludes them. */
export const valuesAt = (condition: XmlElement): XmlElement[] => {
  const excluded = new Set(findAll(condition, 'not').flatMap((one) => findAll(one, 'varequal')))
  return childrenOf(condition, 'conditionvar')
    .flatMap((one) => findAll(one, 'varequal'))
    .filter((value) => !excluded.has(value))
}
