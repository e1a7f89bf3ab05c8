/** Writes parts of formulas as TeX that KaTeX renders. `|` and line breaks are avoided, so formulas fit into tables. */

/** A formula, or a part of it, that cannot be written as TeX. */
export class UnwritableFormula extends Error {}

/** A value of a table by a key from a file, which may be `constructor`. */
export const ownValue = <T>(table: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined

const textEscapes: Record<string, string> = {
  '\\': '\\textbackslash ',
  '^': '\\textasciicircum ',
  '~': '\\textasciitilde ',
  '|': '\\textbar ',
}

/** Runs that KaTeX sets as text, or one symbol that it supports only in formulas. */
const textRuns = /(?:(?![\u2100-\u214f\u{1d400}-\u{1d7ff}])[\p{L}\p{M}\p{N}\p{Zs} -~‘’“”–—…₹€£°])+|[\s\S]/gu
const isText = /^(?![\u2100-\u214f\u{1d400}-\u{1d7ff}])[\p{L}\p{M}\p{N}\p{Zs} -~‘’“”–—…₹€£°]/u

/** Plain text inside a formula. */
export const texText = (text: string): string =>
  [...text.replace(/\s+/g, ' ').matchAll(textRuns)]
    .map(([run]) =>
      isText.test(run)
        ? `\\text{${run.replace(/[\\^~|{}$%#&_]/g, (char) => ownValue(textEscapes, char) ?? `\\${char}`)}}`
        : symbolsTex(run),
    )
    .join('')

/** Pairs of a symbol and its command. */
const pairs = (list: string): [string, string][] =>
  list
    .trim()
    .split(/\s+/)
    .map((pair) => [[...pair][0] ?? '', `\\${[...pair].slice(1).join('')}`])

const commands: ReadonlyMap<string, string> = new Map(
  pairs(`
    αalpha βbeta γgamma δdelta εvarepsilon ϵepsilon ζzeta ηeta θtheta ϑvartheta ιiota κkappa λlambda μmu µmu νnu ξxi
    πpi ϖvarpi ρrho ϱvarrho σsigma ςvarsigma τtau υupsilon φvarphi ϕphi χchi ψpsi ωomega ΓGamma ΔDelta ∆Delta ΘTheta
    ΛLambda ΞXi ΠPi ΣSigma ΥUpsilon ΦPhi ΨPsi ΩOmega ΩOmega ∂partial ∇nabla ℓell ℏhbar ℑIm ℜRe ℵaleph ℶbeth
    ∞infty ∅emptyset ∀forall ∃exists ∄nexists ¬neg ±pm ∓mp ×times ÷div ⋅cdot ·cdot ∙bullet •bullet ∗ast ∘circ ⋆star
    ⊕oplus ⊖ominus ⊗otimes ⊙odot †dagger ‡ddagger ∧wedge ∨vee ∩cap ∪cup ∖setminus ≤le ≥ge ⩽leqslant ⩾geqslant ≪ll ≫gg
    ≠ne ≈approx ≃simeq ≅cong ∼sim ≡equiv ∝propto ≺prec ≻succ ⊂subset ⊃supset ⊆subseteq ⊇supseteq ⊄not\\subset ∈in
    ∉notin ∋ni ⊥perp ∥parallel ∦nparallel ∣mid ⊢vdash ⊨models ∴therefore ∵because →to ←leftarrow ↔leftrightarrow
    ⇒Rightarrow ⇐Leftarrow ⇔Leftrightarrow ⟶longrightarrow ⟵longleftarrow ⟹Longrightarrow ⟸Longleftarrow
    ⟺Longleftrightarrow ⟷longleftrightarrow ↦mapsto ↑uparrow ↓downarrow ↕updownarrow ⇑Uparrow ⇓Downarrow ⇌rightleftharpoons
    ⇋leftrightharpoons ⇀rightharpoonup ↼leftharpoonup ↗nearrow ↘searrow ↖nwarrow ↙swarrow …ldots ⋯cdots ⋮vdots ⋱ddots
    ∠angle ∡measuredangle △triangle □square ∑sum ∏prod ∐coprod ∫int ∬iint ∭iiint ∮oint ∯oiint ∰oiiint ⋃bigcup ⋂bigcap
    ⋁bigvee ⋀bigwedge ⨁bigoplus ⨂bigotimes ⨀bigodot ⟨langle ⟩rangle 〈langle 〉rangle ⌊lfloor ⌋rfloor ⌈lceil ⌉rceil
    ‖Vert |vert ∤nmid ♠spadesuit ♥heartsuit ♦diamondsuit ♣clubsuit ⊤top √surd £pounds
  `),
)

const escapes: Record<string, string> = {
  '\\': '\\backslash ',
  '{': '\\{',
  '}': '\\}',
  '%': '\\%',
  '#': '\\#',
  $: '\\$',
  '&': '\\&',
  _: '\\_',
  '~': '\\sim ',
  '^': '\\text{\\textasciicircum }',
  '`': '\\text{`}',
  '"': '\\text{"}',
  '−': '-',
  '–': '-',
  '‐': '-',
  '°': '^{\\circ}',
  "'": '{}^{\\prime}',
  '′': '{}^{\\prime}',
  '’': '{}^{\\prime}',
  '″': '{}^{\\prime\\prime}',
  '‴': '{}^{\\prime\\prime\\prime}',
  ' ': '\\;',
  '\u2009': '\\,',
  '\u2003': '\\quad ',
}
/** Primes, as they are written in a superscript. */
const primes: Record<string, string> = {
  "'": '\\prime',
  '′': '\\prime',
  '’': '\\prime',
  '″': '\\prime\\prime',
  '‴': '\\prime\\prime\\prime',
  '°': '\\circ',
}

/** Function application, invisible operators, joiners and marks of direction. */
const invisible = /[\u2061-\u2064\u200b-\u200f\u2060\ufeff\u00ad]/g

const boldGreek = /[\u{1d6a8}-\u{1d6e1}\u{1d71c}-\u{1d755}]/u

/** The symbols of a superscript; null if they need no special rule. */
export const primeTex = (text: string): string | null => ownValue(primes, text.trim()) ?? null

/** Letters, digits and symbols in math mode. Letters are set in italics. */
export function symbolsTex(text: string): string {
  let written = ''
  // Italic letters of the mathematical alphabets are what math mode shows for plain ones.
  const plain = text
    .replace(invisible, '')
    .replace(/[\u{1d434}-\u{1d467}\u{1d6e2}-\u{1d71b}ℎ]/gu, (char) => char.normalize('NFKC'))
  for (const [piece] of plain.matchAll(/\d+(?:[.,]\d+)*|\s+|\p{L}\p{M}+|[\s\S]/gu)) {
    if (/^\d/.test(piece)) written += piece.replaceAll(',', '{,}')
    else if (escapes[piece] !== undefined) written += escapes[piece]
    else if (/^\s+$/.test(piece)) written += '\\;'
    else if (commands.has(piece)) written += `${commands.get(piece)} `
    else if (/^[!-~]$/.test(piece)) written += piece
    else if (/^[\p{L}\p{N}\p{M}]+$/u.test(piece) && isText.test(piece)) written += texText(piece)
    else if (boldGreek.test(piece)) written += `\\boldsymbol{${symbolsTex(piece.normalize('NFKC')).trim()}}`
    else if (/^(?![\u{1d6a4}-\u{1d7cd}])[\p{S}\p{P}\p{L}\p{N}]$/u.test(piece)) written += piece
    else throw new UnwritableFormula()
  }
  return written
}

const functions = new Set(
  'arccos arcsin arctan arg cos cosec cosh cot coth csc deg det dim exp gcd hom inf ker lg lim liminf limsup ln log max min Pr sec sin sinh sup tan tanh'.split(
    ' ',
  ),
)

/** True for names such as `sin`, which are set upright. */
export const isFunction = (name: string): boolean => functions.has(name)

/** The name of a function, set upright. @param hasLimits if what is below it is a limit */
export function functionTex(name: string, hasLimits = false): string {
  const plain = name.replace(invisible, '').trim()
  if (plain === 'cosec') return '\\operatorname{cosec}'
  if (functions.has(plain)) return `\\${plain} `
  if (!/^[A-Za-z][A-Za-z0-9 ]*$/.test(plain)) return symbolsTex(plain)
  return `\\operatorname${hasLimits ? '*' : ''}{${plain.replaceAll(' ', '\\,')}}`
}

const fonts: Record<string, { command: string; chars: RegExp }> = {
  normal: { command: '\\mathrm', chars: /^[A-Za-z0-9 ]*$/ },
  bold: { command: '\\mathbf', chars: /^[A-Za-z0-9 ]*$/ },
  'bold-italic': { command: '\\boldsymbol', chars: /^[\s\S]*$/ },
  'double-struck': { command: '\\mathbb', chars: /^[A-Z ]*$/ },
  script: { command: '\\mathscr', chars: /^[A-Z ]*$/ },
  fraktur: { command: '\\mathfrak', chars: /^[A-Za-z ]*$/ },
  'sans-serif': { command: '\\mathsf', chars: /^[A-Za-z0-9 ]*$/ },
  monospace: { command: '\\mathtt', chars: /^[A-Za-z0-9 ]*$/ },
}

/** Characters in a font of MathML's `mathvariant`. @throws UnwritableFormula if TeX has no such letters */
export function fontTex(text: string, variant: string): string {
  if (variant === 'italic' || variant === '') return symbolsTex(text)
  const tex = symbolsTex(text)
  const font = ownValue(fonts, variant)
  if (!font) throw new UnwritableFormula()
  if (font.chars.test(text)) return tex.trim() === '' ? tex : `${font.command}{${tex.trim()}}`
  // Symbols look the same upright, and Greek letters nearly so.
  if (variant === 'normal') return tex.replace(/[A-Za-z]+/g, (run, at: number) => uprightRun(tex, run, at))
  if (variant === 'bold') return `\\boldsymbol{${tex.trim()}}`
  throw new UnwritableFormula()
}

/** A run of letters set upright, unless it is the name of a command or text. */
const uprightRun = (tex: string, run: string, at: number) =>
  tex[at - 1] === '\\' || /\\text\{[^}]*$/.test(tex.slice(Math.max(0, at - 40), at)) ? run : `\\mathrm{${run}}`

const delimiters: Record<string, string> = {
  '': '.',
  '.': '.',
  '(': '(',
  ')': ')',
  '[': '[',
  ']': ']',
  '{': '\\{',
  '}': '\\}',
  '/': '/',
  '\\': '\\backslash ',
  '|': '\\vert ',
  '∣': '\\vert ',
  '‖': '\\Vert ',
  '∥': '\\Vert ',
  '⟨': '\\langle ',
  '⟩': '\\rangle ',
  '〈': '\\langle ',
  '〉': '\\rangle ',
  '<': '\\langle ',
  '>': '\\rangle ',
  '⌊': '\\lfloor ',
  '⌋': '\\rfloor ',
  '⌈': '\\lceil ',
  '⌉': '\\rceil ',
  '↑': '\\uparrow ',
  '↓': '\\downarrow ',
}

/** Content between brackets of its height. '' means no bracket. @throws UnwritableFormula for other characters */
export function fencedTex(open: string, close: string, body: string): string {
  const [left, right] = [ownValue(delimiters, open.trim()), ownValue(delimiters, close.trim())]
  if (left === undefined || right === undefined) throw new UnwritableFormula()
  return left === '.' && right === '.' ? group(body) : `\\left${left}${body}\\right${right}`
}

/** Content as one unit. */
export const group = (tex: string): string => `{${tex.trim()}}`

/** A base of scripts: braces are needed around more than one symbol. Operators must keep their limits. */
export const baseTex = (tex: string): string => {
  const bare = tex.trim()
  return bare === '' || /^(?:[A-Za-z0-9)\]]|\\[A-Za-z]+|\\operatorname\*?\{[^{}]*\})$/.test(bare)
    ? bare || '{}'
    : group(bare)
}

