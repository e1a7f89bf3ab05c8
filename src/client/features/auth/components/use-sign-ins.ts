import { useUser } from '#client/lib/session.ts'
import { trpc } from '#client/lib/trpc.tsx'
import { tokenRolesOf } from '#shared/integrations/tokens/schema.ts'
import type { Role } from '#shared/roles.ts'
import { createPasskey, signWithPasskey } from '../model/passkeys.ts'

// Not in queries.ts: that is part of the first page, which has no room for what the profile alone asks.

/** The person's sessions; always refetched. */
export const useOpenedSessions = () => trpc.auth.sessions.useQuery(undefined, { staleTime: 0 })

/** Ends one of the person's sessions. */
export function useEndSession() {
  const utils = trpc.useUtils()
  return trpc.auth.endSession.useMutation({ onSettled: () => utils.auth.sessions.invalidate() })
}

/** Ends all own sessions, or all but this one. */
export function useEndSessions() {
  const utils = trpc.useUtils()
  return trpc.auth.endSessions.useMutation({
    // Without a session there is nobody to ask for.
    onSuccess: (_, { others }) => (others ? utils.auth.sessions.invalidate() : undefined),
  })
}

/** True if two-step sign-in is on; staff only. */
export const useTwoStep = (enabled = true) => trpc.auth.twoStep.useQuery(undefined, { enabled })

/** A secret for an authenticator. Nothing is on yet. */
export const useBeginTwoStep = () => trpc.auth.beginTwoStep.useMutation()

function useTwoStepChanged() {
  const utils = trpc.useUtils()
  // After the required set-up, all pages are open.
  return { onSuccess: () => utils.invalidate() }
}

/** Turns two-step sign-in on; the answer holds the recovery codes, this once. */
export const useConfirmTwoStep = () => trpc.auth.confirmTwoStep.useMutation(useTwoStepChanged())

/** Turns two-step sign-in off. */
export const useTurnOffTwoStep = () => trpc.auth.turnOffTwoStep.useMutation(useTwoStepChanged())

/** New recovery codes; the answer holds them, this once. */
export const useRenewRecoveryCodes = () => trpc.auth.renewRecoveryCodes.useMutation(useTwoStepChanged())

/** The person's passkeys. */
export const usePasskeys = () => trpc.auth.passkeys.useQuery(undefined, { staleTime: 0 })

function usePasskeysChanged() {
  const utils = trpc.useUtils()
  return { onSettled: () => utils.invalidate() }
}

/** Has the browser make a passkey, and keeps it under a name. */
export function useAddPasskey() {
  const { mutateAsync: begin } = trpc.auth.beginPasskey.useMutation()
  const { mutateAsync: add } = trpc.auth.addPasskey.useMutation(usePasskeysChanged())
  return async (name: string) => {
    const { options } = await begin()
    await add({ name, response: await createPasskey(options) })
  }
}

/** Shows a passkey in this session, which also opens what asks for the password again. */
export function useShowPasskey() {
  const { mutateAsync: begin } = trpc.auth.beginStepUp.useMutation()
  const { mutateAsync: show } = trpc.auth.stepUp.useMutation(usePasskeysChanged())
  return async () => {
    const { options } = await begin()
    await show({ passkey: await signWithPasskey(options) })
  }
}

/** Removes one of the person's passkeys. */
export const useRemovePasskey = () => trpc.auth.removePasskey.useMutation(usePasskeysChanged())

/** True if all staff must use a second step; for the owner. */
export const useSecondStep = () => trpc.auth.secondStep.useQuery().data

/** Changes it. */
export function usePutSecondStep() {
  const utils = trpc.useUtils()
  return trpc.auth.putSecondStep.useMutation({
    onSuccess: (setting) => utils.auth.secondStep.setData(undefined, setting),
  })
}

/** Effect of a new password and of signing out everywhere on the person's API tokens; empty without tokens. */
export function useTokenNotice(): string {
  const mayHave = tokenRolesOf(useUser().role as Role).length > 0
  const own = trpc.integrations.tokens.list.useQuery(undefined, { enabled: mayHave, staleTime: 0 }).data?.tokens.length
  if (!own) return ''
  return own === 1
    ? 'Your API token is deleted too, and the program that uses it stops working.'
    : `Your ${own} API tokens are deleted too, and the programs that use them stop working.`
}
