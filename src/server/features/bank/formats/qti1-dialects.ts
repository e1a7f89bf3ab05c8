import { fromDecimal, type Ratio, ratio, times, toNumber } from '#shared/ratio.ts'
import { changed, made, maxSides, valuesAt } from './qti-tree.ts'
import { blackboardItem, patternAnswer } from './qti1-blackboard.ts'
import { type Metadata, metadataOf } from './qti1-details.ts'
import { maxGaps } from './qti1-gaps.ts'
import { judgedStatements } from './qti1-statements.ts'
import { childrenOf, findAll, isElement, textOf, type XmlElement } from './xml.ts'

/**
 * Translates the items of Brightspace, Blackboard, ILIAS, OLAT and Sakai to the elements that Canvas and Common Cartridge
 * use.
 */

export interface Standard {
  item: XmlElement
  /** True if the file names the right answers, but not the marks for partly right ones. */
  countsOnly: boolean
  losses: readonly string[]
  /** Why it cannot be read. */
  flaw?: string | undefined
}
type Scored = Pick<Standard, 'item' | 'countsOnly'>

const nameOf = ({ attributes }: XmlElement) => attributes.varname ?? attributes.variablename ?? 'SCORE'
const isText = ({ name }: XmlElement) => name === 'response_str' || name === 'response_num'
const hasChoice = (response: XmlElement) => findAll(response, 'render_choice').length > 0
const plainText = (element: XmlElement) => textOf(element).replace(/\s+/g, ' ').trim()

const asChoice = (response: XmlElement, rcardinality: string): XmlElement => {
  const { ident = response.attributes.respident ?? '' } = response.attributes
  return { ...response, name: 'response_lid', attributes: { ...response.attributes, ident, rcardinality } }
}

/** Brightspace and ATutor: one group per left side, with its text inside. */
const isLeftSide = (group: XmlElement) =>
  childrenOf(group).some(({ name, children }) => name === 'material' && children.length > 0) &&
  !findAll(group, 'response_label').some(({ attributes }) => attributes.match_group)

/** ILIAS: one group with the items of both sides, whose pairs are `right,left`. */
function leftSides(group: XmlElement): XmlElement[] {
  const labels = findAll(group, 'response_label')
  if (labels.length > maxSides) return [group]
  const isLeft = ({ attributes }: XmlElement) => Boolean(attributes.match_group)
  const rights = labels.filter((label) => !isLeft(label))
  return labels
    .filter(isLeft)
    .map((left) =>
      made(
        'response_lid',
        { ident: `${group.attributes.ident ?? ''}:${left.attributes.ident ?? ''}`, rcardinality: 'Single' },
        [...childrenOf(left, 'material'), made('render_choice', {}, rights, left.line)],
        left.line,
      ),
    )
}

/** ILIAS: the bounds of a number in a gap, which its field has instead of the scoring. */
function withBounds(item: XmlElement): XmlElement {
  const fields = new Map(
    findAll(item, 'response_num').map((one) => [one.attributes.ident, findAll(one, 'render_fib')[0]?.attributes]),
  )
  return changed(item, (element) => {
    const { respident } = element.attributes
    const { minnumber, maxnumber } = (element.name === 'varequal' && fields.get(respident)) || {}
    if (!minnumber || !maxnumber || (minnumber === maxnumber && plainText(element) === minnumber)) return [element]
    const bound = (name: string, value: string) => made(name, { respident: respident ?? '' }, [value], element.line)
    const range = made('and', {}, [bound('vargte', minnumber), bound('varlte', maxnumber)], element.line)
    return [made('or', {}, [range, element], element.line)]
  })
}

/** The responses of an item by identifier, and how its conditions must name them. */
function responsesIn(item: XmlElement) {
  const groups = findAll(item, 'response_grp')
  const hasPairs = groups.length > 0 && findAll(item, 'varsubset').length > 0
  const texts = findAll(item, 'response_str', 'response_num')
  const idents = new Set(
    findAll(item, 'response_lid', 'response_str', 'response_num').map((one) => one.attributes.ident),
  )
  /** Brightspace: the text field that a label belongs to. */
  const fields = new Map<string, string>()
  /** ILIAS: the option of each text that can be chosen. */
  const options = new Map<string, ReadonlyMap<string, string>>()
  // ILIAS names options by their texts, others may by their identifiers.
  const isIlias = metadataOf(item).has('ilias_version')
  const shared = new Set<string>()
  for (const response of texts) {
    const { ident = '' } = response.attributes
    const labels = findAll(response, 'response_label').map((label) => ({ label, name: label.attributes.ident ?? '' }))
    const names = new Set(labels.map(({ name }) => name))
    if (hasChoice(response)) {
      const named = labels.map(({ label, name }) => [plainText(label), name] as const)
      options.set(ident, new Map(named.filter(([text]) => isIlias || !names.has(text))))
    } else if (labels.length === 1)
      for (const { name } of labels) {
        if (fields.has(name)) shared.add(name)
        if (name !== '' && !idents.has(name)) fields.set(name, ident)
      }
  }
  for (const name of shared) fields.delete(name)
  /** Brightspace: the ordering that an item belongs to. */
  const orderings = new Map<string, string>()
  const matches = new Set<string>()
  for (const group of groups) {
    const { ident = group.attributes.respident ?? '', rcardinality } = group.attributes
    if (isLeftSide(group)) continue
    const labels = findAll(group, 'response_label')
    if (labels.some(({ attributes }) => attributes.match_group) && hasPairs) matches.add(ident)
    else if (/^ordered$/i.test(rcardinality ?? ''))
      for (const label of labels) orderings.set(label.attributes.ident ?? '', ident)
  }
  return { fields, options, orderings, matches }
}

