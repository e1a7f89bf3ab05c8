import type { Socket } from 'node:net'

const answers: Record<string, [status: string, sentence: string]> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The address or the headers are too long'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request took too long to arrive'],
}

/** Requests that Node cannot parse never reach the router: answer them on the socket, in the usual error format. */
export function answerUnreadable(error: Error & { code?: string }, socket: Socket) {
  const [status, sentence] = answers[error.code ?? ''] ?? ['400 Bad Request', 'The request could not be read']
  const body = JSON.stringify({ error: sentence, message: sentence })
  const head = [
    `HTTP/1.1 ${status}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ]
  if (socket.writable && error.code !== 'ECONNRESET') socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
  else socket.destroy()
}
