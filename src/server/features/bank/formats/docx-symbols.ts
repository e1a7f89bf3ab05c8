/** Characters of the fonts Symbol and Wingdings, which Word stores as private-use characters or plain letters. */

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
/** Characters that are the same in Symbol. */
const same = /^[\s\d!#%&()+,./:;<=>?[\]_{|}]$/

/** True for a font whose letters are shown as symbols. */
export const isSymbolFont = (font: string): boolean => /^(?:symbol|wingdings)$/i.test(font)

/** Text in a symbol font as ordinary text; null if one of its symbols is unknown. */
export function symbolText(text: string, font: string): string | null {
  const chars = /^symbol$/i.test(font) ? symbol : wingdings
  let written = ''
  for (const typed of text) {
    const code = typed.codePointAt(0) ?? 0
    // Word adds 0xf000 to the place in the font.
    const char = code >= 0xf000 && code <= 0xf0ff ? String.fromCodePoint(code - 0xf000) : typed
    const found = chars.get(char) ?? (same.test(char) && (chars === symbol || char.trim() === '') ? char : undefined)
    // Emoji and other characters of Unicode are shown in another font.
    if (found === undefined && code < 0x370) return null
    if (found === undefined && code >= 0xe000 && code <= 0xf8ff) return null
    written += found ?? typed
  }
  return written
}
