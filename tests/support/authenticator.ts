import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** An authenticator with one passkey (ES256, no attestation) for tests over HTTP. Browser tests use Chromium's. */

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest()
const base64url = (data: Buffer | string) => Buffer.from(data).toString('base64url')

/** The subset of CBOR that an attestation object uses: definite lengths below 65,536. */
function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value])
  return value < 256
    ? Buffer.from([(major << 5) | 24, value])
    : Buffer.from([(major << 5) | 25, value >> 8, value & 255])
}
type Cbor = number | string | Buffer | Map<number | string, Cbor>
function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, content]) => [cbor(key), cbor(content)])])
}

const flags = { present: 0x01, verified: 0x04, attested: 0x40 }

interface Ceremony {
  challenge: string
  [field: string]: unknown
}

/** @param origin the browser's origin @param rpId the key's relying party */
export function createAuthenticator(origin: string, rpId = new URL(origin).hostname) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(16)
  const credential = {
    id: base64url(id),
    rawId: base64url(id),
    type: 'public-key' as const,
    clientExtensionResults: {},
  }
  let counter = 0
  let userHandle = ''
  const clientData = (type: string, { challenge }: Ceremony, from: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: from, crossOrigin: false }))
  const data = (flag: number, rest: Buffer = Buffer.alloc(0)) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([sha256(rpId), Buffer.from([flag]), count, rest])
  }
  return {
    id: credential.id,
    /** The response to a request to create a passkey. */
    create(options: Ceremony, from = origin) {
      userHandle = (options.user as { id: string }).id
      const key = new Map<number, Cbor>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ])
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, cbor(key)])
      const authData = data(flags.present | flags.verified | flags.attested, attested)
      const attestation = new Map<string, Cbor>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ])
      const response = {
        clientDataJSON: base64url(clientData('webauthn.create', options, from)),
        attestationObject: base64url(cbor(attestation)),
        transports: ['internal'],
      }
      return { ...credential, response }
    },
    /** The response to a signature request. @param verified true if a fingerprint or PIN verified the person */
    get(options: Ceremony, { from = origin, verified = true } = {}) {
      counter++
      const authenticatorData = data(flags.present | (verified ? flags.verified : 0))
      const client = clientData('webauthn.get', options, from)
      const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(client)]), privateKey)
      const response = {
        clientDataJSON: base64url(client),
        authenticatorData: base64url(authenticatorData),
        signature: base64url(signature),
        userHandle,
      }
      return { ...credential, response }
    },
    /** Resets the signature counter, like a cloned authenticator. */
    rewind() {
      counter = 0
    },
  }
}