/** A base with scripts below and above; '' for none. */
export const scriptsTex = (base: string, below: string, above: string): string =>
  `${baseTex(base)}${below.trim() === '' ? '' : `_${group(below)}`}${above.trim() === '' ? '' : `^${group(above)}`}`

interface Accent {
  over?: string
  /** For more than one letter. */
  wide?: string
  under?: string
}
const accents: Record<string, Accent> = {}
const addAccent = (chars: string, accent: Accent) => {
  for (const char of chars) accents[char] = accent
}
addAccent('^ˆ\u0302', { over: '\\hat', wide: '\\widehat' })
addAccent('~˜∼\u0303', { over: '\\tilde', wide: '\\widetilde', under: '\\utilde' })
addAccent('¯‾―ˉ_\u0304\u0305\u0332\u0333', { over: '\\bar', wide: '\\overline', under: '\\underline' })
addAccent('→⟶⃗', { over: '\\vec', wide: '\\overrightarrow', under: '\\underrightarrow' })
addAccent('⇀⃑', { over: '\\vec', wide: '\\overrightharpoon' })
addAccent('←⟵⃖', { over: '\\overleftarrow', under: '\\underleftarrow' })
addAccent('↔⃡', { over: '\\overleftrightarrow', under: '\\underleftrightarrow' })
addAccent('˙.\u0307', { over: '\\dot' })
addAccent('¨\u0308', { over: '\\ddot' })
addAccent('ˇ\u030c', { over: '\\check' })
addAccent('˘\u0306', { over: '\\breve' })
addAccent('´ˊ\u0301', { over: '\\acute' })
addAccent('`ˋ\u0300', { over: '\\grave' })
addAccent('˚\u030a', { over: '\\mathring' })
addAccent('⏞︷', { over: '\\overbrace' })
addAccent('⏟︸', { under: '\\underbrace' })
addAccent('⌢⏜', { over: '\\overset{\\frown}' })
accents['\u20db'] = accents['⃛'] = { over: '\\dddot' }

