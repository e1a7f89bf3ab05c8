import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CodeFacts, parseCode } from './code.ts'

export interface Source {
  /** Relative to the checkout's root, with forward slashes. */
  path: string
  lines: number
  /** Imports and guarded uses; undefined for files without code (styles, pages). */
  code: CodeFacts | undefined
}

export interface Violation {
  path: string
  line?: number
  problem: string
  fix: string
}

const folders = ['src', 'drizzle', 'scripts', 'tests']

export const isTest = (path: string) => /\.test\.tsx?$/.test(path)

export function sourceOf(path: string, text: string): Source {
  const isCode = /\.(tsx?|m[jt]s)$/.test(path)
  return {
    path,
    lines: text.split('\n').length - (text.endsWith('\n') ? 1 : 0),
    code: isCode ? parseCode(path, text) : undefined,
  }
}

/** Reads every file in the folders with layout rules. */
export function readSources(root: string): Source[] {
  return folders
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(join(root, '/').length)),
    )
    .sort()
    .map((path) => sourceOf(path, readFileSync(join(root, path), 'utf8')))
}
