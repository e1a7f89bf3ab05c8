import { useCollegeLogo, usePlatformLogo } from '#client/lib/branding.ts'
import classes from './brand-logo.module.css'

/** The platform's logo, or the product's own mark while there is none. @param size in pixels, both ways */
export function PlatformLogo({ size }: { size: number }) {
  return <img src={usePlatformLogo() ?? '/favicon.svg'} alt="" width={size} height={size} className={classes.logo} />
}

/** The logo of the signed-in person's college; nothing while there is none. @param size in pixels, both ways */
export function CollegeLogo({ size }: { size: number }) {
  const url = useCollegeLogo()
  return url ? <img src={url} alt="" width={size} height={size} className={classes.logo} /> : null
}
