export const FacultyScreen = () => null
export const StudentsScreen = () => null
