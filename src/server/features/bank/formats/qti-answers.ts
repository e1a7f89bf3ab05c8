import { ordering } from '#shared/bank/types/arranging.rules.ts'
import { type Letter, letters } from '#shared/bank/types/choice.rules.ts'
import { compare, type Ratio, ratio, times, zero } from '#shared/ratio.ts'
import { UnreadableItem } from './found.ts'
import { codeText } from './html-styles.ts'
import { unitOf } from './qti-body.ts'
import { choiceKeys } from './qti-choices.ts'
import { type Entry, entryOf, ignoredCharacters, keyOf } from './qti-entries.ts'
import { type Answers, declaredFor, type Item, identifierOf } from './qti-item.ts'
import { pairKeys } from './qti-pairs.ts'
import type { Responses } from './qti-processing.ts'
import { type Declared, type Scalar, single } from './qti-values.ts'
import { type Assignment, type Slot, solve } from './qti-worth.ts'
import { childrenOf, findAll, type XmlElement } from './xml.ts'

/** Reads the interactions of a QTI item as the fields of a question type. */

/** As many gaps and items as our questions can have. */
const maxParts = 50

function limit(count: number, what: string) {
  if (count > maxParts) throw new UnreadableItem(`It has ${count} ${what}, but at most ${maxParts} are allowed`)
}

function choiceLosses(interaction: XmlElement, options: readonly XmlElement[]): string[] {
  const { attributes } = interaction
  const losses: string[] = []
  if (attributes.shuffle === 'true' && options.some((option) => option.attributes.fixed === 'true'))
    losses.push('Options that keep their place are shuffled with the others')
  if (Number(attributes.minChoices ?? 0) > 1) losses.push(`The minimum of ${attributes.minChoices} choices is not kept`)
  return losses
}

async function optionsOf(item: Item, elements: readonly XmlElement[], isRich = true) {
  const options: Partial<Record<Letter, string>> = {}
  const optionImages: Partial<Record<Letter, string>> = {}
  for (const [place, element] of elements.entries()) {
    const letter = letters[place] as Letter
    const { text, image } = isRich ? await item.text.part(element) : { text: '', image: undefined }
    const plain = isRich
      ? text
      : codeText(element.children, true)
          .replace(/[ \t\r\n]+/g, ' ')
          .trim()
    if (!isRich && findAll(element, 'math', 'img', 'object').length > 0)
      throw new UnreadableItem('An option of a gap is a formula or an image')
    if (!isRich && findAll(element, 'printedVariable').length > 0)
      throw new UnreadableItem('Texts computed for each student cannot be imported')
    if (!isRich && childrenOf(element).length > 0) item.text.losses.add('Formatting in the options of gaps is not kept')
    if (plain === '' && !image) throw new UnreadableItem(`Option ${letter} has no text`)
    // An option needs a text even if it has an image.
    options[letter] = plain === '' ? `Image ${letter}` : plain
    if (image) optionImages[letter] = image
    if (plain === '' && image) item.text.losses.add('Options with only an image are named “Image A” and so on')
  }
  return { options, ...(Object.keys(optionImages).length > 0 && { optionImages }) }
}

/** True or false, if these are the options. */
const truthOf = (text: string | undefined) => ['false', 'true'].indexOf((text ?? '').trim().toLowerCase())

async function choice(item: Item, interaction: XmlElement): Promise<Answers[]> {
  const isHottext = interaction.name === 'hottextInteraction'
  const elements = isHottext ? findAll(interaction, 'hottext') : childrenOf(interaction, 'simpleChoice')
  const declared = declaredFor(item, interaction)
  const options = elements.map(identifierOf)
  const maxChoices = Number(interaction.attributes.maxChoices ?? (declared.cardinality === 'single' ? 1 : 0))
  const keys = choiceKeys(item.processing, { declared, options, maxChoices })
  const shown = await optionsOf(item, elements)
  const losses = choiceLosses(interaction, elements)
  if (elements.some(({ attributes }) => attributes.templateIdentifier))
    throw new UnreadableItem('Options that depend on a template cannot be imported')
  if (isHottext) {
    losses.push('The words to select in the text are listed as options')
    const texts = Object.values(shown.options)
    if (new Set(texts).size < texts.length)
      throw new UnreadableItem('The same words can be selected in several places, which is not supported')
  }
  const truths = Object.values(shown.options).map(truthOf)
  const isBoolean = truths.length === 2 && truths.includes(0) && truths.includes(1) && !shown.optionImages
  return keys.map((key) => {
    const { fields } = key
    const all = [...losses, ...key.losses]
    if (isBoolean && fields.type === 'single' && !fields.alternatives)
      return {
        ...key,
        losses: all,
        fields: { type: 'boolean', correctAnswer: truthOf(shown.options[fields.correctAnswer]) === 1 },
      }
    return { ...key, losses: all, fields: { ...fields, ...shown } }
  })
}

