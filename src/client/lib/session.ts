import { useSyncExternalStore } from 'react'
import type { CurrentUser } from '#shared/auth/auth.schema.ts'
import { codeOf } from './errors.ts'
import { whileLoading } from './loading.ts'
import { notify } from './notify.ts'
import { clearSession, readSession, saveSession, watchSession } from './session-store.ts'
import { trpcClient } from './trpc.tsx'

/** Maximum wait for the server when logging out, in ms. The local session ends without waiting. */
const maxLogoutMs = 3_000

const waitFor = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Replaces the stored user, unless that user has signed out in the meantime. */
function replaceUser(user: CurrentUser) {
  const session = readSession()
  if (session?.user.id === user.id) saveSession({ token: session.token, user })
}

/** Ends the session locally at once, and on the server if it can be reached. */
function logout() {
  const ended = trpcClient.auth.logout.mutate()
  // The token is read when the batch is sent, so clear it only after that.
  setTimeout(() => clearSession('logout'))
  const settled = ended.then(
    () => {},
    (error: unknown) => {
      if (codeOf(error) === 'NETWORK') notify.warning('Signed out on this device. The server could not be reached.')
    },
  )
  void whileLoading(Promise.race([settled, waitFor(maxLogoutMs)]), 'Signing you out...')
}

const actions = { login: saveSession, replaceUser, logout }

/** The signed-in user or null, with functions to sign in and out. */
export const useSession = () => {
  const session = useSyncExternalStore(watchSession, readSession)
  return { user: session?.user ?? null, ...actions }
}

/** The signed-in user, for screens that require sign-in. */
export function useUser(): CurrentUser {
  const { user } = useSession()
  if (!user) throw new Error('useUser was called on a screen that does not require sign-in')
  return user
}
