import { type BuildOptions, build } from 'esbuild'
import { programs } from '#server/platform/parts.ts'

const common: BuildOptions = {
  bundle: true,
  platform: 'node',
  target: `node${process.versions.node}`,
  // Keep names: they appear in stack traces.
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: 'none',
  logLevel: 'silent',
}

/** Bundles the server and its child programs, with all packages except native ones. */
export async function bundlePrograms(folder: string, native: readonly string[]): Promise<void> {
  await build({
    ...common,
    entryPoints: { main: 'src/server/main.ts', ...programs },
    outdir: folder,
    format: 'esm',
    splitting: true,
    external: [...native],
    // CommonJS packages call require().
    banner: {
      js: "import * as nodeModule from 'node:module'; const require = nodeModule.createRequire(import.meta.url);",
    },
  })
}

/** Bundles the script that is embedded in the executable. */
export async function bundleUnpacker(file: string): Promise<void> {
  await build({ ...common, entryPoints: ['src/server/single-file/main.ts'], outfile: file, format: 'cjs' })
}
