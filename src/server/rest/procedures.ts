import type { AnyTRPCProcedure, AnyTRPCRouter } from '@trpc/server'
import { z } from 'zod'
import { appRouter } from '../app-router.ts'
import type { Meta } from '../trpc/init.ts'

type JsonSchema = z.core.JSONSchema.BaseSchema

export interface RestRoute extends Pick<Meta, 'status' | 'multipart' | 'bodyLimit'> {
  method: string
  /** The path below `/api`. */
  path: string
}

export interface ListedProcedure {
  /** The router's path, such as `colleges.create`. */
  name: string
  type: 'query' | 'mutation' | 'subscription'
  meta: Meta
  rest: RestRoute | undefined
  procedure: AnyTRPCProcedure
  inputs: z.ZodType[]
  output: z.ZodType | undefined
}

function routeOf({ rest, status, multipart, bodyLimit }: Meta): RestRoute | undefined {
  const [method, path] = rest?.split(' ') ?? []
  return method && path ? { method, path, status, multipart, bodyLimit } : undefined
}

/** Lists every procedure of a router with its metadata, by name. */
export function listProcedures(router: AnyTRPCRouter = appRouter): ListedProcedure[] {
  return Object.entries(router._def.procedures as unknown as Record<string, AnyTRPCProcedure>)
    .map(([name, procedure]) => {
      const def = procedure._def as unknown as {
        type: ListedProcedure['type']
        meta?: Meta
        inputs: z.ZodType[]
        output?: z.ZodType
      }
      const meta = def.meta ?? {}
      return { name, type: def.type, meta, rest: routeOf(meta), procedure, inputs: def.inputs, output: def.output }
    })
    .sort((a, b) => a.name.localeCompare(b.name))
}

/** Allows any value where JSON has no equivalent, such as for files, which the multipart form describes. */
const toJsonSchema = (schema: z.ZodType, io: 'input' | 'output') =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' })

/** Returns a procedure's combined input schema. */
export function inputSchema({ inputs }: ListedProcedure): JsonSchema {
  const [first, ...rest] = inputs.map((schema) => toJsonSchema(schema, 'input'))
  if (!first) return { type: 'object', properties: {} }
  if (rest.length === 0) return first
  // The first schemas contain only ids; the last may be a union. tRPC checks all of them, like `allOf`.
  if ([first, ...rest].every((schema) => schema.type === 'object' && !schema.anyOf)) {
    const all = [first, ...rest]
    return {
      type: 'object',
      properties: Object.assign({}, ...all.map((schema) => schema.properties)),
      required: all.flatMap((schema) => schema.required ?? []),
    }
  }
  return { allOf: [first, ...rest] }
}

export const outputSchema = ({ output }: ListedProcedure): JsonSchema => (output ? toJsonSchema(output, 'output') : {})
