import { z } from 'zod'
import { fromLocalInput, toLocalInput } from '#client/lib/local-time.ts'
import { type TypedFields, typedFields } from '#shared/bank/questions.schema.ts'
import { defaultPreset, examPresets, relaxedRules } from '#shared/tests/exam.rules.ts'
import { examRules } from '#shared/tests/exam.schema.ts'
import {
  sectionDefaults,
  type TestForm,
  type TestFormInput,
  testDefaults,
  testForm,
} from '#shared/tests/form.schema.ts'
import { poolFilterFields } from '#shared/tests/pools.schema.ts'
import { floors, passMark, rulings } from '#shared/tests/scheme.rules.ts'
import { isSectioned } from '#shared/tests/tests.rules.ts'
import {
  difficulties,
  type QuestionFileAnswer,
  subjects,
  type TestType,
  testTypes,
} from '#shared/tests/tests.schema.ts'
import type { DrawnQuestion, TestDetail } from '../queries.ts'
import { penaltyOf, penaltyText } from './typed-shares.ts'

/** Value of a number input, including text that is not a number yet. */
const numberInput = z.union([z.number(), z.string()])

/** True if the author set the number of questions. An imported file replaces a default number. */
const countTyped = z.boolean().default(false)

const draftQuestionFields = z.object({
  /** Identifies the question's row on the screen. */
  key: z.string(),
  /** Set only for stored questions. */
  id: z.string().optional(),
  questionText: z.string(),
  questionImageUrl: z.string().nullable(),
  /** If undefined, the marks per question of the section or test apply. */
  marks: z.number().optional(),
  penalty: z.union([z.number(), z.string()]).optional(),
  /** A passage shared with neighbouring questions. */
  passage: z.string().nullish(),
  /** The bank question and version that it was copied from. */
  bankQuestionId: z.string().nullish(),
  bankVersion: z.number().nullish(),
  ruling: z.enum(rulings).nullish(),
  explanation: z.string().nullable(),
})

/** Without a type, a question is single choice. */
const draftQuestionShape = z.intersection(draftQuestionFields, typedFields)
export type DraftQuestion = z.output<typeof draftQuestionShape>

/** Separates the fields that depend on the type from the others. */
export function splitQuestion(question: DraftQuestion): {
  common: z.output<typeof draftQuestionFields>
  fields: TypedFields
} {
  const {
    key,
    id,
    questionText,
    questionImageUrl,
    marks,
    penalty,
    passage,
    bankQuestionId,
    bankVersion,
    ruling,
    explanation,
    ...fields
  } = question
  const origin = { bankQuestionId, bankVersion }
  return {
    common: { key, id, questionText, questionImageUrl, marks, penalty, passage, ...origin, ruling, explanation },
    fields,
  }
}

/** A bank pool, with numbers as typed. Without `marks`, the marks per question of the section or test apply. */
const draftPoolShape = z.object({ pick: numberInput, from: poolFilterFields.partial(), marks: numberInput.nullish() })
export type DraftPool = z.output<typeof draftPoolShape>

const draftSectionShape = z.object({
  key: z.string(),
  id: z.string().optional(),
  sectionName: z.string(),
  sectionDuration: numberInput,
  numberOfQuestions: numberInput,
  countTyped,
  marksPerQuestion: numberInput,
  /** Empty if all answers count, or if the section has no cut-off. */
  bestOf: numberInput.default(''),
  cutoff: numberInput.default(''),
  questions: z.array(draftQuestionShape),
  pools: z.array(draftPoolShape).default([]),
})
export type DraftSection = z.output<typeof draftSectionShape>

/** A coding question from the bank, chosen for the test. `timeLimit` is in seconds. */
const draftCodingShape = z.object({
  questionId: z.string(),
  title: z.string(),
  difficulty: z.string(),
  points: numberInput,
  timeLimit: numberInput,
})
export type DraftCoding = z.output<typeof draftCodingShape>

/** A changed question of a pool, before and after. */
const drawnChangeShape = z.object({ before: draftQuestionShape, after: draftQuestionShape })

/** A part: a section, or a flat test. */
export type DraftPart = Pick<
  DraftSection,
  'numberOfQuestions' | 'countTyped' | 'marksPerQuestion' | 'bestOf' | 'questions' | 'pools'
>

const defaultScheme = {
  penalty: '',
  floor: 'test',
  passMark,
  shuffleQuestions: false,
  shuffleOptions: false,
} as const

