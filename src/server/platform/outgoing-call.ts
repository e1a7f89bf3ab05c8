import { resolve4, resolve6 } from 'node:dns/promises'
import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isPublicAddress } from './public-address.ts'

/** A failed call. The message explains the reason to the person who configured the address. */
export class CallFailure extends Error {}

const privateAddress = 'The address is in a private network or on this machine'

/** A URL's host without the brackets of an IPv6 address. */
const hostOf = (url: URL) => url.hostname.replace(/^\[|\]$/g, '')

/** Checks a URL without calling it. @returns the problem, or undefined */
export function faultOf(address: string, allowPrivate: boolean): string | undefined {
  if (allowPrivate) return undefined
  const url = new URL(address)
  if (url.protocol !== 'https:') return 'The address must begin with https://'
  const host = hostOf(url)
  return isIP(host) !== 0 && !isPublicAddress(host) ? privateAddress : undefined
}

/**
 * A DNS lookup for connections that returns only public addresses. It runs while connecting, so no second lookup
 * could return a different address. It queries name servers directly, because the system's resolver would block one of
 * the few threads that also hash passwords.
 * @param ask queries name servers, for either address family
 */
export const lookUpPublic =
  (ask: Record<4 | 6, (hostname: string) => Promise<string[]>>): LookupFunction =>
  (hostname, options, callback) => {
    const both = ([4, 6] as const).map(async (family) =>
      (await ask[family](hostname)).map((address) => ({ address, family })),
    )
    void Promise.allSettled(both).then((settled) => {
      const found = settled.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
      const [first] = found
      if (!first) return callback(new CallFailure('The host name could not be resolved'), [])
      if (!found.every(({ address }) => isPublicAddress(address))) return callback(new CallFailure(privateAddress), [])
      if (options.all) callback(null, found)
      else callback(null, first.address, first.family)
    })
  }

const sentences: Record<string, string> = {
  ECONNREFUSED: 'The connection was refused',
  ECONNRESET: 'The connection was closed without a response',
  EPIPE: 'The connection was closed without a response',
  ENOTFOUND: 'The host name could not be resolved',
  EAI_AGAIN: 'The host name could not be resolved',
  EHOSTUNREACH: 'The host could not be reached',
  ENETUNREACH: 'The host could not be reached',
  ETIMEDOUT: 'The connection timed out',
}

function failureOf(error: unknown, signal: AbortSignal, withinMs: number): CallFailure {
  if (error instanceof CallFailure) return error
  if (signal.aborted) return new CallFailure(`No response within ${withinMs / 1_000} seconds`)
  const { code = '', message } = error as { code?: string; message: string }
  if (/CERT|TLS|SSL|SELF_SIGNED|ALTNAME/i.test(code)) return new CallFailure(`The certificate is not valid (${code})`)
  return new CallFailure(sentences[code] ?? `The call failed (${code || message})`)
}

interface OutgoingCall {
  url: string
  headers: Record<string, string>
  body: string
  /** True if private addresses and plain http are allowed. */
  allowPrivate: boolean
  /** Timeout in ms, from lookup to response headers. */
  withinMs: number
}

/**
 * Posts a body to an untrusted URL. Redirects are not followed, and only the response status is read.
 * @returns the HTTP status
 * @throws CallFailure if there is no response or the address is forbidden
 */
export async function postOutside({ url, headers, body, allowPrivate, withinMs }: OutgoingCall): Promise<number> {
  const fault = faultOf(url, allowPrivate)
  if (fault) throw new CallFailure(fault)
  const target = new URL(url)
  const signal = AbortSignal.timeout(withinMs)
  const options: RequestOptions = {
    method: 'POST',
    headers: { ...headers, 'content-length': Buffer.byteLength(body) },
    // Always use a new connection, with its own DNS lookup.
    agent: false,
    maxHeaderSize: 16_384,
    signal,
    ...(allowPrivate ? {} : { lookup: lookUpPublic({ 4: resolve4, 6: resolve6 }) }),
  }
  try {
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const request = (target.protocol === 'https:' ? httpsRequest : httpRequest)(target, options, resolve)
      request.on('error', reject)
      request.end(body)
    })
    // The response body is neither read nor awaited.
    answer.on('error', () => {})
    answer.destroy()
    return answer.statusCode ?? 0
  } catch (error) {
    throw failureOf(error, signal, withinMs)
  }
}
