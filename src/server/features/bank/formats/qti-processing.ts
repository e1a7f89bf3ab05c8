import { larger, minus, type Ratio, ratio, times, zero } from '#shared/ratio.ts'
import { UnreadableItem } from './found.ts'
import { evaluate, type Scope, unknownRule } from './qti-expressions.ts'
import { changed } from './qti-tree.ts'
import { type Declared, declaredIn, isRatio, single, UnreadableProcessing, type Value } from './qti-values.ts'
import { childOf, childrenOf, findAll, type XmlElement, type XmlNode } from './xml.ts'

/**
 * Scores responses as an item's response processing does. Readers find an item's key by scoring the possible answers,
 * so it does not matter how the rules are written.
 */

/** By identifier; null for no response. */
export type Responses = ReadonlyMap<string, Value | null>

/** Evaluation steps. A million take about a second. */
export interface Steps {
  left: number
}
const maxSteps = 4_000_000
/** Steps for all items of a file together. */
export const fileSteps = (): Steps => ({ left: 15 * maxSteps })

const made = (name: string, attributes: Record<string, string>, ...children: XmlNode[]): XmlElement => ({
  name,
  space: '',
  attributes,
  children,
  line: 0,
})
const score = (expression: XmlElement) => made('setOutcomeValue', { identifier: 'SCORE' }, expression)
const number = (value: number) => made('baseValue', { baseType: 'float' }, String(value))

/** The rules of the standard templates. */
const templates: Readonly<Record<string, (identifier: string) => XmlElement>> = {
  match_correct: (identifier) =>
    made(
      'responseCondition',
      {},
      made(
        'responseIf',
        {},
        made('match', {}, made('variable', { identifier }), made('correct', { identifier })),
        score(number(1)),
      ),
      made('responseElse', {}, score(number(0))),
    ),
  map_response: (identifier) =>
    made(
      'responseCondition',
      {},
      made('responseIf', {}, made('isNull', {}, made('variable', { identifier })), score(number(0))),
      made('responseElse', {}, score(made('mapResponse', { identifier }))),
    ),
}
export type TemplateName = 'match_correct' | 'map_response'

const isFeedback = ({ name }: XmlElement) => name.endsWith('Feedback') || name.startsWith('feedback')

/** Ends response processing early. */
class Exit extends Error {}

export class Processing {
  declared: ReadonlyMap<string, Declared>
  readonly outcomes: ReadonlyMap<string, Declared>
  /** Template variables with fixed values. */
  readonly #constants: ReadonlyMap<string, Declared>
  readonly losses = new Set<string>()
  /** The rules in effect; none if the item has no response processing. */
  rules: readonly XmlElement[]
  readonly #own: Steps = { left: maxSteps }
  readonly #shared: Steps
  readonly #feedback: readonly XmlElement[]
  readonly #floors = new Map<readonly XmlElement[], Ratio>()
  readonly #hidden = new Set<XmlElement>()
  #hasRun = false

  /**
   * @param shared the steps left for all items of the file
   * @throws UnreadableItem
   */
  constructor(root: XmlElement, shared: Steps) {
    this.#shared = shared
    const byName = (name: string) =>
      new Map(childrenOf(root, name).map((child) => [child.attributes.identifier ?? '', declaredIn(child)]))
    this.declared = byName('responseDeclaration')
    this.outcomes = byName('outcomeDeclaration')
    this.#constants = byName('templateDeclaration')
    this.#feedback = findAll(root, 'modalFeedback', 'feedbackInline', 'feedbackBlock').filter(isFeedback)
    const processing = childOf(root, 'responseProcessing')
    this.rules = processing ? childrenOf(processing).map((rule) => this.#withoutRepeats(rule)) : []
    const uri = processing?.attributes.template ?? processing?.attributes.templateLocation
    if (processing && this.rules.length === 0 && uri) this.#findTemplate(uri)
  }

  /** OpenOLAT and Onyx: an answer that was given in another gap earns nothing. Here, gaps do not depend on each other. */
  #withoutRepeats(rule: XmlElement): XmlElement {
    const isTyped = ({ name, attributes }: XmlElement) =>
      name === 'variable' && this.declared.get(attributes.identifier ?? '')?.base === 'string'
    const isRepeat = (element: XmlElement) => {
      const [test] = element.name === 'not' ? childrenOf(element) : []
      const operands = test && /^(?:stringMatch|match)$/.test(test.name) ? childrenOf(test) : []
      const names = new Set(operands.filter(isTyped).map(({ attributes }) => attributes.identifier))
      return operands.length === 2 && names.size === 2
    }
    return changed(rule, (element) => {
      if (!isRepeat(element)) return [element]
      this.losses.add('In the file, the same answer earns marks in one gap only; here, it earns them in each')
      return [made('baseValue', { baseType: 'boolean' }, 'true')]
    })
  }

