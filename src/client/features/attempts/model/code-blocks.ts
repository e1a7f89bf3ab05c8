export interface Block {
  kind: 'text' | 'code'
  text: string
}

const indented = /^(?: {2,}|\t)\s*\S/
const bracketed = /[{};]\s*$|^\s*[}\])]/
const keyword =
  /^\s*(?:def|class|for|while|if|elif|else|try|print|return|import|from|select|insert|update|delete|#include|public|private|static|int|void|let|const|var|function|console)\b.*[({:;=<)]/i

const looksLikeCode = (line: string) => indented.test(line) || bracketed.test(line) || keyword.test(line)

const tableRule = /^[\s|+:-]*-{3,}[\s|+:-]*[|+][\s|+:-]*$/

/** At least two lines of code, and at least half of the lines; or a table drawn with `|` and a line of `---+---`. */
function isCode(paragraph: string): boolean {
  const lines = paragraph.split('\n')
  if (lines.some((line) => tableRule.test(line)) && lines.filter((line) => line.includes('|')).length >= 2) return true
  const code = lines.filter(looksLikeCode).length
  return code >= 2 && code * 2 >= lines.length
}

/** After code, nothing but lines of code, be it one, and no sentence. */
const goesOn = (paragraph: string) =>
  paragraph.split('\n').every((line) => looksLikeCode(line) && !/[.?!]\s*$/.test(line))

/**
 * Finds the paragraphs of a question that are program code or a drawn table, to be set in type of one width. Nothing is changed: the blocks
 * joined by an empty line are the text again.
 */
export function codeBlocks(text: string): Block[] {
  const blocks: Block[] = []
  for (const paragraph of text.replaceAll('\r\n', '\n').split('\n\n')) {
    const last = blocks.at(-1)
    const kind = isCode(paragraph) || (last?.kind === 'code' && goesOn(paragraph)) ? 'code' : 'text'
    if (last?.kind === kind) last.text += `\n\n${paragraph}`
    else blocks.push({ kind, text: paragraph })
  }
  return blocks
}
