/** The main class of a Java program and its required file name. */
export interface JavaLayout {
  /** javac requires a public class to be in a file with the same name. */
  file: string
  /** Includes the package. */
  mainClass: string
}

interface JavaType {
  name: string
  isNested: boolean
  isPublic: boolean
  hasMain: boolean
}

/** Matches words, punctuation, and whole comments, strings and characters, which `wordsOf` drops. */
const token =
  /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|"""[\s\S]*?(?:"""|$)|"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?|[\p{L}\p{Nl}_$][\p{L}\p{Nl}\p{Nd}\p{Mn}_$]*|[{}().;@]/gu

const wordsOf = (source: string) => (source.match(token) ?? []).filter((text) => !/^(\/[/*]|"|')/.test(text))

const kinds = new Set(['class', 'interface', 'enum', 'record'])
const isName = (word: string | undefined) => word !== undefined && /^[\p{L}\p{Nl}_$]/u.test(word)

/** True if a type is declared at this word. `@interface` declares an annotation, and `record` may be a name. */
const declaresType = (words: string[], at: number) =>
  kinds.has(words[at] ?? '') && words[at - 1] !== '@' && words[at - 1] !== '.' && isName(words[at + 1])

const isMain = (words: string[], at: number) =>
  words[at] === 'main' && words[at + 1] === '(' && words[at - 1] === 'void'

/** Lists top-level types first, then nested ones, named like their class files (`A$B`). */
function typesOf(words: string[]): JavaType[] {
  const types: JavaType[] = []
  /** One entry per open bracket: the type whose body it starts. */
  const bodies: (JavaType | undefined)[] = []
  let declared: JavaType | undefined
  /** Words since the last bracket or semicolon. */
  const modifiers = new Set<string>()
  for (const [at, word] of words.entries()) {
    const around = bodies.at(-1)
    if (word === '{') {
      bodies.push(declared)
      declared = undefined
    } else if (word === '}') bodies.pop()
    else if ((around || bodies.length === 0) && declaresType(words, at)) {
      const name = `${around ? `${around.name}$` : ''}${words[at + 1]}`
      declared = { name, isNested: around !== undefined, isPublic: modifiers.has('public'), hasMain: false }
      types.push(declared)
    } else if (around && isMain(words, at) && modifiers.has('static')) around.hasMain = true
    if (['{', '}', ';'].includes(word)) modifiers.clear()
    else modifiers.add(word)
  }
  return types.sort((a, b) => Number(a.isNested) - Number(b.isNested))
}

function packageOf(words: string[]): string {
  const at = words.indexOf('package')
  if (at < 0 || words.slice(0, at).includes('{')) return ''
  const end = words.indexOf(';', at)
  const name = end < 0 ? '' : words.slice(at + 1, end).join('')
  return name && `${name}.`
}

/**
 * Finds the class with `main` without compiling the source, regardless of its name and package. Invalid Java gets
 * default names, so that javac reports the error.
 */
export function layoutOfJava(source: string): JavaLayout {
  const words = wordsOf(source)
  const types = typesOf(words)
  const open = types.find((type) => type.isPublic && !type.isNested)
  const main = (open?.hasMain && open) || types.find((type) => type.hasMain) || types[0]
  const name = (open ?? main)?.name ?? 'Main'
  // Keeps the file name below Linux's limit of 255 bytes. A public class with a longer name does not compile.
  return { file: `${name.slice(0, 80)}.java`, mainClass: packageOf(words) + (main?.name ?? 'Main') }
}
