import { useUser } from '#client/lib/session.ts'
import { trpc } from '#client/lib/trpc.tsx'
import { tokenRolesOf } from '#shared/integrations/tokens.schema.ts'
import type { Role } from '#shared/roles.ts'
import { createPasskey, signWithPasskey } from '../model/sign-in.ts'

// Kept out of queries.ts, which the first page loads. Only the profile needs these hooks.

/** The user's sessions. Always refetched. */
export const useOpenedSessions = () => trpc.auth.sessions.useQuery(undefined, { staleTime: 0 })

export function useEndSession() {
  const utils = trpc.useUtils()
  return trpc.auth.endSession.useMutation({ onSettled: () => utils.auth.sessions.invalidate() })
}

/** Ends all of the user's sessions, or all but this one. */
export function useEndSessions() {
  const utils = trpc.useUtils()
  return trpc.auth.endSessions.useMutation({
    // Without a session there is nothing to refetch.
    onSuccess: (_, { others }) => (others ? utils.auth.sessions.invalidate() : undefined),
  })
}

/** The state of the user's two-step sign-in; staff only. */
export const useTwoStep = (enabled = true) => trpc.auth.twoStep.useQuery(undefined, { enabled })

/** Creates a secret for an authenticator app. Does not turn two-step sign-in on yet. */
export const useBeginTwoStep = () => trpc.auth.beginTwoStep.useMutation()

function useTwoStepChanged() {
  const utils = trpc.useUtils()
  // Completing the required setup unlocks all pages, so refetch everything.
  return { onSuccess: () => utils.invalidate() }
}

/** Turns two-step sign-in on. The response contains the recovery codes, which are shown once. */
export const useConfirmTwoStep = () => trpc.auth.confirmTwoStep.useMutation(useTwoStepChanged())

export const useTurnOffTwoStep = () => trpc.auth.turnOffTwoStep.useMutation(useTwoStepChanged())

/** Replaces the recovery codes. The response contains the new ones, which are shown once. */
export const useRenewRecoveryCodes = () => trpc.auth.renewRecoveryCodes.useMutation(useTwoStepChanged())

/** The user's passkeys. Always refetched. */
export const usePasskeys = () => trpc.auth.passkeys.useQuery(undefined, { staleTime: 0 })

function usePasskeysChanged() {
  const utils = trpc.useUtils()
  return { onSettled: () => utils.invalidate() }
}

/** Creates a passkey in the browser and stores it under a name. */
export function useAddPasskey() {
  const { mutateAsync: begin } = trpc.auth.beginPasskey.useMutation()
  const { mutateAsync: add } = trpc.auth.addPasskey.useMutation(usePasskeysChanged())
  return async (name: string) => {
    const { options } = await begin()
    await add({ name, response: await createPasskey(options) })
  }
}

/** Verifies a passkey in this session, which also satisfies password prompts. */
export function useShowPasskey() {
  const { mutateAsync: begin } = trpc.auth.beginStepUp.useMutation()
  const { mutateAsync: show } = trpc.auth.stepUp.useMutation(usePasskeysChanged())
  return async () => {
    const { options } = await begin()
    await show({ passkey: await signWithPasskey(options) })
  }
}

export const useRemovePasskey = () => trpc.auth.removePasskey.useMutation(usePasskeysChanged())

/** The owner's setting that requires all staff to use a second step. */
export const useSecondStep = () => trpc.auth.secondStep.useQuery().data

export function usePutSecondStep() {
  const utils = trpc.useUtils()
  return trpc.auth.putSecondStep.useMutation({
    onSuccess: (setting) => utils.auth.secondStep.setData(undefined, setting),
  })
}

/** Warns that a password change or signing out everywhere deletes the user's API tokens. Empty without tokens. */
export function useTokenNotice(): string {
  const mayHave = tokenRolesOf(useUser().role as Role).length > 0
  const own = trpc.integrations.tokens.list.useQuery(undefined, { enabled: mayHave, staleTime: 0 }).data?.tokens.length
  if (!own) return ''
  return own === 1
    ? 'Your API token is deleted too, and the program that uses it stops working.'
    : `Your ${own} API tokens are deleted too, and the programs that use them stop working.`
}

export const useGroupChanges = () => trpc.members.settings.useQuery().data

export function usePutGroupChanges() {
  const utils = trpc.useUtils()
  return trpc.members.putSettings.useMutation({
    onSuccess: (settings) => utils.members.settings.setData(undefined, settings),
  })
}
