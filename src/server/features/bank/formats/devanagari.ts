/** Labels, letters and digits in Hindi and Nepali, which mean the same as English ones. */

/** `२` as `2`. */
export const asciiDigits = (text: string) =>
  text.replace(/[०-९]/g, (digit) => String(digit.charCodeAt(0) - '०'.charCodeAt(0)))

/** The letters that options have: क ख ग घ, अ आ इ ई, and अ ब स द. */
const series = ['कखगघङचछजझञ', 'अआइईउऊ', 'अबसद']

/** The place of an option's letter, from 0; -1 for other letters. */
export const devanagariPlace = (letter: string): number =>
  Math.max(...series.map((one) => (letter === '' ? -1 : one.indexOf(letter))))

const standing = new RegExp(`(?<![\\p{L}\\p{M}])[${series.join('')}](?![\\p{L}\\p{M}])`, 'gu')

/**
 * A text with the letters of options and digits that stand alone as Latin ones, such as `(B) 2` for `(ख) २`. Each
 * character keeps its place.
 */
export const latinSigns = (text: string): string =>
  /[\u0900-\u097f]/.test(text)
    ? asciiDigits(text.replace(standing, (letter) => String.fromCharCode(65 + devanagariPlace(letter))))
    : text

/** The first letter of the series that a letter belongs to, where अ begins both series of vowels; '' for others. */
export const seriesOf = (letter: string): string =>
  letter === '' ? '' : (series.find((one) => one.includes(letter))?.charAt(0) ?? '')

/** A pattern for any of the words, with or without spaces between their parts. */
export const anyOf = (words: readonly string[]): string =>
  words
    .toSorted((a, b) => b.length - a.length)
    .map((word) => word.replaceAll(' ', String.raw`\s?`))
    .join('|')

/** Words above columns and before texts. */
export const devanagariHeadings = {
  question: ['प्रश्न', 'प्रश्नहरू', 'सवाल'],
  correct: ['उत्तर', 'सही उत्तर', 'ठीक उत्तर', 'सही विकल्प', 'जवाब', 'सही जवाब', 'उत्तर कुंजी', 'उत्तर कुञ्जी'],
  choices: ['विकल्पहरू'],
  marks: ['अंक', 'अङ्क'],
  explanation: ['व्याख्या', 'स्पष्टीकरण'],
  subject: ['विषय'],
  level: ['अध्याय', 'पाठ'],
  difficulty: ['कठिनाई', 'कठिनाइ', 'कठिनाई स्तर', 'कठिनाइ स्तर'],
  language: ['भाषा'],
  technical: ['क्रमांक', 'क्रम संख्या', 'क्र सं', 'प्रश्न संख्या', 'सि नं'],
} as const

const option = /^(?:विकल्प\(?([\u0904-\u0939]|[a-j]|\d{1,2})\)?|\(([\u0904-\u0939])\)|([\u0904-\u0939]))$/

/** The place of a column of options such as `विकल्प ख`; undefined for other headings. @param name as `plainName` writes it */
export function devanagariOption(name: string): number | undefined {
  const [, named, round, alone] = option.exec(name) ?? []
  const sign = named ?? round ?? alone
  if (sign === undefined) return undefined
  if (/\d/.test(sign)) return Number(sign) - 1
  const place = /[a-j]/.test(sign) ? sign.charCodeAt(0) - 97 : devanagariPlace(sign)
  return place >= 0 ? place : undefined
}
