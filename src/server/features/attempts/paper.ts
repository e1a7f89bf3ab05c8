import { BlockList, isIPv6 } from 'node:net'
import type { Db } from '#server/platform/db.ts'
import { prepareJson } from '#server/platform/prepared-json.ts'
import { totalOf } from '#shared/attempts/results.rules.ts'
import { showJudging } from '#shared/coding/judging.schema.ts'
import { round2 } from '#shared/numbers.ts'
import { paperQuestionOf, summaryOf, withShownBestOf, withShownScheme } from '#shared/tests/tests.rules.ts'
import { type PaperCodingQuestion, paper as paperSchema, type Paper as ShownPaper } from '#shared/tests/tests.schema.ts'
import { testNotFound } from './attempts.errors.ts'
import { ownPaper } from './own-paper.ts'
import { type PoolRow, paperRepo, type QuestionRow, type SectionRow, type TestRow } from './paper.repo.ts'
import type { Grading, Paper, PenalisedQuestion } from './paper-model.ts'
import { QuestionViews } from './question-views.ts'

export type { Grading, Paper, PenalisedQuestion, PoolRow, QuestionRow, SectionRow, TestRow }

/** Cache size; the least recently used paper is evicted. */
const maxCachedPapers = 200
const minute = 60_000

async function codingOf(db: Db, testId: string): Promise<PaperCodingQuestion[]> {
  const repo = paperRepo(db)
  const shown = []
  for (const { entry, question } of await repo.codingOf(testId))
    shown.push({
      questionId: question.id,
      title: question.title,
      difficulty: question.difficulty,
      points: entry.points,
      timeLimit: entry.timeLimit,
      description: question.description,
      constraints: question.constraints,
      input_format: question.inputFormat,
      output_format: question.outputFormat,
      time_limit: question.timeLimit,
      memory_limit: question.memoryLimit,
      sample_input: question.sampleInput,
      sample_output: question.sampleOutput,
      explanation: question.explanation,
      supported_languages: question.supportedLanguages,
      testCases: (await repo.samplesOf(question.id)).map((sample) => ({ ...sample, is_sample: true as const })),
      ...showJudging(question),
    })
  return shown
}

/** Durations in ms: one per section (or one for all questions together), then one for the coding questions. */
function planOf(
  test: { duration: number; codingSeconds: number },
  sections: readonly SectionRow[],
  isCodingOnly: boolean,
) {
  const choice =
    sections.length > 0 ? sections.map((section) => section.sectionDuration * minute) : [test.duration * minute]
  return [...(isCodingOnly ? [] : choice), ...(test.codingSeconds > 0 ? [test.codingSeconds * 1_000] : [])]
}

/** Views of a paper with one section open, built lazily. */
function lockedViews(whole: ShownPaper, parts: number): (part: number) => ShownPaper {
  const views: ShownPaper[] = []
  const { sections, questions, codingQuestions } = whole
  const isCoding = (part: number) => codingQuestions.length > 0 && part === parts - 1
  return (part) => {
    views[part] ??= prepareJson({
      ...whole,
      sections: sections.map((section, place) => (place === part ? section : { ...section, questions: [] })),
      questions: isCoding(part) ? [] : questions,
      codingQuestions: isCoding(part) ? codingQuestions : [],
    })
    return views[part]
  }
}

/** Returns a function that checks whether an address is in these ranges; null when there are none. */
function networkMatcher(networks: readonly string[]): Paper['admits'] {
  if (networks.length === 0) return null
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    list.addSubnet(address, Number(bits), isIPv6(address) ? 'ipv6' : 'ipv4')
  }
  return (address) => list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}

type SchemeRow = Pick<TestRow, 'penalty' | 'floor' | 'passMark' | 'bestOf'>

/**
 * Builds the data for grading.
 * @param questions all questions of the test, in paper order
 */
