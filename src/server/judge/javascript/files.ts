import { readFileSync } from 'node:fs'
import { createRequire, stripTypeScriptTypes } from 'node:module'
import { dirname, join } from 'node:path'
import { parts } from '../../platform/parts.ts'

/** The runtime's modules, in dependency order. */
const pieces = ['clock', 'text', 'decoder', 'random', 'clone', 'path', 'inspect', 'events', 'input', 'modules']

const textOf = (path: string) => stripTypeScriptTypes(readFileSync(join(parts.judge, 'javascript', path), 'utf8'))

/** Types, imports and exports go: an isolate has no modules of ours. */
const pieceOf = (name: string) =>
  textOf(`program/${name}.ts`)
    .replace(/^import\s[^;]*?from '[^']+'$/gm, '')
    .replace(/^export /gm, '')

/** One script that hands the process around the isolate what it calls, and leaves nothing else of itself behind. */
const around = () => `(function (host) { 'use strict';\n${pieces.map(pieceOf).join('\n')}\nreturn install(host) })`

/** The addon alone: its package chooses it by the machine, which is this one. */
function addon(): Buffer {
  const require = createRequire(import.meta.url)
  const folder = dirname(require.resolve('isolated-vm/package.json'))
  const choose = require('node-gyp-build') as { path(folder: string): string }
  return readFileSync(choose.path(folder))
}

/** Content of /js in the sandboxes for JavaScript. */
export const sandboxFiles = (): Record<string, string | Buffer> => ({
  'js/isolated-vm.node': addon(),
  'js/around.js': around(),
  'js/child.mjs': textOf('child.ts'),
})
