import type { ImportedQuestion } from '#shared/bank/import.schema.ts'
import type { Letter } from '#shared/bank/types/choice.rules.ts'

/** Sentences that apply to questions of every format. */

type Texts = Partial<Record<Letter, string>>

const loosely = (text: string) => text.normalize('NFC').replace(/\s+/g, ' ').trim()

/** Reports options with the same text, between which students cannot choose. */
function equalOptions(options: Texts, right: readonly string[], images: Texts | null, where: string): string[] {
  const groups = Map.groupBy(Object.entries(options), ([letter, text]) =>
    JSON.stringify([loosely(text), images?.[letter as Letter] ?? '']),
  )
  return [...groups.values()].flatMap((group) => {
    const same = group.map(([letter]) => letter)
    if (same.length < 2) return []
    const marked = same.filter((letter) => right.includes(letter))
    const which = `${same.slice(0, -1).join(', ')} and ${same.at(-1)}`
    return marked.length > 0 && marked.length < same.length
      ? [`Options ${which}${where} have the same text, but only ${marked.join(' and ')} is right. Change one of them`]
      : [`Options ${which}${where} have the same text`]
  })
}

/** Warns of options such as `(A) x` and `(B) y`, whose letters stay when options are shuffled. */
const ownLetters = (options: Texts): string[] =>
  Object.entries(options).every(([letter, text]) => new RegExp(`^\\(?${letter}\\\\?[).:]\\s`, 'i').test(text))
    ? ['Its options begin with letters of their own, which would be wrong in another order. Delete them']
    : []

/** Warnings about a question, which are listed like losses. */
export function warningsOf(question: ImportedQuestion): string[] {
  switch (question.type) {
    case undefined:
    case 'single': {
      const { options, correctAnswer, alternatives = [], optionImages } = question
      return [...equalOptions(options, [correctAnswer, ...alternatives], optionImages, ''), ...ownLetters(options)]
    }
    case 'multiple':
      return [
        ...equalOptions(question.options, question.correctAnswers, question.optionImages, ''),
        ...ownLetters(question.options),
      ]
    case 'gaps':
      return question.gaps.flatMap((gap, at) =>
        gap.kind === 'choice' ? equalOptions(gap.options, [gap.correctAnswer], null, ` of gap ${at + 1}`) : [],
      )
    default:
      return []
  }
}

/** Verbs with which a sentence says what to do. */
const advises =
  /(?:^|[.;:] )(?:add|ask|begin|change|check|choose|correct|delete|divide|draw|empty|enter|export|fill|give|import|keep|make|mark|move|leave|name|number|open|pack|put|remove|save|set|shorten|split|type|unpack|use|write)\b|\b(?:please|must be written|such as)\b/i

const advice: readonly [RegExp, string][] = [
  [/computed for each student|template|drawn from a formula/, 'Write one question with fixed values'],
  [/in an image|on an image|on images?\b|images? for gaps/i, 'Ask about the image with options or pairs'],
  [/asks for (?:no|several) answers?|nothing to answer/, 'Write a question for each answer, or leave it out'],
  [/inside a formula/, 'Move it out of the formula'],
  [/is (?:only )?an? (?:image|formula)\b|images alone|contains an image/, 'Write it as text'],
  [/\bpatterns?\b|regular expression|TextRegex/i, 'Write the accepted answers themselves'],
  [/in any order/, 'Give each its own answer, or use a matching question'],
  [/partner/, 'Give each item one partner'],
  [/overlap|comes before others/, 'Put the answer that earns the most marks first'],
  [/case matters/i, 'Let upper and lower case matter for all or for none'],
  [
    /several (?:right|separate|values)|only one (?:is allowed|can be)|different sets of options/i,
    'Leave one right answer, or use another type of question',
  ],
  [/accepts (?:any number|every text|numbers without)|any text earns/i, 'Write which answers are right'],
  [/too many digits|more digits than/, 'Round it'],
  [/ends before it begins/, 'Write the smaller number first'],
  [/is not a number/, 'Write a number such as 2.5'],
  [/have the same|are the same|occurs twice|more than once|the name “/, 'Change one of them'],
  [/not one of its options|names no option|out of range|the options are/, 'Mark one of its options as right'],
  [/empty answer|without an answer|for wrong answers|choosing no option/i, 'Let empty and wrong answers earn nothing'],
  [
    /response processing|scoring|condition|cardinality|mapping/i,
    'Export it with the usual marking of its program, or enter the question by hand',
  ],
  [/\btype\b/, 'Change its type, or enter the question by hand'],
  [
    /longer than|more than \d|more than ten|at most|too long|the maximum|\d are allowed/,
    'Shorten or split it, and upload the file again',
  ],
  [
    /is empty|is missing|has no|have no|^No (?:option|answer|number)|^None of its|^Neither|fewer than/,
    'Add what is missing, and upload the file again',
  ],
]

/** The reason for a refusal, with what to do about it. */
export function advised(reason: string): string {
  if (advises.test(reason)) return reason
  const found = advice.find(([words]) => words.test(reason))
  return `${reason.replace(/\.$/, '')}. ${found?.[1] ?? 'Change it in the program that it comes from, or enter the question by hand'}`
}
