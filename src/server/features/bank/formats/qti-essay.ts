import { ratio, toNumber } from '#shared/ratio.ts'
import { rubricIn } from './qti-body.ts'
import type { Item } from './qti-item.ts'
import type { XmlElement } from './xml.ts'

/** Reads QTI's long texts and uploaded files as essays. */

const words = String.raw`\\S\+\(\\s\+\\S\+\)\{(\d{1,5}),(\d{0,5})\}`
const limitPattern = new RegExp(String.raw`^\\s\*\(${words}\)\?\\s\*$`)
/** Without the group that allows no words. */
const onePattern = new RegExp(String.raw`^\\s\*${words}\\s\*$`)

/** The pattern that limits an essay's words, as in our own files. A text of at least one word cannot be empty. */
export function wordPattern(minWords: number | null | undefined, maxWords: number | null | undefined): string | null {
  if (!minWords && !maxWords) return null
  const written = `\\S+(\\s+\\S+){${(minWords ?? 1) - 1},${maxWords ? maxWords - 1 : ''}}`
  return minWords === 1 ? `\\s*${written}\\s*` : `\\s*(${written})?\\s*`
}

/** The limits in a pattern of our own; null for any other. */
function limitsIn(pattern: string) {
  const found = limitPattern.exec(pattern) ?? onePattern.exec(pattern)
  if (!found) return null
  const [, min = '', max = ''] = found
  const hasMin = Number(min) > 0 || onePattern.test(pattern)
  return { ...(hasMin && { minWords: Number(min) + 1 }), ...(max !== '' && { maxWords: Number(max) + 1 }) }
}

/** The fields of a text that is marked by hand. */
export function essayOf({ text, processing }: Item, interactions: readonly XmlElement[]) {
  const written = interactions.find(({ name }) => name === 'extendedTextInteraction')
  const losses: string[] = []
  // Inspera's limit.
  const maxWords = Number(written?.attributes.maxWords)
  const hasLimit = Number.isInteger(maxWords) && maxWords >= 1 && maxWords <= 10_000
  const pattern = written?.attributes.patternMask
  const limits = pattern ? limitsIn(pattern) : null
  if (pattern && !limits) losses.push('The pattern that limits what can be written is not kept')
  if (Number(written?.attributes.maxStrings ?? 1) > 1) losses.push('Its several texts are written as one')
  const declared = processing.declared.get(written?.attributes.responseIdentifier ?? '')
  if (processing.setsScore || declared?.correct) losses.push('It is marked by hand')
  const rubric = text.rubrics.flatMap((block) => rubricIn(block) ?? [])
  const marks = toNumber(processing.declaredMaximum ?? ratio(1))
  const fits = marks >= 1 && marks <= 10 && Math.round(marks * 100) / 100 === marks
  if (!fits) losses.push(`Its ${marks} marks are not kept; it is worth 1 mark`)
  const model = declared?.correct?.items.map(String).join('\n\n')
  return {
    losses,
    model,
    fields: {
      type: 'essay',
      ...(hasLimit && { maxWords }),
      ...limits,
      ...(interactions.some(({ name }) => name === 'uploadInteraction') && { allowFiles: true }),
      ...(rubric.length > 0 && { rubric }),
      ...(fits && { marks }),
    },
  }
}
