/** What a token may do: everything its role may, or only look. */
export const apiAccess = ['full', 'read'] as const
export type ApiAccess = (typeof apiAccess)[number]

/** What a webhook can be told of. `ping` is sent on request, to try an address out. */
export const webhookEvents = ['attempt.submitted', 'assignment.accepted', 'ping'] as const
export type WebhookEvent = (typeof webhookEvents)[number]
