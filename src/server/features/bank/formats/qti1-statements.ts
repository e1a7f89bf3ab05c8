import { changed, made, maxSides } from './qti-tree.ts'
import { childrenOf, findAll, textOf, type XmlElement } from './xml.ts'

/** Translates OLAT's “Kprim”, which asks of each statement whether it is right, to a match. */

const sides = { correct: 'Right', wrong: 'Wrong' } as const

/** A statement and its side: `30:correct`. */
const judged = /^(.+):(correct|wrong)$/

const isReward = (condition: XmlElement) => childrenOf(condition, 'setvar').some((one) => Number(textOf(one)) > 0)

/** The side of each statement; null if the conditions do not name exactly one. */
function keyOf(conditions: readonly XmlElement[]): Map<string, string> | null {
  const key = new Map<string, string>()
  for (const condition of conditions.filter(isReward)) {
    const excluded = new Set(findAll(condition, 'not').flatMap((one) => findAll(one, 'varequal')))
    for (const value of findAll(condition, 'varequal')) {
      const [, statement = '', side = ''] = judged.exec(textOf(value).trim()) ?? []
      if (side === '') return null
      if (excluded.has(value)) continue
      if ((key.get(statement) ?? side) !== side) return null
      key.set(statement, side)
    }
  }
  return key
}

/** Translates a Kprim to a response for each statement; null for any other item. */
export function judgedStatements(item: XmlElement): XmlElement | null {
  const [response, ...others] = findAll(item, 'response_lid')
  if (!response || others.length > 0) return null
  const { ident = '' } = response.attributes
  const conditions = childrenOf(item, 'resprocessing').flatMap((one) => childrenOf(one, 'respcondition'))
  const key = keyOf(conditions)
  const labels = new Map<string, XmlElement>()
  // Some files have a label for each statement, and some one for each of its sides.
  for (const label of findAll(response, 'response_label')) {
    const name = label.attributes.ident ?? ''
    labels.set(judged.exec(name)?.[1] ?? name, label)
  }
  const isWhole = key?.size === labels.size && [...labels.keys()].every((name) => key.has(name))
  if (!key || !isWhole || key.size < 2 || key.size > maxSides) return null
  const right = ([side, text]: [string, string]) =>
    made('response_label', { ident: side }, [made('material', {}, [made('mattext', {}, [text], 0)], 0)], 0)
  const rights = Object.entries(sides).map(right)
  const responses = [...labels].map(([name, label]) =>
    made(
      'response_lid',
      { ident: `${ident}:${name}`, rcardinality: 'Single' },
      [...childrenOf(label, 'material'), made('render_choice', {}, rights, label.line)],
      label.line,
    ),
  )
  const max = Number(findAll(item, 'decvar')[0]?.attributes.maxvalue)
  const share = String(Number(((max > 0 ? max : 1) / key.size).toPrecision(12)))
  const rewards = [...key].map(([name, side]) =>
    made(
      'respcondition',
      { continue: 'Yes' },
      [
        made('conditionvar', {}, [made('varequal', { respident: `${ident}:${name}` }, [side], item.line)], item.line),
        made('setvar', { action: 'Add' }, [share], item.line),
      ],
      item.line,
    ),
  )
  const first = conditions[0]
  return changed(item, (element) => {
    if (element === response) return responses
    if (element === first) return rewards
    return element.name === 'respcondition' ? [] : [element]
  })
}
