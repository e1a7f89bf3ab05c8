import { refused, sentences } from '#shared/errors.ts'

/** Adds `_id` beside every `id`. Clients may use either name: responses contain both, requests need one. */
export function withBothIds(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withBothIds)
  if (value === null || typeof value !== 'object') return value
  const out: Record<string, unknown> = {}
  for (const [key, part] of Object.entries(value)) {
    if (key === 'id' && typeof part === 'string') out._id = part
    out[key] = withBothIds(part)
  }
  return out
}

/** Maximum depth: deeper than any of our forms, but too shallow to overflow the stack. */
const deepest = 50

/**
 * Renames `_id` to `id` unless there is an `id`, at every depth.
 * @throws a 400 when the value is nested too deeply or has a key named `__proto__`
 */
export function withPlainIds(value: unknown, depth = 0): unknown {
  if (depth > deepest) throw refused('The request body is nested too deeply')
  if (Array.isArray(value)) return value.map((part) => withPlainIds(part, depth + 1))
  if (value === null || typeof value !== 'object') return value
  const out: Record<string, unknown> = {}
  for (const [key, part] of Object.entries(value)) {
    // JSON.parse creates an own property of this name, but assigning it would set the prototype.
    if (key === '__proto__') throw refused(sentences.prototypeKey)
    if (key === '_id') out.id ??= part
    else out[key] = withPlainIds(part, depth + 1)
  }
  return out
}

type JsonSchema = {
  type?: unknown
  properties?: Record<string, unknown>
  allOf?: unknown
  anyOf?: unknown
  oneOf?: unknown
  items?: unknown
}

const partsOf = ({ anyOf, allOf, oneOf }: JsonSchema) =>
  ([allOf, anyOf, oneOf].flat() as (JsonSchema | undefined)[]).filter((part) => part !== undefined)

/** Finds the plain type of a property within unions and intersections. */
function typeOf(schema: JsonSchema | undefined): unknown {
  if (!schema) return undefined
  if (schema.type) return schema.type
  for (const part of partsOf(schema)) {
    const type = typeOf(part)
    if (type && type !== 'null') return type
  }
}

const propertyOf = (schema: JsonSchema, key: string): JsonSchema | undefined =>
  (schema.properties?.[key] as JsonSchema | undefined) ??
  partsOf(schema)
    .map((part) => propertyOf(part, key))
    .find((part) => part !== undefined)

/** True if a property accepts a list or an object. */
export const takesStructure = (schema: JsonSchema | undefined): boolean =>
  schema !== undefined && (schema.type === 'array' || schema.type === 'object' || partsOf(schema).some(takesStructure))

function coerce(text: unknown, schema: JsonSchema | undefined): unknown {
  const type = typeOf(schema)
  if (type === 'array') return [text].flat().map((item) => coerce(item, schema?.items as JsonSchema | undefined))
  if (typeof text !== 'string') return text
  if ((type === 'number' || type === 'integer') && /^-?\d+(\.\d+)?$/.test(text)) return Number(text)
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
  return text
}

/** Like `coerce`, but parses lists and objects as JSON. */
function parseStructure(text: unknown, schema: JsonSchema | undefined): unknown {
  if (!takesStructure(schema)) return coerce(text, schema)
  if (typeof text !== 'string') return text
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' ? value : text
  } catch {
    return text
  }
}

function readTexts(texts: Record<string, unknown>, schema: object, read: typeof coerce): Record<string, unknown> {
  const given = Object.entries(texts).filter(([, text]) => text !== '' && text !== undefined)
  return Object.fromEntries(given.map(([key, text]) => [key, read(text, propertyOf(schema as JsonSchema, key))]))
}

/**
 * Converts strings from a query string or form to the types in the input's JSON schema. Strings that cannot be
 * converted are left for the schema to reject. Empty strings count as missing.
 */
export const coerceTexts = (texts: Record<string, unknown>, schema: object) => readTexts(texts, schema, coerce)

/**
 * Like `coerceTexts`, but for a form sent instead of JSON: lists and objects are JSON strings, and `_id` becomes `id`.
 * @throws a 400 when a value is nested too deeply
 */
export const parseForm = (texts: Record<string, unknown>, schema: object) =>
  withPlainIds(readTexts(texts, schema, parseStructure)) as Record<string, unknown>

/** Parses a JSON body. An empty body counts as an empty object. @throws a 400 that names the error */
export function parseBody(body: Buffer | undefined): Record<string, unknown> {
  if (!body?.length) return {}
  let value: unknown
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(body).trim()
    if (text === '') return {}
    value = JSON.parse(text)
  } catch {
    throw refused('The request body is not valid JSON')
  }
  if (value === null || typeof value !== 'object' || Array.isArray(value))
    throw refused('The request body must be a JSON object')
  return withPlainIds(value) as Record<string, unknown>
}