async function entries(item: Item, interactions: readonly XmlElement[], isGaps: boolean): Promise<Answers[]> {
  const { processing, body } = item
  limit(interactions.length, 'gaps')
  const found: ({ interaction: XmlElement; declared: Declared; slot: Slot } & { entry?: Entry })[] = interactions.map(
    (interaction, place) => {
      const declared = declaredFor(item, interaction)
      const name = isGaps ? `Gap ${place + 1}` : 'Its text field'
      const correct = declared.correct?.items[0] ?? null
      const { base } = interaction.attributes
      if (base && base !== '10') throw new UnreadableItem(`${name} asks for a number in base ${base}`)
      if (interaction.name !== 'inlineChoiceInteraction') {
        const entry = entryOf(processing, declared)
        // Texts and numbers are compared by identity with the candidates.
        const known = entry.candidates.find((one) =>
          typeof one === 'object' && typeof correct === 'object' && correct && 'n' in one && 'n' in correct
            ? compare(one, correct) === 0
            : one === correct,
        )
        return { interaction, declared, entry, slot: { name, candidates: entry.candidates, correct: known ?? null } }
      }
      const candidates = childrenOf(interaction, 'inlineChoice').map(identifierOf)
      if (candidates.length < 2 || candidates.length > letters.length)
        throw new UnreadableItem(`${name} has ${candidates.length} options; 2 to ${letters.length} are allowed`)
      return { interaction, declared, slot: { name, candidates, correct } }
    },
  )
  const names = found.map(({ declared }) => declared.identifier)
  if (new Set(names).size < names.length) throw new UnreadableItem('Two of its fields have the same response')
  const score = (given: Assignment, scale?: number) => {
    const responses: Responses = new Map(
      given.map((answer, at) => [names[at] ?? '', answer === null ? null : single(answer)]),
    )
    return processing.score(responses, scale)
  }
  const solved = solve(
    found.map(({ slot }) => slot),
    score,
    'gap',
  )
  const losses = [...solved.losses]
  const gaps: (Record<string, unknown> & { kind: string })[] = []
  for (const [place, { interaction, entry, slot }] of found.entries()) {
    const shareOf = (answer: Scalar) => solved.share(place, answer)
    const unit = unitOf(body, interaction)
    // OpenOLAT has a class for this.
    if (/(?:^|\s)oo-ignore-spaces-oo(?:\s|$)/.test(interaction.attributes.class ?? '')) losses.push(ignoredCharacters)
    if (interaction.attributes.patternMask) losses.push('The pattern that limits what can be typed is not kept')
    if (entry) {
      const key = keyOf(entry, shareOf, losses)
      gaps.push(key.kind === 'numeric' && unit ? { ...key, unit } : key)
      continue
    }
    const { options } = await optionsOf(item, childrenOf(interaction, 'inlineChoice'), false)
    gaps.push({ kind: 'choice', options, ...rightOption(slot, shareOf, losses) })
  }
  const [only] = gaps
  if (isGaps || !only) return [{ ...solved, label: '', losses, fields: { type: 'gaps', gaps } }]
  const { kind, ...fields } = only
  return [{ ...solved, label: '', losses, fields: { type: kind, ...fields } }]
}

/** The right option of a gap. */
function rightOption({ name, candidates }: Slot, shareOf: (answer: Scalar) => Ratio, losses: string[]) {
  const shares = candidates.map(shareOf)
  const right = shares.flatMap((share, at) => (compare(share, ratio(1)) === 0 ? [at] : []))
  if (right.length !== 1) throw new UnreadableItem(`${name} has several right options, which is not supported`)
  if (shares.some((share) => compare(share, zero) > 0 && compare(share, ratio(1)) < 0))
    losses.push('Options of gaps that earn a part of the marks count as wrong')
  return { correctAnswer: letters[right[0] ?? 0] as Letter }
}

async function gapMatch(item: Item, interaction: XmlElement): Promise<Answers[]> {
  const gaps = findAll(interaction, 'gap')
  limit(gaps.length, 'gaps')
  const choices = childrenOf(interaction, 'gapText')
  if (childrenOf(interaction, 'gapImg').length > 0) throw new UnreadableItem('Images for gaps cannot be imported')
  if (choices.length < 2 || choices.length > letters.length)
    throw new UnreadableItem(`It has ${choices.length} texts for gaps; 2 to ${letters.length} are allowed`)
  const declared = declaredFor(item, interaction)
  const candidates = choices.map(identifierOf)
  const slots = gaps.map((gap, place): Slot => {
    const pair = declared.correct?.items.find((one) => String(one).endsWith(` ${identifierOf(gap)}`))
    return {
      name: `Gap ${place + 1}`,
      candidates,
      correct: pair === undefined ? null : (String(pair).split(' ')[0] ?? ''),
    }
  })
  const score = (given: Assignment, scale?: number) => {
    const items = given.flatMap((answer, at) =>
      answer === null ? [] : [`${answer} ${gaps[at] ? identifierOf(gaps[at]) : ''}`],
    )
    const value = items.length === 0 ? null : { cardinality: 'multiple' as const, items }
    return item.processing.score(new Map([[declared.identifier, value]]), scale)
  }
  const solved = solve(slots, score, 'gap')
  const losses = [...solved.losses, ...choiceLosses(interaction, choices)]
  if (choices.some(({ attributes }) => attributes.matchMax !== '0') && gaps.length > 1)
    losses.push('The same text can be chosen for several gaps')
  const { options } = await optionsOf(item, choices, false)
  return [
    {
      ...solved,
      label: '',
      losses,
      fields: {
        type: 'gaps',
        gaps: slots.map((slot, at) => ({
          kind: 'choice',
          options,
          ...rightOption(slot, (answer) => solved.share(at, answer), losses),
        })),
      },
    },
  ]
}

