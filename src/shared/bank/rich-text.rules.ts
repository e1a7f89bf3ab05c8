import Markdown, { type Env, type MarkdownIt } from 'markdown-it'
import { addUnfencedCode } from './rich-text-code.rules.ts'
import { addMath, type MathEnv, type SetTex } from './rich-text-math.rules.ts'

/** Literal characters, not emphasis: `__init__`, `____` to fill in, `2*3*4`, `a**b`. */
const literalChars = /_{2,}|(?<=[\p{L}\p{N})\]])\*(?=[\p{L}\p{N}([])|(?<=[\p{L}\p{N}])\*\*(?=[\p{L}\p{N}])/uy

/** One of our own images, in a statement that may show figures. */
const figure = /!\[([^\]\n]*)\]\((\/images\/[0-9a-f]{32}\.(?:png|jpe?g|gif|webp))\)/y

interface FigureEnv {
  figures?: boolean
}

function addFigures(markdown: MarkdownIt) {
  markdown.inline.ruler.before('emphasis', 'figure', (state, silent) => {
    if (!(state.env as FigureEnv).figures) return false
    figure.lastIndex = state.pos
    const [whole, alt = '', address = ''] = figure.exec(state.src) ?? []
    if (whole === undefined) return false
    if (!silent) {
      const token = state.push('figure', 'img', 0)
      token.content = alt
      token.info = address
    }
    state.pos += whole.length
    return true
  })
  markdown.renderer.rules.figure = (tokens, at) => {
    const { content = '', info = '' } = tokens[at] ?? {}
    return `<img src="${info}" alt="${markdown.utils.escapeHtml(content)}">`
  }
}

function makeMarkdown(): MarkdownIt {
  const markdown = new Markdown({ html: false, breaks: true, linkify: false, typographer: false, maxNesting: 30 })
  // No links and no external resources. `&lt;` in a question about HTML is shown as the author typed it.
  markdown.disable(['link', 'image', 'autolink', 'reference', 'html_block', 'html_inline', 'entity'])
  // Lines of dashes and underscores are often blanks or drawings rather than rules, and `~~x` is JavaScript.
  markdown.disable(['hr', 'lheading', 'strikethrough'])
  markdown.inline.ruler.before('emphasis', 'literal_signs', (state, silent) => {
    literalChars.lastIndex = state.pos
    const found = literalChars.exec(state.src)?.[0]
    if (!found) return false
    if (!silent) state.pending += found
    state.pos += found.length
    return true
  })
  // Preserve a line's leading spaces.
  markdown.inline.ruler.at('newline', (state, silent) => {
    if (state.src[state.pos] !== '\n') return false
    if (!silent) state.push('hardbreak', 'br', 0)
    state.pos++
    return true
  })
  addFigures(markdown)
  addUnfencedCode(markdown)
  addMath(markdown)

  const { rules } = markdown.renderer
  const { escapeHtml } = markdown.utils
  // The space separates words where a list shows the text on one line.
  rules.hardbreak = () => ' <br>'
  const code = (text: string) => `<pre><code>${escapeHtml(text.replace(/\n$/, ''))}</code></pre>\n`
  rules.fence = (tokens, at) => code(tokens[at]?.content ?? '')
  rules.code_block = (tokens, at) => code(tokens[at]?.content ?? '')
  rules.table_open = () => '<div data-table><table>\n'
  rules.table_close = () => '</table></div>\n'
  // Headings in an author's text rank below the page's own.
  const heading = (tag = '') => `h${Math.min(6, Number(tag.slice(1)) + 2)}`
  rules.heading_open = (tokens, at) => `<${heading(tokens[at]?.tag)}>`
  rules.heading_close = (tokens, at) => `</${heading(tokens[at]?.tag)}>\n`
  // Preserve list numbers: `1.` and `3.` are not renumbered.
  rules.list_item_open = (tokens, at) => {
    const number = tokens[at]?.info
    return number ? `<li value="${Number(number)}">` : '<li>'
  }
  return markdown
}

const blocks = makeMarkdown()
const lines = makeMarkdown()
// Options such as `- 5`, `# x` or `1. a` are literal.
lines.block.ruler.enableOnly(['unfenced_code', 'math_block', 'fence', 'paragraph'])

interface RichHtmlOptions {
  /** Inline content and code only, for options. */
  inline?: boolean
  /** Without it, formulas are shown as source. */
  setTex?: SetTex | undefined
  /** True to show our own images, referenced as in Markdown. */
  figures?: boolean
}

/** Renders an author's text as HTML, to be sanitised. `hasMath` is true if it has formulas, rendered or not. */
export function richHtml(text: string, { inline = false, setTex, figures = false }: RichHtmlOptions = {}) {
  const env: Env & MathEnv & FigureEnv = { setTex, figures }
  const html = (inline ? lines : blocks).render(text, env)
  return { html, hasMath: env.hasMath === true }
}

/** Parses an author's text into tokens, for output other than HTML. */
export const richTokens = (text: string, inline: boolean) => (inline ? lines : blocks).parse(text, {})
