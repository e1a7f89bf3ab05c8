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

/** The server and the programs beside it, with all packages but those that are native. */
export async function bundlePrograms(folder: string, native: readonly string[]): Promise<void> {
  await build({
    ...common,
    entryPoints: { main: 'src/server/main.ts', ...programs },
    outdir: folder,
    format: 'esm',
    splitting: true,
    external: [...native],
    // Packages written for require() find one.
    banner: {
      js: "import * as nodeModule from 'node:module'; const require = nodeModule.createRequire(import.meta.url);",
    },
  })
}

/** The one script that lies inside the executable. */
export async function bundleUnpacker(file: string): Promise<void> {
  await build({ ...common, entryPoints: ['src/server/single-file/main.ts'], outfile: file, format: 'cjs' })
}
