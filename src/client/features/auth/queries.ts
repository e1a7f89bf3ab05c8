import { useEffect, useEffectEvent } from 'react'
import { notify } from '#client/lib/notify.ts'
import { useSession, useUser } from '#client/lib/session.ts'
import { greetOnce } from '#client/lib/session-store.ts'
import { type RouterOutputs, trpc } from '#client/lib/trpc.tsx'
import { minPasswordLength } from '#shared/auth/passwords.rules.ts'
import { DomainError } from '#shared/errors.ts'
import { signWithPasskey } from './model/sign-in.ts'

function useSignedIn() {
  const { login } = useSession()
  return (session: RouterOutputs['auth']['login']) => {
    if (!session.user) throw new DomainError('NOT_FOUND', 'Account not found. Please sign up first.')
    login(session)
    greetOnce()
    notify.success(`You have successfully logged in as ${session.user.name || 'User'}`)
  }
}

/** Signs in and stores the session. The screen handles errors. */
export const useLogin = () => trpc.auth.login.useMutation({ onSuccess: useSignedIn() })

export function usePasskeySignIn() {
  const { mutateAsync: begin } = trpc.auth.beginPasskeySignIn.useMutation()
  const { mutateAsync: signIn } = trpc.auth.signInWithPasskey.useMutation({ onSuccess: useSignedIn() })
  return async (rememberMe: boolean) => {
    const { options } = await begin()
    return signIn({ response: await signWithPasskey(options), rememberMe })
  }
}

export const useForgotPassword = () => trpc.auth.forgotPassword.useMutation()

export const useResetPassword = () => trpc.auth.resetPassword.useMutation()

/** The user's profile: the stored copy until the server responds. `refetch` reloads it. */
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

/** Updates the profile, including the copy that the header and screens show. */
export function useUpdateProfile() {
  const { replaceUser } = useSession()
  const utils = trpc.useUtils()
  return trpc.auth.updateProfile.useMutation({
    // A response still in flight would be outdated.
    onMutate: () => utils.auth.me.cancel(),
    onSuccess: ({ user }) => {
      utils.auth.me.setData(undefined, { user })
      replaceUser(user)
      void utils.auth.groupRequest.invalidate()
    },
  })
}

export const usePasswordMin = () => trpc.auth.passwordRule.useQuery().data?.minLength ?? minPasswordLength

export const useChangePassword = () => trpc.auth.changePassword.useMutation()

/** Totals for the college's people. For its admin only. */
export const useCollegeTotals = () =>
  trpc.dashboards.college.useQuery(undefined, {
    select: (home) => ('totalFaculty' in home ? home : undefined),
  }).data

/** Polling interval in ms. Polls because lockouts expire without an event. */
const pollMs = 30_000

/** Locked-out people whom the signed-in administrator manages. */
export const useLockedOutPeople = () =>
  trpc.auth.waitingSignIns.useQuery(undefined, { refetchInterval: pollMs }).data?.people ?? []

export function useLiftSignInLimit() {
  const utils = trpc.useUtils()
  return trpc.auth.liftSignInLimit.useMutation({ onSettled: () => utils.auth.waitingSignIns.invalidate() })
}

export const useOwnGroupRequest = () => trpc.auth.groupRequest.useQuery().data?.request

export function useWithdrawGroupRequest() {
  const utils = trpc.useUtils()
  return trpc.auth.withdrawGroupRequest.useMutation({ onSettled: () => utils.auth.groupRequest.invalidate() })
}
