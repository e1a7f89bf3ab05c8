import { version } from '../platform/version.ts'
import type { FilePart } from '../trpc/init.ts'
import { takesStructure } from './json.ts'
import { inputSchema, type ListedProcedure, outputSchema, type RestRoute } from './procedures.ts'

type Json = Record<string, unknown>

const errorAnswer = {
  type: 'object',
  properties: {
    error: { type: 'string' },
    message: { type: 'string' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        properties: { field: { type: 'string' }, message: { type: 'string' } },
        required: ['field', 'message'],
      },
    },
    requestId: { type: 'string' },
  },
  required: ['error', 'message'],
}

const answer = (description: string, schema: Json) => ({
  description,
  content: { 'application/json': { schema } },
})

const failures: Record<number, string> = {
  400: 'Fields are missing or invalid; `errors` lists them',
  401: 'Missing or expired session',
  403: 'Not allowed for this role',
  404: 'Not found, or not yours',
  409: 'Not possible in the current state',
  429: 'Too many requests; `Retry-After` is the number of seconds to wait',
}

interface Body {
  schema: Json
  /** Individual fields; empty if it combines several schemas. */
  properties: Record<string, Json>
  required: string[]
}

/** Converts a field for forms, which contain lists and objects as JSON strings. */
const asText = (schema: Json): Json =>
  takesStructure(schema) ? { type: 'string', contentMediaType: 'application/json', contentSchema: schema } : schema

function formOf({ schema, properties, required }: Body, { part, optional }: FilePart): Json {
  const file = { [part]: { type: 'string', format: 'binary' } }
  if (!optional) return { type: 'object', properties: { ...properties, ...file }, required: [part] }
  const texts = Object.fromEntries(Object.entries(properties).map(([key, property]) => [key, asText(property)]))
  const form = { type: 'object', properties: { ...texts, ...file }, required }
  return Object.keys(properties).length > 0 ? form : { allOf: [schema, form] }
}

function contentOf(body: Body, { multipart }: RestRoute): Json {
  return {
    ...(multipart && !multipart.optional ? {} : { 'application/json': { schema: body.schema } }),
    ...(multipart ? { 'multipart/form-data': { schema: formOf(body, multipart) } } : {}),
  }
}

function operation(listed: ListedProcedure): Json {
  const { rest, meta, name } = listed
  if (!rest) return {}
  const input = inputSchema(listed) as { properties?: Record<string, Json>; required?: string[] }
  const inPath = [...rest.path.matchAll(/\{(\w+)\}/g)].flatMap((match) => match[1] ?? [])
  const properties = input.properties ?? {}
  const inQuery = rest.method === 'GET' ? Object.keys(properties).filter((key) => !inPath.includes(key)) : []
  const { $schema: _, ...plain } = input as Json
  // The multipart form describes the file.
  const isInBody = (key: string) => !inPath.includes(key) && !(rest.multipart && key === 'file')
  const inBody = Object.fromEntries(Object.entries(properties).filter(([key]) => isInBody(key)))
  const required = (input.required ?? []).filter(isInBody)
  const isCompound = Boolean(plain.allOf || plain.anyOf || plain.oneOf)
  const schema: Json = isCompound ? plain : { ...plain, properties: inBody, required }
  const needsFile = rest.multipart !== undefined && !rest.multipart.optional
  const { $schema: __, ...output } = outputSchema(listed) as Json
  const isPublic = meta.roles === 'public'
  return {
    operationId: name,
    summary: meta.summary ?? name,
    tags: [name.split('.')[0]],
    description: isPublic
      ? 'No sign-in required.'
      : `Roles: ${(meta.roles as string[]).join(', ')}.${meta.inPerson ? ' Not available to API tokens.' : ''}${meta.stepUp ? ' Requires step-up.' : ''}`,
    ...(isPublic ? { security: [] } : {}),
    parameters: [
      ...inPath.map((key) => ({
        name: key,
        in: 'path',
        required: true,
        schema: properties[key] ?? { type: 'string' },
      })),
      ...inQuery.map((key) => ({ name: key, in: 'query', required: required.includes(key), schema: properties[key] })),
    ],
    ...(rest.method !== 'GET' &&
    listed.inputs.length > 0 &&
    (rest.multipart || Object.keys(inBody).length > 0 || isCompound)
      ? {
          requestBody: {
            required: needsFile || isCompound || required.length > 0,
            content: contentOf({ schema, properties: inBody, required }, rest),
          },
        }
      : {}),
    responses: {
      [rest.status ?? 200]: answer('Done', output),
      ...Object.fromEntries(
        Object.entries(failures).map(([status, text]) => [
          status,
          answer(text, { $ref: '#/components/schemas/Error' }),
        ]),
      ),
    },
  }
}

/** Generates the OpenAPI 3.1 document for all documented paths from the procedures. */
export function openApiDocument(procedures: readonly ListedProcedure[]): Json {
  const paths: Record<string, Json> = {}
  for (const listed of procedures) {
    if (!listed.rest) continue
    const path = paths[listed.rest.path] ?? {}
    path[listed.rest.method.toLowerCase()] = operation(listed)
    paths[listed.rest.path] = path
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Examhall',
      version,
      description:
        'Requests and responses are JSON. Times are ISO-8601 UTC with milliseconds. Objects have their identifier as both `id` and `_id`.',
    },
    servers: [{ url: '/api' }],
    security: [{ bearer: [] }],
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: { Error: errorAnswer },
    },
    paths,
  }
}
