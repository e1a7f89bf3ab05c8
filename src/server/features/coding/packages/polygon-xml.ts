import { SaxesParser } from 'saxes'
import { packageRefused } from './packages.errors.ts'

/** Reads Polygon's problem.xml, which must not have a document type. */

export interface XmlElement {
  name: string
  attributes: Readonly<Record<string, string>>
  children: XmlElement[]
  text: string
}

const limits = { depth: 50, elements: 20_000 }

/** @throws VALIDATION when it is not XML, or too large */
export function readXml(text: string): XmlElement {
  const root: XmlElement = { name: '', attributes: {}, children: [], text: '' }
  const open = [root]
  let elements = 0
  const parser = new SaxesParser({ position: true })
  const refuse = (reason: string) => packageRefused(`problem.xml cannot be read: ${reason}`)
  parser.on('error', ({ message }) => {
    throw refuse(message)
  })
  parser.on('doctype', () => {
    throw refuse('it has a document type')
  })
  parser.on('opentag', ({ name, attributes }) => {
    if (++elements > limits.elements || open.length > limits.depth) throw refuse('it is too large')
    const given = Object.fromEntries(Object.entries(attributes).map(([key, value]) => [key, String(value)]))
    const element: XmlElement = { name, attributes: given, children: [], text: '' }
    open.at(-1)?.children.push(element)
    open.push(element)
  })
  parser.on('text', (text) => {
    const element = open.at(-1)
    if (element) element.text += text
  })
  parser.on('closetag', () => {
    open.pop()
  })
  parser.write(text).close()
  return root.children[0] ?? root
}

/** All elements at a path of names, such as `judging/testset`. */
export function allAt(element: XmlElement | undefined, path: string): XmlElement[] {
  let found = element ? [element] : []
  for (const name of path.split('/'))
    found = found.flatMap(({ children }) => children.filter((one) => one.name === name))
  return found
}

export const firstAt = (element: XmlElement | undefined, path: string): XmlElement | undefined =>
  allAt(element, path)[0]

/** The number at the beginning of an attribute or a text. */
export const numberIn = (text: string | undefined): number | undefined => {
  const value = Number.parseFloat(text ?? '')
  return Number.isFinite(value) ? value : undefined
}
