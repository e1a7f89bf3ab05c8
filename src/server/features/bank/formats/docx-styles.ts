import { childOf, childrenOf, type XmlElement } from './xml.ts'

/** The look of text in a Word document, from its styles and the text's own formatting. */

export interface Look {
  bold: boolean
  italic: boolean
  /** Of text in complex scripts, such as Devanagari and Arabic. */
  boldComplex: boolean
  italicComplex: boolean
  underline: boolean
  strike: boolean
  /** Monospaced. */
  code: boolean
  hidden: boolean
  /** Shown in capitals whatever was typed. */
  caps: boolean
  script: 'sup' | 'sub' | ''
  /** Half points above the line; negative below it. */
  raised: number
  /** '' for the usual black. */
  color: string
  /** The colour behind the text; '' for none. */
  highlight: string
  font: string
}

export const plainLook: Look = {
  bold: false,
  italic: false,
  boldComplex: false,
  italicComplex: false,
  underline: false,
  strike: false,
  code: false,
  hidden: false,
  caps: false,
  script: '',
  raised: 0,
  color: '',
  highlight: '',
  font: '',
}

const settingOf = (element: XmlElement | undefined, name: string): string | undefined => {
  const found = element && childOf(element, name)
  return found && (found.attributes.val ?? '')
}

const isOff = (value: string) => /^(?:0|off|false|none)$/i.test(value)
const isBlack = (color: string) => /^(?:auto|[0-4][0-9a-f][0-4][0-9a-f][0-4][0-9a-f]|)$/i.test(color)
const isWhite = (color: string) => /^(?:auto|none|white|f{6}|)$/i.test(color)
const monospaced = /courier|consolas|mono|lucida console|menlo|monaco|fira code|source code/i

/** The formatting of `w:rPr`. */
export function lookOf(properties: XmlElement | undefined): Partial<Look> {
  const look: Partial<Look> = {}
  if (!properties) return look
  for (const { name, attributes } of childrenOf(properties)) {
    const { val = '' } = attributes
    switch (name) {
      case 'b':
        look.bold = !isOff(val)
        break
      case 'i':
        look.italic = !isOff(val)
        break
      case 'bCs':
        look.boldComplex = !isOff(val)
        break
      case 'iCs':
        look.italicComplex = !isOff(val)
        break
      case 'u':
        look.underline = !isOff(val)
        break
      case 'strike':
      case 'dstrike':
        look.strike = look.strike === true || !isOff(val)
        break
      case 'vanish':
        look.hidden = !isOff(val)
        break
      case 'caps':
        look.caps = !isOff(val)
        break
      case 'vertAlign':
        look.script = val === 'superscript' ? 'sup' : val === 'subscript' ? 'sub' : ''
        break
      case 'position':
        look.raised = Number.parseInt(val, 10) || 0
        break
      case 'color':
        look.color = isBlack(val) ? '' : val.toLowerCase()
        break
      case 'highlight':
        look.highlight = isWhite(val) ? '' : val.toLowerCase()
        break
      case 'shd':
        if (!look.highlight)
          look.highlight = isWhite(attributes.fill ?? '') ? '' : (attributes.fill ?? '').toLowerCase()
        break
      case 'rFonts': {
        const font = attributes.ascii ?? attributes.hAnsi
        if (font === undefined) break
        look.font = font
        look.code = monospaced.test(font)
        break
      }
    }
  }
  return look
}

interface Style {
  name: string
  basedOn: string
  look: Partial<Look>
  numId: string | undefined
  level: string | undefined
  outline: string | undefined
}

/** Properties from a paragraph's style. */
export interface ParagraphStyle {
  look: Partial<Look>
  /** The level of a heading, from 1; 0 for other paragraphs. */
  heading: number
  numId: string | undefined
  level: number
}

const maxAncestors = 20

export class Styles {
  readonly #styles = new Map<string, Style>()
  readonly #base: Look
  #defaultParagraph = ''

  /** @param root of styles.xml; undefined if there is none */
  constructor(root: XmlElement | undefined) {
    const defaults = root && childOf(root, 'docDefaults')
    const runs = defaults && childOf(defaults, 'rPrDefault')
    this.#base = { ...plainLook, ...lookOf(runs && childOf(runs, 'rPr')) }
    for (const style of root ? childrenOf(root, 'style') : []) {
      const { styleId = '', type, default: isDefault } = style.attributes
      const paragraph = childOf(style, 'pPr')
      const numbering = paragraph && childOf(paragraph, 'numPr')
      const look = lookOf(childOf(style, 'rPr'))
      const name = settingOf(style, 'name') ?? ''
      if (/^(?:html )?(?:code|preformatted|source|verbatim|macro)/i.test(name)) look.code = true
      this.#styles.set(styleId, {
        name,
        basedOn: settingOf(style, 'basedOn') ?? '',
        look,
        numId: settingOf(numbering, 'numId'),
        level: settingOf(numbering, 'ilvl'),
        outline: settingOf(paragraph, 'outlineLvl'),
      })
      if (type === 'paragraph' && isDefault !== undefined && !isOff(isDefault)) this.#defaultParagraph = styleId
    }
  }

  /** A style and those it is based on, the base first. */
  #chain(id: string): Style[] {
    const chain: Style[] = []
    let style = this.#styles.get(id)
    while (style && chain.length < maxAncestors && !chain.includes(style)) {
      chain.unshift(style)
      style = this.#styles.get(style.basedOn)
    }
    return chain
  }

  paragraph(id = this.#defaultParagraph): ParagraphStyle {
    const chain = this.#chain(id)
    const last = <T>(pick: (style: Style) => T | undefined) => chain.map(pick).findLast((value) => value !== undefined)
    const outline = last(({ outline: level }) => level)
    const named = chain.map(({ name }) => /^heading ([1-9])$/i.exec(name)?.[1]).findLast((level) => level !== undefined)
    const heading = outline !== undefined ? Number(outline) + 1 : Number(named ?? 0)
    return {
      look: Object.assign({}, ...chain.map(({ look }) => look)),
      heading: heading >= 1 && heading <= 9 ? heading : 0,
      numId: last(({ numId }) => numId),
      level: Number(last(({ level }) => level) ?? 0) || 0,
    }
  }

  /** The numbering that a style for lists refers to. */
  numberingOf = (id: string): string | undefined => this.paragraph(id).numId

  /** The look of a run in a paragraph. */
  run(paragraph: Partial<Look>, properties: XmlElement | undefined): Look {
    const character: Partial<Look> = Object.assign(
      {},
      ...this.#chain(settingOf(properties, 'rStyle') ?? '').map(({ look }) => look),
    )
    // Bold in the styles of both the paragraph and the characters is not bold.
    const toggled = (key: 'bold' | 'italic') => (character[key] ? paragraph[key] !== true : undefined)
    const [bold, italic] = [toggled('bold'), toggled('italic')]
    return {
      ...this.#base,
      ...paragraph,
      ...character,
      ...(bold === undefined ? {} : { bold }),
      ...(italic === undefined ? {} : { italic }),
      ...lookOf(properties),
    }
  }
}
