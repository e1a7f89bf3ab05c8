/** A token's permissions: everything its role may do, or only reading. */
export const apiAccess = ['full', 'read'] as const
export type ApiAccess = (typeof apiAccess)[number]

/** Events a webhook can subscribe to. `ping` is sent on request, as a trial. */
export const webhookEvents = ['attempt.submitted', 'assignment.accepted', 'ping'] as const
export type WebhookEvent = (typeof webhookEvents)[number]
