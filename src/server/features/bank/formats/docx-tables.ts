import type { Table } from './docx-document.ts'
import { type Draft, newDraft } from './docx-draft.ts'
import { numberedLine, optionLine, wordedLine } from './docx-labels.ts'
import { cellLines, cellText, type Line, quoted, trimLine } from './docx-lines.ts'
import { optionParts } from './docx-options.ts'

/** Questions in tables: one per row below a row of headings, or one per table with a column of headings. */

type Role =
  | 'number'
  | 'question'
  | 'answer'
  | 'explanation'
  | 'hint'
  | 'marks'
  | 'penalty'
  | 'difficulty'
  | 'topic'
  | 'tags'
  | 'type'

const letterCell = /^[([]?([A-Ja-j])[)\].:]?$/

const roles: readonly [Role, RegExp][] = [
  [
    'number',
    /^(?:s\.?\s?n\.?o?\.?|s(?:l|r|er)\.?\s?(?:no\.?|number)?|no\.?|#|id|(?:q|question)\.?\s?(?:no\.?|number|id|#))$/i,
  ],
  ['question', /^(?:questions?|question\s?(?:text|statement|body|stem)|q|statements?|problem|mcq)$/i],
  ['answer', /^(?:(?:correct|right)\s?(?:answers?|options?|choices?|ans)?|answers?(?:\s?key)?|ans\.?|key)$/i],
  ['explanation', /^(?:explanations?|solutions?|rationale|feedback|reason)$/i],
  ['hint', /^hints?$/i],
  ['marks', /^(?:marks?|points?|score|positive\s?marks?)$/i],
  ['penalty', /^(?:negative\s?(?:marks?|marking)|penalty)$/i],
  ['difficulty', /^(?:difficulty(?:\s?level)?|level)$/i],
  ['topic', /^(?:topic|chapter|unit|category)(?:\s?name)?$/i],
  ['tags', /^(?:tags?|keywords?)$/i],
  ['type', /^(?:question\s?)?type$/i],
]
const roleOf = (text: string): Role | undefined =>
  roles.find(([, pattern]) => pattern.test(text.replace(/\s*:$/, '')))?.[0]

/** The letter of a column such as `Option A`, `B` or `Option 2`. */
function optionOf(text: string): string | undefined {
  const [, word, letter = ''] = /^(option|choice|opt\.?)?\s?[-._]?\s?\(?([A-J]|10|[1-9])\)?[.)]?$/i.exec(text) ?? []
  if (letter === '') return undefined
  if (/\d/.test(letter)) return word ? String.fromCharCode(64 + Number(letter)) : undefined
  return letter.toUpperCase()
}

const labels = ['marks', 'penalty', 'difficulty', 'topic', 'tags', 'type'] as const

/** Joins letters on consecutive lines into one line. */
function joined(lines: readonly Line[]): Line[] {
  const [first] = lines
  const look = first?.runs[0]?.look
  if (!first || !look) return []
  const runs = lines.flatMap((line, at) => (at === 0 ? line.runs : [{ text: ', ', look }, ...line.runs]))
  return [{ ...first, runs, text: runs.map(({ text }) => text).join('') }]
}

/** The options of a cell that has all of them. */
function addLettered(draft: Draft, lines: readonly Line[]) {
  for (const line of lines) {
    const option = optionLine(line)
    const isNext = option?.letter === String.fromCharCode(65 + draft.options.length)
    if (option && isNext) draft.options.push(...optionParts(line, option, undefined).options)
    else draft.flaws.push(`Its options are not lettered: ${quoted(line)}`)
  }
}

/** Fills in the part of a question that a cell has. */
function fill(draft: Draft, role: Role | undefined, lines: readonly Line[], text: string) {
  if (role === undefined || role === 'number' || text === '' || text === '-') return
  if (role === 'question') draft.stem.push(...lines)
  else if (role === 'answer')
    draft.answers.push(...(lines.every((line) => letterCell.test(line.text.trim())) ? joined(lines) : lines))
  else if (role === 'explanation' || role === 'hint') draft[role].push(...lines)
  else if (labels.includes(role)) draft[role] = text
}

