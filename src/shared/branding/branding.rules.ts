/** Default for PLATFORM_NAME, also used in the built page. */
export const defaultPlatformName = 'Academic System'