/** A test with the values of its inputs as typed. Also the format stored in the browser. */
export const draftShape = z.object({
  testName: z.string(),
  testDescription: z.string(),
  subject: z.enum(subjects),
  testType: z.enum(testTypes),
  companyName: z.string(),
  difficulty: z.enum(difficulties),
  topics: z.array(z.string()),
  /** In `DateField` format, like `endDateTime`. */
  startDateTime: z.string(),
  endDateTime: z.string(),
  /** The next six fields apply to a flat test. */
  numberOfQuestions: numberInput,
  countTyped,
  marksPerQuestion: numberInput,
  duration: numberInput,
  bestOf: numberInput.default(''),
  questions: z.array(draftQuestionShape),
  pools: z.array(draftPoolShape).default([]),
  sections: z.array(draftSectionShape),
  /** Changes to drawn questions, which are not part of the form. */
  drawn: z.array(drawnChangeShape).default([]),
  hasCodingSection: z.boolean().default(false),
  codingQuestions: z.array(draftCodingShape).default([]),
  rules: examRules.default(relaxedRules),
  /** In `DateField` format; empty for no objections. */
  objectionsUntil: z.string().default(''),
  /** As typed: marks, or a fraction such as 1/3. */
  penalty: z.string().default(defaultScheme.penalty),
  floor: z.enum(floors).default(defaultScheme.floor),
  passMark: numberInput.default(defaultScheme.passMark),
  shuffleQuestions: z.boolean().default(false),
  shuffleOptions: z.boolean().default(false),
})
export type TestDraft = z.output<typeof draftShape>

let made = 0
/** A key for a row that is not stored yet. Stored rows use their ids. */
export const newKey = () => `new-${++made}`

type WrittenQuestion = Omit<z.output<typeof draftQuestionFields>, 'key' | 'id'> & TypedFields
export const draftQuestion = (question: WrittenQuestion): DraftQuestion => ({ ...question, key: newKey() })

export const importedQuestion = (question: QuestionFileAnswer['questions'][number]) =>
  draftQuestion(
    'type' in question
      ? { questionImageUrl: null, ...question }
      : { questionImageUrl: null, optionImages: null, ...question },
  )

/** An empty section. @param number used in its initial name */
export const newSection = (number: number): DraftSection => ({
  key: newKey(),
  sectionName: `Section ${number}`,
  ...sectionDefaults,
  countTyped: false,
  bestOf: '',
  cutoff: '',
  questions: [],
  pools: [],
})

export const flatDefaults = {
  numberOfQuestions: testDefaults.numberOfQuestions,
  countTyped: false,
  marksPerQuestion: testDefaults.marksPerQuestion,
  duration: testDefaults.duration,
  bestOf: '',
} as const

export const emptyDraft = (testType: TestType = 'Assessment'): TestDraft => ({
  testName: '',
  testDescription: '',
  testType,
  companyName: '',
  subject: testDefaults.subject,
  difficulty: testDefaults.difficulty,
  topics: [],
  startDateTime: '',
  endDateTime: '',
  ...flatDefaults,
  questions: [],
  pools: [],
  sections: isSectioned(testType) ? [newSection(1)] : [],
  drawn: [],
  hasCodingSection: false,
  codingQuestions: [],
  rules: examPresets[defaultPreset(testType)],
  objectionsUntil: '',
  ...defaultScheme,
})

type StoredQuestions = TestDetail['questions']
type AuthorQuestion = DrawnQuestion['question']

/** A stored question. @param marksPerQuestion leaves the marks unset if they equal it, so they change with it */
export function storedQuestion(question: AuthorQuestion, marksPerQuestion?: number): DraftQuestion {
  const { id, questionText, questionImageUrl, marks, penalty, explanation, ...others } = question
  const { passage, bankQuestionId, bankVersion, ruling, ...fields } = others
  const own = {
    ...(marks === marksPerQuestion ? {} : { marks }),
    ...(penalty === undefined ? {} : { penalty }),
    ...(passage && { passage }),
    ...(bankQuestionId && { bankQuestionId, bankVersion }),
    ...(ruling && { ruling }),
  }
  // JSON omits undefined fields, so a response's types differ slightly.
  return { key: id, id, questionText, questionImageUrl, ...(fields as TypedFields), explanation, ...own }
}

const questionsOf = (questions: StoredQuestions, marksPerQuestion: number): DraftQuestion[] =>
  // Only the author gets the explanation and the key.
  questions.flatMap((question) => ('explanation' in question ? [storedQuestion(question, marksPerQuestion)] : []))

