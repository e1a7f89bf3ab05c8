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
import { childOf, childrenOf, findAll, isElement, textOf, type XmlElement } from './xml.ts'

/** Writes Word's formulas, Office Math, as TeX. */

const maxDepth = 80

interface Place {
  depth: number
  /** True inside an array of equations, in which `&` aligns. */
  isAligned: boolean
}

/** A property such as `chr` in `accPr`; undefined if it is not set. */
const property = (element: XmlElement, name: string): string | undefined => {
  const properties = childOf(element, `${element.name}Pr`)
  const found = properties && childOf(properties, name)
  return found && (found.attributes.val ?? '')
}

const isSwitchedOn = (value: string | undefined) => value !== undefined && !/^(?:0|off|false)$/.test(value)
const isOn = (element: XmlElement, name: string) => isSwitchedOn(property(element, name))

/** The content of the child with this name, in which formulas are nested. */
function partTex(element: XmlElement, name: string, place: Place): string {
  const part = childOf(element, name)
  return part ? contentTex(part, place) : ''
}

/** The text of content that is only text; null for anything else. */
function plainText(element: XmlElement | undefined): string | null {
  const runs = childrenOf(element ?? none).filter(({ name }) => !/Pr$/.test(name))
  return runs.length > 0 && runs.every(({ name }) => name === 'r')
    ? runs.map((run) => childrenOf(run, 't').map(textOf).join('')).join('')
    : null
}
const none: XmlElement = { name: '', space: '', attributes: {}, children: [], line: 0 }

const fontNames: Record<string, string> = {
  script: 'script',
  fraktur: 'fraktur',
  'double-struck': 'double-struck',
  'sans-serif': 'sans-serif',
  monospace: 'monospace',
}

/** Upright text, in which the names of functions are recognised. */
const uprightTex = (text: string) =>
  [...text.matchAll(/[A-Za-z]+|[^A-Za-z]+/g)]
    .map(([word]) => (isFunction(word) ? functionTex(word) : fontTex(word, /^[A-Za-z]/.test(word) ? 'normal' : '')))
    .join('')

function textTex(run: XmlElement, text: string): string {
  const properties = childrenOf(run, 'rPr').find(
    (one) => childOf(one, 'nor') ?? childOf(one, 'sty') ?? childOf(one, 'scr'),
  )
  const value = (name: string) => {
    const found = properties && childOf(properties, name)
    return found && (found.attributes.val ?? '')
  }
  if (isSwitchedOn(value('nor'))) return text.trim() === '' ? '\\;' : texText(text)
  const font = ownValue(fontNames, value('scr') ?? '')
  if (font) return fontTex(text, font)
  switch (value('sty')) {
    case 'p':
      return uprightTex(text)
    case 'b':
      return fontTex(text, 'bold')
    case 'bi':
      return fontTex(text, 'bold-italic')
    default:
      return symbolsTex(text)
  }
}

function runTex(run: XmlElement, { isAligned }: Place): string {
  return childrenOf(run)
    .map((child) => {
      switch (child.name) {
        case 't':
          return isAligned
            ? textOf(child)
                .split('&')
                .map((part) => (part === '' ? '' : textTex(run, part)))
                .join(' & ')
            : textTex(run, textOf(child))
        case 'rPr':
        case 'lastRenderedPageBreak':
        case 'annotationRef':
          return ''
        case 'tab':
        case 'br':
          return '\\quad '
        default:
          throw new UnwritableFormula()
      }
    })
    .join('')
}

function naryTex(element: XmlElement, place: Place): string {
  const char = symbolsTex(property(element, 'chr') ?? '∫')
  const below = isOn(element, 'subHide') ? '' : partTex(element, 'sub', place)
  const above = isOn(element, 'supHide') ? '' : partTex(element, 'sup', place)
  const write = property(element, 'limLoc') === 'undOvr' ? limitsTex : scriptsTex
  return `${write(char, below, above)} ${partTex(element, 'e', place)}`
}

function delimitedTex(element: XmlElement, place: Place): string {
  const parts = childrenOf(element, 'e').map((part) => contentTex(part, place))
  const separator = property(element, 'sepChr') ?? '|'
  const body = parts.join(/^[|∣]$/.test(separator) ? '\\middle\\vert ' : symbolsTex(separator))
  const [open, close] = [property(element, 'begChr') ?? '(', property(element, 'endChr') ?? ')']
  if (open === '' && close === '' && parts.length > 1) throw new UnwritableFormula()
  return fencedTex(open, close, body)
}

function arrayTex(element: XmlElement, place: Place): string {
  const rows = childrenOf(element, 'e').map((row) => [contentTex(row, { ...place, isAligned: true })])
  return rows.some(([row = '']) => / & /.test(row)) ? matrixTex(rows, 'aligned') : matrixTex(rows, 'array', 'l')
}

/** The base of a limit: the name of an operator, or other content. */
function limitBase(element: XmlElement, place: Place): string {
  const part = childOf(element, 'e')
  const text = plainText(part)
  return text !== null && /^[A-Za-z]{2,20}$/.test(text.trim()) ? functionTex(text, true) : partTex(element, 'e', place)
}

function limitTex(element: XmlElement, place: Place): string {
  const limit = partTex(element, 'lim', place)
  const [below, above] = element.name === 'limLow' ? [limit, ''] : ['', limit]
  return (
    arrowTex(plainText(childOf(element, 'e')) ?? '', below, above) ?? limitsTex(limitBase(element, place), below, above)
  )
}

function functionCall(element: XmlElement, place: Place): string {
  const name = childOf(element, 'fName')
  const text = plainText(name)
  const isName = text !== null && /^[A-Za-z]{2,20}$/.test(text.trim())
  const written = isName ? functionTex(text) : partTex(element, 'fName', place)
  return `${written} ${partTex(element, 'e', place)}`
}

