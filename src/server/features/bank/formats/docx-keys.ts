import { latinSigns } from './devanagari.ts'
import type { Table } from './docx-document.ts'
import type { Draft } from './docx-draft.ts'
import { isKeyTitle, isSectionTitle, wordedLine } from './docx-labels.ts'
import { cellLines, cellText, isBlank, type Line, sliceLine, trimLine } from './docx-lines.ts'

/** Lists of answers, such as `1. B 2. C`, and the questions they belong to. */

/** An answer in a list. */
export interface KeyEntry {
  number: number
  answer: Line
  explanation: Line[]
}

const pair =
  /(?:q(?:uestion)?\.?\s?)?(\d{1,4})\s{0,5}[.):=→>–-]{0,3}\s{0,5}[([]?([A-Ja-j](?:\s?(?:,|&|and)\s?[A-Ja-j])*|true|false)[)\]]?(?=$|[\s,;.|])/gi
const numberedText = /^\s{0,9}(?:q(?:uestion)?\.?\s?)?[([]?(\d{1,4})\s{0,5}[.):\]=→>–-]{1,3}\s{0,9}(?=\S)/i

/** The answers in a line; none if it is something else. */
export function keyEntries(line: Line): KeyEntry[] {
  if (line.text.length > 5_000) return []
  const text = latinSigns(line.text)
  const found = [...text.matchAll(pair)]
  const left = text.replace(pair, '').replace(/[\s,;.|()[\]]/g, '')
  if (found.length > 0 && left === '')
    return found.map(({ 0: whole, 1: number = '', 2: letters = '', index }) => {
      const from = index + whole.lastIndexOf(letters)
      return { number: Number(number), answer: sliceLine(line, from, from + letters.length), explanation: [] }
    })
  const label = numberedText.exec(text.slice(0, 60))
  if (!label) return []
  const rest = trimLine({ ...sliceLine(line, label[0].length), listLevel: undefined })
  const worded = wordedLine(rest)
  const answer = worded?.word === 'answer' ? worded.line : rest
  if (isBlank(answer)) return []
  // `3. (b) Because …`
  const letter = /^(?:[([]([A-Ja-j])[)\]]|([A-J])[.):])\s{1,9}(?=\S)/.exec(latinSigns(answer.text.slice(0, 30)))
  if (!letter) return [{ number: Number(label[1]), answer, explanation: [] }]
  const at = letter[0].search(/[A-Ja-j]/)
  const reason = sliceLine(answer, letter[0].length)
  return [
    {
      number: Number(label[1]),
      answer: sliceLine(answer, at, at + 1),
      explanation: [wordedLine(reason)?.line ?? reason],
    },
  ]
}

/** The letters in a line such as `1. B 2. C`; none if it is something else. */
export const letterEntries = (line: Line): KeyEntry[] => {
  const entries = keyEntries(line)
  return entries.every(({ answer }) => isLetter(answer.text.trim())) ? entries : []
}

const isNumber = (text: string) => /^\(?(?:q\.?\s?)?\d{1,4}[.)]?$/i.test(latinSigns(text))
const isLetter = (text: string) => /^[([]?[A-Ja-j](?:\s?(?:,|&|and)\s?[A-Ja-j])*[)\]]?$/.test(latinSigns(text))
const numberOf = (text: string) => Number(/\d+/.exec(latinSigns(text))?.[0])

/** The answers of a table of numbers and answers. @param isAny to take answers other than letters */
export function keyTable(table: Table, isAny: boolean): KeyEntry[] {
  const rows = table.rows.map((row) => row.map((cell) => ({ text: cellText(cell), lines: cellLines(cell) })))
  const isHead = (texts: readonly string[]) =>
    texts.every((text) => text === '' || /^\D{1,40}$/.test(text)) && !texts.some(isLetter)
  const body = rows.filter((row, at) => !(at === 0 && isHead(row.map(({ text }) => text))))
  const entries: KeyEntry[] = []
  const add = (number: string, cell: { text: string; lines: Line[] } | undefined): boolean => {
    const [answer, ...explanation] = cell?.lines ?? []
    if (!answer || !(isAny || isLetter(cell?.text ?? ''))) return false
    entries.push({ number: numberOf(number), answer, explanation })
    return true
  }
  for (let at = 0; at < body.length; at++) {
    const row = body[at] ?? []
    const next = body[at + 1] ?? []
    const numbers = row.filter(({ text }) => text !== '' && !/^\D*$/.test(text))
    const isAcross = numbers.length > 1 && numbers.every(({ text }) => isNumber(text)) && next.length >= row.length - 1
    if (isAcross && next.some(({ text }) => isLetter(text))) {
      for (const [place, { text }] of row.entries()) if (isNumber(text) && !add(text, next[place])) return []
      at++
      continue
    }
    for (let place = 0; place < row.length; place += 2) {
      const { text = '' } = row[place] ?? {}
      if (text === '' && (row[place + 1]?.text ?? '') === '') continue
      if (!isNumber(text) || !add(text, row[place + 1])) return []
    }
  }
  return entries
}

