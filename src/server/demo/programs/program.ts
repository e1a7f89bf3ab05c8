import type { Language, StoredCase } from '#shared/coding/languages.rules.ts'

/** A program of the demo, and what the judge said of it, case by case: a test has every one of them judged again. */
export interface SeedProgram {
  language: Language
  code: string
  cases: readonly StoredCase[]
}
