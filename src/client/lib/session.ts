import { useSyncExternalStore } from 'react'
import type { CurrentUser } from '#shared/auth/schema.ts'
import { codeOf } from './errors.ts'
import { whileLoading } from './loading.ts'
import { notify } from './notify.ts'
import { clearSession, readSession, saveSession, watchSession } from './session-store.ts'
import { trpcClient } from './trpc.tsx'

/** How long logging out waits for the server at most, in ms; here the session has ended by then anyway. */
const longestLogoutMs = 3_000

const waitFor = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Replaces the stored user, unless that person has signed out in the meantime. */
function replaceUser(user: CurrentUser) {
  const session = readSession()
  if (session?.user.id === user.id) saveSession({ token: session.token, user })
}

/** Ends the session here at once and, if it can be reached, on the server. */
function logout() {
  const ended = trpcClient.auth.logout.mutate()
  // The token is read when the batch leaves, so it is forgotten only after that.
  setTimeout(() => clearSession('logout'))
  const told = ended.then(
    () => {},
    (error: unknown) => {
      if (codeOf(error) === 'NETWORK') notify.warning('Signed out here. The server could not be told.')
    },
  )
  void whileLoading(Promise.race([told, waitFor(longestLogoutMs)]), 'Signing you out...')
}

const actions = { login: saveSession, replaceUser, logout }

/** The signed-in person or null, with sign-in and sign-out. */
export const useSession = () => {
  const session = useSyncExternalStore(watchSession, readSession)
  return { user: session?.user ?? null, ...actions }
}

/** The signed-in person, for screens that only such a person can reach. */
export function useUser(): CurrentUser {
  const { user } = useSession()
  if (!user) throw new Error('useUser is used on a screen that needs no sign-in')
  return user
}
