import type { CaseTexts, PollForm, ReportForm, WireJob } from '../pool/wire.ts'
import { timing, workerPrefix } from '../pool/wire.ts'

/** The server does not want this worker: its token is revoked or used by another one, or its version is too old. */
export class WorkerRefused extends Error {}

/** A failed call that can be retried. */
export class CallFailed extends Error {
  /** Undefined if the server was not reached. */
  readonly status: number | undefined

  constructor(message: string, status?: number) {
    super(message)
    this.status = status
  }
}

const shortMs = 4_000
const casesMs = 60_000
const pollMs = timing.pollMs + 10_000

/** Statuses for which a retry is pointless. */
const refusals = [401, 409]

/** A worker's calls to its server. */
export class Calls {
  readonly #base: string
  readonly #token: string

  constructor(server: URL, token: string) {
    this.#base = `${server.href.replace(/\/+$/, '')}${workerPrefix}`
    this.#token = token
  }

  poll = (form: PollForm, signal: AbortSignal) =>
    this.#call<{ jobs: WireJob[]; factor: number }>(
      '/poll',
      form,
      AbortSignal.any([signal, AbortSignal.timeout(pollMs)]),
    )
  report = (form: ReportForm) => this.#call<{ gone: string[] }>('/report', form, AbortSignal.timeout(shortMs))
  release = (session: string) => this.#call('/release', { session }, AbortSignal.timeout(shortMs))
  cases = (hash: string) => this.#call<CaseTexts>(`/cases/${hash}`, undefined, AbortSignal.timeout(casesMs))

  /** @throws WorkerRefused; CallFailed */
  async #call<Answer>(path: string, body: object | undefined, signal: AbortSignal): Promise<Answer> {
    let answer: Response
    let text: string
    try {
      answer = await fetch(`${this.#base}${path}`, {
        method: body ? 'POST' : 'GET',
        headers: { authorization: `Bearer ${this.#token}`, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
        // A redirect could send the token to another host.
        redirect: 'error',
        signal,
      })
      text = await answer.text()
    } catch (error) {
      const { message, cause } = error as Error & { cause?: Error }
      throw new CallFailed(cause?.message || message)
    }
    if (answer.ok) return JSON.parse(text) as Answer
    const message = messageIn(text) ?? `The server answered with status ${answer.status}`
    throw refusals.includes(answer.status) ? new WorkerRefused(message) : new CallFailed(message, answer.status)
  }
}

function messageIn(text: string): string | undefined {
  try {
    const { message } = JSON.parse(text) as { message?: unknown }
    return typeof message === 'string' ? message : undefined
  } catch {
    return undefined
  }
}
