/** Typed text varies with the keyboard: phones insert curly quotes, dashes and invisible marks. */

/** Invisible characters that do not change what a reader sees. Direction overrides do, so they are not included. */
export const invisible = /[\u00ad\u061c\u200b-\u200f\u202a-\u202c\u2060\u2066-\u2069\ufeff]/g

/** Malayalam's final consonants, which older keyboards write with a joiner. Without it, they are different words. */
const finals: Readonly<Record<string, string>> = { ണ: 'ൺ', ന: 'ൻ', ര: 'ർ', ല: 'ൽ', ള: 'ൾ', ക: 'ൿ' }

/** Removes invisible marks, and replaces Unicode's dashes, quotation marks and spaces with ASCII. */
export const asTypewritten = (text: string) =>
  text
    .replace(/([ണനരലളക])\u0d4d\u200d/g, (joined, letter: string) => finals[letter] ?? joined)
    .replace(invisible, '')
    .replace(/[\u2010-\u2015\u2212\ufe63]/g, '-')
    .replace(/[\u2018\u2019\u201b\u02bc]/g, "'")
    .replace(/[\u201c-\u201f]/g, '"')
    .replace(/[^\S\t\n\r ]/g, ' ')

/** True if a reader sees nothing in the text. */
export const isBlank = (text: string) => text.replace(invisible, '').trim() === ''
