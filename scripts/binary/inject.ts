import { chmodSync, copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { assetNames } from '#server/single-file/archive.ts'
import { runQuietly } from '../setup/run.mjs'

/** The resource with the embedded program. Node looks for it once postject has set the fuse in the executable. */
const resource = 'NODE_SEA_BLOB'
const fuse = /NODE_SEA_FUSE_[0-9a-f]{32}/

async function run(command: string, args: string[]) {
  const { code, output } = await runQuietly(command, args)
  if (code !== 0) throw new Error(`${command} ${args.join(' ')}\n${output}`)
}

/**
 * Copies Node and embeds a script.
 * @param folder output folder, which already contains `main.cjs`, `list` and `bytes`
 * @returns path of the executable
 */
export async function injectInto(node: string, folder: string): Promise<string> {
  const settings = join(folder, 'sea.json')
  const blob = join(folder, 'blob')
  const program = join(folder, 'examhall')
  writeFileSync(
    settings,
    JSON.stringify({
      main: join(folder, 'main.cjs'),
      output: blob,
      disableExperimentalSEAWarning: true,
      useCodeCache: true,
      // Also accept options from NODE_OPTIONS, which the program's child processes need.
      execArgv: ['--disable-warning=ExperimentalWarning'],
      execArgvExtension: 'env',
      assets: Object.fromEntries(Object.values(assetNames).map((name) => [name, join(folder, name)])),
    }),
  )
  await run(node, ['--experimental-sea-config', settings])
  copyFileSync(node, program)
  chmodSync(program, 0o755)
  // Debug symbols make up a seventh of the file and take most of the next step's time.
  await run('strip', [program])
  const mark = fuse.exec(readFileSync(program, 'latin1'))?.[0]
  if (!mark) throw new Error(`${node} does not support embedded programs`)
  await run(node, ['node_modules/postject/dist/cli.js', program, resource, blob, '--sentinel-fuse', mark])
  return program
}
