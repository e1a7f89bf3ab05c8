import type { ExamRules } from './exam.schema.ts'
import type { TestType } from './tests.schema.ts'

/** Default rules when the author gives none, for compatibility with existing REST clients. */
export const relaxedRules: ExamRules = {
  resultRelease: 'at_once',
  keyRelease: 'at_once',
  lockSections: false,
  oneDevice: false,
  networks: [],
}

const standardRules: ExamRules = { ...relaxedRules, keyRelease: 'after_end' }

/** The form's presets. */
export const examPresets = {
  relaxed: relaxedRules,
  standard: standardRules,
  strict: { ...standardRules, lockSections: true, oneDevice: true },
} as const
export type ExamPreset = keyof typeof examPresets

const presets = Object.keys(examPresets) as ExamPreset[]
const switches = ['resultRelease', 'keyRelease', 'lockSections', 'oneDevice'] as const

/** The preset that matches the rules, ignoring networks; undefined for a custom choice. */
export const presetOf = (rules: ExamRules): ExamPreset | undefined =>
  presets.find((preset) => switches.every((name) => examPresets[preset][name] === rules[name]))

/** Default preset per test type. */
export const defaultPreset = (testType: TestType): ExamPreset =>
  testType === 'Practice' ? 'relaxed' : testType === 'Assignment' ? 'standard' : 'strict'

/** Practice allows only the relaxed rules. @returns the first rule that differs, or null */
export const practiceRefusal = (rules: ExamRules): keyof ExamRules | null =>
  switches.find((name) => rules[name] !== relaxedRules[name]) ?? (rules.networks.length > 0 ? 'networks' : null)

const resultWords = {
  at_once: 'Scores are shown right after submitting.',
  after_end: 'Scores are shown after the test has ended for everyone.',
  by_staff: 'Scores are shown when your college releases them.',
} as const
const keyWords = {
  at_once: 'Correct answers are shown with the score.',
  after_end: 'Correct answers are shown after the test has ended for everyone.',
  by_staff: 'Correct answers are shown when they are released.',
  never: 'Correct answers are not shown.',
} as const

/** Describes the rules, one sentence per relevant rule. @param hasKey true if any question has a correct answer */
export const rulesInWords = (rules: ExamRules, hasKey: boolean): string[] => [
  resultWords[rules.resultRelease],
  ...(hasKey ? [keyWords[rules.keyRelease]] : []),
  ...(rules.lockSections ? ['Each section’s questions appear only when the section opens.'] : []),
  ...(rules.oneDevice ? ['Use one device and one browser tab. You cannot switch while that one is in use.'] : []),
  ...(rules.networks.length > 0 ? ['This test can be taken only on the networks your college allows.'] : []),
]

/** Returns the reason a test's rules cannot be replaced once students have started it; null if they can. */
export const rulesRefusal = (before: ExamRules, after: ExamRules): string | null =>
  before.lockSections === after.lockSections
    ? null
    : 'Sections cannot be locked or unlocked once students have started the test'

export const sameRules = (a: ExamRules, b: ExamRules) =>
  switches.every((name) => a[name] === b[name]) && a.networks.join() === b.networks.join()
