import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/id.ts'
import { unusablePattern } from '#server/platform/patterns.ts'
import type { Actor, Platform } from '#server/platform/platform.ts'
import type { AuthorScope } from '#server/platform/scope.ts'
import { requireProof } from '#server/platform/step-up.ts'
import type { Services } from '#server/services.ts'
import type { ReleaseForm } from '#shared/attempts/release.schema.ts'
import { joinFields, patternsIn, splitFields } from '#shared/bank/question-parts.rules.ts'
import { rulesRefusal, sameRules } from '#shared/tests/exam.rules.ts'
import type { FlatForm, TestForm } from '#shared/tests/form.schema.ts'
import { questionsOfPart } from '#shared/tests/size.rules.ts'
import { hasSections, marksOf, partsOf, refusalWithAttempts } from '#shared/tests/tests.rules.ts'
import { acceptOwnTest } from '../assignments/assignments.ts'
import { announceReleases, releaseByStaff } from '../assignments/release.ts'
import type { PoolRow, QuestionRow } from '../attempts/paper.ts'
import { regradeTest } from '../attempts/regrade.ts'
import { recordAudit } from '../audit/audit.ts'
import { requireMarkers } from '../bank/entered.ts'
import { requireOwnTest } from './authors.ts'
import { originsOf, relinked } from './origins.ts'
import { PoolRows, poolRefusal, type StoredPools } from './pools.ts'
import { changeRubrics, describeChanges, keyChanges, withDrawnKeys } from './regrade.ts'
import { columnsOf, cutoffOf, schemeChanges, withStoredBestOf } from './scheme.ts'
import {
  cannotEdit,
  editConflict,
  invalidPattern,
  repeatedQuestion,
  repeatedSection,
  unknownCodingQuestion,
  unknownQuestion,
  unknownSection,
} from './tests.errors.ts'
import { type QuestionInsert, type SectionInsert, testsRepo } from './tests.repo.ts'
import { getTest } from './tests.ts'

interface Parts {
  sections: SectionInsert[]
  pools: PoolRow[]
  questions: QuestionInsert[]
}

type StoredParts = {
  sections: Awaited<ReturnType<ReturnType<typeof testsRepo>['sectionsOf']>>
  coding: Awaited<ReturnType<ReturnType<typeof testsRepo>['codingOf']>>
  pools: PoolRow[]
  questions: Awaited<ReturnType<ReturnType<typeof testsRepo>['questionsOf']>>
}

type FormPart = Pick<FlatForm, 'questions' | 'pools' | 'marksPerQuestion'>

/** Returns a function that assigns ids. Ids in the form must be known and unique. */
function idGiver(known: ReadonlySet<string>, unknown: (field: string) => Error, repeated: (field: string) => Error) {
  const named = new Set<string>()
  return (id: string | undefined, field: string) => {
    if (id === undefined) return newId()
    if (!known.has(id)) throw unknown(field)
    if (named.has(id)) throw repeated(field)
    named.add(id)
    return id
  }
}

/**
 * Rows of a form's sections and questions, in order.
 * @param kept stored pools that replace the form's
 * @throws VALIDATION for an unknown or repeated id
 */
async function partsOfForm(
  tx: Db,
  author: AuthorScope,
  testId: string,
  form: TestForm,
  known: Parts,
  kept?: StoredPools,
): Promise<Parts> {
  const idsOf = (rows: readonly { id: string }[]) => new Set(rows.map((row) => row.id))
  const sectionId = idGiver(idsOf(known.sections), unknownSection, repeatedSection)
  const questionId = idGiver(idsOf(known.questions), unknownQuestion, repeatedQuestion)
  const storedOf = new Map(known.questions.map((question) => [question.id, question]))
  const written = partsOf(form).flatMap(({ questions }) => questions)
  const originOf = await originsOf(tx, author, written)
  const fixed = written.flatMap((question) => originOf(question).bankQuestionId ?? [])
  const rows = new PoolRows(tx, author, fixed)
  const parts: Parts = { sections: [], pools: rows.pools, questions: [] }
  const add = async (part: FormPart, section: string | null, field: string) => {
    for (const [place, question] of part.questions.entries()) {
      requireMarkers(question, storedOf.get(question.id ?? ''), `${field}questions.${place}.`)
      const { id, marks, questionText, questionImageUrl, penalty, passage, ruling, explanation } = question
      parts.questions.push({
        questionText,
        questionImageUrl,
        penalty: penalty ?? null,
        passage: passage ?? null,
        ruling: ruling ?? null,
        ...originOf(question),
        explanation,
        ...splitFields(question),
        id: questionId(id, `${field}questions.${place}.id`),
        testId,
        sectionId: section,
        position: parts.questions.length,
        marks: marksOf({ marks }, part.marksPerQuestion),
      })
    }
    const place = { testId, sectionId: section, marksPerQuestion: part.marksPerQuestion, field }
    const first = rows.candidates.length
    if (kept) rows.keep(kept, section, parts.questions.length)
    else await rows.add(part.pools, place, parts.questions.length)
    parts.questions.push(...rows.candidates.slice(first))
  }
  if (!hasSections(form)) await add(form, null, '')
  else
    for (const [position, { id, questions, pools, bestOf = null, ...section }] of form.sections.entries()) {
      const stored = known.sections.find((row) => row.id === id)
      const row = {
        ...section,
        id: sectionId(id, `sections.${position}.id`),
        testId,
        position,
        bestOf,
        numberOfQuestions: questionsOfPart({ questions, pools }),
        cutoff: cutoffOf(form, section.sectionName, stored),
      }
      parts.sections.push(row)
      await add({ questions, pools, marksPerQuestion: section.marksPerQuestion }, row.id, `sections.${position}.`)
    }
  return parts
}

