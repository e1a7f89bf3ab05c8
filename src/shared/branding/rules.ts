/** What the platform is called unless PLATFORM_NAME says otherwise. The built page carries it too. */
export const defaultPlatformName = 'Academic System'
