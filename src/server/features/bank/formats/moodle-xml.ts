import { bankQuestionForm } from '#shared/bank/bank.schema.ts'
import { markerFlaw } from '#shared/bank/types/gaps.rules.ts'
import {
  type FoundItem,
  type Media,
  type ReadQuestion,
  refusedItem,
  titleOf,
  UnreadableItem,
  untilFlaw,
} from './found.ts'
import { readDragMatching, readMatching, readOrdering, readStatements } from './moodle-arranging.ts'
import { readMultichoice, readMultichoiceSet, readOuMultiresponse, readTrueFalse } from './moodle-choice.ts'
import { categoryOf, commonFields, nameOf } from './moodle-common.ts'
import { readCloze, readDragWords, readGapfill, readMissingWords } from './moodle-gaps.ts'
import { MoodleItem, refuse, sourceOf, type Typed } from './moodle-item.ts'
import { readEssay, readNumerical, readShortAnswer } from './moodle-typed.ts'
import { childOf, childrenOf, readXml, textOf, type XmlElement } from './xml.ts'

/** Reads Moodle XML, whose root element is `quiz`. */

type ReadType = (item: MoodleItem) => Promise<Typed>

/** Reads a type of WIRIS, whose texts may contain computed values such as `#a`. */
const withoutVariables =
  (read: ReadType): ReadType =>
  (item) => {
    const texts = childrenOf(item.element).filter(({ name }) => name !== 'wirisquestion')
    const [variable] =
      /#[a-z]\w{0,50}/i.exec(
        texts
          .map(textOf)
          .join(' ')
          .replace(/<[^<>]*>|&#?\w{1,30};/g, ' '),
      ) ?? []
    if (variable) refuse(`WIRIS computes the value ${variable} in it. Write one question with fixed values`)
    return read(item)
  }

const types: Record<string, ReadType> = {
  multichoice: readMultichoice,
  multichoiceset: readMultichoiceSet,
  oumultiresponse: readOuMultiresponse,
  truefalse: readTrueFalse,
  shortanswer: readShortAnswer,
  numerical: readNumerical,
  matching: readMatching,
  match: readMatching,
  ddmatch: readDragMatching,
  kprime: readStatements,
  mtf: readStatements,
  essay: readEssay,
  ordering: readOrdering,
  cloze: readCloze,
  multianswer: readCloze,
  gapselect: readMissingWords,
  ddwtos: readDragWords,
  gapfill: readGapfill,
  multichoicewiris: withoutVariables(readMultichoice),
  truefalsewiris: withoutVariables(readTrueFalse),
  matchwiris: withoutVariables(readMatching),
  essaywiris: withoutVariables(readEssay),
  multianswerwiris: withoutVariables(readCloze),
}

const calculated =
  'Calculated questions draw their numbers at random. Write one with fixed numbers as a numerical question'
const onImages = 'Answers that are dragged onto an image are not supported. Ask for the parts in a matching question'
const patterns = 'Its patterns for answers are not read. Write them as a short answer question, with * for any text'
const atRandom = 'It draws other questions at random. Import those questions, and draw them in a test'
/** Why types are not read. */
const refused: Record<string, string> = {
  description: 'A description is not a question. Add its text to the questions that need it, as shared text',
  calculated,
  calculatedsimple: calculated,
  calculatedmulti: calculated,
  ddimageortext: onImages,
  ddmarker: onImages,
  pmatch: patterns,
  regexp: patterns,
  random: atRandom,
  randomsamatch: atRandom,
  coderunner: 'Programming questions are not part of the question bank. Add it as a coding problem',
  stack:
    'STACK questions compute their numbers and check formulas. Write one with fixed numbers as a numerical question',
}

/** The reason a question cannot be saved; null if there is none. */
function flawOf(question: ReadQuestion): string | null {
  const markers = markerFlaw(question as Parameters<typeof markerFlaw>[0])
  if (markers) return markers
  const { error } = bankQuestionForm.safeParse({ subject: 'Technical', ...question })
  const [issue] = error?.issues ?? []
  if (!issue) return null
  // `pairs.0.left` becomes `pair 1 left`, and `questionText` `question text`.
  const names = issue.path.map((part) =>
    typeof part === 'number' ? part + 1 : String(part).replace(/[a-z][A-Z]/g, ([a, b]) => `${a} ${b?.toLowerCase()}`),
  )
  const field = names.join(' ').replace(/^(\w+)s (?=\w)/, '$1 ')
  return `Its ${field} cannot be saved: ${issue.message}`
}

async function readQuestion(element: XmlElement, media: Media): Promise<Pick<FoundItem, 'readings' | 'reason'>> {
  const type = element.attributes.type?.trim() ?? ''
  const read = Object.hasOwn(types, type) ? types[type] : undefined
  if (!read) {
    const name = type.slice(0, 50)
    const unknown =
      name === ''
        ? 'It has no question type'
        : `Questions of Moodle’s type “${name}” are not supported. Change it to one of Moodle’s own types`
    return refuse(Object.hasOwn(refused, type) ? (refused[type] ?? unknown) : unknown)
  }
  const item = new MoodleItem(element, media)
  const typed = await read(item)
  const content = typed.content ?? (await item.rich(item.all('questiontext')[0]))
  const common = await commonFields(item, content, typed.marks)
  const readings = typed.meanings.map(({ label = '', fields, penalty, losses = [] }) => ({
    label,
    question: { ...common, ...fields, ...(penalty !== undefined && { penalty }) } as ReadQuestion,
    losses: [...new Set([...item.losses, ...losses])],
  }))
  for (const { question } of readings) {
    const flaw = flawOf(question)
    if (flaw) refuse(flaw)
  }
  return { readings, ...(typed.reason !== undefined && { reason: typed.reason }) }
}

/**
 * Reads the questions of a Moodle XML file, one at a time.
 * @throws UnreadableFile if the XML is malformed or beyond the limits before its first question
 */
export const readMoodleXml = (chunks: AsyncIterable<string>, media: Media): AsyncGenerator<FoundItem> =>
  untilFlaw(questionsIn(chunks, media))

async function* questionsIn(chunks: AsyncIterable<string>, media: Media): AsyncGenerator<FoundItem> {
  let category: readonly string[] = []
  const isQuestion = ({ name }: XmlElement, ancestors: readonly XmlElement[]) =>
    name === 'question' && ancestors.length > 0
  for await (const { element } of readXml(chunks, isQuestion)) {
    if (element.attributes.type === 'category') {
      category = categoryOf(element)
      continue
    }
    const title = titleOf(
      nameOf(element) ||
        sourceOf(childOf(element, 'questiontext'))
          .slice(0, 5_000)
          .replace(/<[^<>]*>/g, ' '),
    )
    const item = { title, line: element.line, category }
    try {
      yield { ...item, ...(await readQuestion(element, media)) }
    } catch (error) {
      if (!(error instanceof UnreadableItem)) throw error
      yield refusedItem(item, error.message)
    }
  }
}