function standardResponses(item: XmlElement): XmlElement {
  if (findAll(item, 'response_grp', 'response_str', 'response_num').length === 0) return item
  const { fields, options, orderings, matches } = responsesIn(item)
  const ordered = new Set(orderings.values())
  return changed(item, (element) => {
    const { name, attributes } = element
    const { ident = attributes.respident ?? '', respident = '' } = attributes
    if (isText(element) && hasChoice(element)) return [asChoice(element, 'Single')]
    if (name === 'response_grp') {
      if (isLeftSide(element)) return [asChoice(element, 'Single')]
      if (matches.has(ident)) return leftSides(element)
      return ordered.has(ident) ? [asChoice(element, 'Ordered')] : [element]
    }
    if (name === 'varequal') {
      const [field, chosen, order] = [fields.get(respident), options.get(respident), orderings.get(respident)]
      const value = plainText(element)
      if (field !== undefined) return [{ ...element, attributes: { ...attributes, respident: field } }]
      if (chosen?.has(value)) return [{ ...element, children: [chosen.get(value) ?? ''] }]
      if (order !== undefined)
        return [{ ...element, attributes: { respident: order, index: value }, children: [respident] }]
    }
    const [right = '', left, ...more] = name === 'varsubset' && matches.has(respident) ? textOf(element).split(',') : []
    if (left !== undefined && more.length === 0)
      return [made('varequal', { respident: `${respident}:${left.trim()}` }, [right.trim()], element.line)]
    return [element]
  })
}

const conditionsIn = (item: XmlElement) =>
  childrenOf(item, 'resprocessing').flatMap((one) => childrenOf(one, 'respcondition'))

/** Brightspace counts right answers in a variable, and sets the score to it. */
function countedScore(item: XmlElement): Scored {
  const variables = findAll(item, 'setvar')
  const isCount = variables.some((one) => /^d2l_correct$/i.test(nameOf(one)))
  const isBlank = (one: XmlElement) => /^blank_\d+$/i.test(nameOf(one))
  const isNumber = (one: XmlElement) => fromDecimal(textOf(one).trim()) !== null
  const isBlanks = variables.some(isBlank) && variables.every((one) => isBlank(one) || !isNumber(one))
  if (!isCount && !isBlanks) return { item, countsOnly: false }
  const isKept = (one: XmlElement) => (isCount ? /^d2l_correct$/i.test(nameOf(one)) : isBlank(one))
  const standard = changed(item, (element) => {
    if (element.name === 'decvar') return []
    if (element.name === 'respcondition' && !findAll(element, 'setvar').some(isKept)) return []
    if (element.name !== 'setvar') return [element]
    return isKept(element) ? [made('setvar', { action: 'Add' }, element.children, element.line)] : []
  })
  return { item: standard, countsOnly: isCount }
}

const isReward = (setvar: XmlElement) => {
  const value = fromDecimal(textOf(setvar).trim())
  return value === null ? textOf(setvar).trim() !== '' : value.n !== 0n
}

const decimal = (value: Ratio) => String(Number(toNumber(value).toPrecision(12)))
const typedNames = /^(?:fill in (?:the )?blank|numeric response|fill in numeric)$/i

