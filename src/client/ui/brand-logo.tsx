import { useCollegeLogo, usePlatformLogo } from '#client/lib/branding.ts'

/** The platform's logo, or Examhall's own mark if there is none. @param size width and height in px */
export function PlatformLogo({ size }: { size: number }) {
  return <img src={usePlatformLogo() ?? '/favicon.svg'} alt="" width={size} height={size} />
}

/** The logo of the user's college; renders nothing if there is none. @param size width and height in px */
export function CollegeLogo({ size }: { size: number }) {
  const url = useCollegeLogo()
  return url ? <img src={url} alt="" width={size} height={size} /> : null
}
