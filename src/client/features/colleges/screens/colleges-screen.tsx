export const CollegesScreen = () => null
