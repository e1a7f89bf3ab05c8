import { Agent, request } from 'node:http'

export interface Reply {
  status: number
  body: string
  ms: number
  /** Seconds, 0 if the server did not ask to wait. */
  retryAfter: number
}

/** A browser's only connection: sequential requests over one keep-alive socket. */
export class Wire {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 })
  readonly #token: string

  constructor(token: string) {
    this.#token = token
  }

  /** Makes a call like the client's. Rejects if the connection breaks. @param keep true to return the body */
  call(url: string, procedure: string, input: unknown, keep = false): Promise<Reply> {
    return this.send(new URL(`/trpc/${procedure}?batch=1`, url), JSON.stringify({ 0: input }), keep)
  }

  get(url: string, path: string): Promise<Reply> {
    return this.send(new URL(path, url), null, false)
  }

  send(url: URL, body: string | null, keep: boolean): Promise<Reply> {
    const startedAt = performance.now()
    return new Promise((resolve, reject) => {
      const headers: Record<string, string> = { authorization: `Bearer ${this.#token}` }
      if (!keep) headers['accept-encoding'] = 'gzip, deflate, br'
      if (body !== null) headers['content-type'] = 'application/json'
      const sent = request(url, { agent: this.#agent, method: body === null ? 'GET' : 'POST', headers }, (answer) => {
        const parts: Buffer[] = []
        answer.on('data', (part: Buffer) => keep && parts.push(part))
        answer.on('error', reject)
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            body: Buffer.concat(parts).toString(),
            ms: performance.now() - startedAt,
            retryAfter: Number(answer.headers['retry-after'] ?? 0),
          }),
        )
      })
      sent.on('error', reject)
      sent.end(body ?? undefined)
    })
  }

  close() {
    this.#agent.destroy()
  }
}

/** The durations of one type of call, in ms. */
export class Times {
  readonly #all: number[] = []

  add(ms: number) {
    this.#all.push(ms)
  }

  get count() {
    return this.#all.length
  }

  /** @param share 0.5 for the median, 0.99 for the 99th percentile, 1 for the longest */
  at(share: number): number {
    const sorted = this.#all.toSorted((a, b) => a - b)
    return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  }
}