  #findTemplate(uri: string) {
    const [, name] = /(?:^|[/\\])([a-z0-9_]+)(?:\.xml)?$/i.exec(uri) ?? []
    const template = name?.replace(/^cc2_/, '').replace(/_basic$/, '') ?? ''
    if (template === 'match_correct' || template === 'map_response') this.scoreBy(template)
    else
      throw new UnreadableItem(
        template === 'map_response_point'
          ? 'Points on an image cannot be imported'
          : `Its response processing cannot be read: the template “${uri.slice(0, 100)}” is not a standard one`,
      )
  }

  /** Scores by a standard template instead of the item's own rules. */
  scoreBy(template: TemplateName) {
    const names = [...this.declared.keys()]
    const [only] = names
    const identifier = this.declared.has('RESPONSE') || only === undefined || names.length > 1 ? 'RESPONSE' : only
    this.rules = templates[template]?.(identifier) ? [templates[template](identifier)] : []
  }

  /** Gives a mark for each response that is its correct one. */
  scoreEach() {
    const each = [...this.declared.keys()].map((identifier) =>
      made(
        'responseCondition',
        {},
        made(
          'responseIf',
          {},
          made('match', {}, made('variable', { identifier }), made('correct', { identifier })),
          score(made('sum', {}, made('variable', { identifier: 'SCORE' }), number(1))),
        ),
      ),
    )
    this.rules = [score(number(0)), ...each]
  }

  /** True if the rules set a score. */
  get setsScore(): boolean {
    return this.rules.some((rule) =>
      [rule, ...findAll(rule, 'setOutcomeValue', 'lookupOutcomeValue')].some(
        ({ name, attributes }) => name.endsWith('OutcomeValue') && attributes.identifier === 'SCORE',
      ),
    )
  }

  /** The marks that the item declares; null if it declares none. */
  get declaredMaximum(): Ratio | null {
    const [item] = this.outcomes.get('MAXSCORE')?.initial?.items ?? []
    if (item !== undefined && isRatio(item)) return item
    const { normalMaximum } = this.outcomes.get('SCORE')?.attributes ?? {}
    const value = normalMaximum === undefined ? Number.NaN : Number(normalMaximum)
    return Number.isFinite(value) && value > 0 ? ratio(Math.round(value * 1e6), 1e6) : null
  }

  #run(rules: readonly XmlElement[], scope: Scope) {
    for (const rule of rules) {
      switch (rule.name) {
        case 'setOutcomeValue':
          this.#set(rule, scope)
          break
        case 'responseCondition':
          this.#decide(rule, scope)
          break
        case 'responseProcessingFragment':
          this.#run(childrenOf(rule), scope)
          break
        case 'exitResponse':
          throw new Exit()
        default:
          this.#forget(rule, scope, unknownRule(rule))
      }
    }
  }

  /** Makes every outcome that a rule may set unknown. */
  #forget(rule: XmlElement, { outcomes }: Scope, reason: unknown) {
    const isSetting = ({ name }: XmlElement) => name.endsWith('OutcomeValue')
    const set = [rule, ...findAll(rule, 'setOutcomeValue', 'lookupOutcomeValue')].filter(isSetting)
    const isBounded = set.every(({ attributes }) => attributes.identifier !== 'SCORE')
    if (!(reason instanceof UnreadableProcessing) || set.length === 0 || !isBounded) throw reason
    if (findAll(rule, 'exitResponse').length > 0) throw reason
    for (const { attributes } of set) outcomes.set(attributes.identifier ?? '', undefined)
  }

  #set(rule: XmlElement, scope: Scope) {
    const [expression] = childrenOf(rule)
    try {
      if (!expression) throw unknownRule(rule)
      scope.outcomes.set(rule.attributes.identifier ?? '', evaluate(expression, scope))
    } catch (error) {
      this.#forget(rule, scope, error)
    }
  }

  #decide(rule: XmlElement, scope: Scope) {
    for (const branch of childrenOf(rule)) {
      if (branch.name === 'responseElse') return this.#run(childrenOf(branch), scope)
      const [condition, ...rules] = childrenOf(branch)
      let holds: boolean
      try {
        if (!condition) throw unknownRule(branch)
        holds = evaluate(condition, scope)?.items[0] === true
      } catch (error) {
        return this.#forget(rule, scope, error)
      }
      if (holds) return this.#run(rules, scope)
    }
  }

  /**
   * The marks that an empty answer earns. Other scores are counted from here.
   * @throws UnreadableItem
   */
  floor(scale = 1): Ratio {
    const known = scale === 1 ? this.#floors.get(this.rules) : undefined
    const floor = known ?? larger(zero, this.#total(new Map(), scale))
    if (scale === 1) this.#floors.set(this.rules, floor)
    return floor
  }

  /**
   * The score of responses, above what an empty answer earns; 0 if none is set.
   * @param scale multiplies the value of MAXSCORE
   * @throws UnreadableItem
   */
  score(responses: Responses, scale = 1): Ratio {
    return minus(this.#total(responses, scale), this.floor(scale))
  }

  #total(responses: Responses, scale: number): Ratio {
    const outcomes = new Map<string, Value | null | undefined>()
    for (const { identifier, initial } of this.#constants.values()) outcomes.set(identifier, initial)
    for (const { identifier, base, initial } of this.outcomes.values())
      outcomes.set(identifier, initial ?? (base === 'integer' || base === 'float' ? single(zero) : null))
    const [maximum] = outcomes.get('MAXSCORE')?.items ?? []
    if (maximum !== undefined && isRatio(maximum)) outcomes.set('MAXSCORE', single(times(maximum, ratio(scale))))
    const all = new Map<string, Value | null>([...this.declared.keys()].map((name) => [name, null]))
    for (const [name, value] of responses) all.set(name, value)
    if (this.#shared.left <= 0)
      throw new UnreadableItem('Scoring the items of this file takes too long. Split the file')
    const budget = { left: Math.min(this.#own.left, this.#shared.left) }
    const given = budget.left
    try {
      this.#run(this.rules, { declared: this.declared, responses: all, outcomes, budget })
    } catch (error) {
      if (!(error instanceof Exit)) throw error
    } finally {
      for (const steps of [this.#own, this.#shared]) steps.left -= given - budget.left
    }
    if ([...responses.values()].some((value) => value !== null)) this.#note(outcomes)
    const [found] = outcomes.get('SCORE')?.items ?? []
    if (found === undefined) return zero
    if (!isRatio(found)) throw new UnreadableProcessing('Its score is not a number')
    return found
  }

  /** Remembers which feedback was not shown. */
  #note(outcomes: ReadonlyMap<string, Value | null | undefined>) {
    this.#hasRun = true
    for (const element of this.#feedback) {
      const { outcomeIdentifier = '', identifier = '', showHide = 'show' } = element.attributes
      const value = outcomes.get(outcomeIdentifier)
      const isUnknown = value === undefined && outcomes.has(outcomeIdentifier)
      const isNamed = value?.items.includes(identifier) ?? false
      if (isUnknown || isNamed !== (showHide === 'show')) this.#hidden.add(element)
    }
  }

  /** True if a feedback was shown after every answer that was scored. */
  isAlwaysShown(feedback: XmlElement): boolean {
    if (!this.#hasRun && this.declared.size > 0) {
      try {
        this.score(new Map([...this.declared.keys()].map((name) => [name, single('')])))
      } catch (error) {
        if (!(error instanceof UnreadableItem)) throw error
        return false
      }
    }
    return !this.#hidden.has(feedback)
  }
}

/** The element around each element inside. */
export function parentsIn(rules: readonly XmlElement[]): Map<XmlElement, XmlElement> {
  const parents = new Map<XmlElement, XmlElement>()
  const visit = (element: XmlElement) => {
    for (const child of childrenOf(element)) {
      parents.set(child, element)
      visit(child)
    }
  }
  rules.forEach(visit)
  return parents
}
