import { z } from 'zod'
import { idSchema, isoTime, requiredText } from '../schema.ts'
import { passwordForm } from './two-step.schema.ts'

/** Maximum passkeys per person. */
export const maxPasskeys = 20

export const passkey = z.object({
  id: idSchema,
  name: z.string(),
  createdAt: isoTime,
  lastUsedAt: isoTime.nullable(),
})
export type Passkey = z.output<typeof passkey>
export const passkeyList = z.object({ passkeys: z.array(passkey) })
export const passkeyAdded = z.object({ passkey })

const base64url = z
  .string()
  .regex(/^[\w-]*$/)
  .max(16_384)

/** Options for `navigator.credentials`: standard JSON that only the browser interprets. */
export const ceremony = z.object({ options: z.looseObject({ challenge: base64url }) })

const credential = z.object({
  id: base64url,
  rawId: base64url,
  type: z.literal('public-key'),
  clientExtensionResults: z.looseObject({}).default({}),
})

/** A new credential, as returned by `PublicKeyCredential.toJSON()`. */
export const registration = credential.extend({
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z.array(z.string().max(32)).max(10).default([]),
  }),
})

/** A credential's signature, as returned by `PublicKeyCredential.toJSON()`. */
export const assertion = credential.extend({
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url.nullish().transform((handle) => handle ?? undefined),
  }),
})

export const passkeyName = requiredText('Please name the passkey', 100)
export const passkeyForm = z.object({
  name: passkeyName.describe('A label for its owner, such as the device'),
  response: registration.describe('The result of the browser’s `navigator.credentials.create()`, as JSON'),
})

export const passkeySignIn = z.object({
  response: assertion.describe('The result of the browser’s `navigator.credentials.get()`, as JSON'),
  rememberMe: z.boolean().default(false),
})

/** Requires a password or a passkey. */
export const stepUpForm = z
  .object({ password: passwordForm.shape.password.optional(), passkey: assertion.optional() })
  .refine(({ password, passkey }) => password !== undefined || passkey !== undefined, {
    path: ['password'],
    error: 'Password is required',
  })