/**
 * Checks that a form's coding questions are published or already in the test, without duplicates. Coding questions
 * belong to the owner, so colleges cannot add any.
 * @throws VALIDATION
 */
async function requireCoding(
  tx: Db,
  { collegeId }: AuthorScope,
  { codingQuestions }: TestForm,
  known: readonly { questionId: string }[] = [],
) {
  const wanted = codingQuestions.map(({ questionId }) => questionId)
  const published = collegeId === null ? await testsRepo(tx).published(wanted) : []
  const allowed = new Set([...published, ...known.map(({ questionId }) => questionId)])
  for (const [place, id] of wanted.entries()) {
    const field = `codingQuestions.${place}.questionId`
    if (!allowed.has(id)) throw unknownCodingQuestion(field)
    if (wanted.indexOf(id) < place) throw repeatedQuestion(field)
  }
}

/** Checks the regular expressions among a form's accepted answers. @throws VALIDATION */
function requirePatterns(form: TestForm, stored: readonly QuestionRow[] = []) {
  const known = new Set(stored.flatMap((question) => patternsIn(joinFields(question)).map(({ pattern }) => pattern)))
  const parts: [string, FormPart['questions']][] = hasSections(form)
    ? form.sections.map(({ questions }, place) => [`sections.${place}.questions`, questions])
    : [['questions', form.questions]]
  for (const [field, questions] of parts)
    for (const [place, question] of questions.entries()) {
      const bad = unusablePattern(patternsIn(question), known)
      if (bad) throw invalidPattern(`${field}.${place}.${bad.path}`, bad.reason)
    }
}

/** True if a form has pools, whose candidates are stored with their facility. */
const drawsFrom = (form: TestForm) => partsOf(form).some(({ pools }) => pools.length > 0)

/** Creates a test. The owner can offer it to colleges; a college's own test is assigned to it immediately. */
export async function createTest(app: Services, author: AuthorScope, actor: Actor, form: TestForm) {
  const id = newId()
  const now = app.clock.now()
  if (drawsFrom(form)) await app.facilities.refresh()
  await app.db.write(async (tx) => {
    requirePatterns(form)
    // A new test has no papers yet.
    withDrawnKeys([], form)
    await requireCoding(tx, author, form)
    const { collegeId } = author
    await testsRepo(tx).insert({
      id,
      collegeId,
      ...columnsOf(form),
      createdBy: actor.id,
      createdAt: now,
      updatedAt: now,
    })
    await testsRepo(tx).putParts(
      id,
      await partsOfForm(tx, author, id, form, { sections: [], pools: [], questions: [] }),
    )
    await testsRepo(tx).putCoding(id, form.codingQuestions)
    if (collegeId !== null) await acceptOwnTest(tx, now, { testId: id, collegeId })
    const entry = { action: 'test.create', subject: { type: 'test', id, name: form.testName } } as const
    await recordAudit(tx, now, actor, entry)
  })
  return getTest(app, { kind: 'platform' }, id)
}

/** Returns the reason the form cannot replace a test that students have started, or null. */
function refusal(
  before: Pick<FlatForm, 'duration' | 'marksPerQuestion'> & { testType: TestForm['testType'] },
  stored: StoredParts,
  form: TestForm,
) {
  const whole = { minutes: before.duration, marksPerQuestion: before.marksPerQuestion }
  const parts = new Map<string | null, typeof whole>(
    stored.sections.length > 0
      ? stored.sections.map(({ id, sectionDuration: minutes, marksPerQuestion }) => [id, { minutes, marksPerQuestion }])
      : [[null, whole]],
  )
  const questions = stored.questions.flatMap((question) =>
    question.poolId === null ? [{ ...question, part: question.sectionId }] : [],
  )
  const { testType } = before
  return refusalWithAttempts({ testType, parts, questions, codingQuestions: stored.coding }, form)
}

