import { z } from 'zod'
import { collegeOfUser } from '../auth/schema.ts'
import { emailField } from '../colleges/schema.ts'
import { idSchema, isoTime, optionalText, pageQuery, pagination, requiredText } from '../schema.ts'

/** The two roles a college admin may create. */
export const memberRoles = ['faculty', 'student'] as const
export type MemberRole = (typeof memberRoles)[number]

const phoneField = z
  .string({ error: 'Please enter a valid phone number' })
  .trim()
  .regex(/^(\+?[\d\s\-()]{10,32})?$/, 'Please enter a valid phone number')
  .nullish()
  .transform((text) => text || null)

/** Faculty's batch and section are optional, the students' are required. */
export const memberForm = z
  .object({
    role: z.enum(memberRoles, { error: 'Role must be student or faculty' }),
    name: requiredText('Name is required'),
    email: emailField,
    idNumber: optionalText(64).transform((text) => text ?? ''),
    branch: requiredText('Branch is required', 100),
    batch: optionalText(100),
    section: optionalText(100),
    phoneNumber: phoneField,
  })
  .superRefine(
    ({ role, idNumber, batch, section }, ctx) => {
      const require = (given: unknown, field: string, message: string) => {
        if (!given) ctx.addIssue({ code: 'custom', path: [field], message })
      }
      require(idNumber, 'idNumber', role === 'student' ? 'Roll Number is required' : 'ID is required')
      if (role !== 'student') return
      require(batch, 'batch', 'Batch is required')
      require(section, 'section', 'Section is required')
    },
    // Also when other fields are wrong, so that everything is told at once.
    { when: ({ value }) => typeof value === 'object' && value !== null && !Array.isArray(value) },
  )
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
  collegeName: z.string(),
  collegeId: collegeOfUser,
  companyName: z.string().nullable(),
  companyAddress: z.string().nullable(),
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
