import { compare } from '#shared/ratio.ts'
import { type FoundItem, type ReadQuestion, refusedItem, titleOf, UnreadableItem } from './found.ts'
import { escapeMarkdown } from './markdown.ts'
import { answersOf } from './qti-answers.ts'
import { type ItemSource, ItemText, rubricIn } from './qti-body.ts'
import { essayOf } from './qti-essay.ts'
import type { Answers, Item } from './qti-item.ts'
import { Processing, type Steps, type TemplateName } from './qti-processing.ts'
import { type Declared, normalised, single, UnreadableElement, type Value } from './qti-values.ts'
import { worthOf } from './qti-worth.ts'
import { childOf, childrenOf, findAll, isElement, type XmlElement, type XmlNode } from './xml.ts'

/** Reads one item of QTI 2.0, 2.1, 2.2 or 3.0. */

/** The origin of an item, with its metadata from the package. */
export interface QtiSource extends ItemSource {
  file?: string | undefined
  category?: readonly string[]
  /** From the metadata of its package. */
  fields?: Partial<Pick<ReadQuestion, 'tags' | 'difficulty' | 'source'>>
  losses?: readonly string[]
  /** Shared by the items of a file. */
  steps: Steps
  /** Text that the test shows above the item. */
  passage?: readonly XmlNode[] | undefined
}

/** True for the root of a file with one item. */
export const isQtiItem = ({ name }: XmlElement) => name === 'assessmentItem' || name === 'qti-assessment-item'

const essays = new Set(['extendedTextInteraction', 'uploadInteraction'])
const gapFields = new Set(['textEntryInteraction', 'inlineChoiceInteraction'])

const kindNames: Readonly<Record<string, string>> = {
  choiceInteraction: 'choice',
  hottextInteraction: 'words to select',
  orderInteraction: 'order',
  matchInteraction: 'match',
  associateInteraction: 'association',
  gapMatchInteraction: 'gaps to fill with texts',
  textEntryInteraction: 'text field',
  inlineChoiceInteraction: 'gap with options',
  extendedTextInteraction: 'long text',
  uploadInteraction: 'file upload',
  sliderInteraction: 'slider',
}

/** The interactions in a body, in order. */
const interactionsIn = (body: XmlElement) =>
  findAll(body, ...Object.keys(kindNames)).filter((one) => one.name in kindNames)

type Kind = 'essay' | 'gaps' | 'one'

/** @throws UnreadableItem if the interactions do not make up one question */
function kindOf(interactions: readonly XmlElement[]): Kind {
  const names = interactions.map(({ name }) => name)
  if (names.length === 0) throw new UnreadableItem('It has nothing to answer')
  if (names.every((name) => essays.has(name))) {
    if (new Set(names).size < names.length) throw new UnreadableItem('It has several texts to write. Split it')
    return 'essay'
  }
  if (names.every((name) => gapFields.has(name))) {
    // Our own files name a text field that is a gap.
    const isGap = interactions[0]?.attributes.class === 'gap'
    return names.length > 1 || names[0] === 'inlineChoiceInteraction' || isGap ? 'gaps' : 'one'
  }
  if (names.length === 1) return names[0] === 'gapMatchInteraction' ? 'gaps' : 'one'
  const kinds = [...new Set(names)].map((name) => kindNames[name])
  throw new UnreadableItem(
    kinds.length === 1
      ? `It has ${names.length} questions of the kind “${kinds[0]}”. Split it`
      : `It has questions of several kinds (${kinds.join(', ')}). Split it`,
  )
}

/** Meanings of an item, and why the author must decide if there are several. */
interface Meanings {
  readings: { label: string; fields: Record<string, unknown>; losses: readonly string[] }[]
  reason?: string
}

const isSameFields = (one: Answers, other: Answers) => JSON.stringify(one.fields) === JSON.stringify(other.fields)

/** True if the declared correct responses earn the most. */
function isCorrectBest({ processing }: Item, { max }: Answers): boolean {
  const all = [...processing.declared.values()].filter(({ correct }) => correct !== null)
  if (all.length < processing.declared.size || all.some(({ base }) => base === 'string' && hasPatterns(processing)))
    return true
  const responses = all.map(({ identifier, cardinality, correct }): [string, Value | null] => {
    const [first] = correct?.items ?? []
    return [identifier, cardinality === 'single' && first !== undefined ? single(first) : correct]
  })
  return compare(processing.score(new Map(responses)), max) >= 0
}

const hasPatterns = ({ rules }: Processing) => rules.some((rule) => findAll(rule, 'patternMatch').length > 0)

/** Several correct values where only one can be chosen: one meaning for each. */
function variantsOf({ processing }: Item, interactions: readonly XmlElement[]): Declared[] {
  const [interaction] = interactions
  const declared = processing.declared.get(interaction?.attributes.responseIdentifier ?? '')
  if (interactions.length !== 1 || !declared?.correct || declared.correct.items.length < 2) return []
  const isChoice = /^(?:choice|hottext|inlineChoice)Interaction$/.test(interaction?.name ?? '')
  const takesOne = declared.cardinality === 'single' || (isChoice && interaction?.attributes.maxChoices === '1')
  if (!takesOne || !isChoice) return []
  return declared.correct.items.map((value) => ({ ...declared, correct: { cardinality: 'single', items: [value] } }))
}

