import { defaultPlatformName } from '#shared/branding/rules.ts'
import { readSession } from './session-store.ts'
import { trpc } from './trpc.tsx'

/** The platform's name, which the server writes into the page. */
export const platformName =
  document.querySelector<HTMLMetaElement>('meta[name=application-name]')?.content || defaultPlatformName

/** Changes rarely, and nobody works with it. */
const staleTime = 10 * 60_000

/** The platform's logo; undefined until it is known and while there is none. */
export const usePlatformLogo = () =>
  trpc.branding.platform.useQuery(undefined, { staleTime }).data?.logoUrl ?? undefined

/** The logo of the signed-in person's college; undefined until it is known and while there is none. */
export function useCollegeLogo(): string | undefined {
  const enabled = Boolean(readSession()?.user.collegeId)
  return trpc.branding.college.useQuery(undefined, { staleTime, enabled }).data?.logoUrl ?? undefined
}
