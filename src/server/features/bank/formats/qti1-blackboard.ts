import { fromDecimal } from '#shared/ratio.ts'
import { changed, made, maxSides, valuesAt } from './qti-tree.ts'
import { metadataOf } from './qti1-details.ts'
import { childrenOf, findAll, isElement, textOf, type XmlElement } from './xml.ts'

/** Translates the items of Blackboard’s tests and pools to standard elements. */

/** The types that can be read, in lower case. */
export const blackboardKinds = {
  'multiple choice': 'single',
  'multiple answer': 'multiple',
  'true/false': 'boolean',
  'either/or': 'single',
  essay: 'essay',
  'short response': 'essay',
  'file upload': 'file',
  'fill in the blank': 'typed',
  'fill in the blank plus': 'blanks',
  'jumbled sentence': 'dropdowns',
  numeric: 'numeric',
  matching: 'matching',
  ordering: 'ordering',
} as const

/** How typed answers are compared. Patterns are not read. */
const textMatches: Readonly<Record<string, string>> = {
  exact: 'varequal',
  partial: 'varsubstring',
  contains: 'varsubstring',
}

const byHand = new Set(['essay', 'short response', 'file upload'])

const eitherOr: Readonly<Record<string, readonly [string, string]>> = {
  yes_no: ['Yes', 'No'],
  agree_disagree: ['Agree', 'Disagree'],
  right_wrong: ['Right', 'Wrong'],
  true_false: ['True', 'False'],
}

/** Translates Blackboard’s texts to standard elements. The lines of its “smart text” are kept. */
export const formattedTexts = (element: XmlElement): XmlElement =>
  changed(element, (child) => {
    const texts = child.name === 'mat_extension' ? childrenOf(child, 'mat_formattedtext') : []
    if (texts.length === 0) return [child]
    return texts.map(({ attributes, children, line }) => {
      const type = attributes.type?.toUpperCase() ?? 'HTML'
      const isSmart = type === 'SMART_TEXT'
      const content = isSmart
        ? children.map((node) => (isElement(node) ? node : node.trim().replace(/\r?\n/g, '<br>')))
        : children
      return made('mattext', { texttype: isSmart || type === 'HTML' ? 'text/html' : 'text/plain' }, content, line)
    })
  })

const materialsIn = (flow: XmlElement): XmlElement[] =>
  childrenOf(flow).flatMap((child) =>
    child.name === 'material' ? [child] : child.name === 'flow' ? materialsIn(child) : [],
  )
const flowsOf = (item: XmlElement, kind: string) =>
  findAll(item, 'flow')
    .filter(({ attributes }) => attributes.class === kind)
    .flatMap((block) => childrenOf(block, 'flow'))

/** Gives each left side its text and the right sides, which Blackboard lists and numbers separately. */
function withSides(item: XmlElement): XmlElement {
  const [flows, rights] = [flowsOf(item, 'RESPONSE_BLOCK'), flowsOf(item, 'RIGHT_MATCH_BLOCK').map(materialsIn)]
  if (flows.length > maxSides || rights.length > maxSides) return item
  const names = new Map<string, string>()
  const labels = rights.map((content, at) => made('response_label', { ident: `right${at + 1}` }, content, item.line))
  const sides = new Map<XmlElement, XmlElement>()
  for (const flow of flows) {
    const [response] = childrenOf(flow, 'response_lid')
    if (!response) continue
    const own = findAll(response, 'response_label')
    for (const [at, { attributes }] of own.entries())
      if (at < rights.length) names.set(`${response.attributes.ident} ${attributes.ident}`, `right${at + 1}`)
    const children = [...materialsIn(flow), made('render_choice', {}, labels, response.line)]
    sides.set(flow, { ...response, children })
  }
  return changed(item, (element) => {
    if (element.attributes.class === 'RIGHT_MATCH_BLOCK') return []
    const side = sides.get(element)
    if (side) return [side]
    const name = element.name === 'varequal' && names.get(`${element.attributes.respident} ${textOf(element).trim()}`)
    return name ? [{ ...element, children: [name] }] : [element]
  })
}

/** A value given with bounds is the middle of its range. */
const withRange = (item: XmlElement): XmlElement =>
  changed(item, (element) => {
    if (element.name !== 'conditionvar') return [element]
    const bounds = childrenOf(element).filter(({ name }) => /^var[lg]te?$/.test(name))
    const values = childrenOf(element, 'varequal')
    if (bounds.length !== 2 || values.length === 0) return [element]
    const either = made('or', {}, [made('and', {}, bounds, element.line), ...values], element.line)
    return [{ ...element, children: [either] }]
  })