/** A row of headings such as `Question | A | B | Answer`. */
function rowQuestions(table: Table, category: readonly string[]): Draft[] {
  const [head = [], ...rows] = table.rows
  const names = head.map(cellText)
  const columns = names.map((name) => ({ name, role: roleOf(name), option: optionOf(name) }))
  const hasQuestion = columns.some(({ role }) => role === 'question')
  const optionCount = columns.filter(({ option }) => option !== undefined).length
  const isHead = hasQuestion && (optionCount > 1 || columns.some(({ role }) => role === 'answer'))
  if (!isHead) return []
  const isNumbered = names.some((name) => optionOf(name) !== undefined && /\d/.test(name))
  const hasNumbers = columns.some(({ role }) => role === 'number')
  return rows.flatMap((row, index): Draft[] => {
    const cells = row.map((cell) => ({ lines: cellLines(cell), text: cellText(cell) }))
    if (cells.every(({ lines }) => lines.length === 0)) return []
    const at = row.flat()[0]?.line ?? table.line
    const draft = newDraft({ at, category, losses: [...table.losses], optionStyle: isNumbered ? '1' : 'A' })
    for (const [place, { lines, text }] of cells.entries()) {
      const { role, option, name = '' } = columns[place] ?? {}
      if (role === 'number') draft.number = /^\D{0,5}(\d{1,4})\b/.exec(text) ? Number(/\d+/.exec(text)?.[0]) : undefined
      else if (option !== undefined && lines.length > 0) {
        const expected = String.fromCharCode(65 + draft.options.length)
        if (option !== expected) draft.flaws.push(`Option ${expected} is empty, but option ${option} is not`)
        const [first, ...rest] = lines
        if (first)
          draft.options.push({ letter: option, lines: [unlabelled(first, option), ...rest], sign: '', origin: first })
      } else if (/^(?:options?|choices?|alternatives?)$/i.test(name)) addLettered(draft, lines)
      else if (role === undefined && option === undefined && text !== '')
        draft.losses.push(
          name === '' ? 'A column without a heading is not kept' : `The column “${name.slice(0, 40)}” is not kept`,
        )
      else fill(draft, role, lines, text)
    }
    const [first, ...rest] = draft.stem
    const numbered = first && numberedLine(first)
    // `1984: a novel by …` keeps its number.
    // So does `Q1 in a box plot …`.
    const isName = /^\s*q\d+\s*(?:[^\s.):\]–-]|$)/i.test(first?.text ?? '')
    const isLabel =
      numbered && !isName && !hasNumbers && (first.listLevel !== undefined || numbered.number === index + 1)
    if (isLabel) draft.stem = [numbered.line, ...rest]
    return [draft]
  })
}

/** An option without its letter, if the cell repeats it. */
const unlabelled = (line: Line, letter: string): Line => {
  const labelled = optionLine(line)
  return labelled?.letter === letter ? trimLine(labelled.line) : line
}

/** A column of headings: `Question | …`, `Type | …`, `Option | … | correct`. Several questions may follow each other. */
function columnQuestions(table: Table, category: readonly string[]): Draft[] {
  const rows = table.rows.map((row) => row.map((cell) => ({ lines: cellLines(cell), text: cellText(cell) })))
  const names = rows.map((row) => (row[0]?.text ?? '').replace(/\s*:$/, ''))
  const isOption = (name: string) => /^(?:options?|choices?|opt)\b\.?\s?\(?(?:[A-J]|\d{1,2})?\)?$/i.test(name)
  const known = names.filter((name) => isOption(name) || roleOf(name) !== undefined)
  const first = names.find((name) => name !== '')
  const isColumn =
    roleOf(first ?? '') === 'question' &&
    known.length >= 2 &&
    known.length * 2 >= names.filter((name) => name !== '').length
  if (!isColumn || rows.some((row) => row.length > 4)) return []
  const drafts: Draft[] = []
  for (const [at, row] of rows.entries()) {
    const name = names[at] ?? ''
    const [, value, third, fourth] = row
    const role = roleOf(name)
    const line = table.rows[at]?.flat()[0]?.line ?? table.line
    if (role === 'question')
      drafts.push(newDraft({ at: line, category, losses: at === 0 ? [...table.losses] : [], optionStyle: 'A' }))
    const draft = drafts.at(-1)
    if (!draft || !value) continue
    const mark = third?.text ?? ''
    if (isOption(name)) {
      if (value.lines.length === 0) draft.flaws.push('One of its options is empty')
      const [origin] = value.lines
      const isRight = /^(?:correct|right|true|yes|1|✓|✔)$/i.test(mark)
      if (!isRight && !/^(?:incorrect|wrong|false|no|0|✗|✘|x|)$/i.test(mark))
        draft.flaws.push(`It is not clear whether an option is correct: “${mark.slice(0, 40)}”`)
      const letter = String.fromCharCode(65 + draft.options.length)
      if (origin) draft.options.push({ letter, lines: value.lines, sign: isRight ? 'correct' : '', origin })
    } else if (role === 'marks') {
      draft.marks = value.text
      if (mark !== '') draft.penalty = mark
    } else if (role !== undefined) {
      fill(draft, role, value.lines, value.text)
      if (mark !== '' && mark !== value.text)
        draft.losses.push(`The text “${mark.slice(0, 40)}” next to “${name.slice(0, 40)}” is not kept`)
    } else if (value.text !== '') draft.losses.push(`“${name.slice(0, 40)}” is not kept`)
    if (fourth?.text) draft.losses.push(`The text “${fourth.text.slice(0, 40)}” in a fourth column is not kept`)
  }
  return drafts
}

