/**
 * What a page of ours may load and do: its own files, and nothing that is written into it. Styles alone may stand in elements:
 * the parts of the interface carry their places and sizes there (docs/security.md). What reaches the DOM as HTML is made by a
 * policy of ours (`src/client/ui/rich-text-sanitize.ts`), or not at all.
 */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "script-src-attr 'none'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'none'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

const always = {
  'content-security-policy': policy,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
}

/** The headers of every answer. Where people come by https, browsers are told to never come another way. */
export const securityHeaders = ({ publicUrl }: { publicUrl: string | undefined }): Record<string, string> =>
  publicUrl?.startsWith('https:') ? { ...always, 'strict-transport-security': 'max-age=31536000' } : always
