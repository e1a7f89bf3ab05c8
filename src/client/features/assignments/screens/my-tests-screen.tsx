/** Stands in until the screen is written. */
export const MyTestsScreen = () => null
