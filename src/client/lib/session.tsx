import {
  createContext,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react'
import type { CurrentUser } from '#shared/auth/schema.ts'
import { sentences } from '#shared/errors.ts'
import { ApiError, codeOf, messageOf } from './errors.ts'
import { whileLoading } from './loading.ts'
import { notify } from './notify.ts'
import { clearSession, readSession, type StoredSession, saveSession, watchSession } from './session-store.ts'
import { expireSession, trpcClient } from './trpc.tsx'

interface Session {
  /** Who is signed in, or null. */
  user: CurrentUser | null
  /** Takes over a fresh sign-in. */
  login: (session: StoredSession) => void
  /** Replaces the stored user by a newer answer about the same person. */
  replaceUser: (user: CurrentUser) => void
  /** Ends the session here at once and, if it can be reached, on the server. */
  logout: () => void
}

/** How long logging out waits for the server at most, in ms; here the session has ended by then anyway. */
const longestLogoutMs = 3_000

/** How long the server may take to say who is signed in, in ms: then it counts as one that cannot be reached. */
const longestCheckMs = 30_000

/** How far the check of a stored session has come. */
export type SessionCheck = { state: 'checking' } | { state: 'done' } | { state: 'failed'; message: string }

interface SessionValue extends Session {
  check: SessionCheck
  retry: () => void
}

const waitFor = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

async function giveUp(): Promise<never> {
  await waitFor(longestCheckMs)
  throw new ApiError('NETWORK', sentences.networkError)
}

/** An answer about somebody who has meanwhile signed out says nothing about who is here now. */
function replaceUser(user: CurrentUser) {
  const session = readSession()
  if (session?.user.id === user.id) saveSession({ token: session.token, user })
}

const SessionContext = createContext<SessionValue | null>(null)

function useSessionValue(): SessionValue {
  const value = use(SessionContext)
  if (!value) throw new Error('useSession is used outside of SessionProvider')
  return value
}

/** Who is signed in, and the ways in and out. */
export const useSession = (): Session => useSessionValue()

/** The signed-in person, for screens that only such a person can reach. */
export function useUser(): CurrentUser {
  const { user } = useSessionValue()
  if (!user) throw new Error('useUser is used on a screen that needs no sign-in')
  return user
}

/** The state of the check at start, for the overlay and the error screen. */
export function useSessionCheck() {
  const { check, retry, logout } = useSessionValue()
  return { check, retry, logout }
}

/**
 * Checks a stored session once at start (seed 000, section 4). A session the server refuses is cleared; a server that
 * cannot be reached signs nobody out.
 *
 * @param onWelcome called when a stored session was still good
 */
export function SessionProvider({
  children,
  onWelcome,
}: {
  children: ReactNode
  onWelcome: (user: CurrentUser) => void
}) {
  const session = useSyncExternalStore(watchSession, readSession)
  const [check, setCheck] = useState<SessionCheck>(() => (readSession() ? { state: 'checking' } : { state: 'done' }))

  const run = useCallback(async () => {
    const stored = readSession()
    if (!stored) return setCheck({ state: 'done' })
    setCheck({ state: 'checking' })
    try {
      const asked = Promise.race([trpcClient.auth.me.query(), giveUp()])
      // Until there is a screen the page itself says that it is loading.
      const { user } = await (document.querySelector('.boot') ? asked : whileLoading(asked, 'Loading...'))
      // Another tab may have signed in or out meanwhile.
      if (readSession()?.token === stored.token) {
        saveSession({ token: stored.token, user })
        onWelcome(user)
      }
      setCheck({ state: 'done' })
    } catch (error) {
      const code = codeOf(error)
      if (code === 'UNAUTHENTICATED' || code === 'FORBIDDEN') {
        expireSession()
        setCheck({ state: 'done' })
      } else setCheck({ state: 'failed', message: messageOf(error) })
    }
  }, [onWelcome])

  useEffect(() => {
    void run()
  }, [run])

  useEffect(() => {
    if (check.state !== 'failed') return
    const again = () => void run()
    window.addEventListener('online', again)
    return () => window.removeEventListener('online', again)
  }, [check.state, run])

  const value = useMemo<SessionValue>(
    () => ({
      user: session?.user ?? null,
      check,
      retry: () => void run(),
      login: saveSession,
      replaceUser,
      logout: () => {
        const ended = trpcClient.auth.logout.mutate()
        // The token is read when the batch leaves, so it is forgotten only after that.
        setTimeout(() => {
          clearSession('logout')
          setCheck({ state: 'done' })
        })
        const told = ended.then(
          () => {},
          (error: unknown) => {
            if (codeOf(error) === 'NETWORK') notify.warning('Signed out here. The server could not be told.')
          },
        )
        void whileLoading(Promise.race([told, waitFor(longestLogoutMs)]), 'Signing you out...')
      },
    }),
    [session, check, run],
  )
  return <SessionContext value={value}>{children}</SessionContext>
}
