import { defaultPreset, examPresets, presetOf } from '#shared/tests/exam.rules.ts'
import { bounds, testDefaults } from '#shared/tests/form.schema.ts'
import { isSectioned } from '#shared/tests/tests.rules.ts'
import type { TestType } from '#shared/tests/tests.schema.ts'
import { findQuestion, type PartKey, partOf, roomOf } from './draft-parts.ts'
import {
  type DraftPart,
  type DraftQuestion,
  type DraftSection,
  draftQuestion,
  flatDefaults,
  newSection,
  type TestDraft,
} from './test-draft.ts'

/** A pure change to a draft. Unchanged parts keep their identity, so their rows do not re-render. */
export type Change = (draft: TestDraft) => TestDraft

export const lostByType = (draft: TestDraft, testType: TestType): number =>
  isSectioned(testType) === isSectioned(draft.testType)
    ? 0
    : draft.questions.length + draft.sections.reduce((sum, { questions }) => sum + questions.length, 0)

/** Rules that still match the old type's preset change to the new type's. Practice always has its own rules. */
function rulesForType({ rules, testType: before }: TestDraft, testType: TestType): TestDraft['rules'] {
  const isDefault = presetOf(rules) === defaultPreset(before)
  if (testType === 'Practice') return examPresets.relaxed
  return isDefault ? { ...examPresets[defaultPreset(testType)], networks: rules.networks } : rules
}

/**
 * As specified, changing the type clears the topics and, unless the new type is Practice, resets the subject. Switching
 * between a flat list and sections clears the questions.
 */
export function withType(draft: TestDraft, testType: TestType): TestDraft {
  if (testType === draft.testType) return draft
  const subject = testType === 'Practice' ? draft.subject : testDefaults.subject
  const rules = rulesForType(draft, testType)
  const next = { ...draft, testType, subject, rules, topics: [], hasCodingSection: false }
  if (isSectioned(testType) === isSectioned(draft.testType)) return next
  return isSectioned(testType)
    ? { ...next, ...flatDefaults, questions: [], sections: [newSection(1)] }
    : { ...next, ...flatDefaults, questions: [], sections: [] }
}

/** Undoes a type change and restores what it removed. Keeps other edits made since. */
export function backToType(before: TestDraft): Change {
  const { testType, subject, topics, questions, sections, hasCodingSection, rules } = before
  const { numberOfQuestions, countTyped, marksPerQuestion, duration, bestOf } = before
  const size = { numberOfQuestions, countTyped, marksPerQuestion, duration, bestOf, questions, sections }
  return (draft) => ({ ...draft, ...size, testType, subject, topics, hasCodingSection, rules })
}

/** Changes the subject and clears the previous subject's topics. */
export const withSubject = (draft: TestDraft, subject: TestDraft['subject']): TestDraft =>
  subject === draft.subject ? draft : { ...draft, subject, topics: [] }

const numberIn = (name: string) => Number(/^Section (\d+)$/.exec(name)?.[1] ?? 0)

/** Adds a section at the end. @returns the unchanged draft if it has the maximum number of sections */
export function withNewSection(draft: TestDraft): TestDraft {
  if (draft.sections.length >= bounds.sections.max) return draft
  // If 'Section 2' was removed and 'Section 3' exists, do not create a second 'Section 3'.
  const taken = Math.max(draft.sections.length, ...draft.sections.map(({ sectionName }) => numberIn(sectionName)))
  return { ...draft, sections: [...draft.sections, newSection(taken + 1)] }
}

export const withSection = (draft: TestDraft, key: string, change: Partial<DraftSection>): TestDraft => ({
  ...draft,
  sections: draft.sections.map((section) => (section.key === key ? { ...section, ...change } : section)),
})

export const withoutSection = (draft: TestDraft, key: string): TestDraft => ({
  ...draft,
  sections: draft.sections.filter((section) => section.key !== key),
})

/** Restores a removed section at its position. */
export const backToSections =
  (section: DraftSection, at: number): Change =>
  (draft) => ({ ...draft, sections: draft.sections.toSpliced(at, 0, section) })

/** Swaps a row with its neighbour, if there is one. */
export function swapped<Row>(rows: Row[], from: number, by: 1 | -1): Row[] {
  const [one, other] = [rows[from], rows[from + by]]
  return one && other ? rows.with(from, other).with(from + by, one) : rows
}

export function withSectionMoved(draft: TestDraft, key: string, by: 1 | -1): TestDraft {
  const at = draft.sections.findIndex((section) => section.key === key)
  return { ...draft, sections: swapped(draft.sections, at, by) }
}

function withQuestions(draft: TestDraft, part: PartKey, change: (questions: DraftQuestion[]) => DraftQuestion[]) {
  const questions = change(partOf(draft, part)?.questions ?? [])
  return part === null ? { ...draft, questions } : withSection(draft, part, { questions })
}

/** Adds as many of the questions as the part has room for. */
export function withAdded(draft: TestDraft, part: PartKey, questions: readonly DraftQuestion[]): TestDraft {
  const place = partOf(draft, part)
  if (!place) return draft
  const fitting = questions.slice(0, roomOf(place))
  return fitting.length === 0 ? draft : withQuestions(draft, part, (before) => [...before, ...fitting])
}

export const withLimit = (
  draft: TestDraft,
  part: PartKey,
  numberOfQuestions: DraftPart['numberOfQuestions'],
): TestDraft => (part === null ? { ...draft, numberOfQuestions } : withSection(draft, part, { numberOfQuestions }))

export function withRewritten(draft: TestDraft, question: DraftQuestion): TestDraft {
  const found = findQuestion(draft, question.key)
  if (!found) return draft
  return withQuestions(draft, found.part, (before) => before.with(found.at, question))
}

/** Inserts a copy after the original. @returns the unchanged draft if there is no room */
export function withDuplicate(draft: TestDraft, key: string): TestDraft {
  const found = findQuestion(draft, key)
  const part = found && partOf(draft, found.part)
  if (!part || roomOf(part) === 0) return draft
  const { key: _key, id: _id, ...written } = found.question
  return withQuestions(draft, found.part, (before) => before.toSpliced(found.at + 1, 0, draftQuestion(written)))
}

export function withoutQuestion(draft: TestDraft, key: string): TestDraft {
  const found = findQuestion(draft, key)
  return found ? withQuestions(draft, found.part, (before) => before.toSpliced(found.at, 1)) : draft
}

/** Restores a removed question at its position, unless its section was removed too. */
export const backToQuestions =
  (question: DraftQuestion, part: PartKey, at: number): Change =>
  (draft) =>
    partOf(draft, part) ? withQuestions(draft, part, (before) => before.toSpliced(at, 0, question)) : draft

export function withQuestionMoved(draft: TestDraft, key: string, by: 1 | -1): TestDraft {
  const found = findQuestion(draft, key)
  return found ? withQuestions(draft, found.part, (before) => swapped(before, found.at, by)) : draft
}

/** Moves a question to the end of another section. @returns the unchanged draft if that section is full */
export function withQuestionIn(draft: TestDraft, key: string, to: string): TestDraft {
  const found = findQuestion(draft, key)
  const place = partOf(draft, to)
  if (!found || !place || found.part === to || roomOf(place) === 0) return draft
  return withQuestions(withoutQuestion(draft, key), to, (before) => [...before, found.question])
}
