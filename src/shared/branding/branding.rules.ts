/** Default for PLATFORM_NAME. The built page contains it too. */
export const defaultPlatformName = 'Academic System'
