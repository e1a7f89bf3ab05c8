// Import only types here: code shared with the first page would become a separate chunk that every student loads.
import type { Operation, TRPCClientError } from '@trpc/client'

interface Listener {
  next: (value: { result: { data: unknown } }) => void
  complete: () => void
  /** @param cause as accepted by `TRPCClientError.from` */
  fail: (cause: Parameters<typeof TRPCClientError.from>[0]) => void
}

interface Sent {
  event: string
  data: string
}

/** Splits the response into events. Skips comments and events without data. */
async function* eventsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Sent, void> {
  const reader = body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).getReader()
  let rest = ''
  for (;;) {
    const { value, done } = await reader.read()
    if (done) return
    const blocks = (rest + value).split(/\r?\n\r?\n/)
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const fields = block.split(/\r?\n/).map((line) => /^(\w+): ?(.*)$/.exec(line) ?? [])
      const lines = fields.filter(([, name]) => name === 'data').map(([, , text = '']) => text)
      const event = fields.find(([, name]) => name === 'event')?.[2] ?? 'message'
      if (lines.length > 0) yield { event, data: lines.join('\n') }
    }
  }
}

/**
 * Follows one tRPC subscription until it ends, fails or is aborted. Leaves reconnecting to the caller, which can
 * check what it missed. Uses `fetch`, as EventSource cannot send headers and the token must not be in a URL.
 */
export async function follow(
  { path, input }: Operation,
  token: string | undefined,
  listener: Listener,
  signal: AbortSignal,
): Promise<void> {
  try {
    const answer = await fetch(`/trpc/${path}?input=${encodeURIComponent(JSON.stringify(input))}`, {
      headers: { accept: 'text/event-stream', ...(token && { authorization: `Bearer ${token}` }) },
      cache: 'no-store',
      signal,
    })
    // A proxy's error page, or the response to a call that is not a subscription.
    if (!answer.body || !answer.headers.get('content-type')?.startsWith('text/event-stream'))
      throw new TypeError('Failed to fetch a stream')
    for await (const { event, data } of eventsOf(answer.body)) {
      if (event === 'message') listener.next({ result: { data: JSON.parse(data) } })
      else if (event === 'serialized-error') return listener.fail({ error: JSON.parse(data) })
      else if (event === 'return') break
    }
    listener.complete()
  } catch (error) {
    if (!signal.aborted) listener.fail(error as Error)
  }
}
