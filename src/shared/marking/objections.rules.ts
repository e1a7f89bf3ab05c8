/** `accepted` usually leads to a changed key or a ruling, which is a regrade of its own. */
export const objectionStatuses = ['open', 'accepted', 'rejected'] as const
export type ObjectionStatus = (typeof objectionStatuses)[number]
