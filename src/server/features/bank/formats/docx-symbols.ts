/** Characters of symbol fonts, which Word stores as private-use characters or plain letters. */

const table = (list: string): ReadonlyMap<string, string> => {
  const chars = [...list.replace(/\s/g, '')]
  return new Map(Array.from({ length: chars.length / 2 }, (_, at) => [chars[2 * at] ?? '', chars[2 * at + 1] ?? '']))
}

const greek = table(
  'aαbβcχdδeεfφgγhηiιjϕkκlλmμnνoοpπqθrρsσtτuυvϖwωxξyψzζAΑBΒCΧDΔEΕFΦGΓHΗIΙJϑKΚLΛMΜNΝOΟPΠQΘRΡSΣTΤUΥVςWΩXΞYΨZΖ' +
    '"∀$∃\'∋*∗@≅\\∴^⊥~∼-−',
)
const above = [
  ['\u00a2', '′'],
  ['\u00a3', '≤'],
  ['\u00a5', '∞'],
  ['\u00ab', '↔'],
  ['\u00ac', '←'],
  ['\u00ad', '↑'],
  ['\u00ae', '→'],
  ['\u00af', '↓'],
  ['\u00b0', '°'],
  ['\u00b1', '±'],
  ['\u00b2', '″'],
  ['\u00b3', '≥'],
  ['\u00b4', '×'],
  ['\u00b5', '∝'],
  ['\u00b6', '∂'],
  ['\u00b7', '•'],
  ['\u00b8', '÷'],
  ['\u00b9', '≠'],
  ['\u00ba', '≡'],
  ['\u00bb', '≈'],
  ['\u00bc', '…'],
  ['\u00c4', '⊗'],
  ['\u00c5', '⊕'],
  ['\u00c6', '∅'],
  ['\u00c7', '∩'],
  ['\u00c8', '∪'],
  ['\u00c9', '⊃'],
  ['\u00ca', '⊇'],
  ['\u00cb', '⊄'],
  ['\u00cc', '⊂'],
  ['\u00cd', '⊆'],
  ['\u00ce', '∈'],
  ['\u00cf', '∉'],
  ['\u00d0', '∠'],
  ['\u00d1', '∇'],
  ['\u00d5', '∏'],
  ['\u00d6', '√'],
  ['\u00d7', '⋅'],
  ['\u00d8', '¬'],
  ['\u00d9', '∧'],
  ['\u00da', '∨'],
  ['\u00db', '⇔'],
  ['\u00dc', '⇐'],
  ['\u00dd', '⇑'],
  ['\u00de', '⇒'],
  ['\u00df', '⇓'],
  ['\u00e5', '∑'],
  ['\u00f2', '∫'],
] as const
const symbol = new Map<string, string>([...greek, ...above])
const wingdings = new Map<string, string>([
  ['\u006c', '●'],
  ['\u006e', '■'],
  ['\u006f', '□'],
  ['\u00a7', '▪'],
  ['\u00a8', '☐'],
  ['\u00d8', '➢'],
  ['\u00e0', '→'],
  ['\u00df', '←'],
  ['\u00fb', '✗'],
  ['\u00fc', '✓'],
  ['\u00fd', '☒'],
  ['\u00fe', '☑'],
])
// Only characters whose meaning is certain.
const wingdings2 = table('O✗P✓R☑S☒T☒\u00a3☐')
const wingdings3 = table('f←g→h↑i↓j↖k↗l↙m↘p▲q▼r△s▽t◀u▶v◁w▷')
const webdings = table('3◀4▶5▲6▼a✔c□g■n●r✗')
const mathTypeExtra = table('hℏlℓm∓K…L⋯M⋮O⋱')
const none: ReadonlyMap<string, string> = new Map()

const fonts: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map([
  ['symbol', symbol],
  ['wingdings', wingdings],
  ['wingdings 2', wingdings2],
  ['wingdings 3', wingdings3],
  ['webdings', webdings],
  ['mt extra', mathTypeExtra],
  // Fonts with symbols in the place of letters that are not read.
  ...['zapf dingbats', 'zapfdingbats', 'monotype sorts', 'marlett', 'euclid symbol', 'euclid extra'].map(
    (font) => [font, none] as const,
  ),
])
/** Characters that are the same in Symbol. */
const same = /^[\s\d!#%&()+,./:;<=>?[\]_{|}]$/

/**
 * Text in any font as ordinary text; null if one of its symbols is unknown.
 * @param font '' if none is named, for which private-use characters are those of Symbol
 */
export function readableText(text: string, font: string): string | null {
  const chars = fonts.get(font.toLowerCase()) ?? (font === '' ? symbol : none)
  const isSymbolFont = fonts.has(font.toLowerCase())
  let written = ''
  for (const typed of text) {
    const code = typed.codePointAt(0) ?? 0
    // Word adds 0xf000 to the place in the font.
    const isPrivate = code >= 0xf000 && code <= 0xf0ff
    if (!isPrivate && !isSymbolFont) {
      written += typed
      continue
    }
    const char = isPrivate ? String.fromCodePoint(code - 0xf000) : typed
    const found = chars.get(char) ?? (same.test(char) && (chars === symbol || char.trim() === '') ? char : undefined)
    // Emoji and other characters of Unicode are shown in another font.
    if (found === undefined && code < 0x370) return null
    if (found === undefined && code >= 0xe000 && code <= 0xf8ff) return null
    written += found ?? typed
  }
  return written
}
