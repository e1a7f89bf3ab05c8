import { z } from 'zod'
import { emailField } from '../colleges/schema.ts'
import { idSchema, isoTime, optionalText, pageQuery, pagination, requiredText } from '../schema.ts'

/** The two roles a college admin may create. */
export const memberRoles = ['faculty', 'student'] as const
export type MemberRole = (typeof memberRoles)[number]

const phoneField = z
  .string()
  .trim()
  .max(32)
  .regex(/^\+?[\d\s\-()]{10,}$/, 'Please enter a valid phone number')
  .or(z.literal(''))
  .nullish()
  .transform((text) => text || null)

const common = {
  name: requiredText('Name is required'),
  email: emailField,
  branch: requiredText('Branch is required', 100),
  phoneNumber: phoneField,
}

const facultyForm = z.object({
  ...common,
  role: z.literal('faculty'),
  idNumber: requiredText('ID is required', 64),
  batch: optionalText(100),
  section: optionalText(100),
})

const studentForm = z.object({
  ...common,
  role: z.literal('student'),
  idNumber: requiredText('Roll Number is required', 64),
  batch: requiredText('Batch is required', 100),
  section: requiredText('Section is required', 100),
})

/** Faculty's batch and section are optional, the students' are required. */
export const memberForm = z.discriminatedUnion('role', [facultyForm, studentForm], {
  error: 'Role must be student or faculty',
})
export type MemberForm = z.output<typeof memberForm>

export const member = z.object({
  id: idSchema,
  role: z.enum(memberRoles),
  name: z.string(),
  email: z.string(),
  idNumber: z.string(),
  branch: z.string(),
  batch: z.string().nullable(),
  section: z.string().nullable(),
  phoneNumber: z.string().nullable(),
  isActive: z.boolean(),
  hasLoggedIn: z.boolean(),
  lastLogin: isoTime.nullable(),
  createdAt: isoTime,
})
export type Member = z.output<typeof member>

export const memberListQuery = pageQuery.extend({
  role: z.enum(memberRoles).optional(),
  batch: z.string().optional(),
  branch: z.string().optional(),
  section: z.string().optional(),
  search: z.string().max(200).optional(),
})
export type MemberListQuery = z.output<typeof memberListQuery>

/** The query of the student pickers: everybody it matches, without paging. */
export const studentQuery = memberListQuery.pick({ branch: true, batch: true, section: true, search: true })

export const memberAnswer = z.object({ user: member })
export const memberCreated = z.object({ user: member, temporaryPassword: z.string() })
export const memberList = z.object({ users: z.array(member), pagination })
export const studentList = z.object({ students: z.array(member) })
