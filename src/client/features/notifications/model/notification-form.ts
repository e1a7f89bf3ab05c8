import { z } from 'zod'
import { now } from '#client/lib/clock.ts'
import { fromLocalInput, toLocalInput } from '#client/lib/local-time.ts'
import type { RouterOutputs } from '#client/lib/trpc.tsx'
import {
  type NotificationType,
  notificationForm,
  type Priority,
  type TargetType,
} from '#shared/notifications/notifications.schema.ts'
import type { NotificationInput, TargetsInput } from '../queries.ts'
import { noneLeft } from './notification-text.ts'

/** A chosen college or person, with its name. */
export interface Chosen {
  id: string
  /** Empty if the name was not loaded, as in long lists. */
  name: string
  /** The reason it receives nothing: `no longer exists` or, for a college, `inactive`. */
  flaw?: string
}

/** Selected faculty or students. Each role keeps its own selection, so switching loses nothing. */
export type Narrowing = {
  branches: string[]
  batches: string[]
  sections: string[]
  users: Chosen[]
}

/** The form's values, in the format of its inputs. */
export type FormValues = {
  title: string
  message: string
  type: NotificationType
  priority: Priority
  targetType: TargetType
  targetColleges: Chosen[]
  faculty: Narrowing
  students: Narrowing
  /** In `DateField` format, like `expiresAt`; empty for none. */
  scheduledFor: string
  expiresAt: string
}

export type StoredAnswer = RouterOutputs['notifications']['get']
type Stored = StoredAnswer['notification']
/** The sender's role, which affects the form. */
export type Sender = 'master_admin' | 'college_admin'

const everybody: Narrowing = { branches: [], batches: [], sections: [], users: [] }

/** The initial values of a new notification. */
export const emptyForm = (sender: Sender): FormValues => ({
  title: '',
  message: '',
  type: 'general',
  priority: 'medium',
  targetType: sender === 'master_admin' ? 'colleges' : 'students',
  targetColleges: [],
  faculty: everybody,
  students: everybody,
  scheduledFor: '',
  expiresAt: '',
})

/** Removes people who no longer exist. If none exist, keeps all, because an empty list would mean everybody. */
export function withoutGone(users: Chosen[]): Chosen[] {
  const there = users.filter(({ flaw }) => flaw === undefined)
  return there.length > 0 ? there : users
}

/** True if people were chosen, but none of them exist any more. */
export const allGone = ({ targetType, ...values }: FormValues) =>
  targetType !== 'colleges' &&
  values[targetType].users.length > 0 &&
  values[targetType].users.every(({ flaw }) => flaw !== undefined)

/** A stored notification as form values, without people who no longer exist. @param colleges targets with names */
export function formOf({ notification, chosenUsers, missingUsers }: StoredAnswer, colleges: Chosen[]): FormValues {
  const { title, message, type, priority, targetType, targetUsers, filters, scheduledFor, expiresAt } = notification
  const names = new Map(chosenUsers.map(({ id, name }) => [id, name]))
  const missing = new Set(missingUsers)
  const all = targetUsers.map((id): Chosen => {
    if (missing.has(id)) return { id, name: 'A person', flaw: 'no longer exists' }
    return { id, name: names.get(id) ?? '' }
  })
  // List people with names first, since the others are only counted.
  const users = withoutGone(all).sort((one, other) => Number(one.name === '') - Number(other.name === ''))
  return {
    ...{ title, message, type, priority, targetType, targetColleges: colleges },
    faculty: everybody,
    students: everybody,
    ...(targetType !== 'colleges' && { [targetType]: { ...filters, users } }),
    scheduledFor: scheduledFor ? toLocalInput(scheduledFor) : '',
    expiresAt: expiresAt ? toLocalInput(expiresAt) : '',
  }
}

/** The same message as the server's. */
const timeOver = 'Please choose a time in the future'

const ids = (chosen: readonly Chosen[]) => chosen.map(({ id }) => id)

/** The form's recipients, in the server's format. */
export function targetsOf({ targetType, targetColleges, ...values }: FormValues): TargetsInput {
  const colleges = ids(targetColleges)
  if (targetType === 'colleges') return { targetType, targetColleges: colleges }
  const { users, branches, batches, sections } = values[targetType]
  return { targetType, targetColleges: colleges, targetUsers: ids(users), filters: { branches, batches, sections } }
}

/** The form in the server's format. @param stored the edited notification; unchanged times keep their seconds */
export function inputOf(values: FormValues, stored: Stored | undefined): NotificationInput {
  const { title, message, type, priority, scheduledFor, expiresAt } = values
  const time = (text: string, before: string | null | undefined) => text && fromLocalInput(text, before ?? undefined)
  return {
    ...targetsOf(values),
    ...{ title, message, type, priority },
    scheduledFor: time(scheduledFor, stored?.scheduledFor),
    expiresAt: time(expiresAt, stored?.expiresAt),
  }
}

/**
 * Validates the inputs' values with the shared rules and outputs the server's format.
 *
 * Rejects times in the past by the browser's clock, before sending. The server's clock is authoritative.
 *
 * @param refusedFile returns the error of the chosen file; called on submit
 */
export const schemaOf = (stored: Stored | undefined, refusedFile: () => string | null) =>
  z.custom<FormValues>().transform((values, ctx): NotificationInput => {
    const input = inputOf(values, stored)
    if (allGone(values)) ctx.addIssue({ code: 'custom', path: ['targetUsers'], message: noneLeft })
    const file = refusedFile()
    if (file) ctx.addIssue({ code: 'custom', path: ['attachment'], message: file })
    for (const { path, message } of notificationForm.safeParse(input).error?.issues ?? [])
      ctx.addIssue({ code: 'custom', path: [...path], message })
    for (const field of ['scheduledFor', 'expiresAt'] as const)
      if (Date.parse(input[field] ?? '') <= now()) ctx.addIssue({ code: 'custom', path: [field], message: timeOver })
    return input
  })