/** A base with an accent, a line, an arrow or a brace; null if the symbol is none of these. */
export function accentTex(char: string, place: 'over' | 'under', base: string): string | null {
  const { over, wide, under } = ownValue(accents, char.trim()) ?? {}
  const isWide = !/^(?:[A-Za-z0-9]|\\[A-Za-z]+)$/.test(base.trim())
  const command = place === 'under' ? under : isWide ? (wide ?? over) : over
  return command === undefined ? null : `${command}${group(base)}`
}

const longArrows: Record<string, string> = {
  '→': 'xrightarrow',
  '⟶': 'xrightarrow',
  '←': 'xleftarrow',
  '⟵': 'xleftarrow',
  '↔': 'xleftrightarrow',
  '⇒': 'xRightarrow',
  '⇐': 'xLeftarrow',
  '⇔': 'xLeftrightarrow',
  '⇌': 'xrightleftharpoons',
  '⇋': 'xleftrightharpoons',
}

/** An arrow with text below or above; null for any other symbol. */
export function arrowTex(char: string, below: string, above: string): string | null {
  const command = ownValue(longArrows, char.trim())
  return command === undefined ? null : `\\${command}${below === '' ? '' : `[${group(below)}]`}${group(above)}`
}

const limited =
  /^\\(?:sum|prod|coprod|big[a-z]+|lim|liminf|limsup|max|min|sup|inf|det|gcd|Pr|operatorname\*\{[^{}]*\})$/
