import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { defaultPlatformName } from '#shared/branding/branding.rules.ts'

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

/**
 * Serves the built client's files and, for every other path without a file extension, its page with the platform's
 * name. Browsers cache the hashed files forever.
 */
export async function serveClient(server: FastifyInstance, folder: string, platformName: string) {
  const root = resolve(folder)
  const page = join(root, 'index.html')
  if (!existsSync(page)) return
  const html = readFileSync(page, 'utf8').replaceAll(defaultPlatformName, escapeHtml(platformName))
  const assets = join(root, 'assets')
  await server.register(fastifyStatic, {
    root,
    index: false,
    // One route per file, because a wildcard would also match unknown API paths. The hashed files share a route.
    wildcard: false,
    globIgnore: ['assets/**'],
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const hashed = path.startsWith(assets)
      reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  const hashed = new Set(existsSync(assets) ? readdirSync(assets) : [])
  server.get<{ Params: { file: string } }>('/assets/:file', ({ params: { file } }, reply) =>
    hashed.has(file) ? reply.sendFile(`assets/${file}`) : reply.callNotFound(),
  )
  server.setNotFoundHandler((req, reply) => {
    const wantsPage = (req.method === 'GET' || req.method === 'HEAD') && !/\.\w+$/.test(req.url.split('?')[0] ?? '')
    if (!wantsPage) return reply.code(404).send({ error: 'Not found', message: 'Not found' })
    return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(html)
  })
  server.get('/', (_req, reply) =>
    reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(html),
  )
}
