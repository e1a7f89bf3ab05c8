/** Essay formatting, in Markdown with formulas: the text changes made by the toolbar buttons. */

const marks = { bold: '**', italic: '*', code: '`', formula: '$' } as const
const bullet = /^(\s*)(?:[-*+]|\d+[.)])\s+/

export type EssayFormat = keyof typeof marks | 'bullets' | 'numbers'

/** Replaces the characters from `from` to `to`, then selects `selection` in the result. */
export interface Replacement {
  from: number
  to: number
  text: string
  selection: readonly [from: number, to: number]
}

/** Wraps the selection in marks, or removes the marks around it. */
function marked(text: string, from: number, to: number, mark: string): Replacement {
  const [before, after] = [text.slice(0, from), text.slice(to)]
  const isMarked =
    before.endsWith(mark) &&
    after.startsWith(mark) &&
    (mark !== '*' || before.endsWith('***') || !before.endsWith('**'))
  const chosen = text.slice(from, to)
  if (isMarked) {
    const start = from - mark.length
    return { from: start, to: to + mark.length, text: chosen, selection: [start, start + chosen.length] }
  }
  // Markdown ignores formatting marks next to a space.
  const inner = chosen.trim()
  const start = from + chosen.indexOf(inner)
  const at = start + mark.length
  return { from: start, to: start + inner.length, text: mark + inner + mark, selection: [at, at + inner.length] }
}

/** Turns the selected lines into a list, or back into plain lines if all are list items of this kind. */
function listed(text: string, from: number, to: number, numbered: boolean): Replacement {
  const start = text.lastIndexOf('\n', from - 1) + 1
  const next = text.indexOf('\n', to)
  const end = next === -1 ? text.length : next
  const lines = text.slice(start, end).split('\n')
  const isListed = lines.every((line) => (numbered ? /^\s*\d+[.)]\s/ : /^\s*[-*+]\s/).test(line))
  const written = lines
    .map((line, place) => {
      const content = line.replace(bullet, '$1')
      return isListed ? content : `${numbered ? `${place + 1}.` : '-'} ${content}`
    })
    .join('\n')
  const cursor = start + written.length
  return { from: start, to: end, text: written, selection: [from === to ? cursor : start, cursor] }
}

/** Formats the selection from `from` to `to`. */
export function essayFormat(text: string, from: number, to: number, format: EssayFormat): Replacement {
  if (format === 'bullets' || format === 'numbers') return listed(text, from, to, format === 'numbers')
  return marked(text, from, to, marks[format])
}
