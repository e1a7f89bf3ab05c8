import { readFileSync } from 'node:fs'
import { createRequire, stripTypeScriptTypes } from 'node:module'
import { dirname, join } from 'node:path'
import { parts } from '../../platform/parts.ts'

/** The runtime's modules, in dependency order. */
const pieces = ['clock', 'text', 'decoder', 'random', 'clone', 'path', 'inspect', 'events', 'input', 'modules']

const textOf = (path: string) => stripTypeScriptTypes(readFileSync(join(parts.judge, 'javascript', path), 'utf8'))

/** Strips types, imports and exports, because the isolate does not load modules. */
const pieceOf = (name: string) =>
  textOf(`program/${name}.ts`)
    .replace(/^import\s[^;]*?from '[^']+'$/gm, '')
    .replace(/^export /gm, '')

/** One script that returns the host's entry points and leaves nothing else in the isolate. */
const around = () => `(function (host) { 'use strict';\n${pieces.map(pieceOf).join('\n')}\nreturn install(host) })`

/** Only the native addon for this machine. */
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
