/** A token's permissions: everything its role may do, or read-only. */
export const apiAccess = ['full', 'read'] as const
export type ApiAccess = (typeof apiAccess)[number]

/** Every webhook event. `ping` is sent on request, to test a webhook. */
export const webhookEvents = ['attempt.submitted', 'assignment.accepted', 'ping'] as const
export type WebhookEvent = (typeof webhookEvents)[number]
