/**
 * The entry point of the single file: unpacks the program and runs it. Node itself parses no command line arguments.
 */
import { enableCompileCache } from 'node:module'
import { join, resolve } from 'node:path'
import { getAsset, getRawAsset } from 'node:sea'
import { pathToFileURL } from 'node:url'
import { constants, Script } from 'node:vm'
import { fail } from '../cli/failures.ts'
import { readCommand } from '../cli/usage.ts'
import { makeFolder } from '../platform/folder.ts'
import { scriptWord } from '../platform/script.ts'
import { defaultDataDir, givenSettings } from '../platform/settings.ts'
import { type Archive, assetNames } from './archive.ts'
import { unpack } from './unpack.ts'

/** The regular `import()`, because the one in the single file resolves only built-in modules. */
const load = new Script('(url) => import(url)', {
  importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
}).runInThisContext() as (url: string) => Promise<unknown>

function unpackedFolder(): string {
  const dataDir = resolve(givenSettings().DATA_DIR ?? defaultDataDir)
  makeFolder(dataDir)
  const archive: Archive = JSON.parse(getAsset(assetNames.list, 'utf8'))
  const folder = unpack(join(dataDir, 'cache'), archive, new Uint8Array(getRawAsset(assetNames.bytes)))
  // Compiling the program takes a third of a start. Only this user can write to the folder.
  enableCompileCache(join(folder, 'compiled'))
  return folder
}

/** @returns the script to run, or undefined if the arguments have been handled */
function scriptToRun(words: string[]): string | undefined {
  if (words[0] === scriptWord && words[1]) return resolve(words[1])
  const command = readCommand(words)
  if ('name' in command) return join(unpackedFolder(), 'server/main.js')
  console.log(command.answer)
  return undefined
}

try {
  const script = scriptToRun(process.argv.slice(2))
  if (script) load(pathToFileURL(script).href).catch(fail)
} catch (error) {
  fail(error)
}
