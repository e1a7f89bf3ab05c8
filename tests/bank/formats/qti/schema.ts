import { childrenOf, isElement, readDocument, type XmlElement } from '#server/features/bank/formats/xml.ts'

/** The rules of the schema of QTI 3.0 that our files use: what an element must have and may contain. */

interface Rule {
  required?: readonly string[]
  optional?: readonly string[]
  /** Children, in order. A name with `*` may repeat, and one with `?` may be missing. Undefined for text only. */
  children?: readonly string[] | 'blocks' | 'inline' | 'expressions' | 'rules'
}

const identifier = /^[A-Za-z_][\w.-]*$/
const expressions =
  'and base-value contains correct divide equal equal-rounded gt gte is-null lte map-response match member not or ordered pattern-match product sum variable'.split(
    ' ',
  )
const rule = (operands: readonly string[] = ['expressions']) => operands
const plain: Rule = { children: 'expressions' }

const rules: Readonly<Record<string, Rule>> = {
  'qti-assessment-item': {
    required: ['identifier', 'title', 'time-dependent'],
    optional: ['lang', 'xmlns', 'adaptive'],
    children: [
      'qti-response-declaration*',
      'qti-outcome-declaration*',
      'qti-assessment-stimulus-ref*',
      'qti-item-body?',
      'qti-response-processing?',
      'qti-modal-feedback*',
    ],
  },
  'qti-response-declaration': {
    required: ['identifier', 'cardinality', 'base-type'],
    children: ['qti-correct-response?', 'qti-mapping?'],
  },
  'qti-outcome-declaration': {
    required: ['identifier', 'cardinality', 'base-type'],
    optional: ['normal-maximum', 'external-scored'],
    children: ['qti-default-value?'],
  },
  'qti-correct-response': { children: ['qti-value', 'qti-value*'] },
  'qti-default-value': { children: ['qti-value', 'qti-value*'] },
  'qti-value': {},
  'qti-mapping': {
    optional: ['default-value', 'lower-bound', 'upper-bound'],
    children: ['qti-map-entry', 'qti-map-entry*'],
  },
  'qti-map-entry': { required: ['map-key', 'mapped-value'], optional: ['case-sensitive'], children: [] },
  'qti-assessment-stimulus-ref': { required: ['identifier', 'href'], children: [] },
  'qti-item-body': { children: 'blocks' },
  'qti-content-body': { children: 'blocks' },
  'qti-rubric-block': { required: ['use', 'view'], children: ['qti-content-body'] },
  'qti-modal-feedback': {
    required: ['outcome-identifier', 'identifier', 'show-hide'],
    children: ['qti-content-body'],
  },
  'qti-choice-interaction': {
    required: ['response-identifier', 'max-choices'],
    optional: ['shuffle'],
    children: ['qti-simple-choice', 'qti-simple-choice*'],
  },
  'qti-order-interaction': {
    required: ['response-identifier'],
    optional: ['shuffle'],
    children: ['qti-simple-choice', 'qti-simple-choice*'],
  },
  'qti-match-interaction': {
    required: ['response-identifier'],
    optional: ['shuffle', 'max-associations'],
    children: ['qti-simple-match-set', 'qti-simple-match-set'],
  },
  'qti-simple-match-set': { children: ['qti-simple-associable-choice*'] },
  'qti-simple-associable-choice': { required: ['identifier', 'match-max'], children: 'blocks' },
  'qti-simple-choice': { required: ['identifier'], children: 'blocks' },
  'qti-text-entry-interaction': { required: ['response-identifier'], optional: ['class'], children: [] },
  'qti-inline-choice-interaction': {
    required: ['response-identifier'],
    optional: ['shuffle'],
    children: ['qti-inline-choice', 'qti-inline-choice*'],
  },
  'qti-inline-choice': { required: ['identifier'], children: 'inline' },
  'qti-extended-text-interaction': { required: ['response-identifier'], optional: ['pattern-mask'], children: [] },
  'qti-upload-interaction': { required: ['response-identifier'], children: [] },
  'qti-response-processing': { children: 'rules' },
  'qti-response-condition': { children: ['qti-response-if', 'qti-response-else-if*', 'qti-response-else?'] },
  'qti-response-if': { children: rule(['expression', 'rules']) },
  'qti-response-else-if': { children: rule(['expression', 'rules']) },
  'qti-response-else': { children: 'rules' },
  'qti-set-outcome-value': { required: ['identifier'], children: rule(['expression']) },
  'qti-base-value': { required: ['base-type'] },
  'qti-variable': { required: ['identifier'], children: [] },
  'qti-correct': { required: ['identifier'], children: [] },
  'qti-map-response': { required: ['identifier'], children: [] },
  'qti-equal': { required: ['tolerance-mode'], optional: ['tolerance'], children: rule(['expression', 'expression']) },
  'qti-equal-rounded': { required: ['rounding-mode', 'figures'], children: rule(['expression', 'expression']) },
  'qti-pattern-match': { required: ['pattern'], children: rule(['expression']) },
  'qti-is-null': { children: rule(['expression']) },
  'qti-not': { children: rule(['expression']) },
  ...Object.fromEntries(
    ['match', 'member', 'contains', 'divide', 'gt', 'gte', 'lte'].map((name) => [
      `qti-${name}`,
      { children: rule(['expression', 'expression']) },
    ]),
  ),
  ...Object.fromEntries(['and', 'or', 'sum', 'product', 'ordered'].map((name) => [`qti-${name}`, plain])),
  'qti-assessment-test': {
    required: ['identifier', 'title'],
    optional: ['xmlns'],
    children: ['qti-test-part', 'qti-test-part*'],
  },
  'qti-test-part': {
    required: ['identifier', 'navigation-mode', 'submission-mode'],
    children: ['qti-assessment-section', 'qti-assessment-section*'],
  },
  'qti-assessment-section': { required: ['identifier', 'title', 'visible'] },
  'qti-assessment-item-ref': { required: ['identifier', 'href'], children: [] },
  'qti-assessment-stimulus': {
    required: ['identifier', 'title'],
    optional: ['xmlns'],
    children: ['qti-stimulus-body'],
  },
  'qti-stimulus-body': { children: 'blocks' },
}

