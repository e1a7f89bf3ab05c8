import { Loading } from '#client/ui/loading.tsx'

export const CollegeManagementScreen = () => <Loading />
