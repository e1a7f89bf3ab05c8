import { notify } from '#client/lib/notify.ts'
import { useSession } from '#client/lib/session.tsx'
import { trpc } from '#client/lib/trpc.tsx'

/** Signs in and takes the session over; whatever goes wrong is the screen's to say. */
export function useLogin() {
  const { login } = useSession()
  return trpc.auth.login.useMutation({
    onSuccess: (session) => {
      login(session)
      notify.success(`You have successfully logged in as ${session.user.name || 'User'}`)
    },
  })
}

/** Asks for a reset link by mail. */
export const useForgotPassword = () => trpc.auth.forgotPassword.useMutation()

/** Sets a new password through a mailed link. */
export const useResetPassword = () => trpc.auth.resetPassword.useMutation()
