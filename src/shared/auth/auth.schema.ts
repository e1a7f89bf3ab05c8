import { z } from 'zod'
import { type Role, roles } from '../roles.ts'
import { addressField, changedPhone, changedText, idSchema, isoTime, requiredText } from '../schema.ts'
import { minPasswordLength } from './passwords.rules.ts'
import { codeField } from './two-step.schema.ts'

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
  code: codeField.optional().describe('Required with two-step sign-in; if it is missing, the 401 names this field'),
})

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
export const changePasswordForm = z.object({
  currentPassword: z
    .string({ error: 'Current password is required' })
    .min(1, 'Current password is required')
    .max(1024, 'Must be at most 1024 characters'),
  newPassword,
})
/** A master admin created on the command line. */
export const masterAdminForm = z.object({
  // Also accepts admin@localhost, the first admin's address.
  email: requiredText('Email is required', 320).pipe(
    z
      .string()
      .regex(/^[^\s@]+@[^\s@]+$/, 'Please enter a valid email')
      .toLowerCase(),
  ),
  name: requiredText('Name is required'),
  password: newPassword.optional(),
})
export const resetForm = z.object({ token: z.string(), password: newPassword })

/** The college fields of a User, under the name clients expect. */
export const collegeOfUser = z.object({ id: idSchema, name: z.string(), code: z.string(), address: z.string() })

/** The signed-in person, in the format of the original API's User entity. */
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
export const profileAnswer = meAnswer.extend({
  message: z
    .string()
    .optional()
    .describe('`Sent for approval` if the college has to approve changes to batch, branch and section'),
})

/** Fields people may change in their own profile; a missing field is left unchanged. */
const profileForm = z.object({
  name: requiredText('Name is required').optional(),
  phoneNumber: changedPhone,
  branch: changedText(100),
  batch: changedText(100),
  section: changedText(100),
  address: changedText(500),
  companyName: changedText(200),
  companyAddress: changedText(500),
})
export type ProfileForm = z.output<typeof profileForm>

/** Editable profile fields by role. */
export const profileFields = {
  master_admin: ['name', 'phoneNumber', 'companyName', 'companyAddress'],
  college_admin: ['name', 'phoneNumber', 'address'],
  faculty: ['name', 'phoneNumber', 'branch', 'batch', 'section'],
  student: ['name', 'phoneNumber', 'branch', 'batch', 'section'],
} as const satisfies Record<Role, readonly (keyof ProfileForm)[]>

const requiredGroup = { branch: 'Branch is required', batch: 'Batch is required', section: 'Section is required' }
const group = (name: keyof typeof requiredGroup) => requiredText(requiredGroup[name], 100).optional()

const profileRules = {
  master_admin: z.object({}),
  college_admin: z.object({ address: addressField.optional() }),
  faculty: z.object({ branch: group('branch') }),
  student: z.object({ branch: group('branch'), batch: group('batch'), section: group('section') }),
} satisfies Record<Role, z.ZodObject>

/** The profile form of a role: only its fields, with its rules. Other submitted fields are ignored. */
export const profileFormOf = (role: Role): z.ZodType<ProfileForm> => {
  const fields = Object.fromEntries(profileFields[role].map((field) => [field, profileForm.shape[field]]))
  return z.object({ ...fields, ...profileRules[role].shape }) as unknown as z.ZodType<ProfileForm>
}

/** The unvalidated profile. The role determines which fields are validated and which are ignored. */
export const profileInput = z.object(
  Object.fromEntries(
    Object.keys(profileForm.shape).map((field) => [field, z.unknown().optional().describe('Text, or null')]),
  ),
) as unknown as z.ZodType<ProfileForm, z.input<typeof profileForm>>
