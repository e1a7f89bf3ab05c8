import { knownNames, typeNamed } from '#shared/tests/import/typed.rules.ts'

/** Fields of JSON items with a type that have no place in a question. */

type Item = Record<string, unknown>

const isObject = (value: unknown): value is Item => value !== null && typeof value === 'object' && !Array.isArray(value)
const plain = (name: string) => name.replace(/[\s_/-]/g, '').toLowerCase()
const lossOf = (path: string) => `The field "${path.slice(0, 40)}" is not kept`

/** The edits that turn one name into the other. */
function distance(one: string, other: string): number {
  let above = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let row = 1; row <= one.length; row++) {
    const costs = [row]
    for (let at = 1; at <= other.length; at++) {
      const change = (above[at - 1] ?? 0) + (one[row - 1] === other[at - 1] ? 0 : 1)
      costs.push(Math.min(change, (above[at] ?? 0) + 1, (costs[at - 1] ?? 0) + 1))
    }
    above = costs
  }
  return above[other.length] ?? 0
}

const keyWords =
  /answer|correct|toleran|range|accept|option|choice|value|case|regex|scor|mark|penalt|point|weight|fraction/
/** True for a name that may be a misspelled field, or that may say what is right or what it is worth. */
const mayBeKey = (name: string, known: readonly string[]) =>
  keyWords.test(name) || known.some((field) => distance(name, field) <= (field.length < 6 ? 1 : 2))

/**
 * Takes the fields out of an item that have nothing to do with its key, such as `hint` or `meta`. Others stay, so that
 * the item is refused: a misspelled tolerance would change the key.
 * @returns the item without them, and a loss for each
 */
export function withoutOthers(item: unknown): { item: unknown; losses: string[] } {
  const written = isObject(item) ? Object.entries(item).find(([name]) => plain(name) === 'type')?.[1] : undefined
  const type = written === undefined ? 'single' : typeNamed(String(written))
  if (!isObject(item) || !type) return { item, losses: [] }
  const known = [...knownNames(type).keys(), 'question']
  const isOther = (name: string) => {
    const short = plain(name).slice(0, 40)
    return !known.includes(plain(name)) && !mayBeKey(short, known)
  }
  const others = Object.keys(item).filter(isOther)
  return {
    item: Object.fromEntries(Object.entries(item).filter(([name]) => !others.includes(name))),
    losses: others.filter((name) => item[name] !== null && item[name] !== '').map(lossOf),
  }
}

const isEmpty = (value: unknown) => value === null || value === undefined || value === ''

function collect(given: unknown, kept: unknown, path: string, found: Set<string>) {
  if (Array.isArray(given) && Array.isArray(kept))
    for (const [at, one] of given.entries()) collect(one, kept[at], path, found)
  else if (isObject(given) && isObject(kept))
    for (const [name, value] of Object.entries(given)) {
      if (!Object.hasOwn(kept, name) && !isEmpty(value)) found.add(`${path}.${name}`)
      else collect(value, kept[name], `${path}.${name}`, found)
    }
}

/** Losses for fields inside the parts of an item, such as `pairs.image`. @param question as read from it */
export function nestedLosses(item: unknown, question: object): string[] {
  if (!isObject(item)) return []
  const found = new Set<string>()
  const kept = new Map(Object.entries(question).map(([name, value]) => [plain(name), value]))
  for (const [name, value] of Object.entries(item)) collect(value, kept.get(plain(name)), name, found)
  return [...found].map(lossOf)
}
