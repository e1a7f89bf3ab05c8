import { figureText } from './figures.ts'
import { accents, ignored, ignoredWithArgument, letters, sectionCommands, symbols, wraps } from './tex-commands.ts'
import { Reader, splitItems, splitOutside } from './tex-reader.ts'

/** Converts the TeX of problem statements to Markdown. Formulas stay TeX. */

export interface Converted {
  text: string
  /** From `\problemname`. */
  title: string | undefined
  /** Commands and environments that were not understood. */
  unknown: Set<string>
}

const maxDepth = 40
/** Macros that define each other could grow without end. */
const maxExpansions = 5_000
export const maxTex = 200_000

interface Macro {
  parameters: number
  body: string
}

const formulas = /^(?:equation|displaymath|math|align|alignat|eqnarray|gather|multline)\*?$/
const raw = /^(?:verbatim|Verbatim|lstlisting|minted|alltt)\*?$/
const transparent =
  /^(?:center|figure|wrapfigure|table|minipage|flushleft|flushright|document|samepage|small|footnotesize|multicols|sample|problem|adjustbox|threeparttable)\*?$/
/** Environments of ICPC contests that are sections. */
const sections = /^(?:Input|Output|Interaction|Note|Notes|Constraints|Explanation|Scoring)$/
const lists = /^(?:itemize|enumerate|description|compactitem|compactenum)\*?$/
const tables = /^(?:tabular|tabularx|tabulary|longtable|array)\*?$/

class Converter {
  readonly unknown = new Set<string>()
  readonly #macros = new Map<string, Macro>()
  title: string | undefined
  #expansions = 0
  #depth = 0

  /** @param isCode true inside a code span, where Markdown needs no escapes */
  convert(text: string, isCode = false): string {
    if (this.#depth >= maxDepth) return text
    this.#depth++
    const reader = new Reader(text)
    let result = ''
    while (!reader.isOver) result += this.#next(reader, isCode, result)
    this.#depth--
    return result
  }

  #next(reader: Reader, isCode: boolean, before: string): string {
    const { character } = reader
    if (character === '\\') return this.#command(reader, isCode)
    if (character === '%') return reader.comment()
    if (character === '{') return this.convert(reader.group(), isCode)
    if (character === '$') return this.#formula(reader, isCode)
    reader.at++
    if (character === '}') return ''
    if (isCode) return character === '~' ? ' ' : character === '\n' ? ' ' : character
    if (character === '\n') return `${reader.blankLine() ? '\n\n' : '\n'}`
    if (character === '~') return ' '
    if (/^[ \t]$/.test(character)) return before.endsWith('\n') ? '' : ' '
    if (character === '`') return reader.take('`') ? '“' : '‘'
    if (character === "'") return reader.take("'") ? '”' : '’'
    if (character === '-') return reader.take('--') ? '—' : reader.take('-') ? '–' : '-'
    return /[*_<[\]|#>]/.test(character) ? `\\${character}` : character
  }

  #formula(reader: Reader, isCode: boolean): string {
    const mark = reader.take('$$') ? '$$' : '$'
    if (mark === '$') reader.at++
    const formula = this.#expandIn(reader.formula(mark))
    return isCode ? formula : mark === '$$' ? display(formula) : `$${formula.trim()}$`
  }

  /** Replaces the statement's own commands in a formula. */
  #expandIn(formula: string): string {
    if (this.#macros.size === 0) return formula
    return formula.replace(/\\([A-Za-z]+)/g, (whole, name: string) => {
      const macro = this.#macros.get(name)
      return macro?.parameters === 0 && ++this.#expansions < maxExpansions ? `{${macro.body}}` : whole
    })
  }

