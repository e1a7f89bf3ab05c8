import fc from 'fast-check'

/** The parts of a property's schema that determine the generated values. */
export interface Schema {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  format?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  minimum?: number
  maximum?: number
  additionalProperties?: Schema | boolean
}

/** Strings that commonly break programs. */
const hostileTexts = [
  ...['', ' ', '\u0000', '\ud800', '\u202e', '%', '_', '\\', "'", '"', '`', '{{1}}', '../../etc/passwd', '__proto__'],
  ...[
    "' or 1=1 --",
    '"; drop table users; --',
    '%00',
    '%ff',
    'null',
    'undefined',
    'NaN',
    'true',
    '-1',
    '1e999',
    '0x10',
  ],
  ...['<script>alert(1)</script>', '=cmd()', '🧑‍🎓'.repeat(50), 'a'.repeat(20_000), '\n'.repeat(500), 'İ'.repeat(300)],
  ...[
    '2026-13-45T99:99:99Z',
    '+275760-09-13T00:00:00.001Z',
    '0000-00-00',
    'Mars/Olympus',
    'http://[::1',
    'a@b',
    '10:00',
  ],
]
const hostileNumbers = [0, -0, -1, 1.5, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308, -1e308, 5e-324]

/** Any JSON value, biased towards difficult values. */
const hostile: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(...hostileTexts),
  fc.constantFrom<unknown>(...hostileNumbers),
  fc.constantFrom<unknown>(null, true, false, [], {}, [[]], [null], { id: null }, { toString: 1 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.jsonValue({ maxDepth: 4 }),
  fc.integer({ min: 1, max: 400 }).map((depth) => Array.from({ length: depth }).reduce<unknown>((inner) => [inner], 1)),
  fc.integer({ min: 200, max: 3_000 }).map((length) => Array.from({ length }, (_, place) => String(place))),
)

const dates = fc
  .integer({ min: -2, max: 2 })
  .chain((days) => fc.integer({ min: 0, max: 86_400_000 }).map((ms) => days * 86_400_000 + ms))
  .map((ms) => new Date(1.79e12 + ms).toISOString())

function textOf({ format }: Schema): fc.Arbitrary<unknown> {
  if (format === 'date-time' || format === 'date') return dates
  if (format === 'email') return fc.emailAddress()
  if (format === 'uri' || format === 'url') return fc.webUrl()
  return fc.oneof(fc.string({ maxLength: 30 }), fc.lorem({ maxCount: 4 }), dates)
}

/** A valid value for a schema, with one in eight parts replaced by an invalid part. */
export function valueFor(
  schema: Schema | boolean | undefined,
  key: string,
  ids: readonly string[],
): fc.Arbitrary<unknown> {
  const good = goodValueFor(schema, key, ids)
  return fc.oneof({ weight: 7, arbitrary: good }, { weight: 1, arbitrary: hostile })
}

function goodValueFor(
  schema: Schema | boolean | undefined,
  key: string,
  ids: readonly string[],
): fc.Arbitrary<unknown> {
  if (!schema || schema === true) return hostile
  const variants = schema.anyOf ?? schema.oneOf
  if (variants) return fc.oneof(...variants.map((variant) => valueFor(variant, key, ids)))
  if (schema.allOf)
    return fc
      .tuple(...schema.allOf.map((part) => goodValueFor(part, key, ids)))
      .map((parts) => Object.assign({}, ...parts))
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  if (type === 'string')
    return /id$|ids$|student|target|specific|^from$/i.test(key) ? fc.constantFrom(...ids) : textOf(schema)
  if (type === 'integer' || type === 'number') return numberOf(schema, type === 'integer')
  if (type === 'boolean') return fc.boolean()
  if (type === 'null') return fc.constant(null)
  if (type === 'array') return fc.array(valueFor(schema.items, key, ids), { maxLength: 4 })
  if (type !== 'object') return hostile
  const fields = Object.entries(schema.properties ?? {})
  if (fields.length === 0) return fc.dictionary(fc.string({ maxLength: 12 }), hostile, { maxKeys: 3 })
  const requiredKeys = schema.required ?? []
  return fc.record(Object.fromEntries(fields.map(([name, part]) => [name, valueFor(part, name, ids)])), {
    requiredKeys,
  })
}

function numberOf({ minimum = -10, maximum = 1_000 }: Schema, whole: boolean): fc.Arbitrary<number> {
  const [min, max] = [Math.max(minimum, -1e9), Math.min(maximum, 1e9)]
  return whole ? fc.integer({ min: Math.ceil(min), max: Math.floor(max) }) : fc.double({ min, max, noNaN: true })
}

/** A valid call with a field removed, added or replaced at any depth. */
export function changed(value: unknown, ids: readonly string[]): fc.Arbitrary<unknown> {
  const other = fc.oneof({ weight: 2, arbitrary: fc.constantFrom<unknown>(...ids) }, { weight: 3, arbitrary: hostile })
  if (Array.isArray(value))
    return fc.oneof(
      { weight: 4, arbitrary: fc.tuple(...value.map((part) => changed(part, ids))) },
      { weight: 1, arbitrary: fc.constant([...value, ...value]) },
      { weight: 1, arbitrary: other },
    )
  if (value === null || typeof value !== 'object')
    return fc.oneof({ weight: 12, arbitrary: fc.constant(value) }, { weight: 1, arbitrary: other })
  const fields = Object.entries(value)
  const parts = Object.fromEntries(fields.map(([name, part]) => [name, changed(part, ids)]))
  return fc.oneof(
    { weight: 8, arbitrary: fc.record(parts) },
    { weight: 1, arbitrary: fc.record(parts, { requiredKeys: [] }) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.record(parts), fc.string({ maxLength: 12 }), hostile)
        .map(([whole, name, more]) => ({ ...whole, [name]: more })),
    },
    { weight: 1, arbitrary: other },
  )
}

/** A body that does not match its content type. */
export const brokenBodies: fc.Arbitrary<{ type: string; body: Buffer }> = fc.record({
  type: fc.constantFrom(
    'application/json',
    'text/plain',
    'multipart/form-data',
    'multipart/form-data; boundary=x',
    'application/xml',
    'x/y',
    '',
  ),
  body: fc.oneof(
    fc.uint8Array({ maxLength: 2_000 }).map((bytes) => Buffer.from(bytes)),
    fc
      .constantFrom(
        '{',
        '{"a":',
        '[',
        'null',
        '"',
        '{}{}',
        '{"__proto__":{"role":"master_admin"}}',
        '--x\r\n\r\n\r\n--x--',
        '--x',
      )
      .map((text) => Buffer.from(text)),
  ),
})

/** A path that our client would never send. */
export const brokenPaths: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '/',
    '//',
    '/%',
    '/%zz',
    '/..%2f..%2fetc%2fpasswd',
    '/api',
    '/api/',
    '/api//tests',
    '/trpc',
    '/trpc/',
    '/trpc/constructor',
    '/trpc/__proto__',
    '/trpc/,,,?batch=1',
    '/assets/..%5c..%5c',
    '/uploads/../examhall.db',
    '/images/%2e%2e/examhall.db',
    '/healthz/x',
    '/api/tests/%00',
    '/?a[]=1&a[]=2',
    '/metrics',
  ),
  fc
    .array(fc.string({ unit: 'grapheme-ascii', maxLength: 12 }), { maxLength: 5 })
    .map((parts) => `/api/${parts.map(encodeURIComponent).join('/')}`),
)