/** Sakai and Blackboard name the right answers by the feedback that they show, without marks. */
function namedScore(item: XmlElement): Scored {
  const conditions = conditionsIn(item)
  const isNamed = (condition: XmlElement) =>
    childrenOf(condition, 'displayfeedback').some(({ attributes }) => /^correct$/i.test(attributes.linkrefid ?? '')) &&
    valuesAt(condition).length > 0
  const meta = metadataOf(item)
  const isTyped = [meta.get('qmd_itemtype'), meta.get('bbmd_questiontype')].some((type) => typedNames.test(type ?? ''))
  const isAnswer = (condition: XmlElement) =>
    valuesAt(condition).length > 0 && !/^incorrect$/i.test(condition.attributes.title ?? '')
  const isRight = conditions.some(isNamed) ? isNamed : isTyped ? isAnswer : null
  if (!isRight || conditions.some((one) => childrenOf(one, 'setvar').some(isReward))) return { item, countsOnly: false }
  const right = conditions.filter(isRight)
  const [decvar] = findAll(item, 'decvar')
  const max = fromDecimal(decvar?.attributes.maxvalue?.trim() ?? '') ?? ratio(1)
  const names = new Set(right.flatMap(valuesAt).map(({ attributes }) => attributes.respident ?? ''))
  const isMultiple = findAll(item, 'response_lid').some(({ attributes }) =>
    /multiple/i.test(attributes.rcardinality ?? ''),
  )
  const parts = isMultiple ? right.length : names.size
  const share = decimal(times(max.n > 0n ? max : ratio(1), ratio(1, Math.max(1, parts))))
  const isPart = new Set(right)
  const standard = changed(item, (element) => {
    if (element.name !== 'respcondition') return [element]
    const others = element.children.filter((child) => !isElement(child) || child.name !== 'setvar')
    const scored = [...others, made('setvar', { action: 'Add' }, [share], element.line)]
    return [{ ...element, attributes: { continue: 'Yes' }, children: isPart.has(element) ? scored : others }]
  })
  return { item: standard, countsOnly: parts > 1 }
}

/** Sakai declares its HTML as plain text. */
const withHtml = (item: XmlElement): XmlElement =>
  metadataOf(item).get('text_format')?.toLowerCase() === 'html'
    ? changed(item, (element) =>
        element.name === 'mattext'
          ? [{ ...element, attributes: { ...element.attributes, texttype: 'text/html' } }]
          : [element],
      )
    : item

/** True for ILIAS's `combinations` that has any: a list in JSON and base64. */
function hasCombinations(text: string): boolean {
  try {
    const read: unknown = text === '' ? null : JSON.parse(Buffer.from(text, 'base64').toString())
    return Boolean(read) && Object.keys(read as object).length > 0
  } catch {
    return true
  }
}

const onceLoss = 'In the file, the same answer earns marks in one blank only; here, it earns them in each'

/** Brightspace: a list of answers for several fields is given to each field. */
function withFields(item: XmlElement): Omit<Standard, 'countsOnly'> {
  const boxes = (response: XmlElement) => Number(findAll(response, 'render_fib')[0]?.attributes.input_boxes ?? 1)
  const [response, ...others] = findAll(item, 'response_str').filter((one) => boxes(one) > 1)
  if (!response) return { item, losses: [] }
  const count = boxes(response)
  const { ident = '' } = response.attributes
  const names = new Set([ident, ...findAll(response, 'response_label').map(({ attributes }) => attributes.ident)])
  const answers = new Set(
    conditionsIn(item).filter((one) => valuesAt(one).some(({ attributes }) => names.has(attributes.respident))),
  )
  const isShare = (setvar: XmlElement) => Math.abs(Number(textOf(setvar)) * count - 100) < 1
  const isTooMuch = others.length > 0 || !Number.isInteger(count) || count > maxGaps || count * answers.size > 10_000
  if (isTooMuch || ![...answers].flatMap((one) => findAll(one, 'setvar')).every(isShare))
    return { item, losses: [], flaw: `Its ${count} fields share answers that are not worth one field each` }
  const places = Array.from({ length: count }, (_, at) => `${ident}:${at + 1}`)
  const standard = changed(item, (element) => {
    if (element === response)
      return places.map((place) =>
        made(
          'response_str',
          { ident: place, rcardinality: 'Single' },
          [made('render_fib', {}, [], element.line)],
          element.line,
        ),
      )
    if (!answers.has(element)) return [element]
    return places.map((place) =>
      changed(element, (one) => {
        if (one.name === 'setvar') return [{ ...one, attributes: { ...one.attributes, action: 'Add' } }]
        return one.name === 'varequal' ? [{ ...one, attributes: { ...one.attributes, respident: place } }] : [one]
      }),
    )
  })
  return { item: standard, losses: [onceLoss] }
}