/** Leaves a pool's marks unset if they equal the marks per question, as for questions. */
const poolsOf = (pools: TestDetail['pools'] = [], marksPerQuestion: number): DraftPool[] =>
  pools.map(({ pick, from, marks }) => ({ pick, from, ...(marks !== marksPerQuestion && { marks }) }))

export function draftOf(test: TestDetail): TestDraft {
  const flat = isSectioned(test.testType)
    ? flatDefaults
    : {
        numberOfQuestions: test.numberOfQuestions,
        countTyped: true,
        marksPerQuestion: test.marksPerQuestion,
        duration: test.duration,
        bestOf: test.bestOf ?? '',
      }
  const cutoffs = new Map(Object.entries(test.sectionCutoffs ?? {}))
  return {
    testName: test.testName,
    testDescription: test.testDescription,
    subject: test.subject,
    testType: test.testType,
    companyName: test.companyName ?? '',
    difficulty: test.difficulty,
    topics: test.topics,
    startDateTime: toLocalInput(test.startDateTime),
    endDateTime: toLocalInput(test.endDateTime),
    ...flat,
    questions: questionsOf(test.questions, test.marksPerQuestion),
    pools: poolsOf(test.pools, test.marksPerQuestion),
    sections: test.sections.map(({ id, questions, ...section }) => ({
      key: id,
      id,
      sectionName: section.sectionName,
      sectionDuration: section.sectionDuration,
      numberOfQuestions: section.numberOfQuestions,
      countTyped: true,
      marksPerQuestion: section.marksPerQuestion,
      bestOf: section.bestOf ?? '',
      cutoff: cutoffs.get(section.sectionName) ?? '',
      questions: questionsOf(questions, section.marksPerQuestion),
      pools: poolsOf(section.pools, section.marksPerQuestion),
    })),
    drawn: [],
    hasCodingSection: test.hasCodingSection,
    codingQuestions: test.codingQuestions,
    rules: test.rules,
    objectionsUntil: test.objectionsUntil === undefined ? '' : toLocalInput(test.objectionsUntil),
    penalty: penaltyText(test.penalty),
    floor: test.floor ?? defaultScheme.floor,
    passMark: test.passMark ?? defaultScheme.passMark,
    shuffleQuestions: test.shuffleQuestions ?? false,
    shuffleOptions: test.shuffleOptions ?? false,
  }
}

/** Converts an empty number field to null. */
const unlessEmpty = (value: number | string) => (value === '' ? null : value)

/** The scheme's fields in the server's format. */
const schemeInputOf = ({ penalty, passMark: needed, bestOf, sections }: TestDraft) => ({
  penalty: penaltyOf(penalty) ?? null,
  passMark: unlessEmpty(needed),
  bestOf: unlessEmpty(bestOf),
  sections: sections.map((section) => ({ ...section, bestOf: unlessEmpty(section.bestOf) })),
  sectionCutoffs: Object.fromEntries(
    sections.flatMap(({ sectionName, cutoff }) => (cutoff === '' ? [] : [[sectionName.trim(), cutoff]])),
  ),
})

/** Changes to drawn questions in the server's format. */
const drawnKeysOf = ({ drawn }: TestDraft) =>
  drawn.map(({ before, after }) => ({
    questionId: before.id,
    fields: splitQuestion(after).fields,
    ruling: after.ruling ?? null,
    explanation: after.explanation,
  }))

/** The server's schema, adapted to drafts. @param stored the test being edited */
export const draftSchema = (
  stored: Pick<TestDetail, 'startDateTime' | 'endDateTime' | 'objectionsUntil'> | undefined,
) =>
  z.preprocess((value) => {
    const draft = value as TestDraft
    return {
      ...draft,
      ...schemeInputOf(draft),
      ...(draft.drawn.length > 0 && { drawnKeys: drawnKeysOf(draft) }),
      companyName: draft.testType === 'Specific Company Test' ? draft.companyName : null,
      startDateTime: fromLocalInput(draft.startDateTime, stored?.startDateTime),
      endDateTime: fromLocalInput(draft.endDateTime, stored?.endDateTime),
      objectionsUntil:
        draft.objectionsUntil === '' ? null : fromLocalInput(draft.objectionsUntil, stored?.objectionsUntil),
    }
  }, testForm)

export const toInput = (form: TestForm): TestFormInput => ({
  ...form,
  startDateTime: new Date(form.startDateTime).toISOString(),
  endDateTime: new Date(form.endDateTime).toISOString(),
  objectionsUntil: form.objectionsUntil == null ? null : new Date(form.objectionsUntil).toISOString(),
})
