import type { AddressInfo } from 'node:net'
import { createHttpServer, securityHeaders } from '../http-server.ts'
import type { Config } from '../platform/config.ts'
import type { Logger } from '../platform/log.ts'
import { sendError } from '../rest/adapter.ts'
import type { Standby } from './standby.ts'

/** The HTTP server of a standby: health, and reads that may be answered from its copy. */
export class StandbyServer {
  readonly #server: ReturnType<typeof createHttpServer>
  readonly address: string

  private constructor(server: ReturnType<typeof createHttpServer>, address: string) {
    this.#server = server
    this.address = address
  }

  static async listen(config: Config, log: Logger): Promise<StandbyServer> {
    const server = createHttpServer(config, log)
    const headers = securityHeaders(config)
    server.addHook('onRequest', (_req, reply, done) => {
      reply.headers({ ...headers, 'cache-control': 'no-store' })
      done()
    })
    server.get('/healthz', (_req, reply) => reply.code(503).send({ status: 'ok', role: 'standby' }))
    server.setNotFoundHandler((_req, reply) =>
      sendError(reply, {
        code: 'UNAVAILABLE',
        message: 'Another server of this platform answers at the moment. Please try again',
        retryAfter: 1,
      }),
    )
    return new StandbyServer(server, await server.listen({ host: config.host, port: config.port }))
  }

  get port(): number {
    return (this.#server.server.address() as AddressInfo).port
  }

  async show(_standby: Standby): Promise<void> {}

  changed(): void {}

  async close(): Promise<void> {
    this.#server.server.closeAllConnections()
    await this.#server.close()
  }
}