const integral = /^\\(?:i{1,3}nt|oi{1,3}nt|int|oint)$/

/** A base with content below and above it; '' for none. */
export function limitsTex(base: string, below: string, above: string): string {
  const bare = base.trim()
  if (limited.test(bare)) return scriptsTex(bare, below, above)
  if (integral.test(bare)) return scriptsTex(bare, below, above).replace(bare, `${bare}\\limits`)
  if (/^\\underbrace\{/.test(bare) && above === '' && below !== '') return `${bare}_${group(below)}`
  if (/^\\overbrace\{/.test(bare) && below === '' && above !== '') return `${bare}^${group(above)}`
  const over = above.trim() === '' ? bare : `\\overset${group(above)}${group(bare)}`
  return below.trim() === '' ? over : `\\underset${group(below)}${group(over)}`
}

/** Rows of cells. */
export const matrixTex = (rows: readonly (readonly string[])[], environment = 'matrix', columns = ''): string =>
  `\\begin{${environment}}${columns === '' ? '' : group(columns)}${rows
    .map((row) => row.map((cell) => cell.trim()).join(' & '))
    .join(' \\\\ ')}\\end{${environment}}`

/** Longer formulas would be shown as text. */
const maxTex = 2_000

/** Runs a writer; null if it cannot write its formula, or if the result is too long to be shown. */
export function writtenTex(write: () => string): string | null {
  try {
    const tex = write().trim()
    return tex.length > maxTex ? null : tex
  } catch (error) {
    if (error instanceof UnwritableFormula) return null
    throw error
  }
}
