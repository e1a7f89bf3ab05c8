import { posix } from 'node:path'
import { parseAst } from 'vite'

export interface Import {
  /**
   * An import's target: a path from the repository root (`src/shared/errors.ts`), `npm:zod` or `node:fs`. Sub-paths of
   * packages are kept (`npm:drizzle-orm/sqlite-core`).
   */
  target: string
  /** True for `import type`, `export type … from` and `import('…')` types, which are erased at run time. */
  typeOnly: boolean
  /** `import('…')`: loaded on demand, so the target stays a separate file. */
  lazy: boolean
  line: number
}

/** A use of an API that only certain files may call. */
export interface Use {
  what: 'the system clock' | 'process.env' | 'mintAuthorScope' | 'mintCollegeScope' | 'mintStudentScope'
  line: number
}

/** `db.insert(table)`, `update` or `delete`, where the table is imported from `drizzle/schema`. */
export interface Write {
  table: string
  /** The file in `drizzle/schema`, without extension. */
  schema: string
  line: number
}

export interface CodeFacts {
  imports: Import[]
  uses: Use[]
  writes: Write[]
}

interface Node {
  type: string
  start: number
  [key: string]: unknown
}

const isNode = (value: unknown): value is Node =>
  value !== null && typeof value === 'object' && 'type' in value && typeof value.type === 'string'

function walk(value: unknown, visit: (node: Node) => void) {
  if (Array.isArray(value)) for (const item of value) walk(item, visit)
  else if (isNode(value)) {
    visit(value)
    for (const part of Object.values(value)) if (part !== null && typeof part === 'object') walk(part, visit)
  }
}

/** The `imports` of package.json, as folders. */
const aliases: Record<string, string> = {
  '#shared/': 'src/shared/',
  '#server/': 'src/server/',
  '#client/': 'src/client/',
  '#drizzle/': 'drizzle/',
  '#tests/': 'tests/',
}

/** Resolves a specifier in the file `from` to the form of `Import.target`. */
export function resolveSpecifier(from: string, specifier: string): string {
  const plain = specifier.replace(/\?.*$/, '')
  if (plain.startsWith('.')) return posix.join(posix.dirname(from), plain)
  if (plain.startsWith('/')) return plain.slice(1)
  if (plain.startsWith('node:')) return plain
  const alias = Object.entries(aliases).find(([prefix]) => plain.startsWith(prefix))
  return alias ? alias[1] + plain.slice(alias[0].length) : `npm:${plain}`
}

const nameOf = (node: unknown) => (isNode(node) && node.type === 'Identifier' ? String(node.name) : undefined)

function importIn(node: Node): { specifier: string; typeOnly: boolean } | undefined {
  const specifier = isNode(node.source) && typeof node.source.value === 'string' ? node.source.value : undefined
  if (specifier === undefined) return undefined
  switch (node.type) {
    case 'ImportDeclaration': {
      const names = node.specifiers as Node[]
      const onlyTypes = names.length > 0 && names.every((name) => name.importKind === 'type')
      return { specifier, typeOnly: node.importKind === 'type' || onlyTypes }
    }
    case 'ExportNamedDeclaration':
    case 'ExportAllDeclaration':
      return { specifier, typeOnly: node.exportKind === 'type' }
    case 'ImportExpression':
      return { specifier, typeOnly: false }
    case 'TSImportType':
      return { specifier, typeOnly: true }
    default:
      return undefined
  }
}

function useIn(node: Node): Use['what'] | undefined {
  if (node.type === 'MemberExpression') {
    const path = `${nameOf(node.object)}.${nameOf(node.property)}`
    if (path === 'Date.now') return 'the system clock'
    if (path === 'process.env') return 'process.env'
  }
  // Date() and new Date() without arguments read the clock; new Date(value) only converts.
  if (node.type === 'NewExpression' && nameOf(node.callee) === 'Date' && (node.arguments as unknown[]).length === 0)
    return 'the system clock'
  if (node.type === 'CallExpression' && nameOf(node.callee) === 'Date') return 'the system clock'
  const name = nameOf(node)
  const isMinting = name === 'mintAuthorScope' || name === 'mintCollegeScope' || name === 'mintStudentScope'
  return isMinting ? name : undefined
}

/** Lists the tables in an import declaration, with their local names. */
function tablesIn(path: string, node: Node) {
  const target = node.type === 'ImportDeclaration' ? resolveSpecifier(path, importIn(node)?.specifier ?? '') : ''
  const schema = /^drizzle\/schema\/(.+)\.ts$/.exec(target)?.[1]
  if (!schema) return []
  return (node.specifiers as Node[]).flatMap(({ imported, local }) => {
    const [table, name] = [nameOf(imported), nameOf(local)]
    return table && name ? [{ name, table, schema }] : []
  })
}

/** Returns the table variable that a call writes to. */
function writtenBy(node: Node): string | undefined {
  if (node.type !== 'CallExpression' || !isNode(node.callee) || node.callee.type !== 'MemberExpression')
    return undefined
  const isWrite = ['insert', 'update', 'delete'].includes(nameOf(node.callee.property) ?? '')
  return isWrite ? nameOf((node.arguments as Node[])[0]) : undefined
}

function syntaxTree(path: string, text: string) {
  try {
    return parseAst(text, { lang: path.endsWith('x') ? 'tsx' : 'ts', sourceType: 'module' }, path)
  } catch (error) {
    throw new Error(`${path} cannot be parsed`, { cause: error })
  }
}

/** Extracts a file's imports, guarded uses and writes from its syntax tree, ignoring comments and strings. */
export function parseCode(path: string, text: string): CodeFacts {
  const tree = syntaxTree(path, text)
  const lineAt = (offset: number) => text.slice(0, offset).split('\n').length
  const facts: CodeFacts = { imports: [], uses: [], writes: [] }
  const tables = new Map<string, Omit<Write, 'line'>>()
  walk(tree, (node) => {
    const found = importIn(node)
    if (found) {
      const target = resolveSpecifier(path, found.specifier)
      const lazy = node.type === 'ImportExpression'
      facts.imports.push({ target, typeOnly: found.typeOnly, lazy, line: lineAt(node.start) })
    }
    for (const { name, ...table } of tablesIn(path, node)) tables.set(name, table)
    const written = tables.get(writtenBy(node) ?? '')
    if (written) facts.writes.push({ ...written, line: lineAt(node.start) })
    const what = useIn(node)
    if (what) facts.uses.push({ what, line: lineAt(node.start) })
  })
  return facts
}
