import type { TestType } from '#shared/tests/tests.schema.ts'
import { typeLabels } from './type-labels.ts'

/**
 * The test type that the user last viewed, kept for the browser tab and announced to the page as documented in
 * design.md. The lists themselves read the URL. A new test starts with the remembered type. No zod here, because this
 * module is part of the student's first page.
 */
const key = 'selectedTestType'
const eventName = 'testTypeChanged'

export const testTypeOf = (name: unknown) => (Object.keys(typeLabels) as TestType[]).find((type) => type === name)

function readSaved(): TestType | undefined {
  try {
    return testTypeOf(sessionStorage.getItem(key))
  } catch {
    return undefined
  }
}

let chosen = readSaved()

/** Stores the chosen type and announces it, once per change. undefined means all types. */
export function rememberTestType(type: TestType | undefined) {
  if (type === chosen) return
  chosen = type
  try {
    if (type === undefined) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, type)
  } catch {
    // If storage is blocked, the type is remembered until the page is closed.
  }
  window.dispatchEvent(new CustomEvent(eventName, { detail: type ?? null }))
}

/** The remembered choice; undefined for all types. */
export const recalledTestType = () => chosen
