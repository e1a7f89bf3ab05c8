import { z } from 'zod'
import { exportQuery } from '../exports.ts'
import { type Role, roles } from '../roles.ts'
import {
  idSchema,
  isoTime,
  isPlain,
  pageQuery,
  pagination,
  percentage,
  requiredText,
  timeInput,
  timeSentence,
  unreadable,
} from '../schema.ts'

export const types = ['general', 'urgent', 'announcement', 'reminder'] as const
export type NotificationType = (typeof types)[number]
export const priorities = ['low', 'medium', 'high'] as const
export type Priority = (typeof priorities)[number]
export const targetTypes = ['colleges', 'faculty', 'students'] as const
export type TargetType = (typeof targetTypes)[number]
export const senderRoles = ['master_admin', 'college_admin'] as const satisfies readonly Role[]

/** The role of the recipients for each target type. Colleges receive notifications through their admins. */
export const roleOf = {
  colleges: 'college_admin',
  faculty: 'faculty',
  students: 'student',
} as const satisfies Record<TargetType, Role>

export const bounds = { title: 200, message: 2000, targetUsers: 20_000 } as const
export const maxAttachmentBytes = 5 * 1024 * 1024
export const attachmentTooLarge = 'File size must be less than 5MB'
export const attachmentExtensions = ['.jpg', '.jpeg', '.png', '.gif', '.pdf', '.doc', '.docx', '.txt'] as const
export const attachmentRefused = 'Please choose a .jpg, .jpeg, .png, .gif, .pdf, .doc, .docx or .txt file'

const ids = (max: number) =>
  z
    .array(idSchema)
    .max(max)
    .nullish()
    .transform((list) => [...new Set(list ?? [])])
const names = z
  .array(z.string().max(200))
  .max(1_000)
  .nullish()
  .transform((list) => [...new Set(list ?? [])])

const filters = z
  .object({ branches: names, batches: names, sections: names })
  .nullish()
  .transform((given) => given ?? { branches: [], batches: [], sections: [] })

/** The recipients: everyone the sender can reach with the target's role who matches all given fields. */
export const targetsForm = z.object({
  targetType: z.enum(targetTypes, { error: 'Please choose colleges, faculty or students' }),
  targetColleges: ids(10_000),
  targetUsers: ids(bounds.targetUsers),
  filters,
})
export type TargetsForm = z.output<typeof targetsForm>
/** The targets as stored; the type has its own column. */
export type Targets = Omit<TargetsForm, 'targetType'>

const wholeTime = timeInput('')
/** Empty, null and missing all become null. */
const optionalTime = z
  .string({ error: timeSentence })
  .nullish()
  .transform((text, ctx) => {
    if (!text?.trim()) return null
    const { data, success } = wholeTime.safeParse(text)
    if (!success) ctx.addIssue({ code: 'custom', message: timeSentence })
    return data ?? null
  })

/** Bidirectional control characters, which could change how the surrounding text is displayed. */
const turns = /[\u202a-\u202e\u2066-\u2069]/g
const isSeen = (text: string) => /[^\p{Cc}\p{Cf}\p{Z}\p{M}\u2800\u3164\uffa0]/u.test(text)

export const notificationForm = targetsForm
  .extend({
    // One line, because it is also the email's subject.
    title: requiredText('Title is required', 100_000).pipe(
      z
        .string()
        .max(bounds.title, 'Title must be less than 200 characters')
        .refine(isSeen, 'Title is required')
        .transform((title) => title.replace(turns, '').replace(/\s+/g, ' ')),
    ),
    message: z
      .string({ error: 'Message is required' })
      // Multipart forms send line breaks as two characters, which would count towards the length.
      .overwrite((text) => text.replace(/\r\n?/g, '\n'))
      .trim()
      .min(1, 'Message is required')
      .max(bounds.message, 'Message must be less than 2000 characters')
      .refine(isPlain, unreadable)
      .refine(isSeen, 'Message is required')
      .transform((message) => message.replace(turns, '')),
    type: z.enum(types).default('general'),
    priority: z.enum(priorities).default('medium'),
    scheduledFor: optionalTime,
    expiresAt: optionalTime,
  })
  .superRefine(({ targetType, targetColleges, scheduledFor, expiresAt }, ctx) => {
    if (targetType === 'colleges' && targetColleges.length === 0)
      ctx.addIssue({ code: 'custom', path: ['targetColleges'], message: 'Please select at least one college' })
    if (scheduledFor !== null && expiresAt !== null && expiresAt <= scheduledFor)
      ctx.addIssue({ code: 'custom', path: ['expiresAt'], message: 'It must expire after it is sent' })
  })
export type NotificationForm = z.output<typeof notificationForm>
/** A form field sent along with the file. If true, removes the current attachment. */
export const removeAttachment = z.boolean().default(false)

const attachment = z.object({
  originalName: z.string(),
  mimetype: z.string(),
  size: z.number().int().describe('Bytes'),
})
const createdBy = z.object({ role: z.enum(roles), name: z.string(), email: z.string() })

/** The fields shown to every recipient. */
const shown = z.object({
  id: idSchema,
  title: z.string(),
  message: z.string(),
  type: z.enum(types),
  priority: z.enum(priorities),
  targetType: z.enum(targetTypes),
  expiresAt: isoTime.nullable(),
  attachment: attachment.nullable(),
  createdBy,
  createdAt: isoTime,
  sentAt: isoTime.nullable().describe('Time of sending; null while scheduled'),
})