/** Canvas: rows of a match whose two sides are empty. */
function withoutEmptyRows(item: XmlElement, meta: Metadata): Omit<Standard, 'countsOnly'> {
  if (meta.get('question_type') !== 'matching_question') return { item, losses: [] }
  const isEmpty = (content: XmlElement) => plainText(content) === '' && findAll(content, 'matimage').length === 0
  const labels = findAll(item, 'response_label').filter(isEmpty)
  const rows = findAll(item, 'response_lid').filter((row) => childrenOf(row, 'material').every(isEmpty))
  const [sides, names] = [labels, rows].map((some) => new Set(some.map(({ attributes }) => attributes.ident)))
  const pairs = conditionsIn(item).flatMap((one) => valuesAt(one))
  const isHalf = (one: XmlElement) => names?.has(one.attributes.respident) !== sides?.has(plainText(one))
  if (rows.length === 0 || labels.length === 0 || pairs.some(isHalf)) return { item, losses: [] }
  const gone = new Set([...rows, ...labels])
  const kept = changed(item, (element) => {
    const isGone = element.name === 'respcondition' && valuesAt(element).some((one) => sides?.has(plainText(one)))
    return isGone || gone.has(element) ? [] : [element]
  })
  return { item: kept, losses: ['Rows without text are not kept'] }
}

/** Brightspace: the sign that an answer is not a pattern is removed. */
function withoutPatterns(item: XmlElement): { item: XmlElement; flaw?: string } {
  const signs = findAll(item, 'answer_is_regexp')
  if (signs.some((sign) => !/^no$/i.test(textOf(sign).trim()))) return { item, flaw: patternAnswer }
  const isSign = (element: XmlElement) =>
    element.name === 'var_extension' && childrenOf(element).every(({ name }) => name === 'answer_is_regexp')
  return { item: signs.length === 0 ? item : changed(item, (element) => (isSign(element) ? [] : [element])) }
}

/** ILIAS and Sakai: how typed texts are compared is in the metadata, and not in the scoring. */
function withTextRules(item: XmlElement, meta: Metadata): Omit<Standard, 'countsOnly'> {
  const rating = meta.get('textgaprating')?.toLowerCase() ?? ''
  const isSakai =
    /^fill in (?:the )?blank$/i.test(meta.get('qmd_itemtype') ?? '') &&
    ['text_format', 'case_sensitive', 'mutually_exclusive'].some((name) => meta.has(name))
  if (rating === '' && !isSakai) return { item, losses: [] }
  const fields = new Set(
    findAll(item, 'response_str')
      .filter((response) => !hasChoice(response))
      .map(({ attributes }) => attributes.ident),
  )
  const isOwn = ({ attributes: { respident } }: XmlElement) => respident === undefined || fields.has(respident)
  const values = findAll(item, 'varequal').filter((value) => fields.size > 0 && isOwn(value))
  const hasStar = isSakai && values.some((value) => plainText(value).includes('*'))
  const places = Map.groupBy(values, (value) => plainText(value).toLowerCase())
  const isRepeated = [...places.values()].some(
    (same) => new Set(same.map(({ attributes }) => attributes.respident)).size > 1,
  )
  const countsOnce = meta.get('identicalscoring') === '0' || meta.get('mutually_exclusive')?.toLowerCase() === 'true'
  const losses = [
    ...(/^l\d$/.test(rating) && values.length > 0 ? ['Misspelt answers are accepted in the file, but not here'] : []),
    ...(isRepeated && countsOnce ? [onceLoss] : []),
    ...(hasCombinations(meta.get('combinations') ?? '') ? ['Marks for combinations of answers are not kept'] : []),
    ...(hasStar ? ['A star stands for one or more characters in the file; here, also for none'] : []),
  ]
  const isExact = rating === '' ? meta.get('case_sensitive')?.toLowerCase() : String(rating === 'cs')
  const rules = {
    ...(isExact === undefined ? {} : { case: isExact === 'true' ? 'Yes' : 'No' }),
    ...(hasStar ? { wildcards: 'Yes' } : {}),
  }
  const ruled = changed(item, (element) =>
    element.name === 'varequal' && fields.size > 0 && isOwn(element)
      ? [{ ...element, attributes: { ...element.attributes, ...rules } }]
      : [element],
  )
  return { item: ruled, losses }
}

/** Translates an item to standard elements. */
export function standardItem(given: XmlElement): Standard {
  const statements = judgedStatements(given)
  if (statements) return { item: statements, countsOnly: true, losses: [] }
  const { item: own, losses, flaw } = blackboardItem(given)
  const meta = metadataOf(given)
  const rows = withoutEmptyRows(own, meta)
  const plain = withoutPatterns(rows.item)
  const fields = withFields(plain.item)
  const ruled = withTextRules(fields.item, meta)
  const standard = withHtml(standardResponses(ruled.item))
  const item = meta.has('ilias_version') ? withBounds(standard) : standard
  const counted = countedScore(item)
  return {
    ...(counted.item === item ? namedScore(item) : counted),
    losses: [...losses, ...rows.losses, ...fields.losses, ...ruled.losses],
    flaw: flaw ?? plain.flaw ?? fields.flaw,
  }
}