const isoOf = (time: number | null) => (time === null ? null : new Date(time).toISOString())
/** Audit detail for a changed objection deadline. @param to undefined if unchanged */
const objectionsDetail = (from: number | null, to: number | null | undefined) =>
  to === undefined || to === from ? {} : { objectionsUntil: { from: isoOf(from), to: isoOf(to) } }

/**
 * Replaces a test, matching sections and questions by id. Once students have started, only the name, description,
 * dates, explanations, key, pass mark and cut-offs may change; the last three regrade every attempt in the same
 * transaction.
 * @throws NOT_FOUND, CONFLICT; FORBIDDEN if the owner edits a college's test; PROOF_NEEDED when it changes the key or
 * marking scheme of a test that was offered to another college or assigned to students
 */
export async function updateTest(app: Services, author: AuthorScope, actor: Actor, id: string, sent: TestForm) {
  const now = app.clock.now()
  if (drawsFrom(sent)) await app.facilities.refresh()
  await app.db.write(async (tx) => {
    const repo = testsRepo(tx)
    const before = await requireOwnTest(tx, author, id)
    if (sent.baseVersion !== undefined && sent.baseVersion !== before.version) throw editConflict()
    const stored = {
      sections: await repo.sectionsOf(id),
      questions: await repo.questionsOf(id),
      coding: await repo.codingOf(id),
      pools: await repo.poolsOf(id),
    }
    const form = withStoredBestOf(sent, before, stored.sections)
    requirePatterns(form, stored.questions)
    await requireCoding(tx, author, form, stored.coding)
    const hasAttempts = (await repo.attemptCount(id)) > 0
    const drawn = await relinked(tx, author, withDrawnKeys(hasAttempts ? stored.questions : [], form))
    const kept = hasAttempts ? { pools: stored.pools, questions: drawn } : undefined
    const parts = await partsOfForm(tx, author, id, form, stored, kept)
    const rules = form.rules ?? before.rules
    const columns = columnsOf(form)
    const scheme = schemeChanges(
      { test: before, sections: stored.sections },
      { test: { ...before, ...columns }, sections: parts.sections },
    )
    const refused = hasAttempts
      ? (poolRefusal(stored, form) ??
        refusal(before, stored, form) ??
        rulesRefusal(before.rules, rules) ??
        scheme.refused)
      : null
    if (refused) throw cannotEdit(refused)
    const changedKey = keyChanges(stored.questions, parts.questions)
    await changeRubrics(tx, changedKey)
    const isRegraded = changedKey.length > 0 || scheme.detail !== null
    if (isRegraded && (await repo.isOffered(before))) requireProof(app, actor)
    await repo.update(id, { ...columns, updatedAt: now, version: before.version + 1 })
    await repo.putParts(id, parts)
    await repo.putCoding(id, form.codingQuestions)
    if (hasAttempts && isRegraded) await regradeTest(tx, id)
    await recordAudit(tx, now, actor, {
      action: changedKey.length > 0 ? 'test.key_change' : 'test.update',
      subject: { type: 'test', id, name: form.testName },
      detail: {
        changedKey: describeChanges(changedKey),
        ...(scheme.detail && { scheme: scheme.detail }),
        ...(!sameRules(before.rules, rules) && { rules: { from: before.rules, to: rules } }),
        ...objectionsDetail(before.objectionsUntil, form.objectionsUntil),
      },
    })
  })
  return getTest(app, { kind: 'platform' }, id)
}

/**
 * Releases a test's key to the students of all colleges, now or at a later time, or cancels a scheduled release.
 * @throws NOT_FOUND, CONFLICT
 */
export async function releaseKey(app: Platform, author: AuthorScope, actor: Actor, form: ReleaseForm & { id: string }) {
  const now = app.clock.now()
  const answer = await app.db.write(async (tx) => {
    const test = await requireOwnTest(tx, author, form.id)
    const { rules, keyReleasedAt, testName } = test
    const byStaff = { rule: rules.keyRelease, releasedAt: keyReleasedAt, what: 'Answers' } as const
    const { time, detail, message } = releaseByStaff(form, byStaff, now)
    await testsRepo(tx).update(form.id, { keyReleasedAt: time })
    const subject = { type: 'test', id: form.id, name: testName } as const
    await recordAudit(tx, now, actor, { action: 'test.release_key', subject, detail })
    return { message }
  })
  await announceReleases(app)
  return answer
}
