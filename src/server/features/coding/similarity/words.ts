/** Splits programs into words and symbols, for languages without a grammar. */
import type { Language } from '#shared/coding/languages.rules.ts'

interface Words {
  /** Matches a comment. */
  comment: RegExp
  /** Matches a string or character. */
  string: RegExp
  keywords: string
}

const slashes = /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/
const quotes = /"(?:\\[\s\S]|[^"\\])*"?|'(?:\\[\s\S]|[^'\\])*'?/

const sqlWords =
  'all and as asc between by case cross delete desc distinct else end except exists from full group having in inner insert intersect into is join left like limit not null on or order outer over partition recursive right select set then union update using values when where with'

const words = {
  kotlin: {
    comment: slashes,
    string: /"""[\s\S]*?(?:"""|$)|"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'/,
    keywords:
      'as break by catch class companion constructor continue data do downTo else enum false finally for fun if import in init interface internal is lateinit null object open override package private return step super this throw true try typealias until val var vararg when while',
  },
  php: {
    comment: new RegExp(`#(?!\\[)[^\\n]*|${slashes.source}`),
    string: quotes,
    keywords:
      'abstract and array as break case catch class clone const continue declare default do echo else elseif extends false final finally fn for foreach function global if implements instanceof interface isset list match namespace new null or print private protected public return static switch this throw trait true try unset use var while xor yield',
  },
  ruby: {
    comment: /#(?!\{)[^\n]*|^=begin[\s\S]*?(?:^=end|$(?![\s\S]))/,
    string: quotes,
    keywords:
      'alias and begin break case class def do else elsif end ensure false for if in lambda loop module next nil not or proc redo rescue retry return self super then true undef unless until when while yield',
  },
  haskell: {
    comment: /--+(?![!#$%&*+./<=>?@\\^|~:-])[^\n]*|\{-[\s\S]*?(?:-\}|$)/,
    string: /"(?:\\[\s\S]|[^"\\])*"?|'(?:\\[^']+|\\'|[^\\'])'/,
    keywords:
      'case class data default deriving do else forall foreign if import in infix infixl infixr instance let mdo module newtype of qualified then type where',
  },
  sql: {
    comment: /--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/,
    string: /'(?:''|[^'])*'?/,
    keywords: `${sqlWords} ${sqlWords.toUpperCase()}`,
  },
} satisfies Partial<Record<Language, Words>>

interface Word {
  name: string
  from: number
  to: number
}

/**
 * Returns a function that lists a program's words. Keywords and symbols keep their text; names, numbers and strings
 * become placeholders, so that renaming changes nothing. White space and comments are skipped.
 */
export function wordsIn(language: keyof typeof words): (code: string) => Word[] {
  const { comment, string, keywords } = words[language]
  const known = new Set(keywords.split(' '))
  const other = String.raw`\d[\w.]*|[\p{L}_$@][\p{L}\p{N}_']*|[^\s\p{L}\p{N}_"'(){}[\];,.$@]+|\S`
  const pattern = new RegExp(`(?<comment>${comment.source})|(?<string>${string.source})|${other}`, 'gmu')
  const nameOf = (text: string, isString: boolean) => {
    if (isString) return 'string'
    if (/^\d/.test(text)) return 'number'
    if (/^[\p{L}_$@]./u.test(text) || /^[\p{L}_]$/u.test(text)) return known.has(text) ? text : 'name'
    return text
  }
  return (code) =>
    [...code.matchAll(pattern)].flatMap(({ 0: text, index, groups }) =>
      groups?.comment === undefined
        ? [{ name: nameOf(text, groups?.string !== undefined), from: index, to: index + text.length }]
        : [],
    )
}
