import type { TargetType } from '#shared/notifications/notifications.schema.ts'

/** A form with the required fields; tests add the rest. */
export const to = <Fields extends object>(targetType: TargetType, fields: Fields = {} as Fields) => ({
  title: 'Campus drive on Friday',
  message: 'Please be in the hall at nine.',
  targetType,
  ...fields,
})

/** A moment shifted by milliseconds, as the form sends it. */
export const later = (now: number, ms: number) => new Date(now + ms).toISOString()

export const minute = 60_000
