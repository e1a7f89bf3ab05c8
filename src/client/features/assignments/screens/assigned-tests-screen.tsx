/** Stands in until the screen is written. */
export const AssignedTestsScreen = () => null