const inline = new Set(
  'em strong code span br img sub sup qti-text-entry-interaction qti-inline-choice-interaction'.split(' '),
)
const blocks = new Set(
  'p div pre h1 h2 h3 h4 h5 h6 ul ol blockquote table qti-choice-interaction qti-order-interaction qti-match-interaction qti-extended-text-interaction qti-upload-interaction qti-rubric-block'.split(
    ' ',
  ),
)
const html: Readonly<Record<string, { attributes: readonly string[]; inside: ReadonlySet<string> | 'flow' }>> = {
  ...Object.fromEntries(
    ['p', 'h1', 'h2', 'h3', 'h4', 'em', 'strong', 'code', 'pre', 'span'].map((name) => [
      name,
      { attributes: name === 'span' || name === 'code' ? ['class'] : [], inside: inline },
    ]),
  ),
  div: { attributes: ['class'], inside: 'flow' },
  blockquote: { attributes: [], inside: 'flow' },
  li: { attributes: [], inside: 'flow' },
  td: { attributes: [], inside: 'flow' },
  th: { attributes: [], inside: 'flow' },
  ul: { attributes: [], inside: new Set(['li']) },
  ol: { attributes: ['start'], inside: new Set(['li']) },
  table: { attributes: [], inside: new Set(['thead', 'tbody']) },
  thead: { attributes: [], inside: new Set(['tr']) },
  tbody: { attributes: [], inside: new Set(['tr']) },
  tr: { attributes: [], inside: new Set(['td', 'th']) },
  br: { attributes: [], inside: new Set() },
  img: { attributes: ['src', 'alt'], inside: new Set() },
}

const isExpression = (name: string) => expressions.includes(name.replace(/^qti-/, ''))
const isRule = (name: string) => name === 'qti-response-condition' || name === 'qti-set-outcome-value'

/** True if names are in the order of a rule's children. */
function isInOrder(names: readonly string[], expected: readonly string[]): boolean {
  let at = 0
  for (const one of expected) {
    const name = one.replace(/[*?]$/, '')
    const fits = () => {
      const given = names[at] ?? ''
      return name === 'expression' ? isExpression(given) : name === 'rules' ? isRule(given) : given === name
    }
    if (one.endsWith('*') || name === 'rules') while (fits()) at++
    else if (fits()) at++
    else if (!one.endsWith('?')) return false
  }
  return at === names.length
}