  #command(reader: Reader, isCode: boolean): string {
    const name = reader.command()
    const escaped = (text: string) => (isCode ? text : text.replace(/[*_<|#$\\]/g, '\\$&'))
    const macro = this.#macros.get(name)
    if (macro) return this.#expand(macro, reader, isCode)
    if (name === '(' || name === '[') {
      const formula = this.#expandIn(reader.until(name === '(' ? '\\)' : '\\]'))
      return isCode ? formula : name === '(' ? `$${formula.trim()}$` : display(formula)
    }
    if (name === '\\') {
      reader.take('*')
      reader.option()
      return isCode ? ' ' : '  \n'
    }
    const accent = accents[name]
    if (accent !== undefined && reader.isArgument()) {
      const base = reader.argument().replace(/^\\([ij])$/, '$1')
      return (base.slice(0, 1) + accent + base.slice(1)).normalize('NFC')
    }
    const symbol = symbols[name] ?? letters[name]
    if (symbol !== undefined) {
      if (/^[a-z]/i.test(name) && !reader.take('{}')) reader.take(' ')
      return escaped(symbol)
    }
    if (name === 'begin') return this.#environment(reader, reader.argument(), isCode)
    const wrap = wraps[name]
    if (wrap !== undefined) return this.#wrapped(wrap, reader.argument(), isCode)
    const section = sectionCommands[name]
    return section ? `\n\n## ${section}\n\n` : this.#other(name, reader, isCode)
  }

  #expand({ parameters, body }: Macro, reader: Reader, isCode: boolean): string {
    if (++this.#expansions > maxExpansions) return ''
    const given = Array.from({ length: parameters }, () => reader.argument())
    if (parameters === 0) reader.take('{}')
    return this.convert(
      body.replace(/#(\d)/g, (_whole, place) => given[Number(place) - 1] ?? ''),
      isCode,
    )
  }

  #wrapped(mark: string, content: string, isCode: boolean): string {
    if (mark === '`') {
      const code = this.convert(content, true).trim()
      if (isCode || code === '') return code
      return code.includes('`') ? `\`\` ${code} \`\`` : `\`${code}\``
    }
    const text = this.convert(content, isCode)
    // Markdown ignores a delimiter that is separated from its text by white space.
    const [, start = '', inner = '', end = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(text) ?? []
    return isCode || mark === '' || inner === '' ? text : `${start}${mark}${inner}${mark}${end}`
  }

  #other(name: string, reader: Reader, isCode: boolean): string {
    const inText = (text: string) => this.convert(text, isCode)
    switch (name) {
      case 'problemname':
        this.title ??= this.convert(reader.argument(), true).trim()
        return ''
      case 'section':
      case 'subsection':
      case 'subsubsection':
      case 'paragraph': {
        reader.take('*')
        const title = inText(reader.argument()).trim()
        if (name === 'paragraph') return `\n\n**${title}** `
        return `\n\n${name === 'section' ? '##' : '###'} ${title}\n\n`
      }
      case 'verb': {
        reader.take('*')
        const mark = reader.character
        reader.at++
        return `\`${reader.until(mark)}\``
      }
      case 'href': {
        const [url, text] = [reader.argument(), reader.argument()]
        return `[${inText(text)}](${url.replaceAll('\\', '').replace(/[\s()]/g, encodeURIComponent)})`
      }
      case 'url':
        return `<${reader.argument().replaceAll('\\', '')}>`
      case 'footnote':
        return ` (${inText(reader.argument()).trim()})`
      case 'caption':
        return `\n\n*${inText(reader.argument()).trim()}*\n\n`
      case 'includegraphics':
        reader.option()
        return `\n\n${figureText(reader.argument())}\n\n`
      case 'illustration': {
        reader.argument()
        const figure = figureText(reader.argument())
        const caption = inText(reader.argument()).trim()
        return `\n\n${figure}\n\n${caption && `*${caption}*\n\n`}`
      }
      case 'multicolumn':
      case 'multirow':
        reader.argument()
        reader.argument()
        return inText(reader.argument())
      case 'textcolor':
      case 'colorbox':
        reader.argument()
        return inText(reader.argument())
      case 'newcommand':
      case 'renewcommand':
      case 'providecommand':
      case 'def':
        return this.#define(reader)
      default:
        return this.#unknown(name, reader, isCode)
    }
  }

  #define(reader: Reader): string {
    reader.take('*')
    const name = reader.argument().replace(/^\\/, '')
    const parameters = Number.parseInt(reader.option() ?? '0', 10) || 0
    const [marks = ''] = /^(?:#\d)*/.exec(reader.rest(20)) ?? []
    reader.at += marks.length
    const body = reader.argument()
    if (this.#macros.size < 200) this.#macros.set(name, { parameters: parameters || marks.length / 2, body })
    return ''
  }

  #unknown(name: string, reader: Reader, isCode: boolean): string {
    if (ignored.has(name)) return ''
    if (ignoredWithArgument.has(name)) {
      reader.take('*')
      reader.option()
      reader.argument()
      return ''
    }
    // Keep its arguments as text.
    if (/^[a-z]/i.test(name)) this.unknown.add(`\\${name}`)
    return reader.character === '{' ? this.convert(reader.group(), isCode) : ''
  }

  #environment(reader: Reader, name: string, isCode: boolean): string {
    const content = reader.environment(name)
    if (raw.test(name)) {
      const code = content.replace(/^(?:\[[^\]]*\]|\{[^}]*\})?[ \t]*\n/, '').replace(/\s+$/, '')
      return `\n\n\`\`\`\n${code.replaceAll('```', "'''")}\n\`\`\`\n\n`
    }
    if (formulas.test(name)) {
      const formula = this.#expandIn(content.replace(/\\(?:label|nonumber|notag)\b(?:\{[^}]*\})?/g, ''))
      const isAligned = /^(?:align|eqnarray|alignat)/.test(name)
      return display(isAligned ? `\\begin{aligned}${formula}\\end{aligned}` : formula)
    }
    if (sections.test(name)) return `\n\n## ${name}\n\n${this.convert(content).trim()}\n\n`
    // The samples of Polygon are those of the test cases.
    if (name === 'example') return ''
    const inner = new Reader(content)
    if (name === 'problem' && inner.character === '{') {
      this.title ??= this.convert(inner.group(), true).trim()
      // Its files and limits.
      while (/^[ \t]*\n?[ \t]*\{/.test(inner.rest(100))) inner.argument()
    }
    if (lists.test(name)) return this.#list(inner, name.includes('enum'))
    if (tables.test(name)) {
      if (name.startsWith('tabularx') || name.startsWith('tabulary')) inner.argument()
      inner.option()
      inner.argument()
      return this.#table(inner.rest())
    }
    if (/^(?:quote|quotation)$/.test(name)) return `\n\n${this.convert(content).trim().replace(/^/gm, '> ')}\n\n`
    if (!transparent.test(name)) this.unknown.add(`\\begin{${name}}`)
    inner.option()
    while (/^(?:wrapfigure|minipage|multicols|adjustbox)$/.test(name) && inner.character === '{') inner.group()
    return `\n\n${this.convert(inner.rest(), isCode).trim()}\n\n`
  }

