import { MembersPage } from '../components/members-page.tsx'

export const FacultyScreen = () => <MembersPage memberRole="faculty" />

export const StudentsScreen = () => <MembersPage memberRole="student" />
