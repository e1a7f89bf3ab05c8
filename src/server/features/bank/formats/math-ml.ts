import {
  accentTex,
  arrowTex,
  fencedTex,
  fontTex,
  functionTex,
  group,
  isFunction,
  limitsTex,
  matrixTex,
  ownValue,
  primeTex,
  scriptsTex,
  symbolsTex,
  texText,
  UnwritableFormula,
  writtenTex,
} from './tex.ts'
import { childrenOf, isElement, textOf, type XmlElement } from './xml.ts'

/** Writes presentation MathML as TeX. */

const maxDepth = 80

/** The text of a token element. Its marks for alignment are dropped. */
function tokenText({ children }: XmlElement): string {
  const isOther = ({ name }: XmlElement) => name !== 'malignmark' && name !== 'maligngroup'
  if (children.some((node) => isElement(node) && isOther(node))) throw new UnwritableFormula()
  return children
    .filter((node) => typeof node === 'string')
    .join('')
    .replace(/[ \t\r\n]+/g, ' ')
    .trim()
}

const isNone = (element: XmlElement) => element.name === 'none'

/** The text of an operator, or of a row that contains only one; null for other elements. */
function operatorText(element: XmlElement | undefined): string | null {
  if (!element) return null
  if (element.name === 'mo' || element.name === 'mtext') return tokenText(element)
  const [only, ...more] = childrenOf(element)
  return wrappers.has(element.name) && more.length === 0 ? operatorText(only) : null
}

const openers: Record<string, string> = { '(': ')', '[': ']', '{': '}', '⟨': '⟩', '〈': '〉', '⌊': '⌋', '⌈': '⌉' }
const bars = new Set(['|', '∣', '‖', '∥'])
const wrappers = new Set(['math', 'mrow', 'mstyle', 'mpadded', 'merror', 'TeXAtom'])
const isTall = (tex: string) => /\\(?:[dt]?frac|begin|sum|prod|i*nt|over|under|left|sqrt)/.test(tex)

/** The place of the bracket that closes the one at `from`; -1 if there is none. */
function closerOf(chars: readonly (string | null)[], from: number): number {
  const open = chars[from] ?? ''
  if (bars.has(open)) return from === 0 && chars.length > 2 && chars.at(-1) === open ? chars.length - 1 : -1
  let depth = 0
  for (let at = from; at < chars.length; at++) {
    if (chars[at] === open) depth++
    else if (chars[at] === ownValue(openers, open) && --depth === 0) return at
  }
  return -1
}

/** Elements side by side. Brackets around tall content grow with it. */
function rowTex(elements: readonly XmlElement[], depth: number): string {
  const chars = elements.map((element) => (element.name === 'mo' ? tokenText(element) : null))
  // Looking for closing brackets again and again would take quadratic time.
  if (chars.length > 2_000 || depth > maxDepth) throw new UnwritableFormula()
  const written: string[] = []
  for (let at = 0; at < elements.length; at++) {
    const element = elements[at]
    const char = chars[at] ?? ''
    if (!element) continue
    if (ownValue(openers, char) !== undefined || bars.has(char)) {
      const end = closerOf(chars, at)
      const isOpenTable = end < 0 && elements[at + 1]?.name === 'mtable' && at + 2 === elements.length
      if (isOpenTable || end > at) {
        const inside = elements.slice(at + 1, isOpenTable ? undefined : end)
        const body = rowTex(inside, depth + 1)
        if (isOpenTable || isTall(body)) written.push(fencedTex(char, isOpenTable ? '' : (chars[end] ?? ''), body))
        else written.push(symbolsTex(char), body, symbolsTex(chars[end] ?? ''))
        at = isOpenTable ? elements.length : end
        continue
      }
    }
    written.push(nodeTex(element, depth + 1))
  }
  return written.join('')
}

/** The arguments of an element, such as a base and its script. Each must be a single element. */
function argumentsOf(element: XmlElement, count: number): XmlElement[] {
  const children = childrenOf(element)
  if (children.length !== count) throw new UnwritableFormula()
  return children
}

function identifierTex(element: XmlElement): string {
  const text = tokenText(element)
  const variant = element.attributes.mathvariant
  if (variant === undefined || variant === 'normal') {
    if (isFunction(text)) return functionTex(text)
    if ([...text].length > 1 && /^[A-Za-z][A-Za-z ]*$/.test(text)) return functionName(text)
  }
  if (variant === 'italic' && /^[A-Za-z]{2,}$/.test(text)) return `\\mathit{${text}}`
  return fontTex(text, variant ?? 'italic')
}

/** A name of several letters, set upright without the space after an operator. */
const functionName = (text: string) => `\\mathrm{${text.replaceAll(' ', '\\;')}}`