/** Orders to compare scores in: the right one, its neighbours, its rotations and some far from it. */
function ordersOf(right: readonly string[]): string[][] {
  const swapped = right.slice(1).map((_, at) => {
    const order = [...right]
    ;[order[at], order[at + 1]] = [order[at + 1] as string, order[at] as string]
    return order
  })
  const rotated = right.slice(1).map((_, at) => [...right.slice(at + 1), ...right.slice(0, at + 1)])
  const odd = right.filter((_, at) => at % 2 === 1)
  const mixed = [...odd, ...right.filter((_, at) => at % 2 === 0)]
  return [[...right], [...right].reverse(), mixed, [...mixed].reverse(), ...swapped, ...rotated]
}

async function order(item: Item, interaction: XmlElement): Promise<Answers[]> {
  const choices = childrenOf(interaction, 'simpleChoice')
  limit(choices.length, 'items to order')
  const declared = declaredFor(item, interaction)
  const right = (declared.correct?.items ?? []).map(String)
  const names = choices.map(identifierOf)
  if (right.length === 0) throw new UnreadableItem('It has no correct order')
  if (right.length !== names.length || !names.every((name) => right.includes(name)))
    throw new UnreadableItem('Its correct order does not have each item once')
  if (right.length < 2) throw new UnreadableItem('It has fewer than 2 items to order')
  const score = (items: readonly string[], scale?: number) => {
    const value = items.length === 0 ? null : { cardinality: 'ordered' as const, items }
    return item.processing.score(new Map([[declared.identifier, value]]), scale)
  }
  const max = score(right)
  const wrong = score(right.toReversed())
  const body = { items: right.map((id) => ({ id, text: id })) }
  const compared = ordersOf(right).map((given) => {
    const grade = ordering.grade(body, { order: right }, given, { matches: () => false })
    const ours = grade === null || grade.isPenalised ? wrong : times(max, grade.share)
    return { found: score(given), ours, isRight: grade?.share.n === grade?.share.d }
  })
  const losses = choiceLosses(interaction, choices)
  if (compared.some(({ found, ours }) => compare(found, ours) !== 0))
    losses.push(
      compared.every(({ found, isRight }) => isRight || compare(found, zero) <= 0)
        ? 'In the file, only the complete order earns marks; here, a partly right order earns a part of them'
        : 'Partly right orders earn other marks in the file',
    )
  const texts = new Map<string, string>()
  for (const element of choices) {
    const { text, image } = await item.text.part(element)
    if (image) item.text.losses.add('Images in items to order are not kept')
    if (text === '') throw new UnreadableItem('One of its items to order has no text')
    texts.set(identifierOf(element), text)
  }
  const isScaled =
    compare(wrong, zero) < 0 &&
    [right, right.toReversed()].every((given) => compare(score(given, 2), times(score(given), ratio(2))) === 0)
  const items = right.map((name) => texts.get(name) ?? '')
  if (new Set(items).size < items.length) throw new UnreadableItem('Two of its items to order have the same text')
  return [{ label: '', fields: { type: 'ordering', items }, max, wrong, none: score([]), isScaled, losses }]
}

/** The meanings of an item's answers. @throws UnreadableItem */
export async function answersOf(item: Item, interactions: readonly XmlElement[], isGaps: boolean): Promise<Answers[]> {
  const [first] = interactions
  switch (first?.name) {
    case 'choiceInteraction':
    case 'hottextInteraction':
      return choice(item, first)
    case 'gapMatchInteraction':
      return gapMatch(item, first)
    case 'orderInteraction':
      return order(item, first)
    case 'matchInteraction':
    case 'associateInteraction':
      return [await pairKeys(item, first)]
    case 'sliderInteraction': {
      const { lowerBound = '?', upperBound = '?' } = first.attributes
      item.text.losses.add(`The slider from ${lowerBound} to ${upperBound} is shown as a field for a number`)
      return entries(item, [first], false)
    }
    default:
      return entries(item, interactions, isGaps)
  }
}
