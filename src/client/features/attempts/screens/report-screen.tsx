/** Stands in until the screen is written. */
export const ReportScreen = () => null