const spaces: Record<string, string> = {
  veryverythinmathspace: '0.056em',
  verythinmathspace: '0.111em',
  thinmathspace: '0.167em',
  mediummathspace: '0.222em',
  thickmathspace: '0.278em',
}

function spaceTex({ attributes }: XmlElement): string {
  if (attributes.linebreak === 'newline') return '\\quad '
  const { width: given = '' } = attributes
  const width = ownValue(spaces, given) ?? given
  const [, size, unit] = /^(-?\d{0,4}(?:\.\d{1,6})?)(em|ex|px|pt)$/.exec(width) ?? []
  if (size === undefined || Number(size) === 0 || Number.isNaN(Number(size))) return ''
  return unit === 'px' ? `\\hspace{${Number(size) / 16}em}` : `\\hspace{${size}${unit}}`
}

function scriptedTex(element: XmlElement, depth: number): string {
  const hasBoth = element.name === 'msubsup' || element.name === 'munderover'
  const [base, first, second] = argumentsOf(element, hasBoth ? 3 : 2) as [XmlElement, XmlElement, XmlElement]
  const isOver = element.name === 'msup' || element.name === 'mover'
  const write = (script: XmlElement | undefined) =>
    script === undefined || isNone(script)
      ? ''
      : (primeTex(operatorText(script) ?? (script.name === 'mi' ? tokenText(script) : '')) ?? nodeTex(script, depth))
  const [below, above] = isOver ? [undefined, first] : [first, second]
  if (element.name.startsWith('msu')) return scriptsTex(nodeTex(base, depth), write(below), write(above))
  const arrow = arrowTex(operatorText(base) ?? '', write(below), write(above))
  if (arrow !== null) return arrow
  const bare =
    base.name === 'mi' || base.name === 'mo'
      ? (limitBase(tokenText(base)) ?? nodeTex(base, depth))
      : nodeTex(base, depth)
  const over = accentTex(operatorText(above) ?? '', 'over', bare)
  const under = accentTex(operatorText(below) ?? '', 'under', over ?? bare)
  return limitsTex(under ?? over ?? bare, under === null ? write(below) : '', over === null ? write(above) : '')
}

/** The name of an operator with limits below it; null for other text. */
const limitBase = (text: string) => (/^[a-z][a-z ]{1,20}$/.test(text) ? functionTex(text, true) : null)

function multiscriptsTex(element: XmlElement, depth: number): string {
  const [base, ...scripts] = childrenOf(element)
  if (!base) throw new UnwritableFormula()
  const split = scripts.findIndex(({ name }) => name === 'mprescripts')
  const after = split < 0 ? scripts : scripts.slice(0, split)
  const before = split < 0 ? [] : scripts.slice(split + 1)
  if (after.length % 2 !== 0 || before.length % 2 !== 0) throw new UnwritableFormula()
  const write = (script: XmlElement | undefined) => (!script || isNone(script) ? '' : nodeTex(script, depth))
  const pairsOf = (list: readonly XmlElement[], first: string) =>
    Array.from({ length: list.length / 2 }, (_, at) =>
      scriptsTex(at === 0 ? first : '', write(list[2 * at]), write(list[2 * at + 1])),
    ).join('')
  const core = nodeTex(base, depth)
  return pairsOf(before, '') + (after.length === 0 ? core : pairsOf(after, core))
}

function tableTex(element: XmlElement, depth: number): string {
  const rows = childrenOf(element)
  const cells = rows.flatMap((row) => childrenOf(row))
  const isPlain =
    rows.every(({ name }) => name === 'mtr') &&
    cells.every(
      ({ name, attributes }) =>
        name === 'mtd' && (attributes.rowspan ?? '1') === '1' && (attributes.columnspan ?? '1') === '1',
    )
  if (!isPlain) throw new UnwritableFormula()
  const width = Math.max(1, ...rows.map((row) => childrenOf(row).length))
  const sides = (element.attributes.columnalign ?? '')
    .split(/\s+/)
    .filter((side) => /^(?:left|center|right)$/.test(side))
  const columns = Array.from({ length: width }, (_, at) => (sides[at] ?? sides.at(-1) ?? 'center')[0]).join('')
  return matrixTex(
    rows.map((row) => childrenOf(row).map((cell) => rowTex(childrenOf(cell), depth))),
    sides.length === 0 ? 'matrix' : 'array',
    sides.length === 0 ? '' : columns,
  )
}

function fencesTex({ attributes, children }: XmlElement, depth: number): string {
  const { open = '(', close = ')', separators = ',' } = attributes
  const chars = [...separators.replace(/\s/g, '')]
  const parts = children.filter(isElement).map((child) => nodeTex(child, depth))
  const body = parts.map((part, at) => (at === 0 ? part : symbolsTex(chars[at - 1] ?? chars.at(-1) ?? '') + part))
  return fencedTex(open, close, body.join(''))
}

