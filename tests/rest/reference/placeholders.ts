/** Replaces values that differ between runs (ids, tokens, passwords, times) and shortens long ones. */

const shownEntries = 2
const maxLength = 300

/** Placeholders for random values, by field name. */
const random: Record<string, string> = {
  token: 'k3J9…shown-once',
  temporaryPassword: 'k7m2p9q4w6x3h8t5',
  secret: 'JBSWY3DPEHPK3PXP',
  uri: 'otpauth://totp/Academic%20System:admin%40localhost?issuer=Academic%20System&secret=JBSWY3DPEHPK3PXP',
  receipt: 'ABCD-EFGH-JKLM',
  code: 'ABCD-EFGH-JKLM',
  hint: 'exh_k3J9',
  fileName: 'file.csv',
  requestId: '00000000-0000-4000-8000-000000000000',
}
const isReceiptCode = (text: unknown) => typeof text === 'string' && /^[0-9A-Z]{4}(-[0-9A-Z]{4}){2,}$/.test(text)

const day = 86_400_000
const about = Date.UTC(2026, 2, 2, 9)
const isoPattern = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g
const steady = (text: string) =>
  text.replace(isoPattern, (iso) =>
    Math.abs(Date.parse(iso) - about) > 60 * day ? new Date(about).toISOString() : iso,
  )

function shorten(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) {
    const kept = value.slice(0, shownEntries).map((part) => shorten(part))
    return value.length > shownEntries ? [...kept, `… ${value.length - shownEntries} more`] : kept
  }
  if (value !== null && typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, shorten(part, name)]))
  if (typeof value !== 'string') return value
  if (value.startsWith('whsec_')) return 'whsec_…shown-once'
  if (key in random && (key !== 'code' || isReceiptCode(value))) return random[key]
  if (isReceiptCode(value)) return random.receipt
  return value.length > maxLength ? `${value.slice(0, maxLength)}…` : value
}

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

/** @param answer JSON, or a placeholder for a file */
export function plain(request: string, answer: unknown): { request: string; answer: string } {
  const known = new Map<string, string>()
  const named = (text: string) =>
    steady(text).replace(uuid, (id) => {
      const name = known.get(id) ?? `0195-example-${String(known.size + 1).padStart(2, '0')}`
      known.set(id, name)
      return name
    })
  // Replace ids first, because part of one may look like a receipt.
  const codes = named(request)
    .replace(/\b[0-9A-Z]{4}(-[0-9A-Z]{4}){2,}\b/g, random.receipt ?? '')
    .replace(/"code": "\d{6}"/, '"code": "123456"')
  return { request: codes, answer: named(JSON.stringify(shorten(answer), null, 2)) }
}
