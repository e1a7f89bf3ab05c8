import { type TestType, testTypes } from '#shared/tests/schema.ts'

/**
 * The test type a person last looked at: kept for the browser tab and announced to the page as documented (design.md 10).
 * The list itself reads the URL; a new test starts with the remembered type.
 */
const key = 'selectedTestType'
const eventName = 'testTypeChanged'

/** Keeps the choice and announces it, once per change; undefined means all types. */
export function rememberTestType(type: TestType | undefined) {
  if (type === recalledTestType()) return
  if (type === undefined) sessionStorage.removeItem(key)
  else sessionStorage.setItem(key, type)
  window.dispatchEvent(new CustomEvent(eventName, { detail: type ?? null }))
}

/** The remembered choice, undefined for all types. */
export const recalledTestType = () => testTypes.find((type) => type === sessionStorage.getItem(key))
