import katex from 'katex'
import { formulaLimits } from './rich-text-formula.ts'

/** A node of KaTeX's MathML, which has a Unicode character for every symbol. */
interface MathNode {
  tag: string
  attributes: string
  children: MathNode[]
  /** Set on leaves only. */
  text: string
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" }
const unescapeXml = (text: string) => text.replace(/&(#x27|\w+);/g, (whole, name) => entities[name] ?? whole)

/**
 * Parses KaTeX's output, which is well-formed and has no comments. Skips the last element of `semantics`, which repeats
 * the source.
 */
function parse(mathml: string): MathNode {
  const root: MathNode = { tag: '', attributes: '', children: [], text: '' }
  const open = [root]
  for (const [, close, tag = '', attributes = '', empty, text] of mathml.matchAll(
    /<(\/?)(\w+)((?:\s+[\w-]+="[^"]*")*)\s*(\/?)>|([^<]+)/g,
  )) {
    const parent = open.at(-1) ?? root
    if (text !== undefined) parent.text += unescapeXml(text)
    else if (close) open.pop()
    else {
      const node: MathNode = { tag, attributes, children: [], text: '' }
      if (tag !== 'annotation') parent.children.push(node)
      if (!empty) open.push(node)
    }
  }
  return root
}

const superscripts = new Map(
  [...'0123456789+−=()abcdekmnptxyiT'].map((char, at) => [char, [...'⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ᵃᵇᶜᵈᵉᵏᵐⁿᵖᵗˣʸⁱᵀ'][at]]),
)
const subscripts = new Map(
  [...'0123456789+−=()aehijklmnoprstuvx'].map((char, at) => [char, [...'₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ'][at]]),
)
const doubleStruck: Record<string, string> = { C: 'ℂ', H: 'ℍ', N: 'ℕ', P: 'ℙ', Q: 'ℚ', R: 'ℝ', Z: 'ℤ' }
const roots: Record<string, string> = { 3: '∛', 4: '∜' }
/** Combining marks for accents. */
const accents: Record<string, string> = {
  '⃗': '\u20d7',
  '^': '\u0302',
  ˉ: '\u0305',
  '‾': '\u0305',
  '~': '\u0303',
  '˙': '\u0307',
  '¨': '\u0308',
}

const infix = /^[=<>≤≥≠≈≡∼≃≅∝∈∉∋⊂⊆⊃⊇∪∩∧∨→←↔⇒⇐⇔⟹⟸⟺⟶↦×÷⋅±∓+−∗∣∥⊥≪≫∖:]$|^mod$/u
/** Operators whose limits follow in brackets. */
const large = /^(?:[∑∏∐∫∬∭∮⋃⋂]|lim|max|min|sup|inf|lim sup|lim inf|Pr|gcd|det)$/
/** KaTeX's separator between a function's name and its argument. */
const applied = '\u2061'

/** The text outside all brackets; each bracketed part becomes `()`. */
function outside(text: string): string {
  let [depth, kept] = [0, '']
  for (const char of text) {
    if (')]}'.includes(char)) depth--
    if (depth <= 0) kept += char
    if ('([{'.includes(char)) depth++
  }
  return kept
}

/** True for a number, one letter with its marks and scripts, or an expression in brackets. */
const isAtom = (text: string) =>
  /^[([{][)\]}]$/.test(outside(text)) ||
  /^(?:\p{N}+(?:[.,]\p{N}+)*|[\p{L}∞∅∂∇]\p{M}*)[⁰¹²³⁴-⁹ⁿⁱ₀-₉ₐ-ₜᵢⱼ′°%]*$/u.test(text)
/** True for factors with no operator, quotient or function between them. */
const isProduct = (text: string) => !new RegExp(`[\\s/${applied}]`).test(outside(text))
const bracket = (text: string, isFine: (text: string) => boolean) => (text === '' || isFine(text) ? text : `(${text})`)

function script(text: string, chars: ReadonlyMap<string, string | undefined>, mark: string): string {
  const dense = text.replaceAll(' ', '')
  if (/^[′″‴∘*∗†]+$/u.test(dense)) return dense.replaceAll('∘', '°')
  const small = [...dense].map((char) => chars.get(char))
  return small.every((char) => char !== undefined) ? small.join('') : `${mark}${bracket(text, isAtom)}`
}
const raised = (text: string) => (text ? script(text, superscripts, '^') : '')
const lowered = (text: string) => (text ? script(text, subscripts, '_') : '')

/** Formats a base with its subscript and superscript. */
function scripted(base: string, below: string, above: string): string {
  const name = base.replaceAll(applied, '').trim()
  if (large.test(name) && below) return `${name}[${above ? `${below} to ${above}` : below}] `
  // In `(a + b)²`, the base is only the closing bracket.
  return `${bracket(name, (text) => isAtom(text) || [...text].length === 1 || /^\p{L}+$/u.test(text))}${lowered(below)}${raised(above)}`
}

function accented(base: string, accent: string): string {
  const mark = accents[accent]
  if (mark) return [...base].map((char) => char + mark).join('')
  // Braces and lines over the whole expression are left out.
  return /^[⏞⏟_]$/u.test(accent) ? base : `${base}[${accent}]`
}

/** Formats a row, with spaces around infix operators and brackets around a fraction next to a factor. */
function row(children: readonly MathNode[]): string {
  const isFactor = (node: MathNode | undefined) =>
    node !== undefined && !['mspace', 'mtext'].includes(node.tag) && (node.tag !== 'mo' || node.text === applied)
  return children.reduce((text, node, at) => {
    const next = textOf(node)
    const before = text.trimEnd()
    if (node.tag === 'mo' && infix.test(next) && !/fence/.test(node.attributes)) {
      const isSign = before === '' || /[([{|,;=<>≤≥≠×÷⋅±+−/]$/u.test(before)
      return isSign && /[+−±∓]/.test(next) ? text + next : `${before} ${next} `
    }
    if (node.tag === 'mo' && /^[,;]$/.test(next)) return `${before}${next} `
    const standsBeside = (isFactor(children[at - 1]) && !text.endsWith('] ')) || isFactor(children[at + 1])
    if (node.tag === 'mfrac' && standsBeside) return text + bracket(next, isAtom)
    // `x sin y`, not `xsin y`.
    if (/^\p{L}{2,}$/u.test(next) && node.tag !== 'mtext' && /[\p{L}\p{N})]$/u.test(text)) return `${text} ${next}`
    return text + next
  }, '')
}

function table({ attributes, children: rows }: MathNode): string {
  const isAligned = /columnalign="right/.test(attributes)
  return rows
    .map(({ children }) =>
      children
        .map((cell) => row(cell.children).trim())
        .filter(Boolean)
        .join(isAligned ? ' ' : ', '),
    )
    .join(isAligned ? '\n' : '; ')
}

function textOf(node: MathNode): string {
  const { tag, attributes, children } = node
  const part = (at: number) => (children[at] ? textOf(children[at]).trim() : '')
  switch (tag) {
    case 'mi':
      return /double-struck/.test(attributes) ? (doubleStruck[node.text] ?? node.text) : node.text
    case 'mn':
    case 'mo':
    case 'mtext':
      return node.text.replaceAll('\u00a0', ' ') + children.map(textOf).join('')
    case 'mspace':
      return /width="[^-0]/.test(attributes) ? ' ' : ''
    case 'mphantom':
      return ''
    case 'mfrac':
      return /linethickness="0/.test(attributes)
        ? `${part(0)} choose ${part(1)}`
        : `${bracket(part(0), isProduct)}/${bracket(part(1), isAtom)}`
    case 'msqrt':
      return `√${bracket(row(children).trim(), isAtom)}`
    case 'mroot':
      return `${roots[part(1)] ?? `${raised(part(1))}√`}${bracket(part(0), isAtom)}`
    case 'msup':
      return scripted(part(0), '', part(1))
    case 'msub':
      return scripted(part(0), part(1), '')
    case 'msubsup':
    case 'munderover':
      return scripted(part(0), part(1), part(2))
    case 'munder':
    case 'mover':
      if (/accent/.test(attributes) || !large.test(part(0).replaceAll(applied, ''))) return accented(part(0), part(1))
      return tag === 'munder' ? scripted(part(0), part(1), '') : scripted(part(0), '', part(1))
    case 'mtable':
      return table(node)
    default:
      return row(children)
  }
}

/**
 * Formats a formula as one line of text: `\frac{a+b}{2}` → `(a + b)/2`, `x^2` → `x²`. Aligned equations take several
 * lines.
 *
 * @throws if the source is invalid, like rendering on screen
 */
export function formulaText(source: string, displayMode: boolean): string {
  const mathml = katex.renderToString(source, { ...formulaLimits, displayMode, output: 'mathml' })
  return textOf(parse(mathml))
    .replace(new RegExp(`${applied}\\s*(?=[(\\[{|])`, 'g'), '')
    .replaceAll(applied, ' ')
    .replace(/[\u200b\u2062-\u2064]/g, '')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ (?=[)\],;]|$)|(?<=[([]) /gm, '')
    .trim()
}
