import { authRouter } from './features/auth/router.ts'
import { collegesRouter } from './features/colleges/router.ts'
import { membersRouter } from './features/members/router.ts'
import { router } from './trpc/init.ts'

/** Every feature's procedures, once. The client knows this type and nothing else of the server. */
export const appRouter = router({
  auth: authRouter,
  colleges: collegesRouter,
  members: membersRouter,
})

export type AppRouter = typeof appRouter
