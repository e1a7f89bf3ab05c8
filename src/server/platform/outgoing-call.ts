import { resolve4, resolve6 } from 'node:dns/promises'
import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isPublicAddress } from './public-address.ts'

/** Why a call came to nothing, in a sentence for whoever set its address. */
export class CallFailure extends Error {}

const privateAddress = 'The address lies in a private network or on this machine'

/** A URL's host without the brackets of an IPv6 address. */
const hostOf = (url: URL) => url.hostname.replace(/^\[|\]$/g, '')

/** Errors of a URL that can be found without calling it; undefined for none. */
export function faultOf(address: string, allowPrivate: boolean): string | undefined {
  if (allowPrivate) return undefined
  const url = new URL(address)
  if (url.protocol !== 'https:') return 'The address must begin with https://'
  const host = hostOf(url)
  return isIP(host) !== 0 && !isPublicAddress(host) ? privateAddress : undefined
}

/**
 * Looks a name up as the connection is made and hands over none but public addresses, so that a name which points elsewhere the
 * second time gains nothing. It asks the name servers itself: the system's own look-up holds one of the few threads that
 * passwords are hashed on for as long as a slow server likes.
 *
 * @param ask the name servers, for addresses of either family
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
      if (!first) return callback(new CallFailure('The name of the host could not be found'), [])
      if (!found.every(({ address }) => isPublicAddress(address))) return callback(new CallFailure(privateAddress), [])
      if (options.all) callback(null, found)
      else callback(null, first.address, first.family)
    })
  }

const sentences: Record<string, string> = {
  ECONNREFUSED: 'The connection was refused',
  ECONNRESET: 'The connection was closed without an answer',
  EPIPE: 'The connection was closed without an answer',
  ENOTFOUND: 'The name of the host could not be found',
  EAI_AGAIN: 'The name of the host could not be found',
  EHOSTUNREACH: 'The host could not be reached',
  ENETUNREACH: 'The host could not be reached',
  ETIMEDOUT: 'The connection timed out',
}

function failureOf(error: unknown, signal: AbortSignal, withinMs: number): CallFailure {
  if (error instanceof CallFailure) return error
  if (signal.aborted) return new CallFailure(`No answer within ${withinMs / 1_000} seconds`)
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
  /** Milliseconds, from the look-up to the answer's head. */
  withinMs: number
}

/**
 * Posts a body to an address that somebody else chose. Redirects are not followed, and of the answer nothing is read but its
 * status.
 *
 * @returns the HTTP status
 * @throws CallFailure when there was no answer, or none was asked for
 */
export async function postOutside({ url, headers, body, allowPrivate, withinMs }: OutgoingCall): Promise<number> {
  const fault = faultOf(url, allowPrivate)
  if (fault) throw new CallFailure(fault)
  const target = new URL(url)
  const signal = AbortSignal.timeout(withinMs)
  const options: RequestOptions = {
    method: 'POST',
    headers: { ...headers, 'content-length': Buffer.byteLength(body) },
    // A fresh connection with its own DNS lookup.
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
