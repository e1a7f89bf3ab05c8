import { isBuiltin } from 'node:module'
import { type BuildOptions, build, type Plugin } from 'esbuild'
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

/**
 * Loads Node's own modules as CommonJS. For an `import`, Node reads every export in advance, and an unused one of
 * `node:http` loads a whole HTTP client.
 */
const lazyBuiltins: Plugin = {
  name: 'lazy-builtins',
  setup: (build) => {
    build.onResolve({ filter: /^(node:)?[a-z_/0-9]+$/ }, ({ path, kind }) =>
      isBuiltin(path) && kind !== 'dynamic-import'
        ? { path: path.replace(/^(node:)?/, 'node:'), namespace: 'builtin', sideEffects: false }
        : undefined,
    )
    build.onLoad({ filter: /.*/, namespace: 'builtin' }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule(${JSON.stringify(path)})`,
    }))
  },
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
    plugins: [lazyBuiltins],
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
