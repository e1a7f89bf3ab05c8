/** `accepted` usually leads to a changed key or a ruling, which regrades separately. */
export const objectionStatuses = ['open', 'accepted', 'rejected'] as const
export type ObjectionStatus = (typeof objectionStatuses)[number]

/** Maximum length of a reason and of a reply. */
export const maxObjection = 2_000

/** True while a student can object to questions. Times are ms since 1970 UTC. */
export const canObject = (
  test: { objectionsUntil: number | null; deletedAt: number | null },
  isKeyOut: boolean,
  now: number,
): boolean => isKeyOut && test.deletedAt === null && test.objectionsUntil !== null && now < test.objectionsUntil
