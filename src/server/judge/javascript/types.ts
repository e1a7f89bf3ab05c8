/**
 * Turns a TypeScript program on standard input into JavaScript on standard output, without checking its types. Runs
 * inside the sandbox, in a process of its own.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'

const file = 'main.ts'

/** Keeps all code in place, so that lines and columns in errors are right. */
const strip = (source: string) => stripTypeScriptTypes(source)

/** For enums, namespaces and parameter properties, which become code. Adds a source map. */
const transform = (source: string) =>
  stripTypeScriptTypes(source, { mode: 'transform', sourceMap: true, sourceUrl: file }).trimEnd()

/** The error's stack starts with the line number and, after lines of context, a caret below the column. */
function errorText(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const [shown = ''] = (error.stack ?? '').split('\n\n')
  const line = /^[^\n]*:(\d+)\n/.exec(shown)?.[1]
  const [, text = '', mark = ''] = /([^\n]*)\n( *\^+)$/.exec(shown) ?? []
  const place = [file, line, mark && mark.indexOf('^') + 1].filter(Boolean).join(':')
  return [`${place} - ${error.message}`, text, mark].filter(Boolean).join('\n')
}

const isUnsupported = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX'

function translate(source: string): string {
  try {
    return strip(source)
  } catch (error) {
    if (isUnsupported(error)) return transform(source)
    throw error
  }
}

try {
  writeFileSync(1, translate(readFileSync(0, 'utf8')))
} catch (error) {
  writeFileSync(2, `${errorText(error)}\n`)
  process.exitCode = 1
}