const notations: Record<string, (tex: string) => string> = {
  box: (tex) => `\\boxed${group(tex)}`,
  roundedbox: (tex) => `\\boxed${group(tex)}`,
  updiagonalstrike: (tex) => `\\cancel${group(tex)}`,
  downdiagonalstrike: (tex) => `\\bcancel${group(tex)}`,
  'downdiagonalstrike updiagonalstrike': (tex) => `\\xcancel${group(tex)}`,
  horizontalstrike: (tex) => `\\sout${group(tex)}`,
  top: (tex) => `\\overline${group(tex)}`,
  bottom: (tex) => `\\underline${group(tex)}`,
  radical: (tex) => `\\sqrt${group(tex)}`,
}

/** The author's TeX, if it has one that can be used as it is. */
function annotatedTex(element: XmlElement): string | null {
  const annotation = childrenOf(element, 'annotation').find(({ attributes }) =>
    /^(?:application\/x-tex|tex|latex|application\/x-latex)$/i.test(attributes.encoding ?? ''),
  )
  if (!annotation) return null
  const tex = textOf(annotation)
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^\$\$(.*)\$\$$|^\$(.*)\$$|^\\\((.*)\\\)$|^\\\[(.*)\\\]$/, (_, a, b, c, d) => a ?? b ?? c ?? d)
  // A comment, or the end of the formula.
  return tex === '' || /(?<!\\)%|\\[)\]]|\$/.test(tex) || tex.endsWith('\\') ? null : tex
}

function semanticsTex(element: XmlElement, depth: number): string {
  const annotated = annotatedTex(element)
  if (annotated !== null) return annotated
  const shown = childrenOf(element, 'annotation-xml').find(({ attributes }) =>
    /presentation/i.test(attributes.encoding ?? ''),
  )
  const [first] = childrenOf(element)
  if (!first) return ''
  const isContent = /^(?:apply|c[in]|csymbol)$/.test(first.name)
  return shown && isContent ? rowTex(childrenOf(shown), depth) : nodeTex(first, depth)
}

function nodeTex(element: XmlElement, depth: number): string {
  if (depth > maxDepth) throw new UnwritableFormula()
  const { name, attributes } = element
  const inside = () => rowTex(childrenOf(element), depth + 1)
  const next = depth + 1
  if (wrappers.has(name)) {
    if (element.children.some((node) => typeof node === 'string' && node.trim() !== '')) throw new UnwritableFormula()
    return inside()
  }
  switch (name) {
    case 'mi':
      return identifierTex(element)
    case 'mn':
      return fontTex(tokenText(element), attributes.mathvariant === 'normal' ? '' : (attributes.mathvariant ?? ''))
    case 'mo': {
      const text = tokenText(element)
      return /^[A-Za-z]{2,}$/.test(text) ? functionTex(text) : symbolsTex(text)
    }
    case 'mtext': {
      const text = textOf(element)
      return tokenText(element) === '' ? (text === '' ? '' : '\\;') : texText(text)
    }
    case 'ms':
      return texText(`${attributes.lquote ?? '"'}${tokenText(element)}${attributes.rquote ?? '"'}`)
    case 'mspace':
      return spaceTex(element)
    case 'mfrac': {
      const [top, bottom] = argumentsOf(element, 2).map((child) => group(nodeTex(child, next)))
      const hasLine = !/^0(?:\.0*)?[a-z%]*$/.test(attributes.linethickness ?? '1')
      return hasLine ? `\\frac${top}${bottom}` : `\\genfrac{}{}{0pt}{}${top}${bottom}`
    }
    case 'msqrt':
      return `\\sqrt${group(inside())}`
    case 'mroot': {
      const [base, index] = argumentsOf(element, 2).map((child) => group(nodeTex(child, next)))
      return `\\sqrt[${index}]${base}`
    }
    case 'msub':
    case 'msup':
    case 'msubsup':
    case 'munder':
    case 'mover':
    case 'munderover':
      return scriptedTex(element, next)
    case 'mmultiscripts':
      return multiscriptsTex(element, next)
    case 'mtable':
      return tableTex(element, next)
    case 'mfenced':
      return fencesTex(element, next)
    case 'mphantom':
      return `\\phantom${group(inside())}`
    case 'menclose': {
      const notation = (attributes.notation ?? '').trim().split(/\s+/).sort().join(' ')
      const write = ownValue(notations, notation)
      if (!write) throw new UnwritableFormula()
      return write(inside())
    }
    case 'semantics':
      return semanticsTex(element, next)
    default:
      throw new UnwritableFormula()
  }
}

/**
 * The formula of a MathML element as TeX, '' if it is empty, and null if it cannot be written: content MathML, unknown
 * elements, and formulas that are too long or too deep.
 */
export const texOf = (element: XmlElement): string | null => writtenTex(() => nodeTex(element, 0))