async function readAnswers(item: Item, interactions: readonly XmlElement[], isGaps: boolean): Promise<Meanings> {
  const { processing } = item
  const meaning = (answers: Answers, label = answers.label, floor = processing.floor()) => {
    const { fields, losses } = worthOf(answers, processing.declaredMaximum, floor)
    return {
      label,
      fields: { ...answers.fields, ...fields },
      losses: [...losses, ...answers.losses, ...processing.losses],
    }
  }
  const ofTemplate = async (template: TemplateName) => {
    processing.scoreBy(template)
    return answersOf(item, interactions, isGaps)
  }
  const variants = variantsOf(item, interactions)
  if (variants.length > 0) {
    const found: Answers[] = []
    for (const variant of variants) {
      processing.declared = new Map(processing.declared).set(variant.identifier, { ...variant, cardinality: 'single' })
      for (const answers of await answersOf(item, interactions, isGaps))
        if (!found.some((one) => isSameFields(one, answers))) found.push(answers)
    }
    const readings = found.map((answers) => meaning(answers))
    if (readings.length === 1) return { readings }
    return { readings, reason: `${variants.length} options are marked as correct, but the question asks for one` }
  }
  if (!processing.setsScore) {
    const declared = [...processing.declared.values()]
    const lacks = `It has no response processing${processing.rules.length > 0 ? ' that sets its score' : ''}`
    if (!declared.some(({ correct, mapping }) => correct || mapping))
      throw new UnreadableItem(`${lacks} and no correct response. Add the right answer`)
    item.text.losses.add(`${lacks}; its correct response is used as the key`)
    if (processing.rules.some((rule) => findAll(rule, 'equal', 'equalRounded', 'patternMatch').length > 0))
      item.text.losses.add('Tolerances and patterns without a score are not used')
    if (!declared.every(({ correct }) => correct))
      return { readings: (await ofTemplate('map_response')).map((answers) => meaning(answers)) }
    if (declared.some(({ mapping }) => mapping))
      item.text.losses.add('Its marks for single answers are not used without response processing')
    // A correct response alone says nothing about marks.
    const { declaredMaximum: max } = processing
    processing.scoreEach()
    const all = await answersOf(item, interactions, isGaps)
    return { readings: all.map((answers) => meaning(max && max.n > 0n ? { ...answers, max } : answers)) }
  }
  const found = await answersOf(item, interactions, isGaps)
  const [first] = found
  if (first && !isCorrectBest(item, first)) {
    const floor = processing.floor()
    const other = await ofTemplate('match_correct')
    const labelled = [
      ...found.map((answers) => meaning(answers, answers.label || 'Scored as its response processing says', floor)),
      ...other.map((answers) => meaning(answers, answers.label || 'Its correct response is right')),
    ]
    return { readings: labelled, reason: 'Its correct response does not earn full marks in its response processing' }
  }
  const readings = found.map((answers) => meaning(answers))
  if (readings.length === 1) return { readings }
  const isPartial = first?.fields.type === 'multiple'
  return {
    readings,
    reason: isPartial
      ? 'Its marks for partly right answers are different from all of ours'
      : 'Its wrong options cost different marks',
  }
}

/** The explanation, from feedback that everyone sees. */
async function explanationOf({ text, processing }: Item, root: XmlElement): Promise<string> {
  const explanations: string[] = []
  for (const feedback of [...text.feedback, ...findAll(root, 'modalFeedback')]) {
    if (!processing.isAlwaysShown(feedback)) {
      text.losses.add('Feedback that depends on the answer is not kept')
      continue
    }
    const { text: explanation, images } = await text.markdown(feedback.children)
    if (images.length > 0) text.losses.add('Images in explanations are not kept')
    if (explanation !== '') explanations.push(explanation)
  }
  return explanations.join('\n\n')
}

async function textsOf({ text }: Item, source: QtiSource, stimuli: readonly (readonly XmlNode[])[]) {
  const passages: string[] = []
  const images: string[] = []
  for (const nodes of [...(source.passage ? [source.passage] : []), ...stimuli, ...text.passages]) {
    const passage = await text.markdown(nodes)
    images.push(...passage.images)
    if (passage.text !== '') passages.push(passage.text)
  }
  return { passage: passages.join('\n\n'), images }
}

const knownParts = new Set(
  'responseDeclaration contextDeclaration outcomeDeclaration templateDeclaration templateProcessing assessmentStimulusRef stylesheet itemBody responseProcessing modalFeedback'.split(
    ' ',
  ),
)
const supports = 'Glossaries and other supports for accessibility are not kept'
const lostParts = new Map([
  ['catalogInfo', supports],
  ['apipAccessibility', supports],
  ['companionMaterialsInfo', 'Companion materials are not kept'],
])

