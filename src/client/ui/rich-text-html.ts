import Markdown, { type Env, type MarkdownIt } from 'markdown-it'
import { addUnfencedCode } from './rich-text-code.ts'
import { addMath, type MathEnv, type SetTex } from './rich-text-math.ts'

/** Literal signs: `__init__`, `____` to fill in, `2*3*4`, `a**b`. */
const literalSigns = /_{2,}|(?<=[\p{L}\p{N})\]])\*(?=[\p{L}\p{N}([])|(?<=[\p{L}\p{N}])\*\*(?=[\p{L}\p{N}])/uy

function makeMarkdown(): MarkdownIt {
  const markdown = new Markdown({ html: false, breaks: true, linkify: false, typographer: false, maxNesting: 30 })
  // No way out of the page and nothing from elsewhere; `&lt;` in a question about HTML stays what the author typed.
  markdown.disable(['link', 'image', 'autolink', 'reference', 'html_block', 'html_inline', 'entity'])
  // Lines of dashes and underscores are blanks to fill in or drawings as often as rulers; `~~x` is JavaScript.
  markdown.disable(['hr', 'lheading', 'strikethrough'])
  markdown.inline.ruler.before('emphasis', 'literal_signs', (state, silent) => {
    literalSigns.lastIndex = state.pos
    const found = literalSigns.exec(state.src)?.[0]
    if (!found) return false
    if (!silent) state.pending += found
    state.pos += found.length
    return true
  })
  // A line begins where its author began it: the spaces are kept.
  markdown.inline.ruler.at('newline', (state, silent) => {
    if (state.src[state.pos] !== '\n') return false
    if (!silent) state.push('hardbreak', 'br', 0)
    state.pos++
    return true
  })
  addUnfencedCode(markdown)
  addMath(markdown)

  const { rules } = markdown.renderer
  const { escapeHtml } = markdown.utils
  // The space keeps the words apart where a list shows a text in one line.
  rules.hardbreak = () => ' <br>'
  const code = (text: string) => `<pre><code>${escapeHtml(text.replace(/\n$/, ''))}</code></pre>\n`
  rules.fence = (tokens, at) => code(tokens[at]?.content ?? '')
  rules.code_block = (tokens, at) => code(tokens[at]?.content ?? '')
  rules.table_open = () => '<div data-table><table>\n'
  rules.table_close = () => '</table></div>\n'
  // The page's own headings rank above those of a text.
  const heading = (tag = '') => `h${Math.min(6, Number(tag.slice(1)) + 2)}`
  rules.heading_open = (tokens, at) => `<${heading(tokens[at]?.tag)}>`
  rules.heading_close = (tokens, at) => `</${heading(tokens[at]?.tag)}>\n`
  // `1.` and `3.` stay 1 and 3.
  rules.list_item_open = (tokens, at) => {
    const number = tokens[at]?.info
    return number ? `<li value="${Number(number)}">` : '<li>'
  }
  return markdown
}

const blocks = makeMarkdown()
const lines = makeMarkdown()
// An option is `- 5`, `# x` or `1. a` and means it.
lines.block.ruler.enableOnly(['unfenced_code', 'math_block', 'fence', 'paragraph'])

interface RichHtmlOptions {
  /** Only what stands within a line, besides code: for options. */
  inline?: boolean
  /** Without it formulas are shown as they were written. */
  setTex?: SetTex | undefined
}

/** An author's text in HTML, to be sanitised before it is shown. @returns whether it has formulas, set or not */
export function richHtml(text: string, { inline = false, setTex }: RichHtmlOptions = {}) {
  const env: Env & MathEnv = { setTex }
  const html = (inline ? lines : blocks).render(text, env)
  return { html, hasMath: env.hasMath === true }
}

/** The same, taken apart: for what is not HTML. */
export const richTokens = (text: string, inline: boolean) => (inline ? lines : blocks).parse(text, {})
