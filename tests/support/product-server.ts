/**
 * Runs the servers of one browser test worker in one process, where they share compiled code. They use one port in
 * turn, so the browser can cache their files. Each server has a separate data folder and a running clock that tests can
 * advance.
 *
 *     POST /open?dir=…&smtp=…   starts a server, returns its URL
 *     POST /advance?dir=…&ms=…  advances its clock
 *     POST /name?dir=…          gives it a host name, returns its URL
 *     POST /close?dir=…         stops it
 */

import { createServer } from 'node:http'
import { type App, builtParts, createApp, openServices } from '#server/app.ts'
import { axePath, axeSource } from './axe.ts'
import { testConfig } from './config.ts'
import { fillFresh } from './fresh-database.ts'
import { sharedJudge } from './judge.ts'

const { judge } = sharedJudge()
let port = 0
const running = new Map<string, { app: App; advance(ms: number): void; name(): string }>()

async function open(dir: string, smtpUrl: string | undefined): Promise<string> {
  let moved = 0
  const clock = { now: () => Date.now() + moved }
  const mail = { smtpUrl, from: 'Examhall <exams@example.edu>' }
  await fillFresh(dir, judge)
  const config = testConfig(dir, { logLevel: 'error', mail, webhookPrivate: true })
  const platform = await openServices(config, clock, builtParts, judge)
  const app = await createApp(platform)
  running.set(dir, {
    app,
    advance: (ms) => {
      moved += ms
    },
    name: () => {
      const address = app.server.server.address()
      config.publicUrl = `http://localhost:${typeof address === 'object' ? address?.port : ''}`
      return config.publicUrl
    },
  })
  app.server.get(axePath, (_req, reply) =>
    reply.type('text/javascript').header('cache-control', 'max-age=3600').send(axeSource),
  )
  const listen = (on: number) => app.server.listen({ host: '127.0.0.1', port: on })
  // Another program may use the port by now.
  const url = await listen(port).catch(() => listen(0))
  port = Number(new URL(url).port)
  return url
}

async function close(dir: string) {
  const app = running.get(dir)?.app
  running.delete(dir)
  // Do not wait for open connections.
  app?.server.server.closeAllConnections()
  await app?.close()
}

const control = createServer(async (req, res) => {
  const { pathname, searchParams } = new URL(req.url ?? '/', 'http://control')
  const dir = searchParams.get('dir') ?? ''
  try {
    if (pathname === '/open') res.write(await open(dir, searchParams.get('smtp') ?? undefined))
    if (pathname === '/advance') running.get(dir)?.advance(Number(searchParams.get('ms')))
    if (pathname === '/name') res.write(running.get(dir)?.name())
    if (pathname === '/close') await close(dir)
  } catch (error) {
    console.error(error)
    res.statusCode = 500
  }
  res.end()
})
control.listen(0, '127.0.0.1', () => {
  const address = control.address()
  console.log(`listens on http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`)
})
