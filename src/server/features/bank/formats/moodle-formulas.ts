import { parseHtml } from './html.ts'
import { findAll, isElement, textOf, type XmlElement, type XmlNode } from './xml.ts'

/** Finds the formulas in HTML that Moodle's filters, WIRIS, MathJax and KaTeX wrote or drew. */

/** Formulas in the notation of Moodle's old filter. */
export const filterTex = /(?:\[tex\]|<tex>)([^<>]{1,2000}?)(?:\[\/tex\]|<\/tex>)/gi
const filterImage = /\/filter\/tex\/(?:pix|displaytex)\.php\b/
const wirisChars: Readonly<Record<string, string>> = { '«': '<', '»': '>', '¨': '"', '§': '&', '`': "'" }

/** Replaces an image of a formula with the formula in its attributes. */
function imageOf(node: XmlElement): XmlNode[] {
  const { src = '', title, alt = '', 'data-mathml': mathMl } = node.attributes
  if (mathMl) return parseHtml(mathMl.replace(/[«»¨§`]/g, (char) => wirisChars[char] ?? char))
  const tex = filterImage.test(src) ? (title || alt).replace(/^\$\$|\$\$$/g, '').trim() : ''
  return [tex ? { ...node, attributes: { ...node.attributes, 'data-equation-content': tex } } : node]
}

/** Classes of the elements around a drawn formula, which contain its MathML. */
const drawn = /(?:^|\s)(?:katex|MathJax|MathJax_(?:SVG|CHTML|Display)|mjx-chtml)(?:\s|$)/

/** The source of a formula that was copied from a page with MathJax or KaTeX; null for another element. */
function copiedFormula({ name, attributes, children }: XmlElement): XmlNode[] | null {
  const { class: classes = '', type = '' } = attributes
  if (name === 'script' && /^math\/tex\b/.test(type)) {
    const tex = children.map(textOf).join('').trim()
    return tex === '' ? [] : [type.includes('display') ? `\\[${tex}\\]` : `\\(${tex}\\)`]
  }
  if (classes === 'MathJax_Preview') return []
  if (!drawn.test(classes) && name !== 'mjx-container') return null
  const [math] = children
    .filter(isElement)
    .flatMap((child) => (child.name === 'math' ? [child] : findAll(child, 'math')))
  return math ? [math] : null
}

const isSource = (node: XmlNode | undefined) => isElement(node) && /^math\/tex\b/.test(node.attributes.type ?? '')

/** Replaces drawn formulas with their sources. */
export const withFormulas = (nodes: readonly XmlNode[]): XmlNode[] =>
  nodes.flatMap((node, at): XmlNode[] => {
    if (!isElement(node)) return [node]
    if (node.name === 'img') return imageOf(node)
    const formula = copiedFormula(node)
    // MathJax writes the source after the drawing.
    if (formula) return isSource(nodes[at + 1]) && !isSource(node) ? [] : formula
    return [{ ...node, children: withFormulas(node.children) }]
  })
