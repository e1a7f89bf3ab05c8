import { appRouter } from '#server/app-router.ts'
import { StartQueue } from '#server/features/attempts/start-queue.ts'
import { ManualClock } from '#server/platform/clock.ts'
import type { Actor } from '#server/platform/platform.ts'
import type { Services } from '#server/services.ts'

const address = '127.0.0.1'

/** Admits everybody: the demo's students would not come back after a wait. */
const startQueue = new StartQueue(() => 0)

/** Calls procedures as a given person, at the time of the returned clock. */
export function callerAt(app: Services, actor: Actor | null, now: number) {
  const clock = new ManualClock(now)
  const services = { ...app, clock, startQueue }
  const call = appRouter.createCaller({ app: services, actor, token: null, address, requestId: 'demo' })
  return { call, clock }
}

export type Caller = ReturnType<typeof callerAt>['call']

/** The actor that a session of this user would have. */
export const actorOf = (user: Pick<Actor, 'id' | 'role' | 'name' | 'email'>, collegeId: string | null): Actor => ({
  id: user.id,
  role: user.role,
  name: user.name,
  email: user.email,
  collegeId,
  address,
})
