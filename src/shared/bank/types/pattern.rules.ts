import { asTypewritten, invisible } from './typography.rules.ts'

const accented = /([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])[\u0300-\u036f]+/gu

/** Removes accents. The marks of other scripts, such as vowel signs, are letters to their readers. */
export const withoutAccents = (text: string) => text.normalize('NFD').replace(accented, '$1').normalize('NFC')

/** An escape, a class, or other text. Alternatives never overlap, so this takes linear time. */
const parts = /\\[\s\S]|\[\^?\]?(?:\\[\s\S]|\[:\^?[a-z]{1,10}:\]|[^\]\\])*\]?|[^\\[]+/g

/** An escape, a range, or a character of a class. */
const members = /\\[\s\S]|[^\\]-[^\\]|[^\\]/gu

const literal = (character: string) => (character === '-' ? '\\x2d' : character)

/** Folds one part of a class. Keeps a range whose ends would be in the wrong order. */
function memberOf(member: string, fold: (character: string) => string): string {
  if (member === '-' || member.startsWith('\\')) return member
  const [, first, last] = /^(.)-(.)$/su.exec(member) ?? []
  if (first === undefined || last === undefined) return literal(fold(member))
  const [from, to] = [fold(first), fold(last)]
  return from <= to ? `${literal(from)}-${literal(to)}` : member
}

const typedOne = (character: string) => asTypewritten(character) || character

/** Adds a class's unaccented letters to it. Keeps its ranges, because [a-é] includes z, but [a-e] does not. */
function classOf(text: string, ignoreAccents: boolean): string {
  const [, start, body = ''] = /^(\[\^?)([\s\S]+)\]$/.exec(text) ?? []
  if (start === undefined) return text
  const typed = (body.match(members) ?? []).map((member) => memberOf(member, typedOne))
  if (!ignoreAccents) return `${start}${typed.join('')}]`
  const added = typed.map((member) => memberOf(member, withoutAccents)).filter((bare, at) => bare !== typed[at])
  // Escape a final dash, which would otherwise form a range with the first added letter.
  const kept = added.length > 0 && typed.at(-1) === '-' ? [...typed.slice(0, -1), '\\x2d'] : typed
  return `${start}${kept.join('')}${added.join('')}]`
}

/** An invisible mark that may be absent is removed with its quantifier. */
const optionalMark = new RegExp(String.raw`${invisible.source}(?:[?*+]|\{\d{1,4}(?:,\d{0,4})?\})\??`, 'g')

/** Normalises a regular expression as the answers matched against it, without changing its structure. */
export function normalisedPattern(pattern: string, ignoreAccents: boolean): string {
  if (/^\p{ASCII}*$/u.test(pattern)) return pattern
  return pattern.normalize('NFC').replace(parts, (part) => {
    if (part.startsWith('\\')) return part
    if (part.startsWith('[')) return classOf(part, ignoreAccents)
    const typed = asTypewritten(part.replace(optionalMark, ''))
    return ignoreAccents ? withoutAccents(typed) : typed
  })
}