  #list(reader: Reader, isNumbered: boolean): string {
    reader.option()
    const [, ...items] = splitItems(reader.rest())
    const shown = items.map((item, place) => {
      const [, label] = /^\s*\[([^\]]*)\]/.exec(item) ?? []
      const body = label === undefined ? item : item.replace(/^\s*\[[^\]]*\]/, '')
      const mark = isNumbered ? `${place + 1}. ` : '- '
      const text = `${label === undefined ? '' : `**${this.convert(label).trim()}** `}${this.convert(body).trim()}`
      return mark + text.replace(/\n{3,}/g, '\n\n').replace(/\n(?=.)/g, `\n${' '.repeat(mark.length)}`)
    })
    return `\n\n${shown.join('\n')}\n\n`
  }

  #table(content: string): string {
    const lines = content.replace(
      /\\(?:hline|toprule|midrule|bottomrule|endhead|endfoot|endfirsthead|c(?:mid)?(?:line|rule)(?:\([^)]*\))?\{[^}]*\})/g,
      '',
    )
    const rows = splitOutside(lines, '\\\\')
      .filter((row) => row.trim() !== '')
      .map((row) =>
        splitOutside(row, '&').map(
          (cell) =>
            this.convert(cell)
              .trim()
              .replace(/\s*\n\s*/g, ' ') || ' ',
        ),
      )
    const width = Math.max(0, ...rows.map(({ length }) => length))
    if (width === 0) return ''
    const line = (cells: readonly string[]) =>
      `| ${Array.from({ length: width }, (_, place) => cells[place] ?? ' ').join(' | ')} |`
    const [head = [], ...others] = rows
    return `\n\n${[line(head), `|${' --- |'.repeat(width)}`, ...others.map(line)].join('\n')}\n\n`
  }
}

const display = (formula: string) => `\n\n$$\n${formula.trim()}\n$$\n\n`

/** @param tex at most `maxTex` characters */
export function convertTex(tex: string): Converted {
  const converter = new Converter()
  const [, preamble, body] = /^([\s\S]*?)\\begin\{document\}([\s\S]*)$/.exec(tex) ?? []
  if (preamble !== undefined)
    for (const [line] of preamble.matchAll(/\\(?:re)?newcommand.*|\\def.*/g)) converter.convert(line)
  const text = converter
    .convert((body ?? tex).replaceAll('\r\n', '\n'))
    .replace(/[ \t]+\n(?=\n)/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
  return { text, title: converter.title, unknown: converter.unknown }
}
