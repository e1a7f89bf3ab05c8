/** Languages for which CodeMirror 6 has no grammar among our packages. They use its legacy modes. */
import { StreamLanguage } from '@codemirror/language'
import { clike, csharp, kotlin } from '@codemirror/legacy-modes/mode/clike'
import { haskell } from '@codemirror/legacy-modes/mode/haskell'
import { ruby } from '@codemirror/legacy-modes/mode/ruby'
import { sqlite } from '@codemirror/legacy-modes/mode/sql'

const setOf = (words: string) => Object.fromEntries(words.split(' ').map((word) => [word, true]))

/** A line or the rest of it. */
interface Line {
  match(pattern: RegExp): unknown
  skipToEnd(): void
}

const php = clike({
  name: 'php',
  keywords: setOf(
    'abstract and as break case catch class clone const continue declare default do echo else elseif extends final finally fn for foreach function global if implements include instanceof interface match namespace new or print private protected public readonly require return static switch throw trait try unset use var while xor yield',
  ),
  types: setOf('array bool callable float int iterable mixed never object self string void'),
  blockKeywords: setOf('catch do else elseif finally for foreach if match switch try while'),
  atoms: setOf('false null true FALSE NULL TRUE PHP_EOL PHP_INT_MAX PHP_INT_MIN STDERR STDIN STDOUT'),
  builtin: setOf('array count empty explode fgets fscanf implode intdiv isset list max min printf sprintf trim'),
  multiLineStrings: true,
  hooks: {
    $: (line: Line) => {
      line.match(/^\w+/)
      return 'variableName'
    },
    '#': (line: Line) => {
      line.skipToEnd()
      return 'comment'
    },
    '<': (line: Line) => (line.match(/^\?(?:php)?/) ? 'meta' : false),
    '?': (line: Line) => (line.match(/^>/) ? 'meta' : false),
  },
})

export const csharpLanguage = StreamLanguage.define(csharp)
export const kotlinLanguage = StreamLanguage.define(kotlin)
export const phpLanguage = StreamLanguage.define(php)
export const rubyLanguage = StreamLanguage.define(ruby)
export const haskellLanguage = StreamLanguage.define(haskell)
export const sqlLanguage = StreamLanguage.define(sqlite)