export function gradingOf(
  test: SchemeRow,
  sections: readonly SectionRow[],
  questions: readonly QuestionRow[],
  pools: readonly PoolRow[],
  points: number,
): Grading {
  const penalised = questions.map((question) => ({ ...question, penalty: question.penalty ?? test.penalty ?? 0 }))
  const { floor, passMark, bestOf } = test
  const parts =
    sections.length === 0
      ? [{ sectionId: null, questions: penalised, bestOf, cutoff: null }]
      : sections.map((section) => ({
          sectionId: section.id,
          questions: penalised.filter(({ sectionId }) => sectionId === section.id),
          bestOf: section.bestOf,
          cutoff: section.cutoff,
        }))
  return {
    parts: parts.map((part) => ({ ...part, total: totalOf(part.questions, part.bestOf) })),
    pools,
    scheme: { floor, passMark },
    points,
  }
}

/** Reads the data for grading. @throws NOT_FOUND */
export async function readGrading(db: Db, testId: string, questions?: readonly QuestionRow[]): Promise<Grading> {
  const repo = paperRepo(db)
  const test = await repo.test(testId)
  if (!test) throw testNotFound()
  const points = round2((await repo.codingOf(testId)).reduce((sum, { entry }) => sum + entry.points, 0))
  return gradingOf(
    test,
    await repo.sectionsOf(testId),
    questions ?? (await repo.questionsOf(testId)),
    await repo.poolsOf(testId),
    points,
  )
}

async function build(db: Db, testId: string): Promise<Paper> {
  const repo = paperRepo(db)
  const test = await repo.test(testId)
  if (!test) throw testNotFound()
  const sections = await repo.sectionsOf(testId)
  const coding = await codingOf(db, testId)
  const points = round2(coding.reduce((sum, question) => sum + question.points, 0))
  const pools = await repo.poolsOf(testId)
  const grading = gradingOf(test, sections, await repo.questionsOf(testId), pools, points)
  const questions = grading.parts.flatMap((part) => part.questions)
  const parts = new Map(sections.map((section, place) => [section.id, place]))
  const shown = (section: string | null) =>
    questions.filter(({ sectionId }) => sectionId === section).map((question) => paperQuestionOf(question))
  const plan = planOf(test, sections, questions.length === 0 && coding.length > 0)
  const whole = paperSchema.parse({
    ...summaryOf(withShownScheme(test, sections)),
    sections: sections.map((section) => ({ ...withShownBestOf(section), questions: shown(section.id) })),
    questions: shown(null),
    codingQuestions: coding,
  })
  return {
    version: test.version,
    shown: prepareJson(whole),
    shownIn: lockedViews(whole, plan.length),
    questions,
    grading,
    sections,
    coding: coding.map(({ questionId, title, points, supported_languages }) => ({
      questionId,
      title,
      points,
      supported_languages,
    })),
    placeOf: new Map(
      questions.map(({ id, sectionId }, place) => [id, { place, part: parts.get(sectionId ?? '') ?? 0 }]),
    ),
    plan,
    pools,
    own: null,
    views: new QuestionViews(whole),
    shuffle: { questions: test.shuffleQuestions, options: test.shuffleOptions },
    admits: networkMatcher(test.rules.networks),
  }
}

export class Papers {
  readonly #cache = new Map<string, Paper>()

  /**
   * Returns a test's paper, cached per version.
   * @param seed the attempt's seed, to get the student's own paper
   * @throws NOT_FOUND
   */
  async of(
    db: Db,
    { testId, version, seed = null }: { testId: string; version: number; seed?: number | null },
  ): Promise<Paper> {
    let paper = this.#cache.get(testId)
    if (paper?.version !== version) paper = await build(db, testId)
    this.#cache.delete(testId)
    // Inside a job, the paper may include uncommitted changes; cache it only for the requested version.
    if (paper.version === version) this.#cache.set(testId, paper)
    if (this.#cache.size > maxCachedPapers) this.#cache.delete(this.#cache.keys().next().value ?? '')
    return seed === null ? paper : ownPaper(paper, seed)
  }
}

/** The paper as shown while this section is open. @param part zero-based */
export function paperIn(paper: Paper, part: number): ShownPaper {
  const open = paper.shown.rules.lockSections ? part : null
  if (paper.own) return paper.own.shown(open)
  return open === null ? paper.shown : paper.shownIn(open)
}
