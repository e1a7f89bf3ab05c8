import { Loading } from '#client/ui/loading.tsx'

export const HierarchyScreen = () => <Loading />
