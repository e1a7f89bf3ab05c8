/** Stands in until the screen is written. */
export const ExamScreen = () => null
