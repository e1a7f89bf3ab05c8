import { initTRPC, TRPCError } from '@trpc/server'
import { conflict, DomainError, errorTable, sentences } from '#shared/errors.ts'
import type { Role } from '#shared/roles.ts'
import { byId } from '#shared/schema.ts'
import { isOrphan } from '../platform/faults.ts'
import type { Context } from './context.ts'
import { shapeOf } from './errors.ts'

/** The file part of a form; the procedure finds it in its input as `file`. */
export interface FilePart {
  part: string
  maxBytes: number
  /** Sentences from the specification. */
  tooLarge?: string
  /** The file of the form is optional, and the body may also be JSON. Lists and objects in the form are JSON texts. */
  optional?: boolean
}

/** A procedure's path in the documented REST API. */
export interface RestRoute {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below `/api`, parameters in braces: `/tests/{id}`. */
  path: string
  /** Success status, 200 when left out. */
  status?: 200 | 201
  /** For calls that take a form with a file. */
  multipart?: FilePart
  /** Limit of a JSON body in bytes, 1 MiB when left out. */
  bodyLimit?: number
}

export interface Meta {
  /** Set by the builders in procedures.ts, read by the routes table and the permission tests. */
  roles?: readonly Role[] | 'public'
  rest?: RestRoute
  /** Only for somebody who has signed in: no API token may call it, whatever its role. */
  inPerson?: true
  /** Only for somebody who proved within ten minutes who they are: platform/step-up.ts. */
  stepUp?: true
  /** Also in a session in which staff have yet to show the second step that the owner requires. */
  beforeSecondStep?: true
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

/** Base of every procedure. */
export const ground = t.procedure

type Outcome = { ok: true } | { ok: false; error: TRPCError }

/** Carries a middleware out and gives a service's error its transport code. */
export async function translated<Result extends Outcome>(run: () => Promise<Result>): Promise<Result> {
  let result: Result
  try {
    result = await run()
  } catch (error) {
    throw transportError(error) ?? error
  }
  const known = result.ok ? undefined : transportError(result.error.cause)
  if (known) throw known
  return result
}

/** The error for the caller; undefined for unexpected ones. */
function transportError(error: unknown): TRPCError | undefined {
  const cause = isOrphan(error) ? conflict(sentences.goneMeanwhile) : error
  if (!(cause instanceof DomainError)) return undefined
  return new TRPCError({ code: errorTable[cause.code].trpc, message: cause.message, cause })
}

/** The id that a call names, before its form is looked at. @throws BAD_REQUEST when there is none */
export async function namedId(getRawInput: () => Promise<unknown>): Promise<string> {
  const { data, error } = byId.safeParse(await getRawInput())
  if (error) throw new TRPCError({ code: 'BAD_REQUEST', cause: error })
  return data.id
}
