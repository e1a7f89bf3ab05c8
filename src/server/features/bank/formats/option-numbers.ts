/** Answers that are numbers of options, which a file counts from 1 or from 0. */

/** An answer with numbers of options. */
export interface NumberedAnswer {
  values: readonly number[]
  /** How many options its question has. */
  count: number
}

/** Where the numbers of a file begin: both if nothing proves one, and none if its answers contradict each other. */
export interface Starts {
  starts: readonly (0 | 1)[]
  /** What must be decided, or why the numbers cannot be read; '' if they certainly begin at 1. */
  reason: string
}

/**
 * Finds out where the numbers of a file's answers begin.
 * @param all its answers, null for those that are not numbers
 * @param nameOf the name of the answer at a place in the list, such as `Row 3`
 * @param isFromOne true if the file says that it counts from 1
 */
export function startsOf(
  all: readonly (NumberedAnswer | null)[],
  nameOf: (at: number) => string,
  isFromOne = false,
): Starts {
  const zero = all.findIndex((one) => one?.values.includes(0))
  const last = all.findIndex((one) => one?.values.includes(one.count))
  if (zero >= 0 && last >= 0) {
    const second = nameOf(last)
    return {
      starts: [],
      reason: `${nameOf(zero)} has the answer 0, and ${second.charAt(0).toLowerCase()}${second.slice(1)} the number of its options, so numbers begin at 0 and at 1. Use letters`,
    }
  }
  if (zero >= 0) return { starts: [0], reason: `${nameOf(zero)} has the answer 0, so the answers seem to count from 0` }
  if (last >= 0 || isFromOne) return { starts: [1], reason: '' }
  return { starts: [1, 0], reason: 'Its answer is a number, and the options may be counted from 1 or from 0' }
}

/** The label of a reading, the same for all questions of a file, so that one decision applies to all of them. */
export const startLabel = (start: 0 | 1) => `Answers count from ${start}`
export const textLabel = 'The answer is the text of an option'