/** Losses for parts of an item besides its question, such as the scoring of a single program. */
const otherParts = (root: XmlElement) =>
  childrenOf(root)
    .filter((part) => !knownParts.has(part.name) && visible(part).trim() !== '')
    .map(({ name }) => lostParts.get(name) ?? `The element “${name.slice(0, 40)}” outside the question is not kept`)

/** True for a template variable other than a constant. Inspera declares the marks of answers as constants. */
const isComputed = (declaration: XmlElement) =>
  declaration.attributes.mathVariable === 'true' || !childOf(declaration, 'defaultValue')

async function readNormalised(root: XmlElement, source: QtiSource): Promise<Omit<FoundItem, 'title'>> {
  const body = childOf(root, 'itemBody')
  if (!body) throw new UnreadableItem('It has no item body')
  if (root.attributes.adaptive === 'true')
    throw new UnreadableItem('Items in several steps (adaptive) cannot be imported')
  if (childrenOf(root, 'templateDeclaration').some(isComputed) || childOf(root, 'templateProcessing'))
    throw new UnreadableItem('Items with values computed for each student (templates) cannot be imported')
  const interactions = interactionsIn(body)
  const isMixed = interactions.length > 0 ? kindOf(interactions) : 'one'
  const text = new ItemText(source, isMixed === 'gaps')
  const question = await text.markdown(body.children)
  const kind = kindOf(interactions)
  const processing = new Processing(root, source.steps)
  const item: Item = { body, text, processing }
  if ([...processing.declared.values()].some(({ initial }) => initial))
    text.losses.add('Answers filled in beforehand are not kept')
  const notes: string[] = []
  let meanings: Meanings
  if (kind === 'essay') {
    const { fields, losses, model } = essayOf(item, interactions)
    if (model) notes.push(`Model answer:\n${model}`)
    meanings = { readings: [{ label: '', fields, losses }] }
  } else meanings = await readAnswers(item, interactions, kind === 'gaps')
  const explanation = await explanationOf(item, root)
  for (const block of text.rubrics) {
    if (kind === 'essay' && rubricIn(block)) continue
    const note = await text.plain(block)
    if (note !== '') notes.push(note)
  }
  const stimuli: (readonly XmlNode[])[] = []
  for (const { attributes } of findAll(root, 'assessmentStimulusRef')) {
    const stimulus = await source.document(attributes.href ?? '')
    if (stimulus) stimuli.push(stimulus)
    else
      throw new UnreadableItem(
        `Its passage “${(attributes.href ?? '').slice(0, 100)}” is missing. Import the whole package`,
      )
  }
  const { passage, images } = await textsOf(item, source, stimuli)
  const allImages = [...question.images, ...images]
  if (allImages.length > 1) text.losses.add(`Only the first of ${allImages.length} images is kept`)
  let questionText = question.text
  if (questionText === '') {
    if (!root.attributes.title) throw new UnreadableItem('It has no question text')
    questionText = escapeMarkdown(root.attributes.title)
    text.losses.add('Its title is used as its text')
  }
  const language = root.attributes.lang ?? body.attributes.lang
  const shared = {
    questionText,
    ...(allImages[0] && { questionImageUrl: allImages[0] }),
    ...(passage && { passage }),
    ...(explanation && { explanation }),
    ...(notes.length > 0 && { notes: notes.join('\n\n') }),
    ...(language && isLanguage(language) && { language }),
    ...source.fields,
  }
  const losses = [...(source.losses ?? []), ...text.losses, ...otherParts(root)]
  return {
    category: source.category ?? [],
    file: source.file,
    line: root.line,
    ...(meanings.reason && { reason: meanings.reason }),
    readings: meanings.readings.map((reading) => ({
      label: meanings.readings.length > 1 ? reading.label : '',
      question: { ...shared, ...reading.fields } as ReadQuestion,
      losses: [...new Set([...losses, ...reading.losses])],
    })),
  }
}

function isLanguage(tag: string): boolean {
  try {
    return tag.length <= 35 && Intl.getCanonicalLocales(tag).length === 1
  } catch {
    return false
  }
}

/** Reads an `assessmentItem`, or a `qti-assessment-item` of QTI 3.0. */
export async function readQtiItem(element: XmlElement, source: QtiSource): Promise<FoundItem> {
  const root = normalised(element)
  const { title = '', identifier = '' } = root.attributes
  const body = childOf(root, 'itemBody')
  const beginning = body
    ? body.children
        .filter(isElement)
        .map((child) => visible(child))
        .join(' ')
    : ''
  const named = titleOf(title) || titleOf(beginning) || titleOf(identifier) || 'Untitled'
  const place = { title: named, file: source.file, line: root.line, category: source.category ?? [] }
  try {
    return { ...place, ...(await readNormalised(root, source)) }
  } catch (error) {
    if (!(error instanceof UnreadableItem)) throw error
    const line = error instanceof UnreadableElement ? error.line : undefined
    return refusedItem({ ...place, line: line ?? place.line }, error.message)
  }
}

/** The text in an element, up to the length of a title. */
function visible(element: XmlElement): string {
  let text = ''
  for (const child of element.children) {
    if (text.length > 200) break
    text += isElement(child) ? visible(child) : child
  }
  return text
}