const explanationTitle = /^\s*(?:solutions?|explanations?)\s?[:.–-]{0,2}\s*$/i

/** One list of answers. */
export interface Key {
  entries: KeyEntry[]
  /** How many questions were found before it. */
  after: number
}

/** Collects the lists of a document. */
export class KeyLists {
  readonly all: Key[] = []
  /** Lines that are not understood. */
  readonly unread: Line[] = []
  #open: Key | undefined
  /** The answer whose explanation continues, below a title such as `Solutions`. */
  #explained: KeyEntry | undefined

  get isOpen(): boolean {
    return this.#open !== undefined
  }

  /** @param after how many questions were found before it */
  begin(after: number) {
    this.#explained = undefined
    this.#open = { entries: [], after }
    this.all.push(this.#open)
  }

  end() {
    this.#open = undefined
    this.#explained = undefined
  }

  add(entries: readonly KeyEntry[]) {
    this.#open?.entries.push(...entries)
  }

  /** Takes entries as explanations of the answers with their numbers, unless they are letters. */
  #explain(entries: readonly KeyEntry[]): boolean {
    const [entry, ...others] = entries
    const [found, ...same] = this.#open?.entries.filter(({ number }) => number === entry?.number) ?? []
    if (
      !entry ||
      others.length > 0 ||
      !found ||
      same.length > 0 ||
      /^[([]?[A-J][)\].]?$/i.test(entry.answer.text.trim())
    )
      return false
    found.explanation.push(entry.answer, ...entry.explanation)
    this.#explained = found
    return true
  }

  line(line: Line) {
    const known = this.#open?.entries ?? []
    if (known.length > 0 && explanationTitle.test(line.text.slice(0, 40))) {
      this.#explained = known.at(-1)
      return
    }
    const entries = keyEntries(line)
    const last = this.#explained ?? known.at(-1)
    if (this.#explained && this.#explain(entries)) return
    const worded = wordedLine(line)
    if (entries.length > 0) this.add(entries)
    else if (last && worded?.word === 'explanation') last.explanation.push(worded.line)
    else if (last && last.explanation.length > 0) last.explanation.push(line)
    else if (!isKeyTitle(line.text) && !isSectionTitle(line.text)) this.unread.push(line)
  }
}

/** Splits where numbers start over. */
function risingGroups<T>(items: readonly T[], numberOfItem: (item: T) => number): T[][] {
  const groups: T[][] = []
  let last = Number.POSITIVE_INFINITY
  for (const item of items) {
    const number = numberOfItem(item)
    if (number <= last) groups.push([])
    groups.at(-1)?.push(item)
    last = number
  }
  return groups
}

/**
 * Gives each question its listed answer.
 * @returns the answers that belong to no question
 */
export function applyKeys(drafts: readonly Draft[], keys: readonly Key[]): KeyEntry[] {
  const unused: KeyEntry[] = []
  let from = 0
  for (const { entries, after } of keys) {
    // A list belongs to the questions since the last list, or, if there are none, to all.
    const near = drafts.slice(from, after).filter(({ number }) => number !== undefined)
    const candidates = near.length > 0 ? near : drafts.slice(0, after).filter(({ number }) => number !== undefined)
    from = after
    const all = [...Map.groupBy(candidates, ({ group }) => group).values()]
    // Numbered instructions at the beginning are not questions.
    const withOptions = all.filter((group) => group.some(({ options }) => options.length > 0))
    const groups = withOptions.length > 0 ? withOptions : all
    const lists = risingGroups(entries, ({ number }) => number)
    const give = (entry: KeyEntry, questions: readonly Draft[]) => {
      const same = questions.filter(({ number }) => number === entry.number)
      const [question] = same
      if (!question) unused.push(entry)
      else if (same.length > 1)
        for (const one of same)
          one.flaws.push(`Several questions have the number ${entry.number}, so the list of answers is ambiguous`)
      else {
        question.listed.push(entry.answer)
        question.explanation.push(...entry.explanation)
      }
    }
    if (lists.length === groups.length && lists.length > 1)
      for (const [place, list] of lists.entries()) for (const entry of list) give(entry, groups[place] ?? [])
    else for (const entry of entries) give(entry, groups.flat())
  }
  return unused
}
