import { useEffect, useEffectEvent } from 'react'
import { notify } from '#client/lib/notify.ts'
import { useSession, useUser } from '#client/lib/session.ts'
import { greetOnce } from '#client/lib/session-store.ts'
import { type RouterOutputs, trpc } from '#client/lib/trpc.tsx'
import { minPasswordLength } from '#shared/auth/passwords/rules.ts'
import { DomainError } from '#shared/errors.ts'
import { signWithPasskey } from './model/passkeys.ts'

/** Takes a session over. */
function useSignedIn() {
  const { login } = useSession()
  return (session: RouterOutputs['auth']['login']) => {
    if (!session.user) throw new DomainError('NOT_FOUND', 'Account not found. Please sign up first.')
    login(session)
    greetOnce()
    notify.success(`You have successfully logged in as ${session.user.name || 'User'}`)
  }
}

/** Signs in and takes the session over; whatever goes wrong is the screen's to say. */
export const useLogin = () => trpc.auth.login.useMutation({ onSuccess: useSignedIn() })

/** The same with a passkey. */
export function usePasskeySignIn() {
  const { mutateAsync: begin } = trpc.auth.beginPasskeySignIn.useMutation()
  const { mutateAsync: signIn } = trpc.auth.signInWithPasskey.useMutation({ onSuccess: useSignedIn() })
  return async (rememberMe: boolean) => {
    const { options } = await begin()
    return signIn({ response: await signWithPasskey(options), rememberMe })
  }
}

/** Asks for a reset link by mail. */
export const useForgotPassword = () => trpc.auth.forgotPassword.useMutation()

/** Sets a new password through a mailed link. */
export const useResetPassword = () => trpc.auth.resetPassword.useMutation()

/** The person's profile: the stored copy until the server has answered. `refetch` reloads it. */
export function useProfile() {
  const { replaceUser } = useSession()
  const { data, error, isFetching, refetch } = trpc.auth.me.useQuery(undefined, { staleTime: 0 })
  const fresh = data?.user
  const replace = useEffectEvent(replaceUser)
  useEffect(() => {
    if (fresh) replace(fresh)
  }, [fresh])
  return { user: useUser(), error, isFetching, refetch }
}

/** Updates the profile; header and screens change at once. */
export function useUpdateProfile() {
  const { replaceUser } = useSession()
  const utils = trpc.useUtils()
  return trpc.auth.updateProfile.useMutation({
    // A response that is still under way is older.
    onMutate: () => utils.auth.me.cancel(),
    onSuccess: ({ user }) => {
      utils.auth.me.setData(undefined, { user })
      replaceUser(user)
      void utils.auth.groupRequest.invalidate()
    },
  })
}

/** The shortest password that the server takes, in characters. */
export const usePasswordMin = () => trpc.auth.passwordRule.useQuery().data?.minLength ?? minPasswordLength

/** Sets a new password for who knows the present one. */
export const useChangePassword = () => trpc.auth.changePassword.useMutation()

/** Number of people in the college; for its admin only. */
export const useCollegeTotals = () =>
  trpc.dashboards.college.useQuery(undefined, {
    select: (home) => ('totalFaculty' in home ? home : undefined),
  }).data

/** Looked at again this often: a wait ends by itself. */
const waitingEveryMs = 30_000

/** Whom the limits of sign-ins make wait, of those the signed-in administrator manages. */
export const useWaitingSignIns = () =>
  trpc.auth.waitingSignIns.useQuery(undefined, { refetchInterval: waitingEveryMs }).data?.people ?? []

/** Lets somebody sign in again at once. */
export function useLiftSignInLimit() {
  const utils = trpc.useUtils()
  return trpc.auth.liftSignInLimit.useMutation({ onSettled: () => utils.auth.waitingSignIns.invalidate() })
}

/** The student's own pending group request. */
export const useOwnGroupRequest = () => trpc.auth.groupRequest.useQuery().data?.request

/** Takes it back. */
export function useWithdrawGroupRequest() {
  const utils = trpc.useUtils()
  return trpc.auth.withdrawGroupRequest.useMutation({ onSettled: () => utils.auth.groupRequest.invalidate() })
}
