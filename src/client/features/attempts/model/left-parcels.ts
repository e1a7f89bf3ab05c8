import type { LocalStore } from '#client/lib/device/device.ts'
import type { SavedAnswer, SavedCode } from '#shared/attempts/attempts.schema.ts'
import { type AttemptOwner, attemptsWithUnsent, storageKey, type UnsentKind, unsentKinds } from './attempt-storage.ts'
import type { Violation } from './outbox.ts'

/** Leftovers of one attempt from a closed exam page, as sent in one request. */
export interface LeftParcel {
  attemptId: string
  answers: (SavedAnswer | SavedCode)[]
  violations: Violation[]
}

/** A parcel and its storage location. */
export interface Left extends LeftParcel {
  testId: string
  kind: UnsentKind
}

interface Kept extends Omit<LeftParcel, 'attemptId'> {
  owner: AttemptOwner
}

/** Limits per request. */
const mostAnswers = 1_000
const maxViolations = 200

/**
 * A student's leftovers on this device. Programs are sent one by one after the answers, so that a rejected one does not
 * block the others.
 */
export function leftParcels(storage: LocalStore, studentId: string): Left[] {
  return attemptsWithUnsent(storage).flatMap((attemptId) =>
    unsentKinds.flatMap((kind) => {
      const kept = readKept(storage, attemptId, kind)
      if (kept?.owner.studentId !== studentId) return []
      const place = { attemptId, testId: kept.owner.testId, kind }
      if (kind === 'code') return kept.answers.map((code): Left => ({ ...place, answers: [code], violations: [] }))
      const answers = kept.answers.slice(0, mostAnswers)
      const violations = kept.violations.filter(isComplete).slice(0, maxViolations)
      return answers.length + violations.length > 0 ? [{ ...place, answers, violations }] : []
    }),
  )
}

/** Total unsent answers of an attempt, across all requests. */
export const unsentOf = (storage: LocalStore, attemptId: string): number =>
  unsentKinds.reduce((sum, kind) => sum + (readKept(storage, attemptId, kind)?.answers.length ?? 0), 0)

/** Identifies a parcel by its content, so that a changed parcel has another name. */
export const nameOf = ({ attemptId, answers, violations }: Left): string =>
  [
    attemptId,
    ...answers.map(({ questionId, revision }) => `${questionId} ${revision}`),
    ...violations.map(eventName),
  ].join('\n')

/** Deletes sent leftovers from storage, except those added since. */
export function dropSent(storage: LocalStore, sent: Left): void {
  const kept = readKept(storage, sent.attemptId, sent.kind)
  if (!kept) return
  const revisions = new Map(sent.answers.map(({ questionId, revision }) => [questionId, revision]))
  const events = new Set(sent.violations.map(eventName))
  const answers = kept.answers.filter(({ questionId, revision }) => revision > (revisions.get(questionId) ?? -1))
  const violations = kept.violations.filter((event) => !events.has(eventName(event)))
  const key = storageKey(sent.attemptId, sent.kind)
  if (answers.length + violations.length === 0) storage.remove(key)
  else {
    const content = sent.kind === 'code' ? { codes: answers } : { answers, violations }
    storage.write(key, JSON.stringify({ owner: kept.owner, ...content }))
  }
}

/** A tab switch has no duration while its tab is hidden. That tab sends it, or the resumed attempt does. */
const isComplete = ({ kind, durationMs }: Violation) => kind !== 'tab_switch' || durationMs !== undefined

const eventName = ({ kind, at, durationMs }: Violation) => `${kind} ${at} ${durationMs}`

/** The well-formed part of the stored leftovers. The server validates the rest. Undefined without an owner. */
function readKept(storage: LocalStore, attemptId: string, kind: UnsentKind): Kept | undefined {
  try {
    const { owner, answers, codes, violations } = JSON.parse(storage.read(storageKey(attemptId, kind)) ?? 'null')
    if (typeof owner.testId !== 'string' || typeof owner.studentId !== 'string') return undefined
    return kind === 'code'
      ? { owner, answers: codes.filter(isCode), violations: [] }
      : { owner, answers: answers.filter(isAnswer), violations: violations.filter(isViolation) }
  } catch {
    return undefined
  }
}

const isAnswer = (answer: SavedAnswer | SavedCode | null) =>
  typeof answer?.questionId === 'string' && Number.isInteger(answer.revision)
const isCode = (code: SavedCode | null) =>
  isAnswer(code) && typeof code?.code === 'string' && typeof code.language === 'string'
const isViolation = (event: Violation | null) => typeof event?.kind === 'string' && typeof event.at === 'string'
