/**
 * Content security policy: pages may load only our own files, and no inline code. Inline styles are allowed, because
 * components set positions and sizes with them (docs/security.md). HTML reaches the DOM only through our sanitiser
 * (`src/client/ui/rich-text.tsx`).
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

/** Security headers of every response, with HSTS over https. */
export const securityHeaders = ({ publicUrl }: { publicUrl: string | undefined }): Record<string, string> =>
  publicUrl?.startsWith('https:') ? { ...always, 'strict-transport-security': 'max-age=31536000' } : always
