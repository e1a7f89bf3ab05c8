import type { TargetType } from '#shared/notifications/notifications.schema.ts'

/** A form with the required fields; tests add the rest. */
export const to = <Fields extends object>(targetType: TargetType, fields: Fields = {} as Fields) => ({
  title: 'Campus drive on Friday',
  message: 'Please be in the hall at nine.',
  targetType,
  ...fields,
})

/** The time `ms` after `now`, in the format that the form sends. */
export const later = (now: number, ms: number) => new Date(now + ms).toISOString()

export const minute = 60_000
