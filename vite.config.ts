import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, extname, join, resolve } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { licenceNotices } from './scripts/setup/licences.mjs'

const compressed = new Set(['.js', '.css', '.html', '.svg'])
const api = `http://127.0.0.1:${process.env.PORT || 3000}`

const commonParts = new RegExp(
  [
    '@mantine/core/esm/components/(Alert|Anchor|Badge|Input|InputBase|Paper|PasswordInput|Skeleton|TextInput|Title)/',
    '@mantine/hooks/esm/(use-id|use-uncontrolled)/',
    '@mantine/hooks/esm/utils/random-id/',
    '@mantine/core/esm/core/styles-api/use-resolved-styles-api/',
    'src/client/ui/(empty-state|link-button|page-header|relative-time|stat-cards|status-badge)\\.',
    'src/client/lib/(clock|percent|plural|time|when-needed)\\.ts',
    'src/shared/numbers\\.ts',
    'icons-react/dist/esm/icons/Icon(AlertCircle|Inbox|CircleCheck|Hourglass|PlayerPlay)\\.',
  ].join('|'),
)

/** What a student's home shares with other screens. */
const homeParts = new RegExp(
  [
    'dashboards/components/(activity-list|college-facts|dashboard-section|more-link)',
    'assignments/(model/my-test-order|components/my-test-card|queries)',
    'tests/(model/window-clock|components/test-badges)',
    'attempts/(components/use-leftovers|model/(browser|outcome))',
  ]
    .map((path) => `src/client/features/${path}\\.`)
    .join('|'),
)

/** Puts the page of the API beside the client: Swagger UI's own files and our two that start it. */
function apiDocs(): Plugin {
  let outDir = ''
  return {
    name: 'examhall:api-docs',
    apply: 'build',
    configResolved: (config) => {
      outDir = resolve(config.root, config.build.outDir)
    },
    writeBundle: () => {
      const from = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
      const to = join(outDir, 'api-docs')
      mkdirSync(to, { recursive: true })
      for (const file of ['swagger-ui.css', 'swagger-ui-bundle.js']) copyFileSync(join(from, file), join(to, file))
    },
  }
}

/** Puts the notices of all that is passed on beside the client, as their licences ask for. */
function licences(): Plugin {
  let root = ''
  return {
    name: 'examhall:licences',
    apply: 'build',
    configResolved: (config) => {
      root = config.root
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'licences.txt', source: licenceNotices(root) })
    },
  }
}

/** Fails where a component of Mantine is used whose style is not: the whole of its styles would be twice as long as what is needed. */
function mantineStyles(): Plugin {
  const list = 'src/client/app/mantine.css'
  return {
    name: 'examhall:mantine-styles',
    apply: 'build',
    generateBundle(_options, bundle) {
      const listed = readFileSync(list, 'utf8')
      const modules = Object.values(bundle).flatMap((part) =>
        part.type === 'chunk' ? Object.entries(part.modules) : [],
      )
      const used = modules.flatMap(([id, { renderedLength }]) => (renderedLength > 0 ? id : []))
      const names = used.flatMap((id) => /@mantine\/core\/esm\/components\/(\w+)\//.exec(id)?.[1] ?? [])
      const missing = [...new Set(names)]
        .map((name) => `@mantine/core/styles/${name}.css`)
        .filter((file) => existsSync(`node_modules/${file}`) && !listed.includes(`"${file}"`))
      if (missing.length > 0) this.error(`${list} lacks ${missing.join(', ')}`)
    },
  }
}

/**
 * Asks for the styles below the words that stand in the page at first, which need not wait for them, and above what they are for; and
 * has the libraries run before the program instead of with it, so that the browser comes to breathe between the two.
 */
function firstPage(): Plugin {
  return {
    name: 'examhall:first-page',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (built) => {
        let html = built
        const take = (pattern: RegExp) => {
          const found = html.match(pattern) ?? []
          if (found.length === 0) throw new Error(`index.html lacks ${pattern}`)
          for (const line of found) html = html.replace(line, '')
          return found.join('')
        }
        const styles = take(/ *<link rel="stylesheet"[^>]*>\n/g)
        const program = take(/ *<script type="module"[^>]*><\/script>\n/g)
        const libraries = take(/ *<link rel="modulepreload"[^>]*\/libraries-[^>]*>\n/g)
          .replace('link rel="modulepreload"', 'script type="module"')
          .replace(/href="([^"]*)">/, 'src="$1"></script>')
        return html.replace(/ *<div id="root">/, `${styles}$&`).replace(/ *<\/head>/, `${libraries}${program}$&`)
      },
    },
  }
}

/** Writes `.gz` and `.br` beside every text file, so that the server never compresses the same file twice. */
function precompress(): Plugin {
  let outDir = ''
  return {
    name: 'examhall:precompress',
    apply: 'build',
    enforce: 'post',
    configResolved: (config) => {
      outDir = resolve(config.root, config.build.outDir)
    },
    closeBundle: () => {
      if (!existsSync(outDir)) return
      for (const file of readdirSync(outDir, { recursive: true, encoding: 'utf8' })) {
        if (!compressed.has(extname(file))) continue
        const path = join(outDir, file)
        const content = readFileSync(path)
        writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }))
        const quality = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
        writeFileSync(`${path}.br`, brotliCompressSync(content, { params: quality }))
      }
    },
  }
}

export default defineConfig({
  plugins: [react(), apiDocs(), licences(), mantineStyles(), firstPage(), precompress()],
  build: {
    outDir: 'dist/client',
    assetsDir: 'assets',
    target: 'es2023',
    sourcemap: false,
    // Whoever runs this target's code preloads modules, or does without.
    modulePreload: { polyfill: false },
    emptyOutDir: true,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // What every page starts with, in one file. Left to itself the bundler cuts it into pieces by who else needs them,
          // and each such cut costs the first page some hundred bytes.
          groups: [
            { name: 'start', tags: ['$initial'], priority: 1 },
            // Apart from it, since a browser that is measured reads a file's whole outermost function again for each moment in which
            // that stands in a stack (a fifth of the blocking time); and a new release leaves it in the caches.
            { name: 'libraries', test: /node_modules/, tags: ['$initial'], priority: 2 },
            // The small parts that most screens have in common: asked for one by one they would be as many rounds
            // of a slow network.
            { name: 'common', test: commonParts },
            { name: 'home', test: homeParts },
          ],
          // A part takes no library with it.
          includeDependenciesRecursively: false,
        },
      },
    },
  },
  server: { proxy: { '/trpc': api, '/api': api, '/healthz': api, '/images': api } },
})