function contentFlaw(element: XmlElement): string | null {
  const names = childrenOf(element).map(({ name }) => name)
  const hasText = element.children.some((child) => !isElement(child) && child.trim() !== '')
  const own = html[element.name]
  const allowed = own?.inside ?? rules[element.name]?.children
  if (allowed === 'expressions') return names.length > 0 && names.every(isExpression) ? null : 'has no expressions'
  if (allowed === 'rules') return names.every(isRule) && names.length > 0 ? null : 'has no rules'
  if (allowed === 'inline') return names.every((name) => inline.has(name)) ? null : 'has blocks'
  if (allowed === 'blocks' || allowed === 'flow') {
    if (hasText && /body$/.test(element.name)) return 'has text outside a block'
    const isFlow = allowed === 'flow' || !/body$/.test(element.name)
    return names.every((name) => blocks.has(name) || (isFlow && inline.has(name))) ? null : `has ${names.join(', ')}`
  }
  if (allowed instanceof Set) {
    if (hasText && !allowed.has('em')) return 'has text'
    return names.every((name) => allowed.has(name)) ? null : `has ${names.join(', ')}`
  }
  if (!Array.isArray(allowed))
    return names.length === 0 || element.name === 'qti-assessment-section' ? null : 'has elements'
  return isInOrder(names, allowed) && !hasText ? null : `has ${names.join(', ') || 'nothing'}`
}

function attributeFlaws({ name, attributes }: XmlElement): string[] {
  const { required = [], optional = [] } = rules[name] ?? { optional: html[name]?.attributes ?? [] }
  const given = Object.keys(attributes)
  return [
    ...required.filter((one) => !given.includes(one)).map((one) => `lacks ${one}`),
    ...given.filter((one) => !required.includes(one) && !optional.includes(one)).map((one) => `has ${one}`),
    ...['identifier', 'response-identifier', 'outcome-identifier']
      .filter((one) => attributes[one] !== undefined && !identifier.test(attributes[one]))
      .map((one) => `has the ${one} “${attributes[one]}”`),
  ]
}

/** The kind of response that each interaction needs. */
const kinds: Readonly<Record<string, RegExp>> = {
  'qti-choice-interaction': /^(?:single|multiple) identifier$/,
  'qti-order-interaction': /^ordered identifier$/,
  'qti-match-interaction': /^multiple directedPair$/,
  'qti-text-entry-interaction': /^single (?:string|float)$/,
  'qti-inline-choice-interaction': /^single identifier$/,
  'qti-extended-text-interaction': /^single string$/,
  'qti-upload-interaction': /^single file$/,
}

/** The rules that a file breaks; for manifests, only that it is well-formed and its links are relative. */
export async function flawsIn(file: string, xml: string): Promise<string[]> {
  const root = await readDocument(xml)
  const flaws: string[] = []
  if (root.name === 'manifest') return flaws
  const declared = new Map<string, string>()
  const bound = new Set<string>()
  const visit = (element: XmlElement) => {
    const { name, attributes } = element
    const tell = (flaw: string) => flaws.push(`${file}: <${name}> ${flaw}`)
    if (!rules[name] && !html[name]) tell('is unknown')
    attributeFlaws(element).forEach(tell)
    const flaw = contentFlaw(element)
    if (flaw) tell(flaw)
    if (/-declaration$/.test(name))
      declared.set(attributes.identifier ?? '', `${attributes.cardinality} ${attributes['base-type']}`)
    const kind = kinds[name]
    if (kind) {
      const identified = attributes['response-identifier'] ?? ''
      if (bound.has(identified)) tell('shares its response')
      bound.add(identified)
      if (!kind.test(declared.get(identified) ?? '')) tell(`has a response of ${declared.get(identified)}`)
    }
    if (
      /^qti-(?:variable|correct|map-response|set-outcome-value)$/.test(name) &&
      !declared.has(attributes.identifier ?? '')
    )
      tell(`uses ${attributes.identifier}, which is not declared`)
    childrenOf(element).forEach(visit)
  }
  visit(root)
  return flaws
}
