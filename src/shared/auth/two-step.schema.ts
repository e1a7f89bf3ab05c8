import { z } from 'zod'
import { isoTime } from '../schema.ts'

/** A code from an authenticator, or a recovery code; spaces and hyphens are ignored. */
export const codeField = z
  .string({ error: 'Please enter a code' })
  .trim()
  .min(1, 'Please enter a code')
  .max(100, 'Must be at most 100 characters')

const passwordField = z
  .string({ error: 'Password is required' })
  .min(1, 'Password is required')
  .max(1024, 'Must be at most 1024 characters')

export const twoStepState = z.object({
  isOn: z.boolean(),
  since: isoTime.nullable(),
  recoveryCodesLeft: z.number().int(),
  isMissing: z.boolean().describe('The master admin requires a second step and this session has not passed one'),
})

/** True if every staff member must use a second step. */
export const secondStepSetting = z.object({ required: z.boolean() })

/** Required again, so that a stolen session alone cannot lock the owner out or weaken the account. */
export const passwordForm = z.object({ password: passwordField })

export const twoStepBegun = z.object({
  secret: z.string().describe('Base32, for typing into an authenticator'),
  uri: z.string().describe('The secret as an otpauth:// URI, for a QR code'),
})

export const codeForm = z.object({ code: codeField })

/** Shown once. Each code works for one sign-in. */
export const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })

/** Requires a password or a code. */
export const proofForm = z
  .object({ password: passwordField.optional(), code: codeField.optional() })
  .refine(({ password, code }) => password !== undefined || code !== undefined, {
    path: ['password'],
    error: 'Please enter your password or a code',
  })
export type Proof = z.output<typeof proofForm>
