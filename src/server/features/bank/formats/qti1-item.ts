import { bankQuestionForm } from '#shared/bank/bank.schema.ts'
import { letters } from '#shared/bank/types/choice.rules.ts'
import { markerFlaw } from '#shared/bank/types/gaps.rules.ts'
import { type FoundItem, type Reading, type ReadQuestion, refusedItem, titleOf, UnreadableItem } from './found.ts'
import { parseHtml } from './html.ts'
import { explanationOf, labelsOfItem, type Metadata, marksOf, metadataOf, notesOf } from './qti1-details.ts'
import { type Standard, standardItem } from './qti1-dialects.ts'
import { type Images, Texts } from './qti1-material.ts'
import { type Presentation, type Response, readPresentation } from './qti1-presentation.ts'
import { readScoring } from './qti1-scoring.ts'
import { kindOf, readKind } from './qti1-types.ts'
import { childrenOf, findAll, isElement, textOf, type XmlElement } from './xml.ts'

/** Reads an item of QTI 1.2, with Canvas's types and the profiles of Common Cartridge. */

/** The context of an item in its file. */
export interface Surroundings {
  category: readonly string[]
  file?: string | undefined
  /** The marks that its group gives for each item. */
  perItem?: string | undefined
  /** How many of its group's questions a test asks. */
  picks?: string | undefined
  language?: string | undefined
  /** The text of its section. */
  passage: readonly XmlElement[]
  /** The texts of items that others refer to, by identifier. */
  stimuli: Map<string, readonly XmlElement[]>
  /** Sentences about its test that no question can keep. */
  losses: readonly string[]
}

const xInclude = 'http://www.w3.org/2001/XInclude'

const includes = (element: XmlElement): boolean =>
  element.children.some((node) => isElement(node) && (node.space === xInclude || includes(node)))

/** The text of an item, shortened for a list. */
function briefly(item: XmlElement): string {
  const own = item.attributes.title?.trim() ?? ''
  // Canvas calls every question "Question" unless its author changes that.
  if (own !== '' && own.toLowerCase() !== 'question') return titleOf(own.slice(0, 1_000))
  const text = childrenOf(item, 'presentation').flatMap((one) => findAll(one, 'mattext'))[0]
  const start = textOf(text).slice(0, 2_000)
  let plain = start
  try {
    if (start.includes('<')) plain = parseHtml(start).map(textOf).join(' ')
  } catch (error) {
    if (!(error instanceof UnreadableItem)) throw error
  }
  return titleOf(plain) || own || item.attributes.ident || 'Question'
}

const optionsOf = async ({ labels }: Response, texts: Texts) => {
  const options: Record<string, string> = {}
  const optionImages: Record<string, string> = {}
  for (const [place, { content }] of labels.entries()) {
    const letter = letters[place]
    if (!letter) throw new UnreadableItem(`It has ${labels.length} options, but at most ${letters.length} are allowed`)
    const { text, images } = await texts.inline(content)
    const [image, ...more] = images
    if (more.length > 0) texts.losses.add(`Only the first of ${images.length} images in option ${letter} is kept`)
    if (image) optionImages[letter] = image
    if (text === '' && !image) throw new UnreadableItem(`Option ${letter} has no text`)
    if (text.length > 2_000) throw new UnreadableItem(`Option ${letter} is longer than 2,000 characters`)
    options[letter] = text || 'Image'
  }
  return { options, ...(Object.keys(optionImages).length > 0 ? { optionImages } : {}) }
}

/** The question's text and image. */
async function stemOf({ shown, responses }: Presentation, texts: Texts) {
  const [only, ...others] = responses
  const inside = only && others.length === 0 ? only.prompt : []
  return await texts.markdown([...shown.flatMap((one) => ('material' in one ? [one.material] : [])), ...inside])
}

/** Validates a question as the bank does. @throws UnreadableItem with what is wrong */
function checked(question: object): ReadQuestion {
  const parsed = bankQuestionForm.safeParse({ subject: 'Technical', ...question })
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new UnreadableItem(`It cannot be saved: ${issue?.message ?? 'a field is wrong'} (${issue?.path.join('.')})`)
  }
  const flaw = markerFlaw(parsed.data)
  if (flaw) throw new UnreadableItem(flaw)
  return question as ReadQuestion
}

interface Read {
  readings: Reading[]
  reason?: string | undefined
}

