import { initTRPC, TRPCError } from '@trpc/server'
import { conflict, DomainError, errorTable, sentences } from '#shared/errors.ts'
import type { Role } from '#shared/roles.ts'
import { byId } from '#shared/schema.ts'
import { isOrphan } from '../platform/faults.ts'
import type { Context } from './context.ts'
import { shapeOf } from './errors.ts'

/** The file part of a form, available to the procedure as `file`. */
export interface FilePart {
  part: string
  maxBytes: number
  /** Replaces the default error message for a file larger than `maxBytes`. */
  tooLarge?: string
  /** True if the file is optional; the body may then also be JSON. Lists and objects in the form are JSON strings. */
  optional?: boolean
  /** True for files too large for memory: `file` is then a `FileOnDisk`. */
  onDisk?: boolean
}

export interface Meta {
  /** Set by the builders in procedures.ts, read by the routes table and the permission tests. */
  roles?: readonly Role[] | 'public'
  /** The documented REST route below `/api`, with path parameters in braces: `GET /tests/{id}`. */
  rest?: `${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`
  /** Success status of the REST route; defaults to 200. */
  status?: 200 | 201
  /** For REST routes with a multipart form. */
  multipart?: FilePart
  /** Maximum size of a JSON body in bytes; defaults to 1 MiB. */
  bodyLimit?: number
  /** Requires a session: API tokens are rejected, regardless of role. */
  inPerson?: true
  /** Requires a step-up within the last ten minutes: see platform/step-up.ts. */
  stepUp?: true
  /** Allowed even before staff have used a required second step in this session. */
  beforeSecondStep?: true
  /** One-line summary for the API documentation. */
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
export const baseProcedure = t.procedure

type Outcome = { ok: true } | { ok: false; error: TRPCError }

/** Runs a middleware and converts service errors to transport errors. */
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

/** Converts an error for the caller; undefined if it is unexpected. */
function transportError(error: unknown): TRPCError | undefined {
  const cause = isOrphan(error) ? conflict(sentences.goneMeanwhile) : error
  if (!(cause instanceof DomainError)) return undefined
  return new TRPCError({ code: errorTable[cause.code].trpc, message: cause.message, cause })
}

/** Reads the id in a call's input before validation. @throws BAD_REQUEST when there is none */
export async function namedId(getRawInput: () => Promise<unknown>): Promise<string> {
  const { data, error } = byId.safeParse(await getRawInput())
  if (error) throw new TRPCError({ code: 'BAD_REQUEST', cause: error })
  return data.id
}

/**
 * A middleware that looks something up by `id` before the rest of the input is validated: returns 404 before 400.
 * @param require throws NOT_FOUND
 */
export const lookUp =
  <Ctx>(require: (ctx: Ctx, id: string) => Promise<unknown>) =>
  async <Result>({ ctx, input, next }: { ctx: Ctx; input: { id: string }; next: () => Promise<Result> }) => {
    await require(ctx, input.id)
    return next()
  }
