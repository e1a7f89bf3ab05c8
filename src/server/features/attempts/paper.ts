import { BlockList, isIPv6 } from 'node:net'
import type { Db } from '#server/platform/db.ts'
import { prepareJson } from '#server/platform/prepared-json.ts'
import type { Penalty } from '#shared/bank/question-types.rules.ts'
import { paperQuestionOf, summaryOf } from '#shared/tests/tests.rules.ts'
import { type PaperCodingQuestion, paper as paperSchema, type Paper as ShownPaper } from '#shared/tests/tests.schema.ts'
import { testNotFound } from './attempts.errors.ts'
import { paperRepo, type QuestionRow, type SectionRow } from './paper.repo.ts'

export type { QuestionRow }

/** A test prepared for the exam room, shared by all its students. */
export interface Paper {
  version: number
  /** The student view: no key, no explanations. */
  shown: ShownPaper
  /** Same as `shown`, but with one section's questions only, for locked sections. @param part from 0 */
  shownIn: (part: number) => ShownPaper
  /** In paper order, with what grading needs. */
  questions: readonly (QuestionRow & { penalty: Penalty })[]
  /** Empty for a test without sections. */
  sections: readonly SectionRow[]
  /** Each question's position in the paper and its section, both from 0. */
  placeOf: ReadonlyMap<string, { place: number; part: number }>
  /** Coding questions in order; they form the last section, or the only one. Empty for a test without coding. */
  coding: readonly Pick<PaperCodingQuestion, 'questionId' | 'title' | 'points' | 'supported_languages'>[]
  /** Duration of each section in milliseconds, without extra time. */
  plan: readonly number[]
  /** Checks whether the test may be taken from an address; null when there is no restriction. */
  admits: ((address: string) => boolean) | null
}

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
    })
  return shown
}

/** Durations in ms: each section (or all questions together), then the coding questions. */
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

/** A wrong answer costs nothing unless the author says so. */
export const withPenalty = (question: QuestionRow) => ({ ...question, penalty: question.penalty ?? 0 })

async function build(db: Db, testId: string): Promise<Paper> {
  const repo = paperRepo(db)
  const test = await repo.test(testId)
  if (!test) throw testNotFound()
  const questions = (await repo.questionsOf(testId)).map(withPenalty)
  const sections = await repo.sectionsOf(testId)
  const coding = await codingOf(db, testId)
  const parts = new Map(sections.map((section, place) => [section.id, place]))
  const shown = (section: string | null) =>
    questions.filter((question) => question.sectionId === section).map(paperQuestionOf)
  const plan = planOf(test, sections, questions.length === 0 && coding.length > 0)
  const whole = paperSchema.parse({
    ...summaryOf(test),
    sections: sections.map((section) => ({ ...section, questions: shown(section.id) })),
    questions: shown(null),
    codingQuestions: coding,
  })
  return {
    version: test.version,
    shown: prepareJson(whole),
    shownIn: lockedViews(whole, plan.length),
    questions,
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
    admits: networkMatcher(test.rules.networks),
  }
}

export class Papers {
  readonly #cache = new Map<string, Paper>()

  /**
   * Returns a test's paper, cached per version.
   * @throws NOT_FOUND
   */
  async of(db: Db, { testId, version }: { testId: string; version: number }): Promise<Paper> {
    let paper = this.#cache.get(testId)
    if (paper?.version !== version) paper = await build(db, testId)
    this.#cache.delete(testId)
    // Inside a job, the paper may include uncommitted changes; cache it only for the requested version.
    if (paper.version === version) this.#cache.set(testId, paper)
    if (this.#cache.size > maxCachedPapers) this.#cache.delete(this.#cache.keys().next().value ?? '')
    return paper
  }
}

/** The paper as shown while this section is open. @param part from 0 */
export const paperIn = (paper: Paper, part: number): ShownPaper =>
  paper.shown.rules.lockSections ? paper.shownIn(part) : paper.shown