async function readOnce(
  { item, countsOnly, losses: rewritten }: Standard,
  meta: Metadata,
  around: Surroundings,
  texts: Texts,
): Promise<Read> {
  const presentation = readPresentation(item)
  const kind = kindOf(meta, presentation)
  const scoring = { ...readScoring(item, presentation.responses), countsOnly }
  for (const loss of [...around.losses, ...rewritten, ...presentation.losses]) texts.losses.add(loss)
  const { meanings, reason, stem: ownStem } = await readKind(kind, presentation, scoring, texts)
  const [first] = presentation.responses
  const hasOptions = meanings.some(({ fields: { type } }) => type === 'single' || type === 'multiple')
  const options = hasOptions && first ? await optionsOf(first, texts) : {}
  const stem = ownStem ?? (await stemOf(presentation, texts))
  const [image] = stem.images
  if (stem.images.length > 1) texts.losses.add(`Only the first of ${stem.images.length} images is kept`)
  if (stem.text === '' && !image) throw new UnreadableItem('It has no text')
  if (stem.text.length > 10_000) throw new UnreadableItem('Its text is longer than 10,000 characters; shorten it')
  const passage = await passageOf(meta, around, texts)
  const explanation = await explanationOf(item, scoring, texts)
  const { marks, losses } = marksOf(meta, scoring, around.perItem, meanings[0]?.full)
  const picks = around.picks ? `The quiz picked ${around.picks} of the questions in this group.` : ''
  const notes = [await notesOf(item, texts), picks].filter((text) => text !== '').join('\n\n')
  const common = {
    ...labelsOfItem(item, meta, around.language, texts),
    questionText: stem.text || 'See the image.',
    ...(image ? { questionImageUrl: image } : {}),
    ...(passage ? { passage } : {}),
    ...(marks === undefined ? {} : { marks }),
    ...(explanation ? { explanation } : {}),
    ...(notes ? { notes } : {}),
  }
  const readings = meanings.map(({ label, fields, losses: own }): Reading => {
    const isChoice = fields.type === 'single' || fields.type === 'multiple'
    const question = checked({ ...common, ...(isChoice ? options : {}), ...fields })
    return { label, question, losses: [...new Set([...losses, ...own, ...texts.losses])] }
  })
  return { readings, reason }
}

async function passageOf(meta: Metadata, around: Surroundings, texts: Texts): Promise<string> {
  const parent = meta.get('parent_stimulus_item_ident')
  const stimulus = parent ? around.stimuli.get(parent) : []
  if (!stimulus) texts.losses.add('The text that it refers to is not in the file before it')
  const { text } = await texts.markdown([...around.passage, ...(stimulus ?? [])], {
    withoutImages: 'passages cannot have images',
  })
  if (text.length <= 20_000) return text
  texts.losses.add('Its passage is longer than 20,000 characters and is not kept')
  return ''
}

/** Moodle and edX name a category for each item of a cartridge. */
const ownCategory = (item: XmlElement) =>
  (metadataOf(item).get('cc_question_category') ?? '')
    .split('/')
    .map((level) => titleOf(level.slice(0, 1_000)))
    .filter((level) => level !== '')

/** Never throws for a bad item. */
export async function readItemElement(given: XmlElement, around: Surroundings, images: Images): Promise<FoundItem> {
  const standard = standardItem(given)
  const { item } = standard
  const found = {
    title: briefly(item),
    line: item.line,
    category: [...around.category, ...ownCategory(item)],
    ...(around.file ? { file: around.file } : {}),
  }
  try {
    if (standard.flaw) throw new UnreadableItem(standard.flaw)
    if (includes(item)) throw new UnreadableItem('It includes another file, which is not read')
    const meta = metadataOf(item)
    const texts = new Texts(images, false)
    const read = await readOnce(standard, meta, around, texts)
    if (!texts.hasUndeclaredTags) return { ...found, ...read }
    const formatted = await readOnce(standard, meta, around, new Texts(images, true))
    const labelled = (readings: readonly Reading[], sign: string) =>
      readings.map((reading) => ({ ...reading, label: [reading.label, sign].filter(Boolean).join('; ') }))
    return {
      ...found,
      readings: [...labelled(formatted.readings, 'Tags are formatting'), ...labelled(read.readings, 'Tags are text')],
      reason: [read.reason, 'Its text contains HTML tags, but is not declared as HTML'].filter(Boolean).join('. '),
    }
  } catch (error) {
    if (error instanceof UnreadableItem) return refusedItem(found, error.message)
    throw error
  }
}