/** The questions of a table with headings; none if it is another table. */
export const questionsInTable = (table: Table, category: readonly string[]): Draft[] => {
  const rows = rowQuestions(table, category)
  return rows.length > 0 ? rows : columnQuestions(table, category)
}

const linesIn = (table: Table) => table.rows.flat().flatMap((cell) => cellLines(cell))

/** True for a table that is part of a text, rather than a grid in which questions or options are laid out. */
export function isDataTable(table: Table): boolean {
  const lines = linesIn(table)
  const head = (table.rows[0] ?? []).map(cellText)
  if (head.some((text) => /^(?:column|list|set|group)\s?[-–]?\s?(?:[IVX]+|[A-D12])\b/i.test(text))) return true
  return (
    !lines.some(
      (line) =>
        optionLine(line)?.letter === 'A' ||
        wordedLine(line)?.word === 'answer' ||
        (numberedLine(line) && table.rows[0]?.length === 1),
    ) && !hasLetterCells(table)
  )
}

/** True if letters have separate cells: `A | text`. */
const hasLetterCells = (table: Table) =>
  table.rows.some((row) => row.length > 1 && /^[([]?[Aa][)\].:]?$/.test(cellText(row[0] ?? []))) &&
  table.rows.some(
    (row) => /^[([]?[Bb][)\].:]?$/.test(cellText(row[0] ?? [])) || /^[([]?[Bb][)\].:]?$/.test(cellText(row[2] ?? [])),
  )

/** The lines of a grid in which questions or options are laid out. */
export function layoutLines(table: Table): Line[] {
  const lines = table.rows.flatMap((row) => {
    const written: Line[] = []
    for (let at = 0; at < row.length; at++) {
      const text = cellText(row[at] ?? [])
      const [next, ...more] = cellLines(row[at + 1] ?? [])
      const letter = letterCell.exec(text)?.[1]
      const number = at === 0 && /^\(?(?:q\.?\s?)?(\d{1,4})[.)]?$/i.exec(text)?.[1]
      const label = letter ? `${letter}.` : number ? `${number}.` : undefined
      if (label !== undefined && next && !optionLine(next) && !numberedLine(next)) {
        const [first] = cellLines(row[at] ?? [])
        const look = first?.runs[0]?.look ?? next.runs[0]?.look
        const run = look ? [{ text: `${label}\t`, look }] : []
        written.push({ ...next, text: `${label}\t${next.text}`, runs: [...run, ...next.runs] }, ...more)
        at++
      } else written.push(...cellLines(row[at] ?? []))
    }
    return written
  })
  const options = lines.map((line) => optionLine(line)?.letter)
  // Options may go down the columns.
  return options.every((letter) => letter !== undefined)
    ? lines.toSorted((a, b) => ((optionLine(a)?.letter ?? '') < (optionLine(b)?.letter ?? '') ? -1 : 1))
    : lines
}