/** Lists the accepted answers of each named blank as its options, as Canvas does. */
function withBlanks(item: XmlElement, marks: string): XmlElement {
  const fields = findAll(item, 'response_str')
  const share = String(Number((Number(marks) / Math.max(1, fields.length)).toPrecision(12)))
  const conditions = childrenOf(item, 'resprocessing').flatMap((one) => childrenOf(one, 'respcondition'))
  const excluded = new Set(conditions.flatMap((one) => findAll(one, 'not')).flatMap((one) => findAll(one, 'varequal')))
  const values = conditions
    .filter((one) => findAll(one, 'setvar').some((setvar) => Number(textOf(setvar)) > 0))
    .flatMap((one) => findAll(one, 'varequal', 'varsubstring'))
    .filter((value) => !excluded.has(value))
  const blanks = fields.map((field) => {
    const { ident = '' } = field.attributes
    const labels = values
      .filter(({ attributes }) => attributes.respident === ident)
      .map((value, at) => {
        const ignore_case = String(value.attributes.case?.toLowerCase() !== 'yes')
        const scoring_algorithm = value.name === 'varequal' ? 'TextInChoices' : 'TextContainsAnswer'
        const text = made('mattext', { texttype: 'text/plain' }, [textOf(value)], value.line)
        const attributes = { ident: `${ident}:${at}`, ignore_case, scoring_algorithm }
        return made('response_label', attributes, [made('material', {}, [text], value.line)], value.line)
      })
    return { field, labels }
  })
  const rewards = blanks.flatMap(({ field, labels }) =>
    labels.map(({ attributes, line }) => {
      const test = made('varequal', { respident: field.attributes.ident ?? '' }, [attributes.ident ?? ''], line)
      const gives = made('setvar', { action: 'Add' }, [share], line)
      return made('respcondition', { continue: 'Yes' }, [made('conditionvar', {}, [test], line), gives], line)
    }),
  )
  return changed(item, (element) => {
    const blank = blanks.find(({ field }) => field === element)
    if (blank)
      return [{ ...element, name: 'response_lid', children: [made('render_choice', {}, blank.labels, element.line)] }]
    if (element === conditions[0]) return rewards
    return element.name === 'respcondition' ? [] : [element]
  })
}

const withOptions = (item: XmlElement): XmlElement =>
  changed(item, (element) => {
    const [, kind = '', value] = /^(\w+)\.(true|false)$/.exec(textOf(element).trim()) ?? []
    const texts = element.name === 'mattext' ? eitherOr[kind] : undefined
    return texts ? [{ ...element, children: [texts[value === 'true' ? 0 : 1]] }] : [element]
  })

/** The marks of an item; 1 if its test decides. */
function marksOf(item: XmlElement): string {
  const [decvar] = findAll(item, 'decvar')
  const given = [decvar?.attributes.maxvalue, metadataOf(item).get('qmd_absolutescore_max')]
  return given.find((text) => (fromDecimal(text?.trim() ?? '')?.n ?? 0n) > 0n)?.trim() ?? '1'
}

const allBlanks = 'Marks are given only if all blanks are right in the file; here each earns its share'
export const patternAnswer =
  'One of its answers is a pattern, which is not read. Write the accepted answers themselves, and export it again'

/** Translates an item of Blackboard to standard elements; returns any other item unchanged. */
export function blackboardItem(given: XmlElement): { item: XmlElement; losses: string[]; flaw?: string } {
  const meta = metadataOf(given)
  const kind = meta.get('bbmd_questiontype')?.toLowerCase()
  if (kind === undefined) return { item: given, losses: [] }
  if (!Object.hasOwn(blackboardKinds, kind)) return { item: formattedTexts(given), losses: [] }
  const marks = marksOf(given)
  const responses = new Set(
    findAll(given, 'response_lid', 'response_str', 'response_num').map(({ attributes }) => attributes.ident),
  )
  /** A condition about an option, with its part of the marks. */
  const isOfOption = (condition: XmlElement) =>
    valuesAt(condition).some(({ attributes }) => !responses.has(attributes.respident))
  const points = made('points_possible', {}, [marks], given.line)
  const item = changed(formattedTexts(given), (element) => {
    const { name, attributes } = element
    switch (name) {
      case 'itemmetadata': {
        const kept = childrenOf(element).filter((field) => field.name !== 'qmd_weighting')
        return [{ ...element, children: [...kept, points] }]
      }
      case 'resprocessing':
        return byHand.has(kind) ? [] : [element]
      case 'respcondition':
        return isOfOption(element) ? [] : [element]
      case 'decvar':
        return [{ ...element, attributes: { ...attributes, maxvalue: marks } }]
      case 'setvar':
        if (attributes.variablename === 'points_set_on_answers' && textOf(element).trim() === 'false') return []
        return [/^score\.max$/i.test(textOf(element).trim()) ? { ...element, children: [marks] } : element]
      case 'varsubset': {
        const test = textMatches[attributes.setmatch?.toLowerCase() ?? '']
        return [test ? { ...element, name: test } : element]
      }
      default:
        return [element]
    }
  })
  const losses = [
    ...(meta.get('bbmd_partialcredit') === 'true' && kind.startsWith('multiple')
      ? ['Part marks for some options are not kept']
      : []),
    ...(/^[YQ]$/i.test(meta.get('bbmd_negative_points_ind') ?? '')
      ? ['Marks deducted for wrong answers are not kept']
      : []),
  ]
  if (findAll(given, 'varsubset').some(({ attributes }) => /^(?:match|pattern|regex)/i.test(attributes.setmatch ?? '')))
    return { item, losses, flaw: patternAnswer }
  if (kind === 'fill in the blank plus') {
    const isTogether = meta.get('bbmd_partialcredit') === 'false'
    return { item: withBlanks(item, marks), losses: [...losses, ...(isTogether ? [allBlanks] : [])] }
  }
  if (kind === 'matching') return { item: withSides(item), losses }
  if (kind === 'numeric') return { item: withRange(item), losses }
  return { item: kind === 'either/or' ? withOptions(item) : item, losses }
}
