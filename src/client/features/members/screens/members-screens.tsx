import { MembersPage } from '../components/members-page.tsx'

/** The college's faculty. */
export const FacultyScreen = () => <MembersPage memberRole="faculty" />

/** The college's students. */
export const StudentsScreen = () => <MembersPage memberRole="student" />