/**
 * `missed`: nobody matched at send time, or the notification had already expired. It was not sent and is not counted.
 */
export const statuses = ['scheduled', 'sending', 'sent', 'expired', 'missed'] as const
export type Status = (typeof statuses)[number]

/** The fields shown to the sender and to admins above the sender. */
export const notification = shown.extend({
  targetColleges: z.array(idSchema),
  targetUsers: z.array(idSchema),
  filters: z.object({ branches: z.array(z.string()), batches: z.array(z.string()), sections: z.array(z.string()) }),
  scheduledFor: isoTime.nullable(),
  status: z.enum(statuses),
  isOwn: z.boolean().describe('True if sent by the caller, who may delete it, and edit it while it is scheduled'),
})

export const notificationCreated = z.object({
  notification,
  totalRecipients: z
    .number()
    .int()
    .describe('Number of recipients; for a scheduled notification, of people who would receive it now'),
})
export const notificationAnswer = z.object({
  notification,
  chosenUsers: z.array(z.object({ id: idSchema, name: z.string(), email: z.string() })).describe('The first 200'),
  missingUsers: z.array(idSchema).describe('Selected people who no longer exist'),
})

export const audience = z.object({ totalRecipients: z.number().int() })

/** Requests the group names that occur among the given targets. */
export const groupsQuery = targetsForm.pick({ targetType: true, targetColleges: true })
export const groupNames = z.object({
  branches: z.array(z.string()),
  batches: z.array(z.string()),
  sections: z.array(z.string()),
})

export const peopleQuery = pageQuery.extend({
  targetType: z.enum(targetTypes),
  targetColleges: ids(10_000),
  filters,
  search: z.string().max(200).optional().describe('Matches name, email and ID number'),
})
export type PeopleQuery = z.output<typeof peopleQuery>
export const peopleList = z.object({
  users: z.array(
    z.object({
      id: idSchema,
      name: z.string(),
      email: z.string(),
      idNumber: z.string().nullable(),
      branch: z.string().nullable(),
      batch: z.string().nullable(),
      section: z.string().nullable(),
      collegeName: z.string(),
    }),
  ),
  pagination,
})

export const readFilters = ['all', 'read', 'unread'] as const
export const inboxQuery = pageQuery.extend({
  id: idSchema.optional().describe('Only this notification'),
  filter: z.enum(readFilters).default('all'),
  type: z.enum(types).optional(),
  priority: z.enum(priorities).optional(),
  sender: z.enum(senderRoles).optional(),
  search: z.string().max(200).optional().describe('Matches title and message'),
})
export type InboxQuery = z.output<typeof inboxQuery>
export const inboxEntry = z.object({
  id: z.string().describe('Id of the record: notification id and user id, joined by a dot'),
  notification: shown,
  isRead: z.boolean(),
  readAt: isoTime.nullable(),
  createdAt: isoTime,
})
const unreadCount = z.number().int().min(0)
export const inbox = z.object({ notifications: z.array(inboxEntry), pagination, unreadCount })
export const unreadAnswer = z.object({ unreadCount })

export const sentQuery = pageQuery.extend({
  search: z.string().max(200).optional().describe('Matches title and message'),
  type: z.enum(types).optional(),
  priority: z.enum(priorities).optional(),
  targetType: z.enum(targetTypes).optional(),
  sender: z.enum(senderRoles).optional(),
  status: z.enum(statuses).optional(),
})
export type SentQuery = z.output<typeof sentQuery>
const figures = {
  totalRecipients: z.number().int(),
  totalRead: z.number().int(),
  totalUnread: z.number().int(),
  readPercentage: percentage,
}
export const sentNotification = notification.extend({ ...figures, emailsSent: z.number().int() })
export const sentList = z.object({ notifications: z.array(sentNotification), pagination })
export const sentExportQuery = sentQuery.omit({ page: true, limit: true }).extend(exportQuery.shape)

export const recipientsQuery = pageQuery.extend({
  limit: pageQuery.shape.limit.unwrap().default(50),
  filter: z.enum(readFilters).default('all'),
  search: z.string().max(200).optional().describe('Matches name and email'),
})
export type RecipientsQuery = z.output<typeof recipientsQuery>
export const recipientList = z.object({
  recipients: z.array(
    z.object({
      id: idSchema.describe("The person's id"),
      name: z.string(),
      email: z.string(),
      role: z.enum(roles),
      collegeId: idSchema.nullable(),
      collegeName: z.string().nullable(),
      isRead: z.boolean(),
      readAt: isoTime.nullable(),
    }),
  ),
  ...figures,
  pagination,
})

export const notificationStats = z.object({
  totalNotifications: z.number().int(),
  ...figures,
  byRole: z.object({ colleges: z.number().int(), faculty: z.number().int(), students: z.number().int() }),
  byPriority: z.object({ high: z.number().int(), medium: z.number().int(), low: z.number().int() }),
  recentActivity: z.array(
    z.object({
      id: idSchema,
      title: z.string(),
      totalRecipients: z.number().int(),
      emailsSent: z.number().int(),
      createdAt: isoTime,
    }),
  ),
})
