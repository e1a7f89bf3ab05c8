import { z } from 'zod'
import { roles } from '../roles.ts'
import { idSchema, isoTime } from '../schema.ts'

export const loginForm = z.object({
  email: z
    .string({ error: 'Email is required' })
    .trim()
    .min(1, 'Email is required')
    .max(320, 'Must be at most 320 characters'),
  password: z
    .string({ error: 'Password is required' })
    .min(1, 'Password is required')
    .max(1024, 'Must be at most 1024 characters'),
  rememberMe: z.boolean().default(false),
})

export const minPasswordLength = 6
const newPassword = z
  .string({ error: 'New password is required' })
  .min(minPasswordLength, 'New password must be at least 6 characters')
  .max(1024, 'Must be at most 1024 characters')

export const forgotForm = z.object({
  email: z
    .string({ error: 'Email is required' })
    .trim()
    .min(1, 'Email is required')
    .max(320, 'Must be at most 320 characters'),
})
export const resetForm = z.object({ token: z.string(), password: newPassword })

/** What a User carries of the college, under the seed's name for it. */
export const collegeOfUser = z.object({ id: idSchema, name: z.string(), code: z.string(), address: z.string() })

/** The signed-in person, as the seed's User entity. */
export const currentUser = z.object({
  id: idSchema,
  name: z.string(),
  email: z.string(),
  role: z.enum(roles),
  isActive: z.boolean(),
  collegeName: z.string().nullable(),
  collegeId: collegeOfUser.nullable().describe('Null for a master admin'),
  phoneNumber: z.string().nullable(),
  branch: z.string().nullable(),
  batch: z.string().nullable(),
  section: z.string().nullable(),
  idNumber: z.string().nullable(),
  companyName: z.string().nullable(),
  companyAddress: z.string().nullable(),
  hasLoggedIn: z.boolean(),
  lastLogin: isoTime.nullable(),
  createdAt: isoTime,
})
export type CurrentUser = z.output<typeof currentUser>

export const loginAnswer = z.object({ token: z.string(), user: currentUser })
export const meAnswer = z.object({ user: currentUser })