function groupedTex(element: XmlElement, place: Place): string {
  const char = property(element, 'chr') ?? '⏟'
  const isOver = property(element, 'pos') === 'top'
  const body = partTex(element, 'e', place)
  const arrow = arrowTex(char, isOver ? body : '', isOver ? '' : body)
  if (arrow !== null) return arrow
  const accent = accentTex(char, isOver ? 'over' : 'under', body)
  if (accent !== null) return accent
  return isOver ? limitsTex(body, '', symbolsTex(char)) : limitsTex(body, symbolsTex(char), '')
}

function borderedTex(element: XmlElement, place: Place): string {
  const body = group(partTex(element, 'e', place))
  const hidden = ['hideTop', 'hideBot', 'hideLeft', 'hideRight'].filter((side) => isOn(element, side)).length
  const strikes = ['strikeBLTR', 'strikeTLBR', 'strikeH', 'strikeV'].filter((line) => isOn(element, line)).join(' ')
  if (hidden === 0 && strikes === '') return `\\boxed${body}`
  const command =
    hidden === 4
      ? ownValue(
          {
            '': '',
            strikeBLTR: '\\cancel',
            strikeTLBR: '\\bcancel',
            'strikeBLTR strikeTLBR': '\\xcancel',
            strikeH: '\\sout',
          },
          strikes,
        )
      : undefined
  if (command === undefined) throw new UnwritableFormula()
  return command + body
}

function fractionTex(element: XmlElement, place: Place): string {
  const [top, bottom] = [group(partTex(element, 'num', place)), group(partTex(element, 'den', place))]
  return property(element, 'type') === 'noBar' ? `\\genfrac{}{}{0pt}{}${top}${bottom}` : `\\frac${top}${bottom}`
}

function superscript(element: XmlElement, place: Place): string {
  return primeTex(plainText(childOf(element, 'sup')) ?? '') ?? partTex(element, 'sup', place)
}

const technical =
  /Pr$|^(?:bookmark|comment|perm)|^(?:move|customXml).*Range(?:Start|End)$|^(?:proofErr|del|moveFrom|lastRenderedPageBreak)$/

/** Elements around parts of a formula, such as tracked changes. */
const wrappers = new Set(['oMath', 'ins', 'moveTo', 'customXml', 'smartTag', 'sdt', 'sdtContent'])

function nodeTex(element: XmlElement, place: Place): string {
  const properties = childOf(element, `${element.name}Pr`)
  const control = properties && childOf(properties, 'ctrlPr')
  // Word marks a deleted fraction or root here, not the parts that remain.
  if (control && findAll(control, 'del').length > 0) throw new UnwritableFormula()
  if (wrappers.has(element.name)) return contentTex(element, place)
  switch (element.name) {
    case 'r':
      return runTex(element, place)
    case 'f':
      return fractionTex(element, place)
    case 'rad': {
      const degree = isOn(element, 'degHide') ? '' : partTex(element, 'deg', place)
      return `\\sqrt${degree === '' ? '' : `[${group(degree)}]`}${group(partTex(element, 'e', place))}`
    }
    case 'sSup':
      return scriptsTex(partTex(element, 'e', place), '', superscript(element, place))
    case 'sSub':
      return scriptsTex(partTex(element, 'e', place), partTex(element, 'sub', place), '')
    case 'sSubSup':
      return scriptsTex(partTex(element, 'e', place), partTex(element, 'sub', place), superscript(element, place))
    case 'sPre':
      return (
        scriptsTex('', partTex(element, 'sub', place), partTex(element, 'sup', place)) + partTex(element, 'e', place)
      )
    case 'nary':
      return naryTex(element, place)
    case 'd':
      return delimitedTex(element, place)
    case 'm':
      return matrixTex(
        childrenOf(element, 'mr').map((row) => childrenOf(row, 'e').map((cell) => contentTex(cell, place))),
      )
    case 'func':
      return functionCall(element, place)
    case 'limLow':
    case 'limUpp':
      return limitTex(element, place)
    case 'acc': {
      const char = property(element, 'chr') ?? '\u0302'
      const body = partTex(element, 'e', place)
      return accentTex(char, 'over', body) ?? limitsTex(body, '', symbolsTex(char))
    }
    case 'bar':
      return `\\${property(element, 'pos') === 'top' ? 'over' : 'under'}line${group(partTex(element, 'e', place))}`
    case 'eqArr':
      return arrayTex(element, place)
    case 'groupChr':
      return groupedTex(element, place)
    case 'borderBox':
      return borderedTex(element, place)
    case 'phant': {
      const show = property(element, 'show')
      const body = partTex(element, 'e', place)
      return show === undefined || isSwitchedOn(show) ? body : `\\phantom${group(body)}`
    }
    case 'box':
      return group(partTex(element, 'e', place))
    default:
      if (technical.test(element.name)) return ''
      throw new UnwritableFormula()
  }
}

function contentTex(element: XmlElement, { depth, isAligned }: Place): string {
  if (depth > maxDepth) throw new UnwritableFormula()
  return element.children
    .filter(isElement)
    .map((child) => {
      const isInline = child.name === 'r' || wrappers.has(child.name)
      return nodeTex(child, { depth: depth + 1, isAligned: isAligned && isInline })
    })
    .join('')
}

/**
 * A Word formula (`m:oMath`) as TeX, '' if it is empty, and null if it cannot be written: unknown elements, and
 * formulas that are too long or too deep.
 */
export const ommlTex = (element: XmlElement): string | null =>
  writtenTex(() => contentTex(element, { depth: 0, isAligned: false }))
