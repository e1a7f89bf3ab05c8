import { initTRPC, TRPCError } from '@trpc/server'
import { DomainError, errorTable } from '#shared/errors.ts'
import type { Role } from '#shared/roles.ts'
import type { Context } from './context.ts'
import { shapeOf } from './errors.ts'

/** Where a procedure stands in the documented REST API. */
export interface RestRoute {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below `/api`, parameters in braces: `/tests/{id}`. */
  path: string
  /** Success status, 200 when left out. */
  status?: 200 | 201
  /** The file part's name and size limit, for calls that take a form with a file; `tooLarge` where the seeds have a sentence. */
  multipart?: { part: string; maxBytes: number; tooLarge?: string }
  /** Limit of a JSON body in bytes, 1 MiB when left out. */
  bodyLimit?: number
}

export interface Meta {
  /** Set by the builders in procedures.ts, read by the routes table and the permission tests. */
  roles?: readonly Role[] | 'public'
  rest?: RestRoute
  /** One line for the API's page. */
  summary?: string
}

const t = initTRPC
  .context<Context>()
  .meta<Meta>()
  .create({
    isDev: false,
    errorFormatter: ({ shape, error, ctx }) => shapeOf(shape, error, ctx),
  })

export const router = t.router

/** The ground of every procedure: gives a service's error its transport code. */
export const procedure = t.procedure.use(async ({ next }) => {
  const result = await next()
  if (!result.ok && result.error.cause instanceof DomainError) {
    const { cause } = result.error
    throw new TRPCError({ code: errorTable[cause.code].trpc, message: cause.message, cause })
  }
  return result
})
