import { defaultPlatformName } from '#shared/branding/branding.rules.ts'
import { readSession } from './session-store.ts'
import { trpc } from './trpc.tsx'

/** The platform's name, which the server renders into the page. */
export const platformName =
  document.querySelector<HTMLMetaElement>('meta[name=application-name]')?.content || defaultPlatformName

/** Logos rarely change and are only cosmetic, so they may be stale for a long time. */
const staleTime = 10 * 60_000

/** URL of the platform's logo; undefined while loading or if there is none. */
export const usePlatformLogo = () =>
  trpc.branding.platform.useQuery(undefined, { staleTime }).data?.logoUrl ?? undefined

/** URL of the logo of the user's college; undefined while loading or if there is none. */
export function useCollegeLogo(): string | undefined {
  const enabled = Boolean(readSession()?.user.collegeId)
  return trpc.branding.college.useQuery(undefined, { staleTime, enabled }).data?.logoUrl ?? undefined
}
