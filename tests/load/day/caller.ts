import { masterEmail, password } from './setup.ts'

export interface Answer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: the shape depends on the call
  body: any
}

interface Asked {
  token?: string | undefined
  body?: unknown
  signal?: AbortSignal
  headers?: Record<string, string>
}

/** Calls the server over HTTP and counts the outcomes. */
export class Caller {
  readonly url: string
  /** By call type, then by status. */
  readonly counts = new Map<string, Map<string, number>>()
  readonly failures: string[] = []
  #master: string | undefined

  constructor(url: string) {
    this.url = url
  }

  count(kind: string, outcome: number | string) {
    const own = this.counts.get(kind) ?? new Map<string, number>()
    own.set(String(outcome), (own.get(String(outcome)) ?? 0) + 1)
    this.counts.set(kind, own)
  }

  /** Calls the REST API, or any server path if `path` begins with //, and reads the whole response. */
  async ask(kind: string, method: string, path: string, { token, body, signal, headers }: Asked = {}): Promise<Answer> {
    const raw = body instanceof FormData || typeof body === 'string'
    const answer = await fetch(path.startsWith('//') ? `${this.url}${path.slice(1)}` : `${this.url}/api${path}`, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && !(body instanceof FormData) && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: raw ? body : JSON.stringify(body) }),
      ...(signal && { signal }),
    })
    const bytes = Buffer.from(await answer.arrayBuffer())
    this.count(kind, answer.status)
    if (answer.status >= 500) this.failures.push(`${kind} ${path}: ${answer.status} ${bytes.toString().slice(0, 200)}`)
    const json = answer.headers.get('content-type')?.includes('json')
    return { status: answer.status, body: json ? JSON.parse(bytes.toString()) : bytes }
  }

  /** Like `ask`, but records any status of 300 or higher as a failure and throws. */
  async get(kind: string, method: string, path: string, asked: Asked = {}) {
    const answer = await this.ask(kind, method, path, asked)
    if (answer.status < 300) return answer.body
    this.failures.push(`${kind} ${path}: ${answer.status} ${JSON.stringify(answer.body).slice(0, 200)}`)
    throw new Error(`${kind}: ${answer.status}`)
  }

  signIn = async (email: string): Promise<string> =>
    (await this.get('sign in', 'POST', '/auth/login', { body: { email, password } })).token

  /** Returns the owner's session, and renews it if it has ended. */
  async master(): Promise<string> {
    if (this.#master && (await this.ask('me', 'GET', '/auth/me', { token: this.#master })).status === 200)
      return this.#master
    this.#master = await this.signIn(masterEmail)
    return this.#master
  }

  /** Opens a feed and closes it when `over` settles, as a closed page would. @returns bytes received */
  async follow(
    kind: string,
    procedure: string,
    input: unknown,
    token: string,
    over: Promise<unknown>,
  ): Promise<number> {
    const end = new AbortController()
    void over.catch(() => {}).finally(() => end.abort())
    let bytes = 0
    try {
      const address = `${this.url}/trpc/${procedure}?input=${encodeURIComponent(JSON.stringify(input))}`
      const headers = { accept: 'text/event-stream', authorization: `Bearer ${token}` }
      const answer = await fetch(address, { headers, signal: end.signal })
      this.count(kind, answer.status)
      for await (const chunk of answer.body ?? []) bytes += chunk.length
    } catch (error) {
      if (!end.signal.aborted) throw error
    }
    return bytes
  }
}
