import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, extname, join, resolve } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { licenceNotices } from './scripts/setup/licences.mjs'

const compressed = new Set(['.js', '.css', '.html', '.svg'])
const api = `http://127.0.0.1:${process.env.PORT || 3000}`

/** Adds Swagger UI's files, which the API reference at /api/docs loads. */
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

/** Adds the licence notices of all bundled packages, as their licences require. */
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

/** Writes `.gz` and `.br` beside every text file, so that the server never compresses static files. */
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
  plugins: [react(), apiDocs(), licences(), precompress()],
  build: {
    outDir: 'dist/client',
    assetsDir: 'assets',
    target: 'es2023',
    sourcemap: false,
    emptyOutDir: true,
    // Otherwise the first stylesheet would contain font subsets that most pages do not need.
    assetsInlineLimit: 0,
    // Browsers load at most six files at once over HTTP/1.1, so bundle the code that every page needs into one file,
    // not twenty, and the icons into another.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'start', tags: ['$initial'] },
            { name: 'icons', test: /@tabler/, minShareCount: 2 },
          ],
        },
      },
    },
    chunkSizeWarningLimit: 600,
  },
  server: { proxy: { '/trpc': api, '/api': api, '/healthz': api, '/images': api } },
})
