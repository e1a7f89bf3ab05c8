import type { Socket } from 'node:net'

/** What Node itself cannot read never becomes a request: it is answered on the socket, in the words of all other failures. */
export function answerUnreadable(error: Error & { code?: string }, socket: Socket) {
  const isLong = error.code === 'HPE_HEADER_OVERFLOW'
  const sentence = isLong ? 'The address or the headers are too long' : 'The request could not be read'
  const body = JSON.stringify({ error: sentence, message: sentence })
  const head = [
    isLong ? 'HTTP/1.1 431 Request Header Fields Too Large' : 'HTTP/1.1 400 Bad Request',
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ]
  if (socket.writable && error.code !== 'ECONNRESET') socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
  else socket.destroy()
}
