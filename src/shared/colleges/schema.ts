import { z } from 'zod'
import { idSchema, isoTime, pagination, requiredText } from '../schema.ts'

export const emailField = requiredText('Email is required', 320).pipe(
  z
    .string()
    .regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'Please enter a valid email')
    .toLowerCase(),
)

export const collegeForm = z.object({
  name: requiredText('College name is required'),
  code: requiredText('College code is required', 32).pipe(
    z.string().min(2, 'College code must be at least 2 characters'),
  ),
  email: emailField,
  address: requiredText('Address is required', 500).pipe(z.string().min(10, 'Please enter a complete address')),
})
export type CollegeForm = z.output<typeof collegeForm>

export const college = z.object({
  id: idSchema,
  name: z.string(),
  code: z.string(),
  email: z.string(),
  address: z.string(),
  isActive: z.boolean(),
  totalFaculty: z.number().int(),
  totalStudents: z.number().int(),
  createdAt: isoTime,
  adminInfo: z.object({ name: z.string(), hasLoggedIn: z.boolean(), lastLogin: isoTime.nullable() }).nullable(),
})
export type College = z.output<typeof college>

export const credentials = z.object({ email: z.string(), temporaryPassword: z.string() })
export const collegeAnswer = z.object({ college })
export const collegeCreated = z.object({ college, credentials })
export const collegeList = z.object({ colleges: z.array(college), pagination })
